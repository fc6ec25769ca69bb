import { beforeEach, expect, test, vi } from 'vitest';
import { userFixture } from '#web/testing/fixtures/session-fixture.ts';
import { sessionEndLeft, sessionEndStayed, sessionRefused, useSessionEnd } from './session-end.ts';
import { currentSession, signedIn, signedOut } from './session-store.ts';

vi.stubGlobal('window', { location: { host: 'svitlo.example' } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const user = userFixture;
const isEnded = () => useSessionEnd.getState().ended;

beforeEach(() => {
  signedOut();
  signedIn(user, []);
});

test('a refused call tells that the session is over, and who leaves is signed out', () => {
  sessionRefused('t', 401);
  expect(isEnded()).toBe(true);
  sessionEndLeft();
  expect(isEnded()).toBe(false);
  expect(currentSession().session).toBeUndefined();
});

test('a signed-out visitor sees no end of a session', () => {
  signedOut();
  sessionRefused('t', 401);
  expect(isEnded()).toBe(false);
});

test('who stays is signed in still and sees the page; no later refusal counts down again', () => {
  sessionRefused('t', 401);
  sessionEndStayed();
  expect(currentSession().session?.token).toBe('t');
  sessionRefused('t', 401);
  expect(useSessionEnd.getState()).toEqual({ ended: true, isForbidden: false, stays: true });
});

test('after staying on a page the end of a later session is shown again', () => {
  sessionRefused('t', 401);
  sessionEndStayed();
  signedIn({ ...user, token: 't2' }, []);
  expect(useSessionEnd.getState()).toEqual({ ended: false, isForbidden: false, stays: false });
  sessionRefused('t2', 401);
  expect(useSessionEnd.getState()).toEqual({ ended: true, isForbidden: false, stays: false });
});

test('a late refusal of the session before does not end the one that is there now', () => {
  signedIn({ ...user, token: 't2' }, []);
  sessionRefused('t', 401);
  expect(isEnded()).toBe(false);
});

test('a new sign-in is not affected by the end of the former session', () => {
  sessionRefused('t', 401);
  signedIn({ ...user, token: 't2' }, []);
  expect(isEnded()).toBe(false);
});

test('what is not theirs leaves the session as it is, and says so until the session itself is over', () => {
  sessionRefused('t', 403);
  expect(useSessionEnd.getState()).toMatchObject({ ended: true, isForbidden: true });
  sessionEndLeft();
  expect(currentSession().session?.token).toBe('t');
  sessionRefused('t', 403);
  sessionRefused('t', 401);
  sessionRefused('t', 403);
  expect(useSessionEnd.getState()).toMatchObject({ ended: true, isForbidden: false });
  sessionEndLeft();
  expect(currentSession().session).toBeUndefined();
});
