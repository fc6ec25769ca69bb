import { sql } from 'kysely';
import type { OutputOf } from '#contract/define-call.ts';
import { signInAdmin, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import type { PerformanceSpan, performanceHistory } from '#contract/performance/performance-history.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { float8, int4, nullable, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const spans = {
  hour: { stepSeconds: 60, steps: 60 },
  day: { stepSeconds: 600, steps: 144 },
} as const satisfies Record<PerformanceSpan, { readonly stepSeconds: number; readonly steps: number }>;

const signIns = [signInPerson, signInEntity, signInAdmin].map(({ path }) => path);

/**
 * Calls, durations, users and samples of the nodes by steps of the last hour or day, from the rollups by minute. Percentiles
 * are those of all calls of a step, from their buckets. Users of minutes do not add up to those of a longer step.
 */
export async function readHistory(
  db: PortalDatabase,
  span: PerformanceSpan,
  now: Instant,
): Promise<Pick<OutputOf<typeof performanceHistory>, 'stepSeconds' | 'points'>> {
  const { stepSeconds, steps } = spans[span];
  const stepMs = stepSeconds * 1000;
  const lastStep = now - (now % stepMs);
  const from = instantToIso((lastStep - (steps - 1) * stepMs) as Instant);
  const until = instantToIso((lastStep + stepMs) as Instant);
  const step = sql`make_interval(secs => ${stepSeconds}::integer)`;
  const stepOf = sql`date_bin(${step}, at, ${from}::timestamptz)`;
  const inSpan = sql`at >= ${from}::timestamptz and at < ${until}::timestamptz`;
  const perSecond = sql`least(${stepSeconds}::integer, greatest(1, extract(epoch from ${instantToIso(now)}::timestamptz - moments.at)))::float8`;
  const percentile = (share: number) =>
    sql`min(portal.bucket_ms(bucket)) filter (where reached >= ${share}::float8 * whole)`;
  const { rows } = await typedSql({
    at: timestamptz(),
    calls: float8(),
    failed: float8(),
    p50Ms: nullable(float8()),
    p95Ms: nullable(float8()),
    p99Ms: nullable(float8()),
    inFlight: nullable(int4()),
    lagMs: nullable(float8()),
    poolWaiting: nullable(int4()),
    jobsWaiting: nullable(int4()),
    usersPerMinute: int4(),
    signedIn: int4(),
    signInsRefused: int4(),
  })`
    with moments as (
      select generate_series(${from}::timestamptz, ${until}::timestamptz - ${step}, ${step}) as at),
    counted as (
      select ${stepOf} as at, sum(calls)::float8 as calls,
             coalesce(sum(calls) filter (where http_status >= 500), 0)::float8 as failed
        from portal.call_total_minute where kind = 'api' and ${inSpan} group by 1),
    signed as (
      select ${stepOf} as at, coalesce(sum(calls) filter (where http_status < 400), 0)::integer as signed_in,
             coalesce(sum(calls) filter (where http_status >= 400), 0)::integer as refused
        from portal.call_count_minute
       where kind = 'api' and name = any(${signIns}::text[]) and ${inSpan} group by 1),
    users as (
      select ${stepOf} as at, max(users)::integer as users
        from (select minute as at, sum(users) as users from portal.user_count_minute
               where minute >= ${from}::timestamptz and minute < ${until}::timestamptz group by minute) as minutes group by 1),
    buckets as (
      select ${stepOf} as at, bucket, sum(counted.calls::float8) as calls
        from portal.call_latency_minute as minute cross join unnest(minute.buckets, minute.calls) as counted (bucket, calls)
       where kind = 'api' and ${inSpan} group by 1, 2),
    cumulated as (
      select at, bucket, sum(calls) over (partition by at order by bucket) as reached, sum(calls) over (partition by at) as whole
        from buckets),
    measured as (
      select at, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95, ${percentile(0.99)} as p99 from cumulated group by at),
    of_nodes as (
      select at, sum(in_flight)::integer as in_flight, max(lag_p99_us) as lag_us, sum(pool_waiting)::integer as pool_waiting,
             max(jobs_waiting) as jobs_waiting
        from portal.node_sample where ${inSpan} group by at),
    sampled as (
      select ${stepOf} as at, max(in_flight) as in_flight, max(lag_us)::float8 / 1000 as lag_ms,
             max(pool_waiting) as pool_waiting, max(jobs_waiting) as jobs_waiting
        from of_nodes group by 1)
    select moments.at, coalesce(c.calls, 0) / ${perSecond} as calls, coalesce(c.failed, 0) / ${perSecond} as failed,
           m.p50 as "p50Ms", m.p95 as "p95Ms", m.p99 as "p99Ms",
           s.in_flight as "inFlight", s.lag_ms as "lagMs", s.pool_waiting as "poolWaiting", s.jobs_waiting as "jobsWaiting",
           coalesce(u.users, 0) as "usersPerMinute",
           coalesce(i.signed_in, 0) as "signedIn", coalesce(i.refused, 0) as "signInsRefused"
      from moments left join counted c using (at) left join signed i using (at) left join users u using (at)
      left join measured m using (at) left join sampled s using (at)
     order by moments.at`.execute(db);
  return {
    stepSeconds,
    points: rows.map(({ at, ...point }) => ({ at: instantToIso(at as Instant), ...point })),
  };
}

/** Whom the failed calls of the last minute have hit. Records may be a second late. */
export async function countHit(
  db: PortalDatabase,
  now: Instant,
): Promise<{ readonly sessions: number; readonly withoutSession: number }> {
  const from = instantToIso((now - 60_000) as Instant);
  const { rows } = await typedSql({ sessions: int4(), withoutSession: int4() })`
    select count(distinct session_id)::integer as sessions,
           (count(*) filter (where session_id is null))::integer as "withoutSession"
      from portal.api_call where happened_at >= ${from}::timestamptz and http_status >= 500`.execute(db);
  return rows[0] ?? { sessions: 0, withoutSession: 0 };
}
