import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listObjects } from '#contract/accounts/accounts.ts';
import { entityBalance } from '#contract/balance.ts';
import { makeToken } from '#contract/identity/api-tokens.ts';
import { getProfile } from '#contract/identity/profile.ts';
import { checkSession, signInPerson, signOut } from '#contract/identity/sign-in.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { openLiveChannel } from '#contract/live.ts';
import { endMaintenance, getMaintenance, setMaintenance } from '#contract/maintenance.ts';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { listMeters } from '#contract/readings.ts';
import { apiLink } from '#contract/supplier.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { makeEntityCustomer, point } from '#portal/testing/scenarios/entity-customer.ts';
import { type SecondNode, startSecondNode } from '#portal/testing/second-node.ts';

let other: SecondNode;
let owner: string;

const cabinet = provideTestApp();

beforeAll(async () => {
  other = await startSecondNode(cabinet);
  owner = await cabinet.signIn([], 'admin', ['owner']);
});
afterAll(() => other.close());

const reason = 'Оновлення бази даних';
const at = (time: string) => cabinet.clock.set(instantFromIso(`2026-11-20T${time}:00Z`));
const present = async () => (await cabinet.post(getMaintenance, { token: owner })).body.maintenance;
const set = async (from: string | null, until: string, more: object = {}) => {
  const { revision } = await present();
  return cabinet.post(setMaintenance, { token: owner, from, until, reason, revision, ...more });
};
const end = async () =>
  cabinet.post(endMaintenance, { token: owner, reason, revision: (await present()).revision });
const refusal = `${commonMessages['common.restoredSoon']} Орієнтовний час: 14:30.`;

test('a planned window refuses customers on every node from its start to its end, and says when it ends', async () => {
  at('10:00');
  const person = await cabinet.signIn([]);
  const { body } = await set('2026-11-20T12:00:00Z', '2026-11-20T12:30:00Z');
  expect(body.maintenance).toMatchObject({ state: 'planned', from: '2026-11-20T12:00:00.000Z', reason });
  expect((await cabinet.post(listMeters, { token: person, account: '2390001111' })).body.code).toBe(
    'common.notFound',
  );
  at('12:00');
  const refused = await cabinet.post(listMeters, { token: person, account: '2390001111' });
  expect(refused).toMatchObject({
    httpStatus: 503,
    body: {
      code: 'common.restoredSoon',
      message: refusal,
      details: { until: '2026-11-20T12:30:00.000Z' },
    },
    headers: { 'retry-after': '1800' },
  });
  expect(await other.post(listMeters, { token: person, account: '2390001111' })).toMatchObject({
    httpStatus: 503,
    code: 'common.restoredSoon',
  });
  expect((await present()).state).toBe('running');
  at('12:30');
  expect((await cabinet.post(listMeters, { token: person, account: '2390001111' })).httpStatus).toBe(404);
  expect(await present()).toMatchObject({ state: 'off', from: null, until: null });
});

