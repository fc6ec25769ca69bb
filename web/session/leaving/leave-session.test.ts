import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectSession } from '#web/lib/api.ts';
import { stubStorage, userFixture } from '#web/testing/fixtures/session-fixture.ts';
import { loadLeftTokens } from '../persisted-state.ts';
import { currentSession, signedIn } from '../session-store.ts';
import { endLeftSessions } from './end-left-sessions.ts';
import { leaveSession } from './leave-session.ts';

const userOf = (token: string) => ({ ...userFixture, token });

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
  vi.useFakeTimers();
  vi.unstubAllGlobals();
  kept = stubStorage('localStorage');
  vi.stubGlobal('window', { location: { host: 'svitlo.example' } });
  vi.stubGlobal('sessionStorage', {});
  refused.mockClear();
  connectSession({ token: () => currentSession().session?.token, onSessionRefused: refused });
  signedIn(userOf('token.A'), []);
});

afterEach(() => {
  vi.useRealTimers();
});

/** The claims of a token with the digest of its signature. */
const endingOf = (claims: string, signature: string) =>
  `${claims}.${createHash('sha256').update(signature).digest('base64url')}`;

test.each([
  ['ends it', 200, true, []],
  ['knows it as over', 401, true, []],
  ['is not reached', 0, false, [endingOf('token', 'A')]],
  ['is out of order', 503, false, [endingOf('token', 'A')]],
])('the device forgets the session at once, whether the server %s', async (_, httpStatus, isEnded, left) => {
  answerWith(httpStatus);
  const leaving = leaveSession();
  expect(currentSession().session).toBeUndefined();
  expect([...kept.values()].join()).not.toContain('token.A');
  expect(await leaving).toBe(isEnded);
  expect(loadLeftTokens()).toEqual(left);
  expect(sentTokens).toEqual([endingOf('token', 'A')]);
});

test('a browser without Web Crypto stores nothing and asks the server once', async () => {
  vi.stubGlobal('crypto', {});
  answerWith(0);
  expect(await leaveSession()).toBe(false);
  expect(loadLeftTokens()).toEqual([]);
  expect(sentTokens).toEqual(['token.A']);
});

test('sessions that were left are ended when the server answers again, without a word to who is signed in now', async () => {
  const [first, second] = [endingOf('token', 'A'), endingOf('token', 'B')];
  answerWith(0);
  await leaveSession();
  signedIn(userOf('token.B'), []);
  await leaveSession();
  signedIn(userOf('token.C'), []);
  answerWith(503);
  await endLeftSessions();
  expect(sentTokens).toEqual([first]);
  expect(loadLeftTokens()).toEqual([first, second]);
  answerWith(200);
  await endLeftSessions();
  expect(sentTokens).toEqual([first, second]);
  expect(loadLeftTokens()).toEqual([]);
  expect(currentSession().session?.token).toBe('token.C');
});

test('a session that was left is tried again after 1, 2, 4 s until the server has ended it', async () => {
  answerWith(0);
  await leaveSession();
  await endLeftSessions();
  const ending = endingOf('token', 'A');
  await vi.advanceTimersByTimeAsync(7000);
  expect(sentTokens).toEqual([ending, ending, ending, ending, ending]);
  answerWith(200);
  await vi.advanceTimersByTimeAsync(7999);
  expect(sentTokens).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sentTokens).toEqual([ending]);
  expect(loadLeftTokens()).toEqual([]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sentTokens).toEqual([ending]);
});

test('a server that does not answer for minutes is not asked by itself any more', async () => {
  answerWith(503);
  await leaveSession();
  await endLeftSessions();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(sentTokens).toHaveLength(11);
});
