import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { listMeters } from '#contract/readings.ts';
import { changeRules, listRules, previewRules, undoRules } from '#contract/rules.ts';
import { deviationFromLastYear } from '#domain/readings/assess-deviation.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';

const start = '2026-11-20T10:00:00Z';

const app = provideTestApp({ now: start });

beforeAll(() => makeSupplier(app.billingDb, { rules: { bills: { dueDay: 18 } } }));
beforeEach(() => app.clock.set(instantFromIso(start)));

type Change = InputOf<typeof changeRules>;

/** Sessions of administrators end soon by the clock that the tests set. */
const signIn = (...roles: AdminRole[]) => app.signIn([], 'admin', roles);

const list = async (token?: string) =>
  (await app.post(listRules, { token: token ?? (await signIn('billing')) })).body;
const valueInForce = async (rule: string) => (await list()).inForce.find((one) => one.rule === rule)?.value;

async function change(values: Record<string, unknown>, more: Partial<Change> = {}) {
  return app.post(changeRules, {
    token: await signIn('billing'),
    values: Object.entries(values).map(([rule, value]) => ({ rule, value })),
    validFrom: '2026-12-01',
    revision: (await list()).revision,
    reason: 'Рішення 12',
    requestId: newId(),
    ...more,
  });
}

const undo = async (changeId: string | undefined, token?: string) =>
  app.post(undoRules, { token: token ?? (await signIn('owner')), changeId, reason: 'Помилка' });

/** The newest change that says something of a rule. */
const changeOf = ({ body }: Awaited<ReturnType<typeof change>>, rule: string) =>
  body.changes.find(({ values }) => values.some((one) => one.rule === rule));

test('a change is planned, takes effect at the midnight of its day and stands in the audit with before, after and reason', async () => {
  const midnight = instantFromIso('2026-11-30T22:00:00Z');
  const dueDayThen = async () => (await rulesAt(app.billingDb, midnight)).bills.dayOfMonth;
  expect(await dueDayThen()).toBe(18);
  const { httpStatus, body } = await change({ 'bills.dueDay': 25, 'payments.least': '5' });
  expect(httpStatus).toBe(200);
  // The node that changes the rules clears its cache.
  expect(await dueDayThen()).toBe(25);
  expect(body.inForce).toContainEqual({ rule: 'bills.dueDay', value: 18 });
  expect(body.changes[0]).toMatchObject({
    state: 'planned',
    validFrom: '2026-11-30T22:00:00.000Z',
    values: [
      { rule: 'bills.dueDay', before: 18, after: 25 },
      { rule: 'payments.least', before: '1.00', after: '5.00' },
    ],
    reason: 'Рішення 12',
    canUndo: true,
  });
  app.clock.set(instantFromIso('2026-11-30T21:59:59Z'));
  expect(await valueInForce('bills.dueDay')).toBe(18);
  app.clock.set(midnight);
  expect(await valueInForce('bills.dueDay')).toBe(25);
  expect((await list()).changes[0]).toMatchObject({ state: 'inForce', canUndo: false });
  const audit = await sql`select action, before, after - 'changeId' as after from billing.audit_entry
    where account_number = ''`.execute(app.billingDb);
  expect(audit.rows).toEqual([
    {
      action: 'rules.planned',
      before: { 'bills.dueDay': 18, 'payments.least': '1.00' },
      after: { 'bills.dueDay': 25, 'payments.least': '5.00', validFrom: '2026-11-30T22:00:00.000Z' },
    },
  ]);
  const { rows } = await sql`select call, reason, outcome from portal.staff_action`.execute(app.portalDb);
  expect(rows).toEqual([{ call: '/api/admin/rules/change', reason: 'Рішення 12', outcome: 'success' }]);
});

