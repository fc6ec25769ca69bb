import { sql } from 'kysely';
import { RECALCULATION_BOOK } from '#billing/api/charges.ts';
import type { Module, ModuleInput } from '#billing/api/define-module.ts';
import { COMPENSATION_BOOK } from '#billing/api/service-terms.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger, signedOnReceivable } from '#billing/modules/ledger/public.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { firstDay } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { billFormerAccounts } from '../closing/bill-former-accounts.ts';
import { openPeriodsUpTo } from '../period-store.ts';
import type { ClosingFixture } from './closing-fixture.ts';
import { chargeNaively } from './naive-month.ts';
import {
  historyMonths,
  historyStart,
  monthOf,
  periodAt,
  type RandomHistory,
  type RandomReading,
  randomHistory,
} from './random-histories.ts';
import {
  correctReadings,
  insertHistoryTariffs,
  insertRows,
  type SimulatedHistory,
  simulateHistory,
  startUncharged,
  storeFacts,
} from './simulate-histories.ts';
import { decideReviews, simulateReviews, submitForReview, withoutReadings } from './simulate-reviews.ts';

interface Difference {
  readonly seed: number;
  readonly period: string;
  /** kWh and kopiykas of each way, or zone and days of the lines of a month on one bill. */
  readonly monthByMonth: string;
  readonly atOnce: string;
  readonly naive: string;
}

interface ChargedMonth {
  readonly number: string;
  readonly period: string;
  readonly kwh: number;
  readonly sum: number;
  readonly bills: number;
  /** Zone and days of its lines; null: they are on several bills. */
  readonly lines: string | null;
}

export interface Comparison {
  readonly accounts: number;
  /** Months of accounts that were compared. */
  readonly months: number;
  /** Months that were charged on more than one bill. */
  readonly overMonths: number;
  /** Readings that were put under review. */
  readonly reviews: number;
  /** Bills of the day of a change of holder. */
  readonly closingBills: number;
  readonly differences: readonly Difference[];
  /** Accounts that owe something else than what the naive way charged less their compensations. */
  readonly balances: readonly string[];
}

/**
 * Plays histories month by month: each month stores what comes to be known of them, decides reviews of readings, books
 * recalculations in every other month, corrects what was read wrongly, and is closed. The same histories come a second time with
 * everything known, charged by the last closing at once; and a third time by the naive way. All three say the same of each month.
 * Compensations of breached terms come in between; what is owed at the end is what the naive way charged less them.
 *
 * Where the rules let them differ, so that no history has it: a month that stays estimated for good, whose base of last year was
 * put right by a reading in time after the month was charged; estimates older than 36 months. A reading of a closed month is never
 * corrected itself: another one as of the same 1st, given for the next month, takes its place, and histories have that.
 */
export async function simulateAndCompare(
  fixture: ClosingFixture,
  seeds: readonly number[],
): Promise<Comparison> {
  const db = fixture.db as BillingDatabase;
  await makeSupplier(db);
  await insertHistoryTariffs(db);
  const accounts = seeds.length;
  const lived = seeds.map((seed, index) => simulateHistory(randomHistory(seed), index));
  const reviews = simulateReviews(lived);
  const beyond = new Set<RandomReading>();
  /** What counted in the end. */
  const settledOf = ({ history }: SimulatedHistory) => withoutReadings(history, beyond);
  let once: readonly SimulatedHistory[] = [];
  let closingBills = 0;
  const last = historyMonths - 1;
  await openPeriodsUpTo(db, historyStart, historyStart);
  for (let month = 0; month <= last; month++) {
    await storeFacts(db, lived, month);
    await submitForReview(db, reviews, month);
    for (const reading of await decideReviews(db, reviews, month)) beyond.add(reading);
    // Before a recalculation and after it.
    if (month % 4 === 1) await bookCompensations(db, lived, month);
    if (month % 2 === 1) await bookAll(db, month);
    await correctReadings(db, lived, month);
    closingBills += await billHolders(fixture, lived, month);
    // Also after the bill of the month.
    if (month % 4 !== 1) await bookCompensations(db, lived, month);
    if (month === last) {
      once = lived.map((one, index) => simulateHistory(settledOf(one), accounts + index));
      await storeFacts(db, once, null);
      await startUncharged(db, once, last);
    }
    const closed = await fixture.close(periodAt(month));
    if (closed.kind !== 'closed') throw new Error(JSON.stringify(closed));
  }
  const problems = await checkLedger(db);
  if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));

  const { rows } = await sql<ChargedMonth>`
    select account_number as number, to_char(from_date, 'YYYY-MM') as period, (sum(energy_wh) / 1000)::int as kwh,
      sum(amount_kopiykas)::int as sum, count(distinct period)::int as bills,
      case when count(distinct period) = 1 and bool_and(kind = 'energy')
        then string_agg(concat_ws(' ', zone, from_date, to_date), ', ' order by zone, from_date, to_date) end as lines
    from billing.charge_line group by 1, 2`.execute(db);
  const charged = new Map(rows.map((row) => [`${row.number} ${row.period}`, `${row.kwh} ${row.sum}`]));
  const linesOf = new Map(rows.map((row) => [`${row.number} ${row.period}`, row.lines]));
  const differences: Difference[] = [];
  let months = 0;
  lived.forEach((one, index) => {
    const { accountNumber } = one;
    const history = settledOf(one);
    const naive = chargeNaively(history);
    const first = Math.max(monthOf(history.openedOn), 0);
    for (let month = first; month < historyMonths; month++) {
      months += 1;
      const period = periodAt(month);
      const monthByMonth = charged.get(`${accountNumber} ${period}`) ?? '0 0';
      const atOnce = charged.get(`${once[index]?.accountNumber} ${period}`) ?? '0 0';
      const { kwh = 0, kopiykas = 0, lines = [] } = naive[month] ?? {};
      const expected = `${kwh} ${kopiykas}`;
      if (monthByMonth !== atOnce || monthByMonth !== expected)
        differences.push({ seed: seeds[index] ?? 0, period, monthByMonth, atOnce, naive: expected });
      const days = linesOf.get(`${accountNumber} ${period}`) ?? null;
      if (days !== null && areDaysKnown(history, month) && days !== lines.join(', '))
        differences.push({
          seed: seeds[index] ?? 0,
          period,
          monthByMonth: days,
          atOnce: '',
          naive: lines.join(', '),
        });
    }
  });
  const owed = await sql<{ number: string; sum: number }>`
    select account_number as number, sum(${signedOnReceivable('e')})::int as sum
    from billing.ledger_entry e group by 1`.execute(db);
  const owedBy = new Map(owed.rows.map(({ number, sum }) => [number, sum]));
  const balances = lived.flatMap((one) => {
    const { accountNumber } = one;
    const history = settledOf(one);
    const charges = chargeNaively(history).reduce((sum, month) => sum + (month?.kopiykas ?? 0), 0);
    const expected = history.compensations.reduce((sum, { kopiykas }) => sum - kopiykas, charges);
    const found = owedBy.get(accountNumber) ?? 0;
    return found === expected ? [] : [`${accountNumber}: ${expected}, not ${found}`];
  });
  const overMonths = rows.filter(
    ({ number, bills }) => bills > 1 && number < (once[0]?.accountNumber ?? ''),
  ).length;
  return { accounts, months, overMonths, reviews: reviews.length, closingBills, differences, balances };
}

