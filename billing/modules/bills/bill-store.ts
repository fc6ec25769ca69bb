import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import type { WattHours } from '#domain/energy.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Coefficient, Price } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export interface BillSummaryRow {
  readonly period: BillingPeriod;
  readonly number: string;
  readonly issuedOn: LocalDate;
  readonly dueOn: LocalDate;
  readonly energyWh: number;
  readonly charged: Kopiykas;
  readonly closing: Kopiykas;
  readonly isEstimated: boolean;
}

export interface BillRow extends BillSummaryRow {
  readonly opening: Kopiykas;
  readonly recalculated: Kopiykas;
  readonly paid: Kopiykas;
  readonly customerName: string;
  readonly address: string;
  readonly contractNumber: string;
  readonly contractDate: LocalDate;
  readonly consumerEic: string;
  readonly objectCode: string;
  readonly tariffTitle: string;
}

const summaryColumns = sql`b.period, b.bill_number as number, b.issued_on as "issuedOn", b.due_on as "dueOn",
  b.energy_wh::float8 as "energyWh", b.charged_kopiykas as charged, b.closing_kopiykas as closing,
  b.is_estimated as "isEstimated"`;

/** Newest first. */
export async function listBills(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly BillSummaryRow[]> {
  const { rows } = await sql<BillSummaryRow>`
    select ${summaryColumns} from billing.bill b where b.account_number = ${accountNumber}
    order by b.period desc`.execute(db);
  return rows;
}

/**
 * How the account is billed, and the bill of a period with the customer and the contract, when it was made. undefined: no
 * such account.
 */
export async function findBill(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<{ readonly condition: string; readonly bill: BillRow | undefined } | undefined> {
  const { rows } = await sql<BillRow & { condition: string; hasBill: boolean }>`
    select a.billing_condition as condition, b.period is not null as "hasBill", ${summaryColumns}, b.opening_kopiykas as opening, b.recalculated_kopiykas as recalculated,
      b.paid_kopiykas as paid, ${customerNameText} as "customerName", ${addressText} as address,
      a.contract_number as "contractNumber", a.contract_date as "contractDate", a.consumer_eic as "consumerEic",
      a.object_code as "objectCode", coalesce(t.title, a.tariff_code) as "tariffTitle"
    from billing.account a
    join billing.customer c using (customer_id)
    left join billing.bill b on b.account_number = a.account_number and b.period = ${period}
    left join billing.premises p on p.account_number = a.account_number
    left join billing.tariff t using (tariff_code)
    where a.account_number = ${accountNumber}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { condition, hasBill, ...bill } = row;
  return { condition, bill: hasBill ? bill : undefined };
}

/** undefined: no such account. */
export async function findBillingCondition(
  db: BillingDatabase,
  accountNumber: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing.account')
    .select('billing_condition')
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return row?.billing_condition;
}

export interface BillMeterRow {
  readonly serialNumber: string;
  readonly meterType: string;
  readonly eic: string;
  readonly zone: Zone;
  readonly digitCapacity: number;
  readonly coefficient: number;
  readonly previousValue: number;
  readonly currentValue: number;
  readonly kwh: number;
  readonly basis: 'actual' | 'brought' | 'estimated';
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** What the registers counted in the period, in the order of their meters. */
export async function listBillMeters(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<readonly BillMeterRow[]> {
  const { rows } = await sql<BillMeterRow>`
    select m.serial_number as "serialNumber", m.meter_type as "meterType", m.eic_code as eic, c.zone,
      m.digit_capacity as "digitCapacity", m.coefficient, c.opening_value::float8 as "previousValue",
      c.closing_value::float8 as "currentValue", (c.energy_wh / 1000)::float8 as kwh, c.basis, c.from_date as from,
      c.to_date as to
    from billing.consumption c join billing.meter m using (account_number, meter_id)
    where c.account_number = ${accountNumber} and c.period = ${period}
    order by m.eic_code, m.installed_on, m.serial_number,
      array_position(array['single', 'day', 'peak', 'halfPeak', 'night'], c.zone)`.execute(db);
  return rows;
}

export interface BillLineRow {
  readonly kind: 'energy' | 'recalculation' | 'benefit';
  readonly zone: Zone;
  readonly energy: WattHours;
  readonly price: Price;
  readonly coefficient: Coefficient;
  readonly amount: Kopiykas;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly isEstimated: boolean;
}

/** In the order of the bill. */
export async function listBillLines(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<readonly BillLineRow[]> {
  const { rows } = await sql<BillLineRow>`
    select kind, zone, energy_wh::float8 as energy, price_micro as price, coefficient, amount_kopiykas as amount,
      from_date as from, to_date as to, is_estimated as "isEstimated"
    from billing.charge_line where account_number = ${accountNumber} and period = ${period}
    order by line_number`.execute(db);
  return rows;
}

export interface BillPaymentRow {
  /** Epoch milliseconds. */
  readonly postedAt: number;
  readonly amount: Kopiykas;
  /** '' when the money came past the cabinet. */
  readonly provider: string;
}

/** What was paid in the period, as the ledger has it; money taken back is negative. */
export async function listBillPayments(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<readonly BillPaymentRow[]> {
  const { rows } = await sql<BillPaymentRow>`
    select e.posted_at as "postedAt",
      case e.credit_account when 'receivable' then e.amount_kopiykas else -e.amount_kopiykas end as amount,
      coalesce(p.provider, '') as provider
    from billing.ledger_entry e left join billing.payment p using (account_number, payment_id)
    where e.account_number = ${accountNumber} and e.period = ${period}
      and e.kind not in ('opening', 'charge', 'recalculation')
      and 'receivable' in (e.debit_account, e.credit_account)
    order by e.posted_at, e.entry_id`.execute(db);
  return rows;
}
