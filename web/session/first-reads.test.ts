import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { listMeters } from '#contract/readings.ts';
import { firstReads, readFirst } from './first-reads.ts';

const account = '2390001111';
let sent: { path: string; body: unknown }[];

function keep(state: object | undefined) {
  const kept = state && JSON.stringify(state);
  vi.stubGlobal('sessionStorage', {});
  vi.stubGlobal('localStorage', { getItem: () => kept ?? null, removeItem: () => undefined });
}

const state = {
  session: { id: 's', token: 'the-token', type: 'person', expires: '2999-01-01T00:00:00Z' },
  person: { accounts: [], account },
};

const over = { ...state, session: { ...state.session, expires: '2001-01-01' } };

beforeEach(() => {
  sent = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    return new Response('{}');
  });
});

afterEach(() => vi.unstubAllGlobals());

test('a household that opens its home has the balance and the meters asked for at once', () => {
  keep(state);
  readFirst({ pathname: '/cabinet/person', search: `?account=${account}` });
  expect(sent).toEqual([
    { path: personBalance.path, body: { account, token: 'the-token' } },
    { path: listMeters.path, body: { account, token: 'the-token' } },
  ]);
});

test('the paths are those of the calls', () => {
  const known = new Set([personBalance.path, listMeters.path]);
  const paths = Object.values(firstReads).flat();
  expect(paths.every((path) => known.has(path as typeof personBalance.path))).toBe(true);
});

test.each([
  ['a visitor', undefined, '/cabinet/person', ''],
  ['an ended session', over, '/cabinet/person', ''],
  ['a firm', { ...state, session: { ...state.session, type: 'entity' } }, '/cabinet/person', ''],
  ['who has chosen no object', { ...state, person: { accounts: [], account: '' } }, '/cabinet/person', ''],
  ['who asks for another object', state, '/cabinet/person', '?account=2390002222'],
  ['another page', state, '/cabinet/person/bills', ''],
])('for %s nothing is asked early', (_, kept, pathname, search) => {
  keep(kept);
  readFirst({ pathname, search });
  expect(sent).toEqual([]);
});