/** Ends some of the contracts that end in a month by a change of holder, and has their bills made before the closing. */
async function billHolders(
  { db, pool }: ClosingFixture,
  simulated: readonly SimulatedHistory[],
  month: number,
): Promise<number> {
  const now = kyivInstant(addDays(firstDay(periodAt(month)), 20), 12, 0);
  const ended = simulated.flatMap(({ history: { end }, accountNumber }, index) =>
    end?.knownIn === month && index % 2 === 0 ? [{ accountNumber, day: addDays(end.on, 1) }] : [],
  );
  const rows = ended.map(({ accountNumber, day }) => ({
    account_number: accountNumber,
    change_id: newId(),
    kind: 'holder',
    subject: '',
    effective_on: day,
    source: 'administrator',
    actor: 'test',
    document: '',
    before: {},
    after: { newAccount: '1' },
    recorded_at: instantToIso(now),
  }));
  await insertRows(db as BillingDatabase, 'billing.master_data_change', rows);
  return billFormerAccounts({ db: db as BillingDatabase, pool, clock: fixedClock(now) });
}

/** A replacement, an end or a tariff that is known later and changes no sum leaves the days of the bill as they were. */
function areDaysKnown({ meters, end, tariffs }: RandomHistory, month: number): boolean {
  const isKnown = (day: LocalDate, knownIn: number) => knownIn <= month || monthOf(day) > month;
  return (
    (end === undefined || isKnown(end.on, end.knownIn)) &&
    tariffs.every(({ from, knownIn }) => isKnown(from, knownIn)) &&
    meters.every(
      ({ installedOn, knownIn, removal }) =>
        isKnown(installedOn, knownIn) && (removal === undefined || isKnown(removal.on, removal.knownIn)),
    )
  );
}

async function run<M extends Module>(
  db: BillingDatabase,
  month: number,
  { module, input }: { readonly module: M; readonly input: ModuleInput<M> },
): Promise<unknown> {
  const clock = fixedClock(kyivInstant(addDays(firstDay(periodAt(month)), 20), 12, 0));
  const context = { reference: '1', actor: 'test' };
  const result = await createBilling({ db, clock }).run(module.name, input, context);
  if (!result.ok) throw new Error(result.code);
  return result.data;
}

async function bookAll(db: BillingDatabase, month: number): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const input: ModuleInput<typeof RECALCULATION_BOOK> = {
      after,
      readUntil: '2100-01-01T00:00:00Z',
      limit: 500,
    };
    const data: unknown = await run(db, month, { module: RECALCULATION_BOOK, input });
    after = RECALCULATION_BOOK.output.parse(data).through;
  }
}

/** Each of the month is asked for twice, and booked once. */
async function bookCompensations(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  month: number,
): Promise<void> {
  for (const { history, accountNumber } of simulated) {
    for (const [index, { knownIn, kopiykas }] of history.compensations.entries()) {
      if (knownIn !== month) continue;
      const sum = (kopiykas / 100).toFixed(2);
      const input = { accountNumber, compensationId: newId(), ticketNumber: 1001 + index, sum };
      const booked = await run(db, month, { module: COMPENSATION_BOOK, input });
      const again = await run(db, month, { module: COMPENSATION_BOOK, input });
      if (JSON.stringify(booked) !== JSON.stringify(again)) throw new Error('a compensation is booked twice');
    }
  }
}
