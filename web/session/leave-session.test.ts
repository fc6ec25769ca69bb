import { beforeEach, expect, test, vi } from 'vitest';
import { connectSession } from '#web/lib/api.ts';
import { endLeftSessions, leaveSession } from './leave-session.ts';
import { loadLeftTokens } from './persisted-state.ts';
import { currentSession, signedIn } from './session-store.ts';
import type { SignedInUser } from './session-types.ts';

const userOf = (token: string): SignedInUser => ({
  token,
  type: 'person',
  expires: '2099-01-01T00:00:00Z',
  phone: '+380501110001',
  email: '',
  account: '',
  partner: '1',
});

let kept: Map<string, string>;
let sentTokens: string[];
const refused = vi.fn();

/** How the server answers a sign-out; 0: it is not reached. */
function answerWith(httpStatus: number): void {
  sentTokens = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sentTokens.push(JSON.parse(body).token);
    if (httpStatus === 0) throw new TypeError('Failed to fetch');
    const answer = httpStatus === 200 ? { status: 'success' } : { status: 'fail', code: 'x', message: 'x' };
    return new Response(JSON.stringify(answer), { status: httpStatus });
  });
}

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('window', { location: { host: 'svitlo.example' } });
  vi.stubGlobal('sessionStorage', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  refused.mockClear();
  connectSession({ token: () => currentSession().session?.token, onSessionRefused: refused });
  signedIn(userOf('token-A'), []);
});

test.each([
  ['ends it', 200, true, []],
  ['knows it as over', 401, true, []],
  ['is not reached', 0, false, ['token-A']],
  ['is out of order', 503, false, ['token-A']],
])('the device forgets the session at once, whether the server %s', async (_, httpStatus, isEnded, left) => {
  answerWith(httpStatus);
  const leaving = leaveSession();
  expect(currentSession().session).toBeUndefined();
  expect([...kept.values()].join()).not.toContain('"token"');
  expect(await leaving).toBe(isEnded);
  expect(loadLeftTokens()).toEqual(left);
});

test('sessions that were left are ended when the server answers again, without a word to who is signed in now', async () => {
  answerWith(0);
  await leaveSession();
  signedIn(userOf('token-B'), []);
  await leaveSession();
  signedIn(userOf('token-C'), []);
  answerWith(503);
  await endLeftSessions();
  expect(sentTokens).toEqual(['token-A']);
  expect(loadLeftTokens()).toEqual(['token-A', 'token-B']);
  answerWith(200);
  await endLeftSessions();
  expect(sentTokens).toEqual(['token-A', 'token-B']);
  expect(loadLeftTokens()).toEqual([]);
  expect(currentSession().session?.token).toBe('token-C');
});
