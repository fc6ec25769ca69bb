import { beforeEach, expect, test, vi } from 'vitest';
import { sessionEndSeen, sessionRefused, useSessionEnd } from './session-end.ts';
import { currentSession, signedIn, signedOut } from './session-store.ts';
import type { SignedInUser } from './session-types.ts';

vi.stubGlobal('window', { location: { host: 'svitlo.example' } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const user: SignedInUser = {
  token: 't',
  type: 'person',
  expires: '2099-01-01T00:00:00Z',
  phone: '+380501110001',
  email: '',
  account: '',
  partner: '1',
};
const isTold = () => useSessionEnd.getState().ended;

beforeEach(() => {
  signedOut();
  signedIn(user, []);
});

test('a refused call tells that the session is over', () => {
  sessionRefused();
  expect(isTold()).toBe(true);
});

test('nobody who is signed out is told that their session is over', () => {
  signedOut();
  sessionRefused();
  expect(isTold()).toBe(false);
});

test('who stays is signed in still and sees the page; the next refused call tells again', () => {
  sessionRefused();
  sessionEndSeen(false);
  expect(isTold()).toBe(false);
  expect(currentSession().session?.token).toBe('t');
  sessionRefused();
  expect(isTold()).toBe(true);
});

test('who leaves is signed out', () => {
  sessionRefused();
  sessionEndSeen(true);
  expect(isTold()).toBe(false);
  expect(currentSession().session).toBeUndefined();
});

test('who has signed in anew meanwhile is not led away by the end of the session before', () => {
  sessionRefused();
  signedIn({ ...user, token: 't2' }, []);
  expect(isTold()).toBe(false);
});
