import { beforeEach, expect, test, vi } from 'vitest';
import { noAdmin, noEntity, noPerson } from './empty-areas.ts';
import {
  accountChosen,
  accountsListed,
  currentSession,
  NO_CHOICE,
  sessionRenewed,
  signedIn,
  signedOut,
} from './session-store.ts';
import type { PersonAccount, SignedInUser } from './session-types.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

const user: SignedInUser = {
  token: 't',
  type: 'person',
  expires: '2099-01-01T00:00:00Z',
  phone: '+380501110001',
  email: '',
  account: '',
  partner: '1',
};
const object = (account: string): PersonAccount => ({
  account,
  address: 'вул. Лісова, 1',
  objectName: 'Дім',
  greenTarif: false,
  placeId: '',
});
const objects = [object('2390001113'), object('0390001111'), object('2390001112')];

beforeEach(() => signedOut());

test('objects stand in the order of their numbers', () => {
  signedIn(user, objects);
  expect(currentSession().person.accounts.map((item) => item.account)).toEqual([
    '0390001111',
    '2390001112',
    '2390001113',
  ]);
});

test('an object chosen before that is no longer theirs is not chosen', () => {
  signedIn({ ...user, account: '2390009999' }, objects);
  expect(currentSession().person.account).toBe('');
});

test('DELETE clears the choice and nothing else', () => {
  signedIn({ ...user, account: '2390001112' }, objects);
  accountChosen(NO_CHOICE);
  expect(currentSession().person).toMatchObject({ account: '', phone: '+380501110001' });
  expect(currentSession().person.accounts).toHaveLength(3);
});

test('a chosen object that was removed elsewhere is chosen no more', () => {
  signedIn({ ...user, account: '2390001112' }, objects);
  accountsListed([object('2390001113')]);
  expect(currentSession().person).toMatchObject({ account: '', accounts: [{ account: '2390001113' }] });
});

test('a renewed token is kept for the next visit', () => {
  signedIn(user, objects);
  sessionRenewed('t2', '2099-02-01T00:00:00Z');
  expect(JSON.parse(kept.get('svitlo.cabinet') ?? '{}').session).toMatchObject({
    token: 't2',
    type: 'person',
  });
});

test('signing out leaves nothing of the person behind', () => {
  signedIn({ ...user, account: '2390001112' }, objects);
  signedOut();
  expect(currentSession()).toEqual({
    session: undefined,
    person: noPerson,
    entity: noEntity,
    admin: noAdmin,
  });
  expect(kept.size).toBe(0);
  sessionRenewed('late', '2099-02-01T00:00:00Z');
  accountChosen('2390001112');
  expect(kept.size).toBe(0);
});
