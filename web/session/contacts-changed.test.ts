import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contactsChanged } from './account-changes.ts';
import { currentSession, signedIn, signedOut } from './session-store.ts';

const user = {
  token: 't',
  expires: '2027-01-01T00:00:00Z',
  phone: '+380501110001',
  email: '',
  account: '',
  partner: '1',
};
const fresh = { phone: '+380671234567', email: 'olena@example.com' };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('window', { location: { host: 'svitlo.example' } });
});
afterEach(() => {
  signedOut();
  vi.unstubAllGlobals();
});

test('a person is known by the new phone and e-mail', () => {
  signedIn({ ...user, type: 'person' }, []);
  contactsChanged(fresh);
  expect(currentSession().person).toMatchObject(fresh);
  expect(localStorage.getItem('svitlo.cabinet')).toContain(fresh.phone);
});

test('an entity too, and its chosen account stays', () => {
  signedIn({ ...user, type: 'entity' }, []);
  const { account } = currentSession().entity.user;
  contactsChanged(fresh);
  expect(currentSession().entity.user).toEqual({ ...fresh, account });
  expect(currentSession().person.phone).toBe('');
});

test('nothing is kept of contacts when nobody is signed in', () => {
  contactsChanged(fresh);
  expect(localStorage.getItem('svitlo.cabinet')).toBeNull();
});