test('calls of customers are refused, also of a program; staff, callbacks, probes and ends of sessions are answered', async () => {
  at('13:00');
  const company = await makeEntityCustomer(cabinet, [point(1000)]);
  const asked = {
    name: '1С',
    scopes: ['read'],
    expiresOn: '2027-11-03',
    perMinute: 600,
    token: company.token,
  };
  const { secret } = (await cabinet.post(makeToken, asked)).body;
  const person = await cabinet.signIn([]);
  await set(null, '2026-11-21T02:05:00Z');
  for (const [call, token, isRefused] of [
    [listObjects, person, true],
    [listMeters, person, true],
    [getProfile, person, true],
    [entityBalance, company.token, true],
    [signInPerson, undefined, true],
    [apiLink, undefined, false],
    [checkSession, person, false],
  ] as const) {
    const { httpStatus, body } = await cabinet.post(call.path, { token });
    const is = httpStatus === 503 && body.code === ('common.restoredSoon' as unknown);
    expect([call.path, is]).toEqual([call.path, isRefused]);
  }
  const ofProgram = { authorization: `Bearer ${secret}` };
  const byProgram = await cabinet.post(entityBalance, { account: company.accountNumber }, ofProgram);
  expect([byProgram.httpStatus, byProgram.body.code]).toEqual([503, 'common.restoredSoon']);
  expect(byProgram.body.message).toContain('21.11.2026 04:05');

  const operator = await cabinet.signIn([], 'admin', ['operator']);
  expect((await cabinet.post(getMaintenance, { token: operator })).body.maintenance.state).toBe('running');
  const live = { token: person, topics: [] };
  expect((await cabinet.post(openLiveChannel, live)).httpStatus).toBe(503);
  const report = { method: 'POST', url: '/api/payments/callback/liqpay', payload: { data: 'a' } } as const;
  expect((await cabinet.app.inject(report)).json().code).not.toBe('common.restoredSoon');
  expect((await cabinet.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
  // Refused calls leave nothing in the list of a company's actions.
  const { rows } = await sql`select from portal.company_action where outcome = 'common.restoredSoon'`.execute(
    cabinet.portalDb,
  );
  expect(rows).toEqual([]);
  expect((await cabinet.post(checkSession, { token: person })).httpStatus).toBe(200);
  expect((await cabinet.post(signOut, { token: person })).httpStatus).toBe(200);
  await end();
});

test('it is ended early and made longer; of two owners at once the second sees what the first has set', async () => {
  at('16:00');
  const person = await cabinet.signIn([]);
  const isServed = async () =>
    (await cabinet.post(listMeters, { token: person, account: '2390001111' })).httpStatus !== 503;
  await set(null, '2026-11-20T17:00:00Z');
  at('16:10');
  const longer = (await set(null, '2026-11-20T18:00:00Z')).body.maintenance;
  expect(longer).toMatchObject({
    state: 'running',
    from: '2026-11-20T16:00:00.000Z',
    until: '2026-11-20T18:00:00.000Z',
  });
  expect(await isServed()).toBe(false);
  const { revision } = longer;
  const both = await Promise.all([
    cabinet.post(endMaintenance, { token: owner, reason, revision }),
    cabinet.post(setMaintenance, {
      token: owner,
      from: null,
      until: '2026-11-20T19:00:00Z',
      reason,
      revision,
    }),
  ]);
  const codes = both.map(({ body }) => body.code ?? 'done').toSorted();
  expect(codes).toEqual(['done', 'management.changedMeanwhile']);
  expect((await present()).revision).toBe(revision + 1);
  await end();
  expect(await isServed()).toBe(true);
});

test('a wrong window is refused at its field, and the audit tells what was set', async () => {
  at('20:00');
  const issueOf = async (from: string | null, until: string, more: object = {}) =>
    (await set(from, until, more)).body.issues?.map(({ path, code }) => `${path} ${code}`);
  expect(await issueOf(null, '2026-11-20T20:00:00Z')).toEqual(['until maintenance.endsTooEarly']);
  expect(await issueOf('2026-11-20T22:00:00Z', '2026-11-20T21:00:00Z')).toEqual([
    'until maintenance.endsTooEarly',
  ]);
  expect(await issueOf(null, '2026-11-22T20:01:00Z')).toEqual(['until maintenance.tooLong']);

  await set(null, '2026-11-20T21:00:00Z');
  await end();
  const { actions } = (await cabinet.post(listStaffActions, { token: owner })).body;
  const [ended, begun] = actions;
  expect([begun, ended].map((action) => action && [action.what, action.why, action.changes[0]])).toEqual([
    [
      'Технічні роботи',
      reason,
      {
        what: 'Технічні роботи',
        fields: [
          { name: 'Початок', before: '—', after: '20.11.2026 22:00' },
          { name: 'Кінець', before: '—', after: '20.11.2026 23:00' },
        ],
      },
    ],
    [
      'Технічні роботи завершено',
      reason,
      {
        what: 'Технічні роботи',
        fields: [
          { name: 'Початок', before: '20.11.2026 22:00', after: '—' },
          { name: 'Кінець', before: '20.11.2026 23:00', after: '—' },
        ],
      },
    ],
  ]);
});
