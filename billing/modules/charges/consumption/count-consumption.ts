import { sql } from 'kysely';
import { answer, type ModuleOutput } from '#billing/api/define-module.ts';
import { REPORT_ESTIMATED_READINGS } from '#billing/api/reports.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleReadModule } from '#billing/module-handler.ts';
import { readPart } from '#platform/database/read-part.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';

type Answered = ModuleOutput<typeof REPORT_ESTIMATED_READINGS>;

const groups = {
  period: sql`''`,
  type: sql`customer_type`,
  region: sql`region`,
  tariff: sql`coalesce((select t.title from billing.tariff t where t.tariff_code = counted.tariff_code), tariff_code)`,
};

/** REPORT_ESTIMATED_READINGS: from the counts of billing.consumption_count, of what was charged at first. */
export const handleReportEstimatedReadings = handleReadModule(
  REPORT_ESTIMATED_READINGS,
  ({ db }) =>
    async ({ by, from, to, customerType, region, tariff, ...part }) => {
      const select = sql`
        select period, of, period || ' ' || of as key, registers, estimated, brought, actual,
          round(wh / 1000)::float8 as kwh, round(estimated_wh / 1000)::float8 as "estimatedKwh",
          estimated::float8 / nullif(registers, 0) as "estimatedShare",
          (estimated_wh / nullif(wh, 0))::float8 as "energyShare", wh, estimated_wh
        from (
          select period, ${groups[by]} as of, sum(registers)::integer as registers,
            coalesce(sum(registers) filter (where basis = 'estimated'), 0)::integer as estimated,
            coalesce(sum(registers) filter (where basis = 'brought'), 0)::integer as brought,
            coalesce(sum(registers) filter (where basis = 'actual'), 0)::integer as actual,
            sum(energy_wh) as wh, coalesce(sum(energy_wh) filter (where basis = 'estimated'), 0) as estimated_wh
          from billing.consumption_count counted
          where period between ${from} and ${to}
            and (${customerType}::text is null or customer_type = ${customerType})
            and (${region}::text is null or strpos(lower(region), lower(${region})) > 0)
            and (${tariff}::text is null or strpos(lower(${groups.tariff}), lower(${tariff})) > 0)
          group by 1, 2) charged`;
      const sum = (column: string) => sql`coalesce(sum(${sql.id(column)}), 0)::integer as ${sql.id(column)}`;
      const { rows, totals, count } = await readPart<Answered['rows'][number], Answered['totals']>(
        db,
        select,
        sql`${sum('registers')}, ${sum('estimated')}, ${sum('brought')}, ${sum('actual')},
          round(coalesce(sum(wh), 0) / 1000)::float8 as kwh,
          round(coalesce(sum(estimated_wh), 0) / 1000)::float8 as "estimatedKwh",
          sum(estimated)::float8 / nullif(sum(registers), 0) as "estimatedShare",
          (sum(estimated_wh) / nullif(sum(wh), 0))::float8 as "energyShare"`,
        { key: 'key', hidden: ['key', 'wh', 'estimated_wh'] },
        part,
      );
      return answer({ rows, totals, count });
    },
);

/** Adds the rows of the same count up to one; returns by how many there are fewer. */
export async function addUpConsumptionCounts(db: BillingDatabase): Promise<number> {
  const key = sql`period, customer_type, region, tariff_code, basis`;
  const { rows } = await typedSql({ removed: int4() })`
    with gone as (
      delete from billing.consumption_count where count_id in (
        select count_id from (
          select count_id, count(*) over (partition by ${key}) as same from billing.consumption_count) counted
        where same > 1)
      returning ${key}, registers, energy_wh),
    kept as (
      insert into billing.consumption_count (${key}, registers, energy_wh)
      select ${key}, sum(registers), sum(energy_wh) from gone group by ${key} returning 1)
    select ((select count(*) from gone) - (select count(*) from kept))::integer as removed`.execute(db);
  return rows[0]?.removed ?? 0;
}
