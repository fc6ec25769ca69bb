import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import type { InputOf } from '#contract/define-call.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { apiLink } from '#contract/supplier.ts';
import { planTariff, readTariffs, stepTariffPlan, tryTariffPlan } from '#contract/tariffs/tariff-plans.ts';
import { tariffHistory } from '#contract/tariffs.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { passCacheTime } from '#platform/testing/pass-cache-time.ts';
import { newId } from '#platform/uuid.ts';
import { signInDependent } from '#portal/testing/callers/sign-in-dependent.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: string;
let author: string;
let second: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  account = (await makeAccount(cabinet.billingDb)).accountNumber;
});
beforeEach(async () => {
  cabinet.clock.set(instantFromIso('2026-11-20T10:00:00Z'));
  author = await cabinet.signIn([], 'admin', ['billing']);
  second = await cabinet.signIn([], 'admin', ['billing']);
});

const zones = { two: { day: '1', night: '0.5' }, three: { peak: '1.5', halfPeak: '1', night: '0.4' } };
const flat = (price: string) => ({ rule: { kind: 'flat' as const, price }, zones });

type Plan = Omit<InputOf<typeof planTariff>, 'token'>;
const plan = (token: string, from: string, price: string, more: Partial<Plan> = {}) =>
  cabinet.post(planTariff, {
    token,
    tariff: 'household',
    revision: 0,
    from,
    prices: flat(price),
    act: 'Постанова КМУ № 12 від 01.11.2026',
    asRecalculation: false,
    reason: 'Нова постанова',
    ...more,
  });
const step = (token: string, planId: string, revision: number, name: string, reason = 'Перевірено') =>
  cabinet.post(stepTariffPlan, { token, planId, revision, step: name, reason } as never);
async function planned(from: string, price: string, more: Partial<Plan> = {}) {
  const { body } = await plan(author, from, price, more);
  expect(body.status).toBe('success');
  return body.plan as { planId: string; revision: number };
}
async function waiting(from: string, price: string, more: Partial<Plan> = {}) {
  const { planId } = await planned(from, price, more);
  await step(author, planId, 1, 'ask');
  return planId;
}
const household = async (token = author) => {
  const { body } = await cabinet.post(readTariffs, { token });
  const found = body.tariffs.find(({ code }) => code === 'household');
  if (!found) throw new Error('no tariff');
  return found;
};
const priceNow = async () => {
  const { body } = await cabinet.post(apiLink, { site: 'svitlo' });
  return body.company?.prices;
};
const refusedBySql = (statement: ReturnType<typeof sql>) =>
  statement.execute(cabinet.billingDb).then(
    () => 'done',
    (error: Error) => error.message,
  );

test('a version is planned, another administrator activates it, and its day comes for cabinet, landing and history', async () => {
  const { planId } = await planned('2026-12-01', '5.184');
  const draft = { planId, from: '2026-12-01', rule: { kind: 'flat', price: '5.184' }, state: 'draft' };
  const [first] = (await household()).plans;
  expect(first).toMatchObject({ ...draft, isAhead: true, isRecalculation: false, trial: null });
  expect((await step(second, planId, 1, 'activate')).body.code).toBe('tariffs.wrongState');
  expect((await step(author, planId, 1, 'ask')).body.plan).toMatchObject({ state: 'waiting', revision: 2 });
  for (const name of ['activate', 'refuse'])
    expect((await step(author, planId, 2, name)).body.code).toBe('decisions.ownProposal');
  const dependent = await signInDependent(cabinet, author, ['billing']);
  for (const name of ['activate', 'refuse'])
    expect((await step(dependent, planId, 2, name)).body.code).toBe('decisions.dependentPerson');
  const activated = await Promise.all([1, 2].map(() => step(second, planId, 2, 'activate')));
  for (const { body } of activated)
    expect(body.plan).toMatchObject({
      ...{ state: 'activated', revision: 3 },
      decided: { accountSince: expect.stringMatching(/^20/) },
    });
  expect((await household()).versions.map(({ from, to, state }) => [from, to, state])).toEqual([
    ['2026-12-01', null, 'planned'],
    ['2000-01-01', '2026-11-30', 'current'],
  ]);
  passCacheTime(5000);
  // The last moment of November and the first of December, in Kyiv.
  cabinet.clock.set(instantFromIso('2026-11-30T21:59:59.999Z'));
  expect(await priceNow()).toEqual({ day: '4.32', night: '2.16' });
  cabinet.clock.set(instantFromIso('2026-11-30T22:00:00.000Z'));
  expect(await priceNow()).toEqual({ day: '5.184', night: '2.592' });
  const { body } = await cabinet.post(tariffHistory, { token: await cabinet.signIn([account]), account });
  expect(body.versions[0]).toMatchObject({ from: '2026-12-01', rule: { price: '5.184' } });
  const late = await cabinet.signIn([], 'admin', ['billing']);
  expect((await step(late, planId, 3, 'cancel')).body.code).toBe('tariffs.inEffect');
}, 30_000);

