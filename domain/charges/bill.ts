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
  readonly lines: readonly ChargeLine[];
  /** What benefits and subsidies change the debt by: negative, unless one was taken back. */
  readonly benefit: Kopiykas;
  /** What an operator corrected: positive adds to the debt. */
  readonly corrected: Kopiykas;
  /** What was paid in the period less what was taken back. */
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
  /** The sum of the bill: Σ of all its lines. */
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

/** Adds up a bill. It is the sum of its lines, and never asks for less than nothing. Source: product.md 7. */
export function composeBill({ period, opening, lines, benefit, corrected, paid }: BillInput): Bill {
  const charged = totalOf(lines.filter((line) => line.kind === 'energy'));
  const recalculated = totalOf(lines.filter((line) => line.kind === 'recalculation'));
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
