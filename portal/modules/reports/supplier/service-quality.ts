import { type RawBuilder, sql } from 'kysely';
import { serviceQuality } from '#contract/reports/supplier/service-quality.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Term } from '#domain/service-terms/service-standard.ts';
import { basisNames, standardNames, termUnits } from '#domain/service-terms/standard-words.template.ts';
import { bool, int4, int8, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { answerReport, type RecordedPeriod } from '../read-report.ts';

/**
 * Requests whose legal term ended in the period, by standard, with the promise in force at its end. A request is in time when it
 * was answered on the last day of its term at the latest. Compensations are those given for breaches of
 * these terms, approved or booked, by class. A standard that no topic has and nobody asked by is left out.
 */
const figures = ({ from, until }: RecordedPeriod): RawBuilder<unknown> => sql`
  with days as (
    select (${from}::timestamptz at time zone 'Europe/Kyiv')::date as first,
           (${until}::timestamptz at time zone 'Europe/Kyiv')::date as after),
  promised as (
    select distinct on (s.code) s.code, s.term_days, s.term_unit, s.basis, s.household_kopiykas is not null as guaranteed
      from portal.service_standard s, days where s.valid_from < days.after
     order by s.code, s.valid_from desc),
  ended as (
    select k.rule as code, count(*)::integer as requests,
           (count(*) filter (where (k.met_at at time zone 'Europe/Kyiv')::date <= k.due_on))::integer as in_time,
           (count(*) filter (where k.met_at is null))::integer as open
      from portal.conversation_clock k, days
     where k.kind = 'legal' and k.due_on >= days.first and k.due_on < days.after
     group by k.rule),
  given as (
    select c.standard_code as code,
           (count(*) filter (where c.customer_class = 'household'))::integer as households,
           (count(*) filter (where c.customer_class = 'smallBusiness'))::integer as small,
           (count(*) filter (where c.customer_class = 'other'))::integer as others,
           coalesce(sum(c.amount_kopiykas) filter (where c.customer_class = 'household'), 0)::bigint as household_sum,
           coalesce(sum(c.amount_kopiykas) filter (where c.customer_class = 'smallBusiness'), 0)::bigint as small_sum,
           coalesce(sum(c.amount_kopiykas) filter (where c.customer_class = 'other'), 0)::bigint as other_sum
      from portal.compensation c, days
     where c.state in ('approved', 'booked') and c.breached_on > days.first and c.breached_on <= days.after
     group by c.standard_code)
  select p.code, p.term_days::integer as days, p.term_unit as unit, p.basis, p.guaranteed as "isGuaranteed",
         coalesce(e.requests, 0) as requests, coalesce(e.in_time, 0) as "inTime",
         coalesce(e.requests - e.in_time, 0) as breached, coalesce(e.open, 0) as open,
         coalesce(g.households, 0) as households, coalesce(g.household_sum, 0) as "householdSum",
         coalesce(g.small, 0) as small, coalesce(g.small_sum, 0) as "smallSum",
         coalesce(g.others, 0) as others, coalesce(g.other_sum, 0) as "otherSum"
    from promised p left join ended e using (code) left join given g using (code)
   where e.requests > 0 or exists (select from portal.conversation_topic t where t.standard_code = p.code)`;

export const serviceQualitySource = answerReport(
  serviceQuality,
  (period, { basis }) => sql`
    select f.code, coalesce(${JSON.stringify(standardNames)}::jsonb ->> f.code, f.code) as name,
           f.days || ' ' || (${JSON.stringify(termUnits)}::jsonb ->> f.unit) as term,
           coalesce(${JSON.stringify(basisNames)}::jsonb ->> f.basis, f.basis) as rule, 1 as level, f.requests, f."inTime",
           f."inTime"::float8 / nullif(f.requests, 0) as share, f.breached, f.open, f.households, f."householdSum",
           f.small, f."smallSum", f.others, f."otherSum"
      from (${figures(period)}) as f
     where case ${basis}::text when 'guaranteed' then f."isGuaranteed" when 'promised' then not f."isGuaranteed" else true end`,
);

const figureColumns = {
  code: text(),
  days: int4(),
  unit: text<Term['unit']>(),
  basis: text(),
  isGuaranteed: bool(),
  requests: int4(),
  inTime: int4(),
  breached: int4(),
  open: int4(),
  households: int4(),
  householdSum: int8<Kopiykas>(),
  small: int4(),
  smallSum: int8<Kopiykas>(),
  others: int4(),
  otherSum: int8<Kopiykas>(),
};

/** The figures of the report `service_quality`; guaranteed standards first. */
export async function countQuality(
  db: PortalDatabase,
  period: RecordedPeriod,
): Promise<readonly RowOf<typeof figureColumns>[]> {
  const { rows } = await typedSql(figureColumns)`
    select code, days, unit, basis, "isGuaranteed", requests, "inTime", breached, open, households, "householdSum",
           small, "smallSum", others, "otherSum"
      from (${figures(period)}) as f order by "isGuaranteed" desc, code`.execute(db);
  return rows;
}
