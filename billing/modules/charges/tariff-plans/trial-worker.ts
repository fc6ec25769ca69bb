import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { readingRulesByMonth } from '#billing/modules/rules/public.ts';
import {
  comparedVersion,
  findRunningTrial,
  noteTrial,
  type RunningTrial,
  type StoredTariff,
} from '#billing/modules/tariffs/public.ts';
import { addEnergy, wattHours } from '#domain/energy.ts';
import { addMoney, zeroMoney } from '#domain/money.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { addToTrial, type TrialAccount } from '#domain/tariffs/trial-summary.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { poolOf } from '#platform/database/node-connections.ts';
import { int4, text, textArray, typedSql } from '#platform/database/typed-sql.ts';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import { addRound } from '#platform/jobs/add-jobs.ts';
import type { JobSet } from '#platform/jobs/job-runner.ts';
import { workThrough } from '#platform/jobs/work-through.ts';
import { chargeAccount } from '../charge-account.ts';
import type { MeasuringRules } from '../charge-line-data.ts';
import { type ChargePrices, hasPrices, loadPrices } from '../charge-prices.ts';
import { yieldToRequests } from '../closing/close-chunks.ts';
import type { ClosingAccount } from '../closing/closing-facts.ts';
import { loadClosingFacts } from '../closing/combine-closing-facts.ts';
import { loadChunk, measureChunk } from '../closing/load-chunk.ts';
import { contractDays } from '../consumption/register-span.ts';

/** Any number that nothing else in the database locks. */
const TRIAL_LOCK = 7_305_204;
/** As a closing. */
const CHUNK_SIZE = 500;

/** What trials stand on. */
export interface TrialWork {
  readonly db: BillingDatabase;
  /** The pool under `db`. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Stops between two chunks; the next run goes on from there. */
  readonly signal?: AbortSignal;
  /** Accounts in a chunk; default: 500. */
  readonly chunkSize?: number;
}

/** A day before every tariff: a version from it on is in force on each day of a month that is tried. */
const beginning = localDate('1950-01-01');

/**
 * Prices with the versions that a trial compares, by which everything else stays as it is. Of a version that is ahead each is the
 * only one of its tariff: a month is charged by the present prices, and by the planned ones. Of a recalculation the versions stand
 * on their days, without the planned one and with it.
 */
function trialPrices(
  prices: ChargePrices,
  trial: RunningTrial,
): { before: ChargePrices; after: ChargePrices } {
  const { tariffCode, version, isRecalculation } = trial;
  const stored = prices.tariffs.get(tariffCode);
  const others = (stored?.versions ?? []).filter(({ validFrom }) => validFrom !== version.validFrom);
  const present = comparedVersion({ validFrom: version.validFrom, isRecalculation }, others);
  const always = ({ validTo: _, ...rest }: TariffVersion) => ({ ...rest, validFrom: beginning });
  const withVersions = (versions: readonly TariffVersion[]): ChargePrices => {
    const tariff: StoredTariff = { tariffCode, title: stored?.title ?? tariffCode, versions };
    return { ...prices, tariffs: new Map([...prices.tariffs, [tariffCode, tariff]]) };
  };
  return isRecalculation
    ? { before: withVersions(others), after: withVersions([...others, version]) }
    : { before: withVersions(present ? [always(present)] : []), after: withVersions([always(version)]) };
}

/** Whether an account had the tariff on a day of the month. */
function hasTariffIn(account: ClosingAccount, tariffCode: string, month: BillingPeriod): boolean {
  if (account.tariffHistory === null) return account.tariffCode === tariffCode;
  return account.tariffHistory.some(({ from, tariffCode: own }, index) => {
    const next = account.tariffHistory?.[index + 1]?.from;
    return (
      own === tariffCode && from < firstDayAfter(month) && (next === undefined || next > firstDay(month))
    );
  });
}

/** Accounts with the tariff, now or before, that have a bill of one of the months and no contract of a legal entity. */
function accountsOf({ tariffCode, months }: RunningTrial): RawBuilder<unknown> {
  return sql`billing.account a
    cross join lateral (select array_agg(b.period::text order by b.period) as months from billing.bill b
      where b.account_number = a.account_number and b.period = any(${[...months]}::char(7)[])) billed
    where billed.months is not null
      and (a.tariff_code = ${tariffCode}
        or a.account_number in (select t.account_number from billing.account_tariff t where t.tariff_code = ${tariffCode}))
      and not exists (select from billing.entity_contract k where k.account_number = a.account_number)`;
}

/** The next accounts after a number, each with those of the months that it was billed for. */
async function listTrialAccounts(db: BillingDatabase, trial: RunningTrial, after: string, limit: number) {
  const { rows } = await typedSql({ number: text(), months: textArray<BillingPeriod[]>() })`
    select a.account_number as number, billed.months from ${accountsOf(trial)} and a.account_number > ${after}
    order by a.account_number limit ${limit}`.execute(db);
  return rows;
}