test('a planned change is undone with a reason, and not once it is in force', async () => {
  const changeId = changeOf(await change({ 'access.codeMonths': 6 }), 'access.codeMonths')?.changeId;
  const codeMonthsThen = async () =>
    (await rulesAt(app.billingDb, instantFromIso('2026-12-01T10:00:00Z'))).access.codeMonths;
  expect(await codeMonthsThen()).toBe(6);
  const undone = await undo(changeId);
  expect(await codeMonthsThen()).toBe(12);
  const state = { changeId, state: 'undone', undone: { reason: 'Помилка' } };
  expect(changeOf(undone, 'access.codeMonths')).toMatchObject(state);
  expect((await undo(changeId)).body.revision).toBe(undone.body.revision);
  app.clock.set(instantFromIso('2026-12-02T10:00:00Z'));
  expect(await valueInForce('access.codeMonths')).toBe(12);
  const inForce = (await list()).changes.find(({ state }) => state === 'inForce');
  const late = await undo(inForce?.changeId);
  expect(outcomeOf(late)).toBe('409 rules.tooLateToUndo');
  expect(late.body.message).toBe(formatMessage('rules.tooLateToUndo'));
  expect((await undo(newId())).httpStatus).toBe(404);
  await expect(sql`delete from billing.rule_change`.execute(app.billingDb)).rejects.toThrow('only undone');
  await expect(
    sql`update billing.rule_change set reason = 'x' where undone_at is null`.execute(app.billingDb),
  ).rejects.toThrow('only undone');
});

test('of two administrators who change the same rule the second gets the change of the first; other rules do not meet', async () => {
  const { revision } = await list();
  const first = await change({ 'readings.deviation.first.percent': 40 }, { revision });
  expect(first.httpStatus).toBe(200);
  const second = await change(
    { 'readings.deviation.first.percent': 60, 'readings.deviation.first.kwh': 90 },
    { revision },
  );
  expect(outcomeOf(second)).toBe('409 rules.changedMeanwhile');
  expect(second.body.details.changes).toMatchObject([
    { values: [{ rule: 'readings.deviation.first.percent', before: 50, after: 40 }] },
  ]);
  expect((await change({ 'readings.deviation.first.kwh': 90 }, { revision })).httpStatus).toBe(200);
  // Having seen it, the second may decide anew, and meets the undoing of the first in the same way.
  const seen = (await list()).revision;
  expect((await change({ 'readings.deviation.first.percent': 60 }, { revision: seen })).httpStatus).toBe(200);
  const before = (await list()).revision;
  await undo(changeOf(first, 'readings.deviation.first.percent')?.changeId);
  const third = await change({ 'readings.deviation.first.percent': 70 }, { revision: before });
  expect(third.body.code).toBe('rules.changedMeanwhile');
});

test('at once saved changes of one rule: one of them is kept', async () => {
  const { revision } = await list();
  const answers = await Promise.all(
    [101, 102, 103, 104].map((value) => change({ 'payments.perDay': value }, { revision })),
  );
  expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409, 409, 409]);
});

test.each<[string, Record<string, unknown>, Partial<Change>, string]>([
  ['a value outside the bounds of its rule', { 'bills.dueDay': 32 }, {}, 'rules.badValue'],
  ['a value of another kind', { 'bills.dueDay': '20' }, {}, 'rules.badValue'],
  ['a least sum above the most', { 'payments.entity.most': '0.50' }, {}, 'rules.wrongOrder'],
  ['what is so already', { 'readings.commercialWorkingDays': 3 }, {}, 'rules.nothingChanged'],
  ['yesterday', { 'bills.dueDay': 9 }, { validFrom: '2026-11-19' }, 'rules.dayOutOfRange'],
  ['a day in three years', { 'bills.dueDay': 9 }, { validFrom: '2029-11-19' }, 'rules.dayOutOfRange'],
])('%s is refused', async (_, values, more, code) => {
  expect(await change(values, more)).toMatchObject({ httpStatus: 422, body: { code } });
});

test('an undoing that leaves a later change the wrong way round is refused', async () => {
  const raised = await change({ 'payments.entity.least': '100.00' }, { validFrom: '2026-12-05' });
  const changeId = changeOf(raised, 'payments.entity.least')?.changeId;
  const lowered = await change(
    { 'payments.entity.least': '20.00', 'payments.entity.most': '50.00' },
    { validFrom: '2026-12-04' },
  );
  expect(lowered.body.code).toBe('rules.wrongOrder');
  expect((await undo(changeId)).httpStatus).toBe(200);
});

/** 100 kWh in each November. */
const history = [
  { period: '2025-09', closing: { single: 900 } },
  { period: '2025-10', closing: { single: 1000 } },
  { period: '2025-11', closing: { single: 1100 } },
  { period: '2026-10', closing: { single: 2000 } },
] as const;

