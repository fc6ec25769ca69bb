import { sql } from 'kysely';
import { allModules } from '#billing/api/all-modules.ts';
import { allCalls } from '#contract/all-calls.ts';
import { findApiByFm, jobsWord } from '#contract/reports/calls/find-api-by-fm.ts';
import { findFmByApi } from '#contract/reports/calls/find-fm-by-api.ts';
import { answerReport, type RecordedPeriod } from '../read-report.ts';

/** Pairs of the picture: more would not be told apart. */
const maxLinks = 12;

type Filter = Readonly<Record<'api' | 'fm', string | null>>;

/** Pairs of an API and a module by the Kyiv days of a period; the share is of the calls of `whole`, whatever else is asked. */
const pairs = ({ from, until }: RecordedPeriod, { api, fm }: Filter, whole: 'api' | 'fm') => sql`
  with days as (
    select (${from}::timestamptz at time zone 'Europe/Kyiv')::date as first,
           ((${until}::timestamptz - interval '1 microsecond') at time zone 'Europe/Kyiv')::date as last),
  pair as (
    select case api when '' then ${jobsWord}::text else api end as api, fm, sum(calls) as calls, sum(failed) as failed,
           sum(took_us) as took_us
      from portal.call_pair_day, days where day between days.first and days.last group by api, fm),
  shared as (select pair.*, sum(calls) over (partition by ${sql.id(whole)}) as whole from pair),
  made as materialized (
    select name, sum(calls) as calls from portal.call_count_day, days
     where kind = 'api' and day between days.first and days.last group by name)
  select shared.api, shared.fm, (shared.calls / shared.whole)::float8 as share, shared.calls::integer as calls,
         shared.failed::integer as failed, made.calls::integer as "apiCalls",
         round(shared.calls / made.calls, 2)::float8 as "perApi",
         round(shared.took_us / shared.calls / 1000, 1)::float8 as took
    from shared left join made on made.name = shared.api
   where (${api}::text is null or strpos(lower(shared.api), lower(${api})) > 0)
     and (${fm}::text is null or strpos(lower(shared.fm), lower(${fm})) > 0)`;

const picture = (period: RecordedPeriod, filter: Filter) => sql`
  select api as row, fm as column, calls as value from (${pairs(period, filter, 'fm')}) as pair
   order by calls desc, api, fm limit ${maxLinks}::integer`;

const suggestions = {
  api: [...allCalls.map(({ path }) => path), jobsWord],
  fm: allModules.map(({ name }) => name),
};

export const findApiByFmSource = answerReport(
  findApiByFm,
  (period, filter) => pairs(period, filter, 'fm'),
  { picture },
  suggestions,
);

export const findFmByApiSource = answerReport(
  findFmByApi,
  (period, filter) => pairs(period, filter, 'api'),
  { picture },
  suggestions,
);
