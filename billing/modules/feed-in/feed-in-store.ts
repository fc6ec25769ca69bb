import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Price } from '#domain/price.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import {
  bool,
  type Columns,
  date,
  float8,
  int4,
  int8,
  nullable,
  text,
  typedSql,
} from '#platform/database/typed-sql.ts';

/**
 * SQL that adds the months of a relation. A month is paid out after its act was drawn up: that alone may still be told of one that
 * is there.
 */
export const feedInMonthsFrom = insertFrom(
  'billing.feed_in_month',
  `account_number, period, act_number, drawn_on, meter_id, opening_value, closing_value, generated_wh, exported_wh, consumed_wh,
    price_micro, amount_kopiykas, income_tax_permille, military_levy_permille, income_tax_kopiykas, military_levy_kopiykas,
    paid_kopiykas, paid_on, iban`,
  `on conflict (account_number, period) do update set paid_on = excluded.paid_on
    where feed_in_month.paid_on is null and excluded.paid_on is not null`,
);

/** The seller, as named in an act. */
export interface SellerRow {
  readonly feedIn: boolean;
  readonly customerName: string;
  readonly taxCode: string;
  readonly address: string;
  readonly contractNumber: string;
  readonly contractDate: LocalDate;
  readonly consumerEic: string;
}

/** Holder of the account on the day, or now; undefined: no such account. */
export async function findSeller(
  db: BillingDatabase,
  accountNumber: string,
  day: LocalDate | null = null,
): Promise<SellerRow | undefined> {
  const { rows } = await typedSql<SellerRow>({
    feedIn: bool(),
    customerName: text(),
    taxCode: text(),
    address: text(),
    contractNumber: text(),
    contractDate: date(),
    consumerEic: text(),
  })`
    select a.feed_in as "feedIn", ${customerNameText} as "customerName", c.tax_code as "taxCode",
      coalesce(${addressText}, '') as address, a.contract_number as "contractNumber",
      a.contract_date as "contractDate", a.consumer_eic as "consumerEic"
    from billing.account a
    join billing.customer c on c.customer_id = ${holderOn(day)}
    left join billing.premises p using (account_number)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

export interface FeedInMonthRow {
  readonly period: BillingPeriod;
  readonly actNumber: string;
  readonly drawnOn: LocalDate;
  readonly meterSerial: string;
  readonly digitCapacity: number;
  readonly openingValue: number;
  readonly closingValue: number;
  readonly generatedKwh: number;
  readonly exportedKwh: number;
  readonly consumedKwh: number;
  readonly price: Price;
  readonly amount: Kopiykas;
  readonly incomeTaxPermille: number;
  readonly incomeTax: Kopiykas;
  readonly militaryLevyPermille: number;
  readonly militaryLevy: Kopiykas;
  readonly paid: Kopiykas;
  readonly paidOn: LocalDate | null;
  readonly iban: string | null;
}

const monthColumns = sql`f.period, f.act_number as "actNumber", f.drawn_on as "drawnOn",
  m.serial_number as "meterSerial", m.digit_capacity as "digitCapacity", f.opening_value::float8 as "openingValue",
  f.closing_value::float8 as "closingValue", (f.generated_wh / 1000)::float8 as "generatedKwh",
  (f.exported_wh / 1000)::float8 as "exportedKwh", (f.consumed_wh / 1000)::float8 as "consumedKwh",
  f.price_micro as price, f.amount_kopiykas as amount, f.income_tax_permille as "incomeTaxPermille",
  f.income_tax_kopiykas as "incomeTax", f.military_levy_permille as "militaryLevyPermille",
  f.military_levy_kopiykas as "militaryLevy", f.paid_kopiykas as paid, f.paid_on as "paidOn", f.iban`;

const feedInMonthColumns: Columns<FeedInMonthRow> = {
  period: text(),
  actNumber: text(),
  drawnOn: date(),
  meterSerial: text(),
  digitCapacity: int4(),
  openingValue: float8(),
  closingValue: float8(),
  generatedKwh: float8(),
  exportedKwh: float8(),
  consumedKwh: float8(),
  price: int8(),
  amount: int8(),
  incomeTaxPermille: int4(),
  incomeTax: int8(),
  militaryLevyPermille: int4(),
  militaryLevy: int8(),
  paid: int8(),
  paidOn: nullable(date()),
  iban: nullable(text()),
};

/** All months of the account, newest first: at most 12 per year. */
export async function listFeedInMonths(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly FeedInMonthRow[]> {
  const { rows } = await typedSql(feedInMonthColumns)`
    select ${monthColumns} from billing.feed_in_month f join billing.meter m using (account_number, meter_id)
    where f.account_number = ${accountNumber} order by f.period desc`.execute(db);
  return rows;
}

/** The month with this act; undefined: none. */
export async function findFeedInMonth(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<FeedInMonthRow | undefined> {
  const { rows } = await typedSql(feedInMonthColumns)`
    select ${monthColumns} from billing.feed_in_month f join billing.meter m using (account_number, meter_id)
    where f.account_number = ${accountNumber} and f.period = ${period}`.execute(db);
  return rows[0];
}
