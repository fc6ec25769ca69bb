import {
  addMoney,
  compareMoney,
  type Kopiykas,
  subtractMoney,
  sumMoney,
  vatInside,
  zeroMoney,
} from '../money.ts';
import type { BillingPeriod } from '../time/billing-period.ts';
import { type ChargeLine, totalOf } from './charge-line.ts';

export interface BillInput {
  readonly period: BillingPeriod;
  /** Balance at the start of the period: positive is debt, negative an overpayment. */
  readonly opening: Kopiykas;
  /** Σ of energy lines, or the total of an invoice. */
  readonly charged: Kopiykas;
  /** Σ of recalculation lines. */
  readonly recalculated: Kopiykas;
  /** Change of the debt by benefits and subsidies: negative, unless one was taken back. */
  readonly benefit: Kopiykas;
  /** Corrections by an operator: positive adds to the debt. */
  readonly corrected: Kopiykas;
  /** Payments of the period less the reversed ones. */
  readonly paid: Kopiykas;
}

/** The sums of a bill. Source: facts 9.1 (blocks 10–12). */
export interface Bill {
  readonly period: BillingPeriod;
  readonly opening: Kopiykas;
  /** Σ of energy lines. */
  readonly charged: Kopiykas;
  /** Σ of recalculation lines. */
  readonly recalculated: Kopiykas;
  /** Total of the bill: Σ of all its lines. */
  readonly total: Kopiykas;
  /** Value added tax inside `total`. */
  readonly vat: Kopiykas;
  readonly benefit: Kopiykas;
  readonly corrected: Kopiykas;
  readonly paid: Kopiykas;
  /** Balance at the end: opening + total + benefit + corrected − paid. */
  readonly closing: Kopiykas;
  /** The closing debt; zero when there is an overpayment. */
  readonly toPay: Kopiykas;
}

/** What lines add to a bill. */
export function sumsOfLines(lines: readonly ChargeLine[]): Pick<BillInput, 'charged' | 'recalculated'> {
  return {
    charged: totalOf(lines.filter((line) => line.kind === 'energy')),
    recalculated: totalOf(lines.filter((line) => line.kind === 'recalculation')),
  };
}

/** Composes a bill: its total is the sum of what is charged, and `toPay` is never negative. Source: product.md 7. */
export function composeBill({
  period,
  opening,
  charged,
  recalculated,
  benefit,
  corrected,
  paid,
}: BillInput): Bill {
  const total = addMoney(charged, recalculated);
  const closing = subtractMoney(sumMoney([opening, total, benefit, corrected]), paid);
  const toPay = compareMoney(closing, zeroMoney) > 0 ? closing : zeroMoney;
  return {
    period,
    opening,
    charged,
    recalculated,
    total,
    vat: vatInside(total),
    benefit,
    corrected,
    paid,
    closing,
    toPay,
  };
}