test('two administrators change the same version: the second one sees what it has become', async () => {
  const { planId } = await planned('2027-01-01', '5.00');
  const changed = await plan(second, '2027-01-01', '6.00', { planId, revision: 1 });
  expect(changed.body.plan).toMatchObject({ revision: 2, state: 'draft' });
  const late = await plan(author, '2027-01-01', '7.00', { planId, revision: 1 });
  expect(outcomeOf(late)).toBe('409 tariffs.changedMeanwhile');
  expect(late.body.details.plan).toMatchObject({ planId, rule: { price: '6.00' }, revision: 2 });
  expect((await step(author, planId, 1, 'ask')).body.code).toBe('tariffs.changedMeanwhile');
  // The same change again is the same answer.
  expect((await plan(second, '2027-01-01', '6.00', { planId, revision: 1 })).body.plan.revision).toBe(2);
  // Whoever gave it these prices is its author now.
  await step(author, planId, 2, 'ask');
  expect((await step(second, planId, 3, 'activate')).body.code).toBe('decisions.ownProposal');
  const refused = { state: 'refused', decided: { reason: 'Не та ціна' } };
  expect((await step(author, planId, 3, 'refuse', 'Не та ціна')).body.plan).toMatchObject(refused);
  expect((await step(second, planId, 4, 'cancel')).body.plan.state).toBe('cancelled');
  expect((await step(second, planId, 5, 'ask')).body.code).toBe('tariffs.wrongState');
});

test('before its day an activated version is cancelled, and its day is free again', async () => {
  const planId = await waiting('2027-02-01', '9.00');
  expect((await plan(author, '2027-02-01', '8.00')).body.code).toBe('tariffs.dayTaken');
  await step(second, planId, 2, 'activate');
  expect((await plan(author, '2027-02-01', '8.00')).body.code).toBe('tariffs.dayTaken');
  const changed = await plan(author, '2027-02-01', '8.00', { planId, revision: 3 });
  expect(changed.body.code).toBe('tariffs.wrongState');
  expect((await step(author, planId, 3, 'cancel', 'Постанову скасовано')).body.plan.state).toBe('cancelled');
  expect((await household()).versions.map(({ from }) => from)).not.toContain('2027-02-01');
  const again = await waiting('2027-02-01', '8.00');
  expect((await step(second, again, 2, 'activate')).body.plan.state).toBe('activated');
});

describe('a day that has come', () => {
  test('is refused until it is said to be a recalculation; one that is too long ago always', async () => {
    expect((await plan(author, '2026-11-20', '1.00')).body.code).toBe('tariffs.pastDay');
    const early = await plan(author, '2023-10-31', '1.00', { asRecalculation: true });
    expect(early.body.code).toBe('tariffs.tooFarBack');
    const planId = await waiting('2026-11-05', '4.00', { asRecalculation: true });
    const shown = (await household()).plans.find((one) => one.planId === planId);
    expect(shown).toMatchObject({ isRecalculation: true, isAhead: false });
    expect((await step(second, planId, 2, 'activate')).body.plan.state).toBe('activated');
    expect((await step(second, planId, 3, 'cancel')).body.code).toBe('tariffs.inEffect');
  });

  test('passes while a version waits: it is activated no more', async () => {
    const planId = await waiting('2026-11-21', '4.10');
    cabinet.clock.set(instantFromIso('2026-11-20T22:00:00Z'));
    const late = await cabinet.signIn([], 'admin', ['billing']);
    expect((await step(late, planId, 2, 'activate')).body.code).toBe('tariffs.pastDay');
  });
});

