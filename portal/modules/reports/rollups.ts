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

/** Columns of `portal.name_latency_day` for the buckets from `first_bucket` on. */
const bucketColumns = Array.from({ length: 16 }, (_, place) => sql.id(`n${place}`));

/** Rows of 16 buckets of the calls of names on whole Kyiv days, the last one as far as it is recorded. */
const namedBuckets = (kind: CallKind, period: RecordedPeriod, names: RawBuilder<unknown>) => {
  const { first, last } = kyivDaysOf(period);
  return sql`portal.name_latency_day where kind = ${kind} and day >= ${first}::date and day <= ${last}::date and ${names}`;
};

const summedBuckets = sql.join(bucketColumns.map((column) => sql`sum(${column}) as ${column}`));

/** A time in milliseconds of the smallest bucket that a condition holds for. */
const leastMs = (bucket: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`round(portal.bucket_ms((min(${bucket}) filter (where ${condition}))::smallint)::numeric, 2)::float8`;

/**
 * Calls by name with their percentiles, as `percentiles` gives them, over whole Kyiv days. Columns: name, calls and those of `shares`.
 * @param names Condition of the column `name`.
 */
export function namePercentiles(
  kind: CallKind,
  period: RecordedPeriod,
  shares: Readonly<Record<string, number>>,
  names: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const values = Object.entries(shares).map(([column, share]) => {
    const reaches = (calls: RawBuilder<unknown>) => sql`${calls} + 0.001 >= ${sql.lit(share)} * total`;
    const places = bucketColumns.map((_, place) => {
      const upTo = sql.join(bucketColumns.slice(0, place + 1), sql` + `);
      return sql`when ${reaches(sql`upto - calls + ${upTo}`)} then ${sql.lit(place)}`;
    });
    const bucket = sql`first_bucket + case ${sql.join(places, sql` `)} end`;
    return sql`${leastMs(bucket, reaches(sql`upto`))} as ${sql.id(column)}`;
  });
  return sql`
    select name, max(total)::bigint as calls, ${sql.join(values)}
      from (select *, sum(calls) over (partition by name order by first_bucket rows unbounded preceding) as upto,
                   sum(calls) over (partition by name) as total
              from (select name, first_bucket, sum(calls::float8) as calls, ${summedBuckets}
                      from ${namedBuckets(kind, period, names)} group by name, first_bucket) as added) as ranked
     group by name`;
}

/** Calls of names together by day and bucket, of whole Kyiv days; columns: day, bucket, calls. */
export const bucketsOfNames = (
  kind: CallKind,
  period: RecordedPeriod,
  names: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select day, (first_bucket + place - 1)::smallint as bucket, counted.calls
    from (select day, first_bucket, ${summedBuckets} from ${namedBuckets(kind, period, names)} group by day, first_bucket) as added
   cross join unnest(array[${sql.join(bucketColumns)}]) with ordinality as counted (calls, place)
   where counted.calls > 0`;

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
    ([name, share]) =>
      sql`${leastMs(sql`bucket`, sql`upto + 0.001 >= ${share}::float8 * total`)} as ${sql.id(name)}`,
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
