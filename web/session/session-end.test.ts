import { beforeEach, expect, test, vi } from 'vitest';
import { sessionEndLeft, sessionEndStayed, sessionRefused, useSessionEnd } from './session-end.ts';
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
  sessionRefused('t');
  expect(isTold()).toBe(true);
});

test('nobody who is signed out is told that their session is over', () => {
  signedOut();
  sessionRefused('t');
  expect(isTold()).toBe(false);
});

test('who stays is signed in still and sees the page; no later refusal counts down again', () => {
  sessionRefused('t');
  sessionEndStayed();
  expect(currentSession().session?.token).toBe('t');
  sessionRefused('t');
  expect(useSessionEnd.getState()).toEqual({ ended: true, stays: true });
});

test('who has stayed on a page is told anew when a later session ends', () => {
  sessionRefused('t');
  sessionEndStayed();
  signedIn({ ...user, token: 't2' }, []);
  expect(useSessionEnd.getState()).toEqual({ ended: false, stays: false });
  sessionRefused('t2');
  expect(useSessionEnd.getState()).toEqual({ ended: true, stays: false });
});

test('a late refusal of the session before does not end the one that is there now', () => {
  signedIn({ ...user, token: 't2' }, []);
  sessionRefused('t');
  expect(isTold()).toBe(false);
});

test('who leaves is signed out', () => {
  sessionRefused('t');
  sessionEndLeft();
  expect(isTold()).toBe(false);
  expect(currentSession().session).toBeUndefined();
});

test('who has signed in anew meanwhile is not led away by the end of the session before', () => {
  sessionRefused('t');
  signedIn({ ...user, token: 't2' }, []);
  expect(isTold()).toBe(false);
});