test('days without a price, prices that are none and a tariff that is none are refused', async () => {
  await sql`insert into billing.tariff (tariff_code, title) values ('ended', 'Ended')`.execute(
    cabinet.billingDb,
  );
  await sql`insert into billing.tariff_version (tariff_code, valid_from, valid_to, definition, act) values
    ('ended', '2020-01-01', '2026-12-31', '{"rule": {"kind": "flat", "price": "1.00"}, "coefficients": {}}', 'test')`.execute(
    cabinet.billingDb,
  );
  expect((await plan(author, '2027-01-02', '1.00', { tariff: 'ended' })).body.code).toBe('tariffs.gap');
  expect((await plan(author, '2027-01-01', '1.00', { tariff: 'ended' })).body.status).toBe('success');
  expect((await plan(author, '2027-01-01', '1.00', { tariff: 'none' })).httpStatus).toBe(404);
  expect((await step(author, newId(), 1, 'ask')).httpStatus).toBe(404);
  const badPrices = [
    { rule: { kind: 'marginalBlocks', blocks: [{ upToKwh: 100, price: '1.00' }] }, zones: {} },
    { rule: { kind: 'flat', price: '4.1234567' }, zones: {} },
    { rule: { kind: 'flat', price: '4.32' }, zones: { two: { peak: '1' } } },
  ];
  for (const prices of badPrices) {
    const answer = await plan(author, '2028-01-01', '1.00', { prices } as never);
    expect(outcomeOf(answer)).toBe('400 common.badRequest');
  }
});

test('a trial needs a closed month; then it runs until it is stopped', async () => {
  const { planId } = await planned('2027-03-01', '5.50');
  const tried = (act: 'start' | 'stop') => cabinet.post(tryTariffPlan, { token: second, planId, act });
  expect((await tried('start')).body.code).toBe('tariffs.nothingClosed');
  await sql`insert into billing.period (period, state) values ('2026-10', 'closed')
    on conflict (period) do update set state = 'closed'`.execute(cabinet.billingDb);
  expect((await tried('start')).body.plan.trial).toMatchObject({ state: 'running', months: ['2026-10'] });
  expect((await tried('stop')).body.plan.trial).toMatchObject({ state: 'stopped' });
  await step(author, planId, 1, 'cancel');
  expect((await tried('start')).body.code).toBe('tariffs.wrongState');
});

test('the database refuses what the product never does', async () => {
  const planId = await waiting('2027-04-01', '5.60');
  await step(second, planId, 2, 'activate');
  const statements = [
    [sql`update billing.tariff_version set act = '' where valid_from = '2027-04-01'`, 'never changed'],
    [sql`update billing.tariff_plan set definition = '{}' where plan_id = ${planId}`, 'never changed'],
    [
      sql`update billing.tariff_plan set activated_by_id = author_id where plan_id = ${planId}`,
      'never changed',
    ],
    [sql`delete from billing.tariff_plan where plan_id = ${planId}`, 'cancelled, not deleted'],
    [sql`delete from billing.tariff_version where valid_from = '2027-04-01'`, 'deleted only'],
    [sql`delete from billing.tariff_version where valid_from = '2000-01-01'`, 'deleted only'],
    [
      sql`insert into billing.tariff_plan (plan_id, tariff_code, valid_from, definition, act, is_recalculation, state, author_id,
          author_name, reason, changed_at, decided_by_id, activated_by_id)
        values (${newId()}, 'household', '2030-01-01', '{}', 'a', false, 'activated', 'A', 'A', 'a', now(), 'A', 'A')`,
      'tariff_plan_two_persons_check',
    ],
    [
      sql`insert into billing.tariff_version (tariff_code, valid_from, definition, act) values ('household', '2027-04-01', '{}', 'a')`,
      'tariff_version_pkey',
    ],
    [
      sql`update billing.tariff_plan set state = 'cancelled', decided_at = '2027-04-01T10:00:00Z' where plan_id = ${planId}`,
      'never cancelled',
    ],
  ] as const;
  for (const [statement, words] of statements) expect(await refusedBySql(statement)).toContain(words);
});

test('the owner reads who planned and activated, before, after and why', async () => {
  const owner = await cabinet.signIn([], 'admin');
  const { body } = await cabinet.post(listStaffActions, { token: owner, kind: '/api/admin/tariffs/step' });
  const [activated] = body.actions.filter(
    ({ outcome, changes }: { outcome: string; changes: { what: string }[] }) =>
      outcome === 'done' && changes.some(({ what }) => what === 'Версію тарифу введено в дію'),
  );
  expect(activated).toMatchObject({ why: 'Перевірено', what: 'Крок версії тарифу' });
  const state = { name: 'Стан', before: 'чекає на рішення', after: 'введено в дію' };
  expect(activated?.changes[0]?.fields).toContainEqual(state);
  // What stayed is said once.
  expect(activated?.changes[0]?.fields.find(({ name }) => name === 'Ціна')).toMatchObject({
    before: null,
    after: expect.stringMatching(/^одна ціна: \d+,\d+$/),
  });
});