test('each reading is judged by the rules of its instant, over a midnight at which the window and a threshold change', async () => {
  await setPeriodState(app.billingDb, '2026-10', 'closed');
  const customers = await Promise.all(Array.from({ length: 6 }, () => makeReadingCustomer(app, { history })));
  // From the 25th on the window begins that day, and nothing is taken outside it.
  const planned = await change(
    {
      'readings.window.person.lastDays': 6,
      'readings.window.person.outsideWindow': 'block',
      'readings.deviation.first.percent': 0,
      'readings.deviation.first.kwh': 0,
    },
    { validFrom: '2026-11-25' },
  );
  expect(planned.httpStatus).toBe(200);
  const windowOf = async ({ accountNumber: account }: (typeof customers)[number]) =>
    (await app.post(listMeters, { token: await app.signIn([account]), account })).body;
  const submitAt = async (moment: string, of: readonly (typeof customers)[number][]) => {
    app.clock.set(instantFromIso(moment));
    // In one batch: they come in one turn of the event loop.
    const tokens = await Promise.all(of.map(({ accountNumber }) => app.signIn([accountNumber])));
    return Promise.all(
      of.map((customer, index) => customer.submit({ single: '2101' }, { token: tokens[index] ?? '' })),
    );
  };
  const before = await submitAt('2026-11-24T21:59:59.999Z', customers.slice(0, 3));
  expect(before.map(({ body }) => body.outcome?.kind)).toEqual(Array.from({ length: 3 }, () => 'accepted'));
  const after = await submitAt('2026-11-24T22:00:00.000Z', customers.slice(3));
  expect(after.map(({ body }) => body.code)).toEqual(Array.from({ length: 3 }, () => 'readings.deviation'));
  const meters = await windowOf(customers[3] as (typeof customers)[number]);
  expect(meters.window).toMatchObject({ isOpen: true, opensOn: '2026-11-25' });
  const none = { percent: 0, floorKwh: 0, floorHours: 0 };
  expect(meters.meters[0]?.rules.deviation.person.first).toEqual(none);
});

test('a closed month keeps the rules of its last moment when it is charged again after they have changed', async () => {
  const customer = await makeReadingCustomer(app, {
    meters: [{ installedOn: '2026-11-01' }],
    contractedPowerWatts: 5000,
  });
  const billed = () =>
    sql`select period, energy_wh::int as wh, recalculated_kopiykas::int as anew from billing.bill
      where account_number = ${customer.accountNumber} order by period`.execute(app.billingDb);
  app.clock.set(instantFromIso('2027-01-05T10:00:00Z'));
  const norm = { 'readings.normDailyWattHoursPerKilowatt': 2000 };
  expect((await change(norm, { validFrom: '2027-01-06' })).httpStatus).toBe(200);
  app.clock.set(instantFromIso('2027-02-05T10:00:00Z'));
  for (const period of ['2026-11', '2026-12', '2027-01']) await closeMonth(app.url, period);
  // Everything is charged anew: nothing has become known, and each month keeps its rules.
  await sql`insert into billing.recalculation_request (account_number, request_id, from_period, cause, requested_at)
    values (${customer.accountNumber}, ${newId()}::uuid, '2026-11', 'lateReading', now())`.execute(
    app.billingDb,
  );
  await closeMonth(app.url, '2027-02');
  // 1 kWh a day for each of 5 kW in November and December, 2 kWh in January.
  expect((await billed()).rows).toEqual([
    { period: '2026-11', wh: 150_000, anew: 0 },
    { period: '2026-12', wh: 155_000, anew: 0 },
    { period: '2027-01', wh: 310_000, anew: 0 },
    { period: '2027-02', wh: 280_000, anew: 0 },
  ]);
});

const preview = async (values: Record<string, unknown>) =>
  (
    await app.post(previewRules, {
      token: await signIn('billing'),
      values: Object.entries(values).map(([rule, value]) => ({ rule, value })),
      validFrom: kyivDateOf(app.clock.now()),
    })
  ).body;

