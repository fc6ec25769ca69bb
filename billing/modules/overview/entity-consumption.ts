import { ENTITY_CONSUMPTION } from '#billing/api/consumption.ts';
import { answer, type ModuleOutput } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { kopiykas, moneyToWire } from '#domain/money.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { float8, int4, int8, text, typedSql } from '#platform/database/typed-sql.ts';

/** A year and the same month of the year before. */
const monthsShown = 13;

const monthColumns = { period: text<BillingPeriod>(), invoices: int4(), kwh: float8() };

/** What counts in the invoices of points of these accounts, by month; a recalculation counts in place of what was charged at first. */
async function listMonthsOfPoints(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  points: readonly string[],
  from: BillingPeriod,
) {
  const { rows } = await typedSql(monthColumns)`
    select q.period::text as period, count(distinct q.account_number)::int as invoices,
      sum(coalesce((select r.billed_kwh from billing.invoice_quantity_revision r
        where r.account_number = q.account_number and r.period = q.period and r.eic_code = q.eic_code
        order by r.booked_period desc limit 1), q.billed_kwh))::float8 as kwh
    from billing.invoice_quantity q
    where q.account_number = any(${[...accountNumbers]}::text[]) and q.eic_code = any(${[...points]}::text[])
      and q.period >= ${from}
      and not exists (select from billing.sub_consumer s where s.account_number = q.account_number
        and s.eic_code = q.eic_code and not s.is_billed and s.valid_from < (q.period || '-01')::date + interval '1 month'
        and coalesce(s.valid_to, 'infinity') >= (q.period || '-01')::date)
    group by q.period`.execute(db);
  return new Map(rows.map((row) => [row.period, { ...row, sum: null }]));
}

/**
 * What the supplier's invoices bill to the accounts, by month. The quantity of an invoice has neither what sub-consumers with a
 * contract of their own took nor their share of the losses, and a sub-consumer that it bills only at its own point: so nothing
 * counts twice.
 */
async function listBilledMonths(db: BillingDatabase, accountNumbers: readonly string[], from: BillingPeriod) {
  const { rows } = await typedSql({ ...monthColumns, sum: int8() })`
    select period, count(*)::int as invoices, sum(gross_kopiykas)::bigint as sum, sum(quantity)::float8 as kwh
    from billing.invoice
    where account_number = any(${[...accountNumbers]}::text[]) and payee = 'supplier' and period >= ${from}
    group by period`.execute(db);
  return new Map(rows.map((row) => [row.period, row]));
}

/** ENTITY_CONSUMPTION: the month in progress and the twelve before it, in one statement for any number of accounts. */
export const handleEntityConsumption = handleModule(
  ENTITY_CONSUMPTION,
  ({ db, clock }) =>
    async ({ accountNumbers, points }) => {
      const last = periodOf(kyivDateOf(clock.now()));
      const first = addMonths(last, 1 - monthsShown);
      const from = addMonths(first, -12);
      const billed: ReadonlyMap<BillingPeriod, { kwh: number; invoices: number; sum: bigint | null }> =
        points === undefined
          ? await listBilledMonths(db, accountNumbers, from)
          : await listMonthsOfPoints(db, accountNumbers, points, from);
      const months = Array.from(
        { length: monthsShown },
        (_, place): ModuleOutput<typeof ENTITY_CONSUMPTION>['months'][number] => {
          const period = addMonths(first, place);
          const month = billed.get(period);
          return {
            period,
            kwh: month?.kwh ?? null,
            sum: month === undefined || month.sum === null ? null : moneyToWire(kopiykas(month.sum)),
            invoices: month?.invoices ?? 0,
            lastYearKwh: billed.get(addMonths(period, -12))?.kwh ?? null,
          };
        },
      );
      return answer({ months });
    },
);
