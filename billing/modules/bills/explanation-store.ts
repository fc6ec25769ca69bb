import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type AccountTariffs, tariffHistoryColumn } from '#billing/modules/tariffs/public.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Price } from '#domain/price.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export interface ComparedBill {
  readonly period: BillingPeriod;
  readonly opening: Kopiykas;
  readonly charged: Kopiykas;
  /** Corrections of an operator are among it. */
  readonly recalculated: Kopiykas;
  readonly benefit: Kopiykas;
  readonly paid: Kopiykas;
}

export interface ComparedBills extends AccountTariffs {
  readonly billingCondition: string;
  /** Those that were made, oldest first. */
  readonly bills: readonly ComparedBill[];
}

/**
 * The bill of the period, the newest before it, and that of `lastYear`, with what is to be known of the account.
 * undefined: no such account.
 */
export async function findComparedBills(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  lastYear: BillingPeriod,
): Promise<ComparedBills | undefined> {
  const { rows } = await sql<
    AccountTariffs & { billingCondition: string } & (ComparedBill | { period: null })
  >`
    select a.tariff_code as "tariffCode", ${tariffHistoryColumn('a')} as "tariffHistory", a.billing_condition as "billingCondition", b.period,
      b.opening_kopiykas as opening, b.charged_kopiykas as charged,
      b.recalculated_kopiykas + b.corrected_kopiykas as recalculated, b.benefit_kopiykas as benefit,
      b.paid_kopiykas as paid
    from billing.account a
    left join billing.bill b on b.account_number = a.account_number
      and b.period in (${period}, ${lastYear},
        (select max(before.period) from billing.bill before
          where before.account_number = ${accountNumber} and before.period < ${period}))
    where a.account_number = ${accountNumber}
    order by b.period`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { tariffCode, tariffHistory, billingCondition } = first;
  return { tariffCode, tariffHistory, billingCondition, bills: rows.filter((row) => row.period !== null) };
}

export interface ComparedConsumption {
  readonly period: BillingPeriod;
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  readonly kwh: number;
  readonly from: LocalDate;
  /** The first day that is not counted any more. */
  readonly to: LocalDate;
}

/** What each register counted in these periods. */
export async function listComparedConsumptions(
  db: BillingDatabase,
  accountNumber: string,
  periods: readonly BillingPeriod[],
): Promise<readonly ComparedConsumption[]> {
  const { rows } = await sql<ComparedConsumption>`
    select c.period, m.zone_scheme as scheme, c.zone, (c.energy_wh / 1000)::float8 as kwh, c.from_date as from,
      c.to_date as to
    from billing.consumption c join billing.meter m using (account_number, meter_id)
    where c.account_number = ${accountNumber} and c.period = any(${[...periods]}::text[])
    order by c.period, m.installed_on, c.meter_id, c.zone`.execute(db);
  return rows;
}

/** The different prices of the energy lines of these periods, the lower first. */
export async function listComparedPrices(
  db: BillingDatabase,
  accountNumber: string,
  periods: readonly BillingPeriod[],
): Promise<readonly { readonly period: BillingPeriod; readonly price: Price }[]> {
  const { rows } = await sql<{ period: BillingPeriod; price: Price }>`
    select distinct period, price_micro as price from billing.charge_line
    where account_number = ${accountNumber} and period = any(${[...periods]}::text[]) and kind = 'energy'
    order by period, price_micro`.execute(db);
  return rows;
}
