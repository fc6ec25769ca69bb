import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECALCULATION_BOOK } from '#billing/api/charges.ts';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { TARIFF_LIST, TARIFF_PLAN, TARIFF_PLAN_STEP, TARIFF_TRIAL } from '#billing/api/tariffs.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { makeSecondPerson } from '#billing/testing/people/make-second-person.ts';
import type { TariffTrialData } from '#contract/values/tariff-plan.ts';
import { type Kopiykas, moneyFromWire, moneyToWire } from '#domain/money.ts';
import { type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { processTrials, type TrialWork } from './trial-worker.ts';

const zones = { two: { night: '0.5' }, three: { peak: '1.5', night: '0.4' } };
const blocks = [{ upToKwh: 100, price: '3.44' }, { price: '4.32' }] as const;
const present = { kind: 'marginalBlocks', blocks } as const;
const planned = {
  rule: { kind: 'wholeVolumeBlocks', blocks: [{ upToKwh: 120, price: '2.64' }, { price: '5.184' }] },
  zones: { two: { night: '0.7' }, three: { peak: '1.6', night: '0.4' } },
} as const;
const author = makeSecondPerson('A', 'Олена');
const second = makeSecondPerson('B', 'Ігор');
const pairCount = 45;

let connected: ReturnType<typeof connectDatabase<unknown>>;
/** Accounts of the tariff that is tried, each with one that lives the same under the planned prices. */
const pairs: { readonly own: string; readonly twin: string }[] = [];

/** The same numbers each time. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function makeTwins(): Promise<void> {
  const below = randomOf(7);
  for (let index = 0; index < pairCount; index++) {
    const scheme = (['single', 'single', 'two', 'three'] as const)[below(4)] as ZoneScheme;
    const values = (most: number) =>
      Object.fromEntries(zonesOf[scheme].map((zone) => [zone, below(most)])) as Partial<Record<Zone, number>>;
    const steps = [values(150), values(150), values(260)];
    const at = (count: number) =>
      Object.fromEntries(
        zonesOf[scheme].map((zone) => [
          zone,
          1000 + steps.slice(0, count).reduce((sum, one) => sum + (one[zone] ?? 0), 0),
        ]),
      );
    const contractEndedOn = below(5) === 0 ? `2026-10-${10 + below(20)}` : undefined;
    const readOn = (['2026-11-01', '2026-11-01', '2026-10-17', undefined] as const)[below(4)];
    const meterState = index % 15 === 14 ? 'disabled' : 'working';
    const numbers = [];
    for (const tariffCode of ['tried', 'twin']) {
      const account = await makeAccount(billing.db, {
        tariffCode,
        contractedPowerWatts: 15_000,
        ...(contractEndedOn && { contractEndedOn }),
        meters: [{ zoneScheme: scheme, installedValues: at(0), meterState }],
        history: [
          { period: '2026-08', closing: at(1) },
          { period: '2026-09', closing: at(2) },
        ],
      });
      const reading = { ...account, period: '2026-10', values: at(3) };
      if (readOn !== undefined) await giveReading(billing.db, { ...reading, effectiveDate: readOn });
      numbers.push(account.accountNumber);
    }
    pairs.push({ own: numbers[0] as string, twin: numbers[1] as string });
  }
}

const billing = provideTestBilling({ now: '2026-11-10T10:00:00Z' });
const query = queryOn(() => billing.db);

beforeAll(async () => {
  connected = connectDatabase<unknown>({ url: billing.url, poolSize: 4 });
  await makeSupplier(billing.db);
  await query`insert into billing.tariff (tariff_code, title) values ('tried', 'Tried'), ('twin', 'Twin')`;
  await query`insert into billing.tariff_version (tariff_code, valid_from, definition, act) values
    ('tried', '2020-01-01', ${JSON.stringify({ rule: present, coefficients: zones })}::jsonb, 'test'),
    ('twin', '2020-01-01', ${JSON.stringify({ rule: planned.rule, coefficients: planned.zones })}::jsonb, 'test')`;
  await makeTwins();
  await closeMonth(billing.url, '2026-10');
});
afterAll(() => connected.close());

type Plan = ModuleInput<typeof TARIFF_PLAN>;
async function plan(more: Partial<Plan> = {}) {
  const asked: Plan = {
    tariffCode: 'tried',
    planId: null,
    revision: 0,
    validFrom: '2026-12-01',
    prices: planned as unknown as Plan['prices'],
    act: 'Наказ 7',
    asRecalculation: false,
    reason: 'Нові ціни',
    administrator: author,
    ...more,
  };
  return (await billing.ask(TARIFF_PLAN, asked)).plan;
}

const work = (more: Partial<TrialWork> = {}): TrialWork => ({
  db: connected.db as BillingDatabase,
  pool: connected.pool,
  clock: billing.clock,
  chunkSize: 7,
  ...more,
});
const start = (planId: string) => billing.ask(TARIFF_TRIAL, { planId, act: 'start', administrator: author });
async function trialOf(planId: string): Promise<TariffTrialData> {
  const { tariffs } = await billing.ask(TARIFF_LIST, {});
  const found = tariffs.flatMap(({ plans }) => plans).find((one) => one.planId === planId)?.trial;
  if (!found) throw new Error('no trial');
  return found;
}

/** Stops the work after the first chunk was written. */
function stopAfterFirst(): TrialWork {
  const stop = new AbortController();
  const now = () => {
    stop.abort();
    return billing.clock.now();
  };
  return work({ clock: { now }, signal: stop.signal });
}

/** Kopiykas that the bills of October say. */
async function chargedInOctober(): Promise<Map<string, { charged: Kopiykas; energy: number }>> {
  const rows = await query<{ account_number: string; charged_kopiykas: bigint; energy_wh: bigint }>`
    select account_number, charged_kopiykas, energy_wh from billing.bill where period = '2026-10'`;
  const costOf = (row: (typeof rows)[number]) => {
    return { charged: BigInt(row.charged_kopiykas) as Kopiykas, energy: Number(row.energy_wh) };
  };
  return new Map(rows.map((row) => [row.account_number, costOf(row)]));
}

test('a trial says what closing the month by the planned prices really charges, also when it is cut off and goes on', async () => {
  const { planId } = await plan();
  await start(planId);
  expect(await trialOf(planId)).toMatchObject({ state: 'running', isStale: false, accountsTotal: null });
  await processTrials(stopAfterFirst());
  expect(await trialOf(planId)).toMatchObject({ state: 'running', accountsDone: 7 });
  await processTrials(work());
  const trial = await trialOf(planId);

  const bills = await chargedInOctober();
  const expected = pairs.map(({ own, twin }) => ({
    accountNumber: own,
    energyWh: bills.get(own)?.energy ?? 0,
    before: bills.get(own)?.charged as Kopiykas,
    after: bills.get(twin)?.charged as Kopiykas,
  }));
  const sum = (of: (one: (typeof expected)[number]) => bigint) =>
    moneyToWire(expected.reduce((total, one) => total + of(one), 0n) as Kopiykas);
  expect(trial).toMatchObject({
    state: 'done',
    isStale: false,
    months: ['2026-10'],
    comparedWith: '2020-01-01',
    accountsDone: pairCount,
    accountsTotal: pairCount,
    accounts: pairCount,
    energyWh: expected.reduce((total, { energyWh }) => total + energyWh, 0),
    before: sum(({ before }) => before),
    after: sum(({ after }) => after),
  });
  expect(trial.groups.reduce((total, count) => total + count, 0)).toBe(pairCount);
  const byDifference = expected.toSorted((a, b) => Number(b.after - b.before - (a.after - a.before)));
  const differences = (list: readonly { before: string; after: string }[]) =>
    list.map(({ before, after }) => moneyFromWire(after) - moneyFromWire(before));
  const largest = byDifference.slice(0, 10).map(({ before, after }) => after - before);
  expect(differences(trial.rises)).toEqual(largest);
  const lowest = byDifference.slice(-10).toReversed();
  const falls = lowest.filter(({ before, after }) => after < before);
  expect(differences(trial.falls)).toEqual(falls.map(({ before, after }) => after - before));
  const first = expected.find(({ accountNumber }) => accountNumber === trial.rises[0]?.accountNumber);
  const before = moneyToWire(first?.before as Kopiykas);
  expect(trial.rises[0]).toMatchObject({ before, energyWh: first?.energyWh });
  // There is work for the test: rises, falls, estimates and months in part.
  expect(trial.falls.length).toBeGreaterThan(2);
  const cancel = { planId, revision: 1, step: 'cancel', reason: 'Далі' } as const;
  await billing.ask(TARIFF_PLAN_STEP, { ...cancel, administrator: author });
});

describe('a trial', () => {
  test('is stopped, keeps what it found, and begins anew', async () => {
    const { planId } = await plan({ validFrom: '2026-12-02' });
    await start(planId);
    await processTrials(stopAfterFirst());
    await billing.ask(TARIFF_TRIAL, { planId, act: 'stop', administrator: second });
    await processTrials(work());
    expect(await trialOf(planId)).toMatchObject({ state: 'stopped', accountsDone: 7, accounts: 7 });
    await start(planId);
    expect(await trialOf(planId)).toMatchObject({ state: 'running', accountsDone: 0, accounts: 0 });
    await processTrials(work());
    expect(await trialOf(planId)).toMatchObject({ state: 'done', accounts: pairCount });
  });

  test('is stopped while its accounts are charged: the others are not', async () => {
    const { planId } = await plan({ validFrom: '2026-12-04' });
    await start(planId);
    let stopping: Promise<unknown> | undefined;
    const now = () => {
      stopping ??= billing.ask(TARIFF_TRIAL, { planId, act: 'stop', administrator: second });
      return billing.clock.now();
    };
    await processTrials(work({ clock: { now }, chunkSize: 1 }));
    await stopping;
    const { state, accountsDone } = await trialOf(planId);
    expect(state).toBe('stopped');
    expect(accountsDone).toBeLessThan(pairCount);
  });

  test('is stale once the prices change, and ends when they do', async () => {
    const { planId, revision } = await plan({ validFrom: '2026-12-03' });
    await start(planId);
    await processTrials(work());
    expect((await trialOf(planId)).isStale).toBe(false);
    const other = { ...planned, zones: {} } as unknown as Plan['prices'];
    const changed = await plan({ validFrom: '2026-12-03', planId, revision, prices: other });
    expect(changed.trial).toMatchObject({ state: 'done', isStale: true });
    await start(planId);
    await plan({ validFrom: '2026-12-03', planId, revision: changed.revision });
    expect(await trialOf(planId)).toMatchObject({ state: 'stopped', isStale: true });
  });

  test('is stale once another month is the last closed one', async () => {
    const { planId } = await plan({ validFrom: '2027-01-01' });
    await start(planId);
    await processTrials(work());
    await query`update billing.period set state = 'closed' where period = '2026-11'`;
    expect((await trialOf(planId)).isStale).toBe(true);
    await query`update billing.period set state = 'open' where period = '2026-11'`;
    expect((await trialOf(planId)).isStale).toBe(false);
  });
});

test('a version of the past recalculates closed months once another administrator activates it: what its trial said', async () => {
  const { planId } = await plan({ validFrom: '2026-10-16', asRecalculation: true });
  await start(planId);
  await processTrials(work());
  const trial = await trialOf(planId);
  expect(trial).toMatchObject({ state: 'done', months: ['2026-10'], comparedWith: null });
  const step = (name: 'ask' | 'activate', revision: number, administrator: typeof author) =>
    billing.call(TARIFF_PLAN_STEP, { planId, revision, step: name, reason: 'Рішення суду', administrator });
  await step('ask', 1, author);
  await query`update billing.period set state = 'closing' where period = '2026-11'`;
  expect(await step('activate', 2, second)).toMatchObject({ code: 'billing.periodClosing' });
  await query`update billing.period set state = 'open' where period = '2026-11'`;
  expect(await step('activate', 2, second)).toMatchObject({ data: { plan: { state: 'activated' } } });
  const asked = await query<{ count: bigint; cause: string }>`
    select count(*), cause from billing.recalculation_request where from_period = '2026-10' group by cause`;
  expect(asked).toEqual([{ count: BigInt(pairCount), cause: 'tariffChange' }]);
  billing.clock.set(instantFromIso('2026-11-12T10:00:00Z'));
  await billing.ask(RECALCULATION_BOOK, { after: '', readUntil: '2026-11-11T10:00:00Z', limit: 500 });
  const rows = await query<{ sum: bigint }>`
    select coalesce(sum(amount_kopiykas), 0)::bigint as sum from billing.recalculation where period = '2026-11'`;
  expect(rows[0]?.sum).toBe(moneyFromWire(trial.after) - moneyFromWire(trial.before));
  expect(rows[0]?.sum).not.toBe(0n);
  expect(await checkLedger(billing.db)).toEqual([]);
});