test('a preview tells whom a window concerns, and how many readings of the last months it would not have taken', async () => {
  app.clock.set(instantFromIso('2026-11-26T10:00:00Z'));
  const { effects } = await preview({ 'readings.window.person.lastDays': 2 });
  // The window of six days is in force: three readings came in it, on the 25th, three a moment before it.
  const byKind = new Map(effects.map(({ kind, ...effect }) => [kind, effect]));
  expect(byKind.get('personInWindow')).toEqual({ before: 0, after: 0, of: 3, isEstimate: false });
  expect(byKind.get('personRefused')).toEqual({ before: 3, after: 3, of: 3, isEstimate: false });
  expect(byKind.get('personAccounts')?.of).toBeGreaterThan(5);
  const wider = await preview({ 'readings.window.person.lastDays': 7 });
  const taken = { kind: 'personInWindow', before: 0, after: 3, of: 3, isEstimate: false };
  expect(wider.effects).toContainEqual(taken);
});

test('a preview of thresholds counts the months that they judge differently, as each reading is judged', async () => {
  const counted = await sql<{ wh: number; last: number }>`
    select now.energy_wh::int as wh, before.energy_wh::int as last
    from billing.consumption now join billing.consumption before using (account_number, meter_id, zone)
    where now.period >= '2026-11' and now.basis <> 'estimated'
      and before.period = to_char((now.period || '-01')::date - interval '1 year', 'YYYY-MM')`.execute(
    app.billingDb,
  );
  app.clock.set(instantFromIso('2027-02-26T10:00:00Z'));
  expect(counted.rows.length).toBeGreaterThan(2);
  const deviation = (percent: number, kwh: number) => ({
    first: { percent, floorKwh: kwh, floorHours: 0 },
    second: { percent: 200, floorKwh: 100, floorHours: 0, kwh: 1000 },
  });
  const asked = (percent: number, kwh: number) =>
    counted.rows.filter(({ wh, last }) => {
      const comparison = { energy: wh as never, lastYearTimesDays: last * 30, lastYearDays: 30 };
      return deviationFromLastYear(comparison, deviation(percent, kwh), 0).level === 'first';
    }).length;
  const { effects } = await preview({
    'readings.deviation.first.percent': 5,
    'readings.deviation.first.kwh': 0,
  });
  expect(effects.find(({ kind }) => kind === 'personAsked')).toEqual({
    kind: 'personAsked',
    before: asked(60, 90),
    after: asked(5, 0),
    of: counted.rows.length,
    isEstimate: false,
  });
  // Since December it is 60 % and 90 kWh.
  expect(asked(5, 0)).toBeGreaterThan(asked(60, 90));
});

test('a preview of the thresholds of companies counts their readings by the contracted power', async () => {
  app.clock.set(instantFromIso('2027-02-26T10:00:00Z'));
  // 100 kWh in November 2025; 1,500 kWh a year later are 14 hours of 100 kW.
  const november = (kwh: number) => [
    ...history,
    { period: '2026-11', closing: { single: 2000 + kwh } } as const,
  ];
  for (const kwh of [100, 1500, 2200])
    await makeReadingCustomer(app, {
      customerType: 'entity',
      contractedPowerWatts: 100_000,
      history: november(kwh),
    });
  const { effects } = await preview({
    'readings.entityDeviation.first.hours': 15,
    'readings.entityDeviation.second.hours': 21,
  });
  expect(effects).toEqual([
    { kind: 'entityAccounts', before: null, after: null, of: 3, isEstimate: false },
    // Before, 1,400 kWh more; after, the 2,100 kWh that no operator looks at.
    { kind: 'entityAsked', before: 1, after: 1, of: 3, isEstimate: false },
    { kind: 'entityReviewed', before: 1, after: 0, of: 3, isEstimate: false },
  ]);
});

test('a preview counts payments outside limits and old codes, and refuses what is no value', async () => {
  expect((await preview({ 'payments.most': '2000.00', 'access.codeMonths': 1 })).effects).toMatchObject([
    { kind: 'personAccounts' },
    { kind: 'personPayments', before: 0, after: 0, of: 0 },
    { kind: 'oldCodes', before: expect.any(Number), after: expect.any(Number) },
  ]);
  expect((await preview({ 'payments.most': '-2' })).code).toBe('rules.badValue');
  expect(
    (await preview({ 'bills.dueDay': 18, 'access.confirmation': 'contractPhone' })).effects,
  ).toMatchObject([{ kind: 'personAccounts' }]);
});
