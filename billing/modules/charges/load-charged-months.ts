import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { ChargedConsumption, ChargedMonth } from './closing-facts.ts';

/** Estimates older than this are not recalculated: the limitation of actions is three years. */
const MONTHS_BACK = 36;

/** What a register counted in a month. */
export interface MonthRow extends ChargedConsumption {
  readonly accountNumber: string;
  readonly period: BillingPeriod;
}

/** A line of a bill that was made. */
export interface MonthLineRow extends ChargeLine {
  readonly accountNumber: string;
}

/**
 * The months before the period down to the last one in which every register was read, by account, the latest first: what a
 * recalculation may change. A month whose reading was brought to the 1st is among them.
 */
export async function loadChargedMonths(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
): Promise<Map<string, ChargedMonth[]>> {
  if (accountNumbers.length === 0) return new Map();
  const [months, lines] = await Promise.all([
    monthRows(period, accountNumbers).execute(db),
    monthLineRows(period, accountNumbers).execute(db),
  ]);
  return groupChargedMonths(months.rows, lines.rows);
}

/** Steps back a month at a time while a register of the account was charged by average alone. */
function walk(period: BillingPeriod, accountNumbers: readonly string[]): RawBuilder<unknown> {
  return sql`
    with recursive walk (account_number, period) as (
      select number, ${addMonths(period, -1)}::char(7) from unnest(${accountNumbers}::text[]) as wanted (number)
      union all
      select w.account_number, to_char((w.period || '-01')::date - 1, 'YYYY-MM')::char(7)
      from walk w
      where w.period > ${addMonths(period, -MONTHS_BACK)} and exists (
        select from billing.consumption c
        where c.account_number = w.account_number and c.period = w.period and c.basis = 'estimated')
    )`;
}

export function monthRows(period: BillingPeriod, accountNumbers: readonly string[]): RawBuilder<MonthRow> {
  return sql`${walk(period, accountNumbers)}
    select c.account_number as "accountNumber", c.period, c.meter_id as "meterId", c.zone, m.zone_scheme as scheme,
      c.energy_wh::float8 as "energyWh", c.basis, c.from_date as from, c.to_date as to,
      c.opening_value::float8 as "openingValue", c.closing_value::float8 as "closingValue",
      case c.basis when 'brought' then (
        select jsonb_build_object('value', r.value, 'effectiveDate', r.effective_date) from billing.reading r
        where r.account_number = c.account_number and r.meter_id = c.meter_id and r.zone = c.zone
          and r.period = c.period and r.status = 'accepted'
        order by r.effective_date desc limit 1) end as reading
    from walk
    join billing.consumption c using (account_number, period)
    join billing.meter m using (account_number, meter_id)
    order by c.account_number, c.period desc`;
}

export function monthLineRows(
  period: BillingPeriod,
  accountNumbers: readonly string[],
): RawBuilder<MonthLineRow> {
  return sql`${walk(period, accountNumbers)}
    select l.account_number as "accountNumber", l.line_number as "lineNumber", l.kind, l.zone,
      l.block_index as "blockIndex", l.energy_wh::float8 as energy, l.price_micro as price, l.coefficient,
      l.amount_kopiykas as amount, l.from_date as from, l.to_date as to, l.tariff_valid_from as "tariffValidFrom",
      l.is_estimated as "isEstimated"
    from (select account_number, min(period)::char(7) as since from walk group by account_number) walked
    join billing.charge_line l
      on l.account_number = walked.account_number and l.period >= walked.since and l.period < ${period}
    order by l.account_number, l.period, l.line_number`;
}

/** The months of each account with their lines, in the order of the rows. */
export function groupChargedMonths(
  rows: readonly MonthRow[],
  lines: readonly MonthLineRow[],
): Map<string, ChargedMonth[]> {
  const linesOf = Map.groupBy(lines, ({ accountNumber, from }) => `${accountNumber} ${periodOf(from)}`);
  const byAccount = new Map<string, (ChargedMonth & { consumptions: ChargedConsumption[] })[]>();
  for (const { accountNumber, period, ...consumption } of rows) {
    const months = byAccount.get(accountNumber) ?? [];
    byAccount.set(accountNumber, months);
    let month = months.at(-1);
    if (month?.period !== period) {
      const own = linesOf.get(`${accountNumber} ${period}`) ?? [];
      month = { period, consumptions: [], lines: own.map(({ accountNumber: _, ...line }) => line) };
      months.push(month);
    }
    month.consumptions.push(consumption);
  }
  return byAccount;
}
