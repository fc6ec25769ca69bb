import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  addressText,
  contractedWattsOn,
  customerNameText,
  holderOn,
} from '#billing/modules/accounts/public.ts';
import {
  dueStateOf,
  entryPart,
  type StoredDueState,
  signedOnReceivable,
} from '#billing/modules/ledger/public.ts';
import type { BillData } from '#contract/values/bill.ts';
import type { ChargeBasis } from '#domain/charges/basis-words.template.ts';
import type { WattHours } from '#domain/energy.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Coefficient, Price } from '#domain/price.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  float8,
  int4,
  int8,
  json,
  nullable,
  ofOuterJoin,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';

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
  readonly benefit: Kopiykas;
  readonly corrected: Kopiykas;
  readonly paid: Kopiykas;
  readonly customerName: string;
  readonly address: string;
  readonly contractNumber: string;
  readonly contractDate: LocalDate;
  readonly consumerEic: string;
  /** '' on a bill that is older than the code: what is drawn again must not tell a new code. */
  readonly objectCode: string;
  readonly tariffTitle: string;
  readonly offer: string;
  readonly phone: string | null;
  readonly customerType: 'person' | 'entity';
  /** Of all metering points together. */
  readonly contractedWatts: number;
  readonly heating: 'none' | 'electric';
  /** Names what is due now. */
  readonly dueState: StoredDueState;
}

const summaryColumns = sql`b.period, b.bill_number as number, b.issued_on as "issuedOn", b.due_on as "dueOn",
  b.energy_wh::float8 as "energyWh", b.charged_kopiykas as charged, b.closing_kopiykas as closing,
  b.is_estimated as "isEstimated"`;

