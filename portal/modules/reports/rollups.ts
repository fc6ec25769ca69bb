import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import type { RecordedPeriod, ReportPeriod } from './read-report.ts';

/** API calls, or calls of function modules. */
export type CallKind = 'api' | 'fm';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const iso = (at: number) => instantToIso(at as Instant);

/** First Kyiv day of a period and the one of its last moment. */
export function kyivDaysOf({ from, until }: RecordedPeriod) {
  return {
    first: kyivDateOf(Date.parse(from) as Instant),
    last: kyivDateOf(Math.max(Date.parse(from), Date.parse(until) - 1) as Instant),
  };
}

/**
 * Counts of the calls of a period that begins at a midnight of Kyiv, from rollups: whole days by days, what is left of the last one
 * by hours and minutes, so that they are those until the minute of `until`. Columns: name, outcome_code, http_status,
 * calls, took_us, max_us, last_at; a name comes once for each of its outcomes and parts of the period.
 */
export function callCounts(kind: CallKind, { from, until }: RecordedPeriod): RawBuilder<unknown> {
  const end = Date.parse(until);
  const lastDay = kyivDateOf(end as Instant);
  const midnight = Math.max(Date.parse(from), kyivMidnight(lastDay));
  const hour = Math.max(midnight, Math.floor(end / hourMs) * hourMs);
  const columns = sql`name, outcome_code, http_status, calls, took_us, max_us, last_at`;
  return sql`
    select ${columns} from portal.call_count_day
     where kind = ${kind} and day >= ${kyivDaysOf({ from, until }).first}::date and day < ${lastDay}::date
    union all
    select ${columns} from portal.call_count_hour
     where kind = ${kind} and at >= ${iso(midnight)}::timestamptz and at < ${iso(hour)}::timestamptz
    union all
    select ${columns} from portal.call_count_minute
     where kind = ${kind} and at >= ${iso(hour)}::timestamptz and at < ${until}::timestamptz`;
}

/**
 * Calls by duration of whole Kyiv days, the last one as far as it is recorded. Columns: name, bucket, calls; a name comes
 * once for each bucket and day. The name '' has those of all names together; which names are read is the caller's condition.
 */
export function latencyBuckets(kind: CallKind, period: RecordedPeriod): RawBuilder<unknown> {
  const { first, last } = kyivDaysOf(period);
  return sql`
    select name, bucket, calls from portal.call_latency_day
     where kind = ${kind} and day >= ${first}::date and day <= ${last}::date`;
}

/**
 * Percentiles in milliseconds of groups of calls, from buckets of durations: the nearest rank, at most 2 % from what was measured.
 * Averages of percentiles are none, so a longer period is read from the buckets of all of it. Numbers of calls are added as
 * double precision, which is exact for them and takes half the time; a share of them is whole or at least 0.01 from it.
 * @param buckets A statement with the columns of `keys`, `bucket` and `calls`; a bucket may come several times.
 * @param keys Columns that name a group; [] for one group.
 * @param shares Columns of the result by the share of the calls, of 0 to 1, that took no longer.
 */
export function percentiles(
  buckets: RawBuilder<unknown>,
  keys: readonly string[],
  shares: Readonly<Record<string, number>>,
): RawBuilder<unknown> {
  const names = keys.map((key) => sql.id(key));
  const listed = (after: RawBuilder<unknown>) => sql.join([...names, after]);
  const partition = names.length > 0 ? sql`partition by ${sql.join(names)}` : sql``;
  const values = Object.entries(shares).map(
    ([name, share]) => sql`
      round(portal.bucket_ms(min(bucket) filter (where upto + 0.001 >= ${share}::float8 * total))::numeric, 2)::float8 as ${sql.id(name)}`,
  );
  return sql`
    select ${sql.join([...names, ...values])}
      from (select ${listed(sql`bucket`)}, sum(calls) over (${partition} order by bucket rows unbounded preceding) as upto,
                   sum(calls) over (${partition}) as total
              from (select ${listed(sql`bucket, sum(calls::float8) as calls`)}
                      from (${buckets}) as counted group by ${listed(sql`bucket`)}) as added) as ranked
     ${names.length > 0 ? sql`group by ${sql.join(names)}` : sql``}`;
}

/** Beginnings of the hours or days of a chart as Kyiv clocks show them; a column `local`. */
export function chartSteps({ from, until, step }: ReportPeriod): RawBuilder<unknown> {
  return sql`
    select local from generate_series(${kyiv(sql`${from}::timestamptz`)},
                                      ${kyiv(sql`${until}::timestamptz`)} - interval '1 microsecond',
                                      ${`1 ${step}`}::interval) as local`;
}

/** What a Kyiv clock shows, and back. */
export const kyiv = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${at} at time zone 'Europe/Kyiv')`;
