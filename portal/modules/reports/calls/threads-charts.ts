import { sql } from 'kysely';
import { threadsCharts } from '#contract/reports/calls/threads-charts.ts';
import { answerReport, type RecordedPeriod } from '../read-report.ts';

const maxPoints = 400;
/** Nodes are sampled once in so many seconds. */
const sampleSeconds = 10;

const ofNode = ({ from, until }: RecordedPeriod, node: string | null) => sql`
  from portal.node_sample sample
 where sample.at >= ${from}::timestamptz and sample.at < ${until}::timestamptz
   and (${node}::text is null or strpos(lower(sample.node), lower(${node})) > 0)`;

/**
 * Samples of a period in at most 400 steps of the same length, each node by itself first: means and maxima of nodes are added up, the
 * lag is that of the slowest. A step without a sample is null, so that a stop is seen as a gap.
 */
function steps(period: RecordedPeriod, { node }: Readonly<Record<'node', string | null>>) {
  const length = (Date.parse(period.until) - Date.parse(period.from)) / 1000;
  const seconds = Math.max(1, Math.ceil(length / maxPoints / sampleSeconds)) * sampleSeconds;
  const step = sql`make_interval(secs => ${seconds}::integer)`;
  const from = sql`${period.from}::timestamptz`;
  return sql`
    with by_node as (
      select date_bin(${step}, sample.at, ${from}) as at, avg(sample.in_flight) as in_flight, max(sample.in_flight) as most_in_flight,
             avg(sample.pool_total - sample.pool_idle) as pool_busy, avg(sample.pool_total) as pool_total,
             max(sample.pool_waiting) as pool_waiting, avg(sample.workers_busy) as workers_busy,
             max(sample.workers_waiting) as workers_waiting, avg(sample.lag_p99_us) as lag, max(sample.lag_p99_us) as most_lag
        ${ofNode(period, node)} group by 1, sample.node),
    together as (
      select at, sum(in_flight) as in_flight, sum(most_in_flight) as most_in_flight, sum(pool_busy) as pool_busy,
             sum(pool_total) as pool_total, sum(pool_waiting) as pool_waiting, sum(workers_busy) as workers_busy,
             sum(workers_waiting) as workers_waiting, avg(lag) as lag, max(most_lag) as most_lag
        from by_node group by at)
    select at, round(in_flight, 1)::float8 as "inFlight", most_in_flight::integer as "mostInFlight",
           round(pool_busy, 1)::float8 as "poolBusy", round(pool_total, 1)::float8 as "poolTotal", pool_waiting::integer as "poolWaiting",
           round(workers_busy, 1)::float8 as "workersBusy", workers_waiting::integer as "workersWaiting",
           round(lag / 1000, 1)::float8 as lag, round(most_lag / 1000.0, 1)::float8 as "mostLag"
      from generate_series(${from}, ${period.until}::timestamptz - interval '1 microsecond', ${step}) as steps (at)
      left join together using (at) order by at`;
}

export const threadsChartsSource = answerReport(
  threadsCharts,
  (period, { node }) => sql`
    select sample.node, count(*)::integer as samples, max(sample.in_flight) as "inFlight", sum(sample.requests)::integer as requests,
           sum(sample.errors)::integer as errors, max(sample.pool_total - sample.pool_idle) as "poolBusy",
           max(sample.pool_waiting) as "poolWaiting", max(sample.workers_busy) as "workersBusy",
           max(sample.workers_waiting) as "workersWaiting", round(max(sample.lag_p99_us) / 1000.0, 1)::float8 as lag,
           avg(sample.loop_used)::float8 as "loopUsed", max(sample.at) as "lastSample"
      ${ofNode(period, node)} group by sample.node`,
  { inFlight: steps, pool: steps, workers: steps, lag: steps },
);
