import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { success } from '#web/testing/fake-api.ts';
import { callApi, connectSession } from '../api.ts';
import {
  clearPrefetched,
  prefetchAnswered,
  prefetchCall,
  takePrefetched,
  takePrefetchedData,
} from './prefetch-call.ts';

const account = '2390001111';
const token = 'the-token';
const path = personBalance.path;
let sent: string[];

function answer(status: number, body: object) {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(String(init.body));
    return new Response(JSON.stringify(body), { status });
  });
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal('window', {});
  connectSession({ token: () => token, onSessionRefused: () => undefined });
});

afterEach(() => vi.unstubAllGlobals());

test('the call of the page takes the prefetched answer, and the next one is sent', async () => {
  answer(200, { ...success, balance: {} });
  void prefetchCall(path, { account, token });
  expect(await callApi(personBalance, { account })).toMatchObject({ ok: true });
  expect(sent).toHaveLength(1);
  expect(await callApi(personBalance, { account })).toMatchObject({ ok: true });
  expect(sent).toEqual([sent[0], sent[0]]);
});

test.each([
  ['another object', { account: '2390002222' }, token],
  ['who signed in after', { account }, 'another-token'],
])('%s is not given it', async (_, payload, nowToken) => {
  answer(200, success);
  void prefetchCall(path, { account, token });
  connectSession({ token: () => nowToken, onSessionRefused: () => undefined });
  await callApi(personBalance, payload);
  await prefetchAnswered(1000);
  expect(sent).toHaveLength(2);
  expect(takePrefetchedData('another-token')).toEqual([]);
});

test('an answer that is there is rendered first, once', async () => {
  answer(200, { ...success, balance: {} });
  void prefetchCall(path, { account, token });
  const data = { ...success, balance: {} };
  await vi.waitFor(() => expect(takePrefetchedData(token)).toEqual([{ path, account, data }]));
  expect(takePrefetchedData(token)).toEqual([]);
});

test('a refusal is no data: the call of the page reports it', async () => {
  answer(403, { status: 'fail', code: 'common.forbidden', message: '', reference: 'r' });
  void prefetchCall(path, { account, token });
  await prefetchAnswered(1000);
  await nextTurn();
  expect(takePrefetchedData(token)).toEqual([]);
  expect(await callApi(personBalance, { account })).toMatchObject({ ok: false });
  expect(sent).toHaveLength(1);
});

test('a page that is left stops the early call', async () => {
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal;
    return new Promise(() => undefined);
  });
  void prefetchCall(path, { account, token });
  const left = new AbortController();
  expect(takePrefetched(path, JSON.stringify({ account, token }), left.signal)).toBeDefined();
  left.abort();
  expect(signal?.aborted).toBe(true);
});

test('an answer that is not taken in time is deleted', async () => {
  answer(200, success);
  void prefetchCall(path, { account, token });
  clearPrefetched();
  expect(takePrefetched(path, JSON.stringify({ account, token }), undefined)).toBeUndefined();
});

test('without an early call, or without an answer, the page does not wait', async () => {
  await prefetchAnswered(60_000);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  void prefetchCall(path, { account, token });
  await prefetchAnswered(1);
});
