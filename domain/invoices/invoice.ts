import type { WattHours } from '../energy.ts';
import { addMoney, type Kopiykas, subtractMoney, sumMoney, vatInside } from '../money.ts';
import type { Price } from '../price.ts';
import type { RoundingMode } from './contract-terms.ts';
import type { VatBase } from './price-formula.ts';
import { divideRounded } from './rounding.ts';

/** Watt-hours × millionths of a hryvnia per kopiyka. */
const LINE_UNITS_IN_KOPIYKA = 10_000_000n;

/** VAT of 20 % on a net sum. */
const NET_IN_VAT = 5n;

export interface InvoiceTotals {
  readonly net: Kopiykas;
  readonly vat: Kopiykas;
  readonly gross: Kopiykas;
}

/**
 * Energy × price, rounded once to the kopiyka as the contract says; exact. Negative energy mirrors, so that a reversal
 * is the line with the other sign. Source: facts of entities 1.5.
 */
export function invoiceLineAmount(energy: WattHours, price: Price, rounding: RoundingMode): Kopiykas {
  return divideRounded(BigInt(energy) * price, LINE_UNITS_IN_KOPIYKA, rounding) as Kopiykas;
}

/**
 * The totals of an invoice from the sums of its lines. VAT is taken once per document: 20 % of the net total, or a
 * sixth of the gross one, to the nearest kopiyka with halves away from zero whatever the lines are rounded by. Source:
 * facts of entities 1.5.
 */
export function composeInvoiceTotals(amounts: readonly Kopiykas[], base: VatBase): InvoiceTotals {
  const total = sumMoney(amounts);
  if (base === 'gross') {
    const vat = vatInside(total);
    return { net: subtractMoney(total, vat), vat, gross: total };
  }
  const vat = divideRounded(total, NET_IN_VAT, 'halfUp') as Kopiykas;
  return { net: total, vat, gross: addMoney(total, vat) };
}