async function countTrialAccounts(db: BillingDatabase, trial: RunningTrial): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::int as count from ${accountsOf(trial)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The facts of a chunk, by month; undefined: all accounts are done. */
async function loadTrialChunk(
  db: BillingDatabase,
  trial: RunningTrial,
  rules: MeasuringRules,
  after: string,
  limit: number,
) {
  const accounts = await listTrialAccounts(db, trial, after, limit);
  const through = accounts.at(-1)?.number;
  if (through === undefined) return undefined;
  const months = [];
  for (const period of trial.months) {
    const accountNumbers = accounts.flatMap((one) => (one.months.includes(period) ? [one.number] : []));
    if (accountNumbers.length === 0) continue;
    const facts = await loadClosingFacts(db, period, { accountNumbers });
    const own = facts.filter((account) => hasTariffIn(account, trial.tariffCode, period));
    months.push({ period, chunk: await loadChunk({ db, period, rules }, own) });
  }
  return { through, count: accounts.length, months };
}
type TrialChunk = NonNullable<Awaited<ReturnType<typeof loadTrialChunk>>>;

/** What both versions make of the months of the accounts of a chunk, by the rules of the closing. */
async function tryChunk(
  { months }: TrialChunk,
  { before, after }: { readonly before: ChargePrices; readonly after: ChargePrices },
  rules: MeasuringRules,
): Promise<readonly TrialAccount[]> {
  const found = new Map<string, TrialAccount>();
  for (const { period, chunk } of months) {
    await measureChunk(chunk, { period, rules }, (account, measure) => {
      const all = measure();
      // A recalculation of earlier months is none of this month's charge.
      const measured = { ...all, months: [] };
      const chargedBy = (prices: ChargePrices) =>
        hasPrices(account, period, prices, contractDays(account, period))
          ? chargeAccount(account, period, measured, prices).bill.charged
          : zeroMoney;
      const { accountNumber } = account;
      const known = found.get(accountNumber);
      const energy = wattHours(all.consumptions.reduce((sum, one) => sum + one.energy, 0));
      found.set(accountNumber, {
        accountNumber,
        energy: known ? addEnergy(known.energy, energy) : energy,
        before: addMoney(known?.before ?? zeroMoney, chargedBy(before)),
        after: addMoney(known?.after ?? zeroMoney, chargedBy(after)),
      });
    });
  }
  return [...found.values()];
}

/** Goes on with a trial until all its accounts are done, somebody stops it, or the signal does. */
async function runTrial(work: TrialWork, started: RunningTrial): Promise<void> {
  const { db, clock, signal } = work;
  const limit = work.chunkSize ?? CHUNK_SIZE;
  const [rules, stored] = await Promise.all([readingRulesByMonth(db), loadPrices(db)]);
  const prices = trialPrices(stored, started);
  const total = started.accountsTotal ?? (await countTrialAccounts(db, started));
  let trial = started;
  const load = (after: string) => {
    const loading = loadTrialChunk(db, trial, rules, after, limit);
    // It is awaited later: something else may fail first.
    loading.catch(() => undefined);
    return loading;
  };
  let next = load(trial.doneThrough);
  try {
    while (!signal?.aborted) {
      const chunk = await next;
      const begun = performance.now();
      if (chunk !== undefined) next = load(chunk.through);
      const accounts = chunk === undefined ? [] : await tryChunk(chunk, prices, rules);
      const through = chunk?.through ?? trial.doneThrough;
      const summary = addToTrial(trial.summary, accounts);
      const noted = {
        through,
        accounts: chunk?.count ?? 0,
        total,
        summary,
        isDone: chunk === undefined,
        at: clock.now(),
      };
      if (!(await noteTrial(db, trial, noted)) || chunk === undefined) return;
      trial = { ...trial, doneThrough: through, summary };
      await yieldToRequests(work.pool, performance.now() - begun, signal);
    }
  } finally {
    await Promise.allSettled([next]);
  }
}

/**
 * Does the trials that wait, one after the other, until none does or the signal stops it; nothing when another process is at it.
 * @throws AggregateError when trials failed.
 */
export async function processTrials(work: TrialWork): Promise<void> {
  if ((await findRunningTrial(work.db)) === undefined) return;
  await withAdvisoryLock(work.pool, TRIAL_LOCK, () =>
    workThrough({
      next: (failed: readonly string[]) => findRunningTrial(work.db, failed),
      keyOf: ({ planId }) => planId,
      work: (trial) => runTrial(work, trial),
      signal: work.signal,
      what: 'trials of tariffs',
    }),
  );
}

const trialTask = 'process-tariff-trials';

/** Has waiting trials begun at once, after the caller's transaction. */
export function askForTrials(transaction: BillingDatabase): Promise<void> {
  return addRound(transaction, trialTask);
}

/**
 * The job of trials: beside the calls, on connections of its own. It is asked for with the work; each minute it goes on with
 * what a process before left unfinished.
 */
export function openTrialJobs(
  databaseUrl: string,
  clock: Clock,
): { readonly jobs: JobSet; close(): Promise<void> } {
  const { db, pool, close } = connectDatabase<unknown>({
    url: databaseUrl,
    planOnce: true,
    ...poolOf('svitlo-tariff-trials'),
  });
  const work = { db: db as BillingDatabase, pool, clock };
  return {
    jobs: {
      tasks: {},
      periodic: {
        [trialTask]: {
          when: '* * * * *',
          run: ({ signal }) => processTrials({ ...work, signal }),
        },
      },
    },
    close,
  };
}
