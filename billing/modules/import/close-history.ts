import type pg from 'pg';
import { closePeriod } from '#billing/modules/charges/public.ts';
import {
  addMonths,
  type BillingPeriod,
  comparePeriods,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportRequest } from './import-request.ts';

/** Bills of the history are issued when their month is over. */
function closedAsOf(period: BillingPeriod): Instant {
  return kyivMidnight(firstDayAfter(period));
}

/**
 * Notes, in the transaction that loads the first accounts, which months are still to be closed: open periods that know
 * already when they will have been closed. So an import that is cut off later finds them again, and never takes a month
 * that is going on for history.
 */
export async function noteHistory(
  client: pg.PoolClient,
  firstPeriod: BillingPeriod,
  now: Instant,
): Promise<void> {
  const current = periodOf(kyivDateOf(now));
  const periods: string[] = [];
  const closings: string[] = [];
  for (let period = firstPeriod; comparePeriods(period, current) < 0; period = addMonths(period, 1)) {
    periods.push(period);
    closings.push(instantToIso(closedAsOf(period)));
  }
  await client.query(
    `insert into billing.period (period, state, started_at)
      select period, 'open', as_of from unnest($1::text[], $2::timestamptz[]) as past (period, as_of)
      on conflict (period) do nothing`,
    [periods, closings],
  );
  await client.query(
    `insert into billing.period (period, state) values ($1, 'open') on conflict (period) do nothing`,
    [current],
  );
}

/** Closes the months that `noteHistory` left, the oldest first. Answers which ones. Throws when one can't be closed. */
export async function closeHistory(
  { db, pool, clock }: ImportRequest,
  onProgress: (progress: ImportProgress) => void,
): Promise<BillingPeriod[]> {
  const { rows } = await pool.query<{ period: BillingPeriod; startedAt: number }>(
    `select period, started_at as "startedAt" from billing.period
      where state <> 'closed' and started_at is not null order by period`,
  );
  const history = rows.filter(({ period, startedAt }) => startedAt === closedAsOf(period));
  const closed: BillingPeriod[] = [];
  for (const { period } of history) {
    const result = await closePeriod({
      db,
      pool,
      clock,
      period,
      asOf: closedAsOf(period),
      onProgress: ({ done, total }) => onProgress({ step: 'closing', period, done, total }),
    });
    if (result.kind === 'refused') throw new Error(`${period} could not be closed: ${result.code}`);
    if (result.kind === 'closed') closed.push(period);
  }
  return closed;
}
