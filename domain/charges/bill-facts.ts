import { type Kopiykas, subtractMoney, sumMoney } from '../money.ts';
import type { Price } from '../price.ts';
import type { Zone, ZoneScheme } from '../tariffs/tariff.ts';
import type { BillingPeriod } from '../time/billing-period.ts';
import { compareDates, daysBetween, type LocalDate, laterOf } from '../time/local-date.ts';

/** What a zone of a way of dividing the day counted in a period: whole kWh, never negative. */
export interface MeasuredZone {
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  readonly kwh: number;
}

/** Of a bill that was made, what two bills are compared by. */
export interface BillFacts {
  readonly period: BillingPeriod;
  /** Debt (+) or overpayment (−) at the start of the period. */
  readonly opening: Kopiykas;
  /** Σ of the energy lines. */
  readonly charged: Kopiykas;
  /** Σ of the recalculation lines, and what was corrected. */
  readonly recalculated: Kopiykas;
  /** What benefits change the debt by: negative or nothing. */
  readonly benefit: Kopiykas;
  /** Payments, benefits not among them. */
  readonly paid: Kopiykas;
  /** Days that were measured. */
  readonly days: number;
  readonly consumptions: readonly MeasuredZone[];
  /** The different prices of its energy lines, before the zone's coefficient. */
  readonly prices: readonly Price[];
}

/** What a bill leaves: debt (+) or overpayment (−). */
export function closingOf(bill: BillFacts): Kopiykas {
  return sumMoney([leftFromBefore(bill), costOf(bill)]);
}

/** What a bill asks for of its own, whatever was paid or owed before. */
export function costOf({ charged, recalculated, benefit }: BillFacts): Kopiykas {
  return sumMoney([charged, recalculated, benefit]);
}

/** What came over from before the period once its payments are taken off: debt (+) or overpayment (−). */
export function leftFromBefore({ opening, paid }: BillFacts): Kopiykas {
  return subtractMoney(opening, paid);
}

/** Kilowatt-hours of all zones. */
export function kwhOf(consumptions: readonly MeasuredZone[]): number {
  return consumptions.reduce((sum, { kwh }) => sum + kwh, 0);
}

/** Days that at least one register covers; `to` is the first day that is not covered any more. */
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
