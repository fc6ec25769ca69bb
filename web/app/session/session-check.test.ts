import { beforeEach, expect, test, vi } from 'vitest';
import { connectSession } from '#web/lib/api.ts';
import { sessionEndStayed, sessionRefused, useSessionEnd } from '#web/session/session-end.ts';
import { currentSession, signedIn, signedOut } from '#web/session/session-store.ts';
import { success } from '#web/testing/fake-api.ts';
import { userFixture } from '#web/testing/fixtures/session-fixture.ts';
import { checkNow } from './session-check.ts';
import { keepSignedInState } from './signed-in-state.ts';

vi.stubGlobal('window', { location: { host: 'svitlo.example' }, addEventListener: () => undefined });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const userOf = (token: string) => ({ ...userFixture, token });

let answer: (status: number, body: unknown) => void;
const fetched = vi.fn();

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', (url: string) => {
    fetched(url);
    return new Promise<Response>((resolve) => {
      answer = (status, body) => resolve(new Response(JSON.stringify(body), { status }));
    });
  });
  connectSession({ token: () => currentSession().session?.token, onSessionRefused: sessionRefused });
  signedOut();
  signedIn(userOf('of A'), []);
});

const renewal = { ...success, token: 'new of A', expires: '2099-02-01T00:00:00Z' };
const refusal = (message: string) => ({ status: 'fail', code: 'common.sessionEnded', message });

test('checkNow renews the token', async () => {
  const check = checkNow();
  answer(200, renewal);
  await check;
  expect(currentSession().session?.token).toBe('new of A');
});

test('checkNow clears all sessions on a forged token', async () => {
  const check = checkNow();
  answer(401, refusal('Signature verification failed'));
  await check;
  expect(currentSession().session).toBeUndefined();
});

test.each([
  ['a renewal', 200, renewal],
  ['the end', 401, refusal('Сеанс завершено')],
  ['the forged token', 401, refusal('Signature verification failed')],
])('checkNow ignores %s for a session that was replaced meanwhile', async (_what, status, body) => {
  const check = checkNow();
  signedIn(userOf('of B'), []);
  answer(status, body);
  await check;
  expect(currentSession().session?.token).toBe('of B');
  expect(useSessionEnd.getState().ended).toBe(false);
});

test('keepSignedInState does not check an ended session until the next sign-in', async () => {
  vi.useFakeTimers();
  const listeners: (() => void)[] = [];
  vi.stubGlobal('document', {
    hidden: false,
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  });
  keepSignedInState({ invalidate: async () => undefined });
  const showTab = async () => {
    for (const listener of listeners) listener();
    await vi.advanceTimersByTimeAsync(1);
  };
  await showTab();
  expect(fetched).toHaveBeenCalled();
  fetched.mockClear();
  sessionRefused('of A', 401);
  sessionEndStayed();
  await showTab();
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(fetched).not.toHaveBeenCalled();
  signedIn(userOf('of B'), []);
  await showTab();
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
