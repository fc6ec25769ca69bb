import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { entryPart, signedOnReceivable } from '#billing/modules/ledger/public.ts';
import type { ChargeBasis } from '#domain/charges/basis-words.template.ts';
import type { WattHours } from '#domain/energy.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Coefficient, Price } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
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
  typedSql,
} from '#platform/database/typed-sql.ts';

export interface BookHeadRow {
  readonly supplierName: string;
  readonly customerName: string;
  readonly address: string;
  readonly tariffTitle: string;
  /** All meters of the account, in order of installation. */
  readonly meters: readonly {
    readonly serialNumber: string;
    readonly meterType: string;
    readonly installedOn: LocalDate;
    readonly removedOn: LocalDate | null;
  }[];
}

/** Customer and account of the book; undefined: no such account. */
export async function findBookHead(
  db: BillingDatabase,
  accountNumber: string,
): Promise<BookHeadRow | undefined> {
  const { rows } = await typedSql<BookHeadRow>({
    supplierName: text(),
    customerName: text(),
    address: text(),
    tariffTitle: text(),
    meters: json(),
  })`
    select coalesce((select s.name from billing.supplier s), '') as "supplierName",
      ${customerNameText} as "customerName", ${addressText} as address,
      coalesce(t.title, a.tariff_code) as "tariffTitle",
      coalesce((select jsonb_agg(jsonb_build_object('serialNumber', m.serial_number, 'meterType', m.meter_type,
          'installedOn', m.installed_on, 'removedOn', m.removed_on) order by m.installed_on, m.serial_number)
        from billing.meter m where m.account_number = a.account_number), '[]') as meters
    from billing.account a
    join billing.customer c using (customer_id)
    left join billing.premises p using (account_number)
    left join billing.tariff t using (tariff_code)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** A month with its bill, if any, and its entries on the receivable; negative sums reduce the debt. */
export interface BookMonthRow {
  readonly period: BillingPeriod;
  readonly state: 'closed' | 'open';
  readonly bill: {
    readonly opening: Kopiykas;
    readonly charged: Kopiykas;
    /** Includes corrections by operators, here and below. */
    readonly recalculated: Kopiykas;
    readonly benefit: Kopiykas;
    readonly paid: Kopiykas;
    readonly closing: Kopiykas;
    readonly energy: WattHours;
    readonly isEstimated: boolean;
  } | null;
  /** A loaded balance. */
  readonly broughtForward: Kopiykas;
  readonly charged: Kopiykas;
  readonly recalculated: Kopiykas;
  readonly benefit: Kopiykas;
  /** Positive. */
  readonly paid: Kopiykas;
  readonly payments: readonly {
    readonly postedAt: number;
    readonly amount: string;
    readonly provider: string;
  }[];
  /** Whether anything but a loaded balance was booked. */
  readonly hasMoved: boolean;
}

type FlatMonth = Omit<BookMonthRow, 'bill'> & {
  readonly hasBill: boolean;
  readonly billOpening: Kopiykas;
  readonly billCharged: Kopiykas;
  readonly billRecalculated: Kopiykas;
  readonly billBenefit: Kopiykas;
  readonly billPaid: Kopiykas;
  readonly billClosing: Kopiykas;
  readonly energy: WattHours;
  readonly isEstimated: boolean;
};

/**
 * All months of an account, in order: those with a bill, those with entries, and open ones with a contract. Bills and
 * ledger are read from one snapshot. Violation acts are not on the receivable.
 */
export async function listBookMonths(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly BookMonthRow[]> {
  const { rows } = await typedSql<FlatMonth>({
    state: text(),
    broughtForward: int8(),
    period: text(),
    charged: int8(),
    benefit: int8(),
    recalculated: int8(),
    paid: int8(),
    payments: json(),
    hasMoved: bool(),
    hasBill: bool(),
    billOpening: ofOuterJoin(int8()),
    billCharged: ofOuterJoin(int8()),
    billRecalculated: ofOuterJoin(int8()),
    billBenefit: ofOuterJoin(int8()),
    billPaid: ofOuterJoin(int8()),
    billClosing: ofOuterJoin(int8()),
    energy: ofOuterJoin(float8()),
    isEstimated: ofOuterJoin(bool()),
  })`
    with entry as (
      select e.period, ${entryPart('e')} as part, e.posted_at, e.entry_id, coalesce(p.provider, '') as provider,
        ${signedOnReceivable('e')} as signed
      from billing.ledger_entry e left join billing.payment p using (account_number, payment_id)
      where e.account_number = ${accountNumber} and 'receivable' in (e.debit_account, e.credit_account)
    ), moved as (
      select period,
        sum(signed) filter (where part = 'opening') as brought_forward,
        sum(signed) filter (where part = 'charge') as charged,
        sum(signed) filter (where part in ('recalculation', 'correction')) as recalculated,
        sum(signed) filter (where part = 'benefit') as benefit,
        -sum(signed) filter (where part = 'payment') as paid,
        jsonb_agg(jsonb_build_object('postedAt', floor(extract(epoch from posted_at) * 1000),
          'amount', (-signed)::text, 'provider', provider) order by posted_at, entry_id)
          filter (where part = 'payment') as payments,
        bool_or(part <> 'opening') as has_moved
      from entry group by period
    ), bill as (
      select * from billing.bill where account_number = ${accountNumber}
    ), unfinished as (
      select p.period from billing.period p join billing.account a on a.account_number = ${accountNumber}
      where p.state <> 'closed' and p.period > coalesce((select max(b.period) from bill b), '')
        and p.period >= to_char(a.opened_on, 'YYYY-MM')
        and (a.contract_ended_on is null or p.period <= to_char(a.contract_ended_on, 'YYYY-MM'))
    )
    select period,
      case when coalesce(s.state, 'open') <> 'closed' and period > coalesce((select max(bill.period) from bill), '')
        then 'open' else 'closed' end as state,
      b.period is not null as "hasBill", b.opening_kopiykas as "billOpening", b.charged_kopiykas as "billCharged",
      b.recalculated_kopiykas + b.corrected_kopiykas as "billRecalculated",
      b.benefit_kopiykas as "billBenefit", b.paid_kopiykas as "billPaid",
      b.closing_kopiykas as "billClosing", b.energy_wh::float8 as energy, b.is_estimated as "isEstimated",
      coalesce(m.brought_forward, 0)::bigint as "broughtForward", coalesce(m.charged, 0)::bigint as charged,
      coalesce(m.recalculated, 0)::bigint as recalculated, coalesce(m.benefit, 0)::bigint as benefit,
      coalesce(m.paid, 0)::bigint as paid, coalesce(m.payments, '[]') as payments,
      coalesce(m.has_moved, false) as "hasMoved"
    from moved m
    full join bill b using (period)
    full join unfinished u using (period)
    left join billing.period s using (period)
    order by period`.execute(db);
  return rows.map(({ hasBill, ...row }) => ({
    ...row,
    bill: hasBill
      ? {
          opening: row.billOpening,
          charged: row.billCharged,
          recalculated: row.billRecalculated,
          benefit: row.billBenefit,
          paid: row.billPaid,
          closing: row.billClosing,
          energy: row.energy,
          isEstimated: row.isEstimated,
        }
      : null,
  }));
}

export interface BookRegisterRow {
  readonly period: BillingPeriod;
  readonly meterSerial: string;
  readonly zone: Zone;
  readonly digitCapacity: number;
  readonly coefficient: number;
  readonly previousValue: number;
  readonly currentValue: number;
  readonly kwh: number;
  readonly basis: ChargeBasis['basis'];
  readonly ground: ChargeBasis['ground'];
  readonly isReviewPending: boolean;
}

/** Consumption of the registers in the months of a year, by meter and zone. */
export async function listBookRegisters(
  db: BillingDatabase,
  accountNumber: string,
  year: number,
): Promise<readonly BookRegisterRow[]> {
  const { rows } = await typedSql<BookRegisterRow>({
    period: text(),
    meterSerial: text(),
    zone: text(),
    digitCapacity: int4(),
    coefficient: int4(),
    previousValue: float8(),
    currentValue: float8(),
    kwh: float8(),
    basis: text(),
    ground: nullable(text()),
    isReviewPending: bool(),
  })`
    select c.period, m.serial_number as "meterSerial", c.zone, m.digit_capacity as "digitCapacity", m.coefficient,
      c.opening_value::float8 as "previousValue", c.closing_value::float8 as "currentValue",
      (c.energy_wh / 1000)::float8 as kwh, c.basis, c.average_ground as ground, c.is_review_pending as "isReviewPending"
    from billing.consumption c join billing.meter m using (account_number, meter_id)
    where c.account_number = ${accountNumber} and c.period between ${`${year}-01`} and ${`${year}-12`}
    order by c.period, m.eic_code, m.installed_on, m.serial_number,
      array_position(array['single', 'day', 'peak', 'halfPeak', 'night'], c.zone)`.execute(db);
  return rows;
}

export interface BookTariffRow {
  readonly period: BillingPeriod;
  readonly zone: Zone;
  readonly energy: WattHours;
  readonly price: Price;
  readonly coefficient: Coefficient;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Prices at which the energy of a year was charged, in the order of the bills. */
export async function listBookTariffs(
  db: BillingDatabase,
  accountNumber: string,
  year: number,
): Promise<readonly BookTariffRow[]> {
  const { rows } = await typedSql<BookTariffRow>({
    period: text(),
    zone: text(),
    energy: float8(),
    price: int8(),
    coefficient: int4(),
    from: date(),
    to: date(),
  })`
    select period, zone, sum(energy_wh)::float8 as energy, price_micro as price, coefficient, from_date as from,
      to_date as to
    from billing.charge_line
    where account_number = ${accountNumber} and period between ${`${year}-01`} and ${`${year}-12`}
      and kind = 'energy'
    group by period, zone, price_micro, coefficient, from_date, to_date
    order by period, min(line_number)`.execute(db);
  return rows;
}
