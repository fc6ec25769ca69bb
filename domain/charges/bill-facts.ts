import { type Kopiykas, subtractMoney, sumMoney } from '../money.ts';
import type { Price } from '../price.ts';
import type { Zone, ZoneScheme } from '../tariffs/tariff.ts';
import type { BillingPeriod } from '../time/billing-period.ts';
import { compareDates, daysBetween, type LocalDate, laterOf } from '../time/local-date.ts';

/** Consumption of one zone of a scheme in a period: whole kWh, never negative. */
export interface MeasuredZone {
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  readonly kwh: number;
}

/** The figures of an issued bill by which two bills are compared. */
export interface BillFacts {
  readonly period: BillingPeriod;
  /** Debt (+) or overpayment (−) at the start of the period. */
  readonly opening: Kopiykas;
  /** Σ of the energy lines. */
  readonly charged: Kopiykas;
  /** Σ of the recalculation lines and the corrections. */
  readonly recalculated: Kopiykas;
  /** Change of the debt by benefits: zero or negative. */
  readonly benefit: Kopiykas;
  /** Payments, without benefits. */
  readonly paid: Kopiykas;
  /** Measured days. */
  readonly days: number;
  readonly consumptions: readonly MeasuredZone[];
  /** Distinct prices of the energy lines, before the zone coefficient. */
  readonly prices: readonly Price[];
}

/** Closing balance of a bill: debt (+) or overpayment (−). */
export function closingOf(bill: BillFacts): Kopiykas {
  return sumMoney([leftFromBefore(bill), costOf(bill)]);
}

/** What the bill itself asks for, without earlier debts and payments. */
export function costOf({ charged, recalculated, benefit }: BillFacts): Kopiykas {
  return sumMoney([charged, recalculated, benefit]);
}

/** Opening balance less the payments of the period: debt (+) or overpayment (−). */
export function leftFromBefore({ opening, paid }: BillFacts): Kopiykas {
  return subtractMoney(opening, paid);
}

/** Kilowatt-hours of all zones. */
export function kwhOf(consumptions: readonly MeasuredZone[]): number {
  return consumptions.reduce((sum, { kwh }) => sum + kwh, 0);
}

/** Days covered by at least one register; `to` is the first uncovered day. */
export function daysCovered(spans: readonly { readonly from: LocalDate; readonly to: LocalDate }[]): number {
  let days = 0;
  let reached: LocalDate | undefined;
  for (const { from, to } of spans.toSorted((a, b) => compareDates(a.from, b.from))) {
    const start = laterOf(from, reached ?? from);
    if (to <= start) continue;
    days += daysBetween(start, to);
    reached = to;
  }
  return days;
}
