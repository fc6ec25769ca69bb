import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage, userFixture } from '#web/testing/fixtures/session-fixture.ts';
import { contactsChanged } from './account-changes.ts';
import { currentSession, signedIn, signedOut } from './session-store.ts';

const fresh = { phone: '+380671234567', email: 'olena@example.com' };

beforeEach(() => {
  stubStorage('localStorage');
  vi.stubGlobal('sessionStorage', {});
  vi.stubGlobal('window', { location: { host: 'svitlo.example' } });
});
afterEach(() => {
  signedOut();
  vi.unstubAllGlobals();
});

test('a person is known by the new phone and e-mail', () => {
  signedIn(userFixture, []);
  contactsChanged(fresh);
  expect(currentSession().person).toMatchObject(fresh);
  expect(localStorage.getItem('svitlo.cabinet')).toContain(fresh.phone);
});

test('an entity too, and its chosen account stays', () => {
  signedIn({ ...userFixture, type: 'entity' }, []);
  const { account } = currentSession().entity.user;
  contactsChanged(fresh);
  expect(currentSession().entity.user).toEqual({ ...fresh, account });
  expect(currentSession().person.phone).toBe('');
});

test('nothing is kept of contacts when nobody is signed in', () => {
  contactsChanged(fresh);
  expect(localStorage.getItem('svitlo.cabinet')).toBeNull();
});