/** Newest first. */
export async function listBills(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly BillSummaryRow[]> {
  const { rows } = await typedSql<BillSummaryRow>({
    period: text(),
    number: text(),
    issuedOn: date(),
    dueOn: date(),
    energyWh: float8(),
    charged: int8(),
    closing: int8(),
    isEstimated: bool(),
  })`
    select ${summaryColumns} from billing.bill b where b.account_number = ${accountNumber}
    order by b.period desc`.execute(db);
  return rows;
}

/**
 * How the account is billed, and the bill of a period with the customer, the contract, tariff and power as they were when the
 * period ended, when it was made. undefined: no
 * such account.
 */
export async function findBill(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<{ readonly condition: string; readonly bill: BillRow | undefined } | undefined> {
  const lastDay = addDays(firstDayAfter(period), -1);
  const { rows } = await typedSql<BillRow & { condition: string; hasBill: boolean }>({
    opening: ofOuterJoin(int8()),
    recalculated: ofOuterJoin(int8()),
    benefit: ofOuterJoin(int8()),
    corrected: ofOuterJoin(int8()),
    paid: ofOuterJoin(int8()),
    customerName: text(),
    address: text(),
    contractNumber: text(),
    contractDate: date(),
    consumerEic: text(),
    objectCode: text(),
    tariffTitle: text(),
    offer: text(),
    phone: nullable(text()),
    customerType: text(),
    contractedWatts: int4(),
    heating: text(),
    dueState: json(),
    period: ofOuterJoin(text()),
    number: ofOuterJoin(text()),
    issuedOn: ofOuterJoin(date()),
    dueOn: ofOuterJoin(date()),
    energyWh: ofOuterJoin(float8()),
    charged: ofOuterJoin(int8()),
    closing: ofOuterJoin(int8()),
    isEstimated: ofOuterJoin(bool()),
    condition: text(),
    hasBill: bool(),
  })`
    select a.billing_condition as condition, b.period is not null as "hasBill", ${summaryColumns}, b.opening_kopiykas as opening, b.recalculated_kopiykas as recalculated,
      b.benefit_kopiykas as benefit, b.corrected_kopiykas as corrected, b.paid_kopiykas as paid, ${customerNameText} as "customerName", ${addressText} as address,
      a.contract_number as "contractNumber", a.contract_date as "contractDate", a.consumer_eic as "consumerEic",
      case when a.object_code_changed_at is null or b.issued_on > (a.object_code_changed_at at time zone 'Europe/Kyiv')::date
        then a.object_code else '' end as "objectCode", coalesce(t.title, dated.tariff_code) as "tariffTitle",
      coalesce(t.offer, '') as offer, c.phone, c.customer_type as "customerType",
      coalesce(p.heating, 'none') as heating,
      ${contractedWattsOn(lastDay)}::integer as "contractedWatts",
      ${dueStateOf(sql`a.account_number`)} as "dueState"
    from billing.account a
    join billing.customer c on c.customer_id = ${holderOn(lastDay)}
    cross join lateral (select coalesce((select v.tariff_code from billing.account_tariff v
      where v.account_number = a.account_number and v.valid_from <= ${lastDay}
      order by v.valid_from desc limit 1), a.tariff_code) as tariff_code) dated
    left join billing.bill b on b.account_number = a.account_number and b.period = ${period}
    left join billing.premises p on p.account_number = a.account_number
    left join billing.tariff t on t.tariff_code = dated.tariff_code
    where a.account_number = ${accountNumber}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { condition, hasBill, ...bill } = row;
  return { condition, bill: hasBill ? bill : undefined };
}

/** Who told what a register showed. */
type ValueSource = BillData['meters'][number]['currentSource'];

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
  readonly basis: ChargeBasis['basis'];
  readonly ground: ChargeBasis['ground'];
  readonly isReviewPending: boolean;
  readonly zoneScheme: ZoneScheme;
  readonly previousSource: ValueSource;
  readonly currentSource: ValueSource;
  readonly previousOn: LocalDate;
  readonly currentOn: LocalDate;
}

/** Who gave the accepted reading of that day and value; null: nobody, it was calculated. */
function sourceOf(day: 'from_date' | 'to_date', value: 'opening_value' | 'closing_value') {
  return sql`(select r.source from billing.reading r
    where r.account_number = c.account_number and r.meter_id = c.meter_id and r.zone = c.zone and r.status = 'accepted'
      and r.effective_date = c.${sql.ref(day)} and r.value = c.${sql.ref(value)} limit 1)`;
}

/** What the registers counted in the period, in the order of their meters. */
export async function listBillMeters(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<readonly BillMeterRow[]> {
  const { rows } = await typedSql<BillMeterRow>({
    serialNumber: text(),
    meterType: text(),
    eic: text(),
    zone: text(),
    digitCapacity: int4(),
    coefficient: int4(),
    previousValue: float8(),
    currentValue: float8(),
    kwh: float8(),
    basis: text(),
    ground: nullable(text()),
    isReviewPending: bool(),
    zoneScheme: text(),
    previousSource: text(),
    currentSource: text(),
    previousOn: date(),
    currentOn: date(),
  })`
    select m.serial_number as "serialNumber", m.meter_type as "meterType", m.eic_code as eic, c.zone,
      m.digit_capacity as "digitCapacity", m.coefficient, c.opening_value::float8 as "previousValue",
      c.closing_value::float8 as "currentValue", (c.energy_wh / 1000)::float8 as kwh, c.basis, c.average_ground as ground, c.is_review_pending as "isReviewPending",
      c.from_date as "previousOn",
      c.to_date as "currentOn", m.zone_scheme as "zoneScheme",
      coalesce(${sourceOf('from_date', 'opening_value')},
        case when m.installed_on = c.from_date then 'installed' else 'calculated' end) as "previousSource",
      coalesce(${sourceOf('to_date', 'closing_value')},
        case when m.removed_on in (c.to_date, c.to_date - 1) then 'removed' else 'calculated' end) as "currentSource"
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
  const { rows } = await typedSql<BillLineRow>({
    kind: text(),
    zone: text(),
    energy: float8(),
    price: int8(),
    coefficient: int4(),
    amount: int8(),
    from: date(),
    to: date(),
    isEstimated: bool(),
  })`
    select kind, zone, energy_wh::float8 as energy, price_micro as price, coefficient, amount_kopiykas as amount,
      from_date as from, to_date as to, is_estimated as "isEstimated"
    from billing.charge_line where account_number = ${accountNumber} and period = ${period}
    order by line_number`.execute(db);
  return rows;
}

/** What besides energy moved the balance in the period, as the ledger has it. */
export interface BillEntryRow {
  readonly part: 'benefit' | 'correction' | 'payment';
  /** Epoch milliseconds. */
  readonly postedAt: number;
  /** What it changes the debt by: negative takes off. */
  readonly signed: Kopiykas;
  /** Of a payment; '' when the money came past the cabinet. */
  readonly provider: string;
  /** Of a benefit; null: not known. */
  readonly benefitKind: 'benefit' | 'subsidy' | null;
  /** The title of a benefit, why an operator corrected, or what is compensated. */
  readonly words: string;
}

/** In the order in which they were booked. */
export async function listBillEntries(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<readonly BillEntryRow[]> {
  const { rows } = await typedSql<BillEntryRow>({
    part: text(),
    postedAt: timestamptz(),
    signed: int8(),
    provider: text(),
    benefitKind: nullable(text()),
    words: text(),
  })`
    select entry.part, entry."postedAt", entry.signed, coalesce(p.provider, '') as provider, n.kind as "benefitKind",
      coalesce(n.title, entry.reason, '') as words
    from (
      select e.entry_id, e.payment_id, e.reason, e.posted_at as "postedAt", ${entryPart('e')} as part,
        ${signedOnReceivable('e')}::bigint as signed
      from billing.ledger_entry e
      where e.account_number = ${accountNumber} and e.period = ${period}
        and 'receivable' in (e.debit_account, e.credit_account)
    ) entry
    left join billing.payment p on p.account_number = ${accountNumber} and p.payment_id = entry.payment_id
    left join billing.benefit n on n.account_number = ${accountNumber} and n.benefit_id = entry.entry_id
    where part in ('benefit', 'correction', 'payment')
    order by entry."postedAt", entry.entry_id`.execute(db);
  return rows;
}
