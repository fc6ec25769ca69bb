import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { readingRulesByMonth } from '#billing/modules/rules/public.ts';
import type { Clock } from '#platform/clock.ts';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import { AccountNotCharged } from '../closing/close-chunks.ts';
import { closePeriod, dryRunPeriod } from '../closing/close-period.ts';
import { insertExceptions, openRunRecord } from './run-record.ts';
import { type ClosingRun, claimRun, noteRemaining, RUN_LOCK, settleRun } from './run-store.ts';
import { emptyTotals, readStoredTotals } from './run-totals.ts';

/** What work on runs stands on. */
interface RunWork {
  readonly db: BillingDatabase;
  /** The pool under `db`: rows are written by COPY. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Stops after a chunk; the run stays as it is, and the next process goes on from there. */
  readonly signal?: AbortSignal;
  /** Accounts in a chunk; default: that of a closing. */
  readonly chunkSize?: number;
}

/**
 * Works on the runs that wait, the oldest first, until none does or the signal stops it; nothing when another process is at it. A run
 * that a process before left goes on after the last chunk that it wrote.
 * @throws the fault of a run, which has failed then.
 */
export async function executeRuns(work: RunWork): Promise<void> {
  await withAdvisoryLock(work.pool, RUN_LOCK, async () => {
    while (work.signal?.aborted !== true) {
      const run = await claimRun(work.db, work.clock.now());
      if (run === undefined) return;
      await execute(work, run);
    }
  });
}

async function execute(work: RunWork, run: ClosingRun): Promise<void> {
  const { db, clock } = work;
  const settle = (state: Parameters<typeof settleRun>[2], why: { code?: string; subject?: string } = {}) =>
    settleRun(db, run.runNumber, state, { at: clock.now(), ...why });
  try {
    const ended = await charge(work, run);
    if (ended.kind === 'refused') await settle('refused', { code: ended.code, subject: ended.subject });
    // Stopped by somebody, or with its process: then the next one goes on.
    else if (ended.kind === 'interrupted') await settle('paused');
    else await settle('done');
  } catch (error) {
    if (error instanceof AccountNotCharged) {
      await noteFault(work, run, error);
      await settle('failed', { code: 'notCharged', subject: error.accountNumber });
      return;
    }
    await settle('failed', {
      code: 'fault',
      subject: error instanceof Error ? error.message : String(error),
    });
    throw error;
  }
}

async function charge(work: RunWork, run: ClosingRun) {
  const { db, pool, clock, chunkSize } = work;
  const { runNumber, period, kind } = run;
  const unwanted = new AbortController();
  const rules = await readingRulesByMonth(db);
  const record = openRunRecord(db, {
    runNumber,
    period,
    isDry: kind === 'dryRun',
    totals: run.totals === null ? emptyTotals : readStoredTotals(run.totals),
    deviation: rules(period).deviation,
    onUnwanted: () => unwanted.abort(),
  });
  const signal = AbortSignal.any([unwanted.signal, ...(work.signal ? [work.signal] : [])]);
  const request = { db, pool, clock, period, record, signal, ...(chunkSize !== undefined && { chunkSize }) };
  if (kind === 'closing') return closePeriod({ ...request, confirmedUndecided: run.undecidedReadings });
  return dryRunPeriod(request, {
    doneThrough: run.doneThrough,
    onCount: (accounts) => noteRemaining(db, runNumber, accounts),
  });
}

/** The account at which a closing stopped is its exception. */
async function noteFault(
  { pool }: RunWork,
  { runNumber }: ClosingRun,
  fault: AccountNotCharged,
): Promise<void> {
  const client = await pool.connect();
  try {
    const { cause, accountNumber } = fault;
    const subject = cause instanceof Error ? cause.message : String(cause);
    await insertExceptions(client, runNumber, [
      {
        accountNumber,
        kind: 'notCharged',
        subject,
        energyWh: null,
        expectedWh: null,
        amount: null,
        steps: [],
      },
    ]);
  } finally {
    client.release();
  }
}
