import { fromKwh } from '../energy.ts';
import { type Kopiykas, vatInside } from '../money.ts';
import { fullCoefficient, lineAmount, type Price } from '../price.ts';
import { dayNumber, type LocalDate } from '../time/local-date.ts';

/** By what the commission found the energy and the sum. */
export interface DecisionBasis {
  readonly volume:
    | { readonly kind: 'byPower'; readonly watts: number; readonly hoursPerDay: number }
    | { readonly kind: 'byProtocol'; readonly kwh: number };
  readonly amount:
    | { readonly kind: 'byPrice'; readonly price: Price }
    | { readonly kind: 'byProtocol'; readonly sum: Kopiykas };
}

interface DecidedFigures {
  readonly days: number;
  readonly kwh: number;
  readonly sum: Kopiykas;
  /** Inside the sum. */
  readonly vat: Kopiykas;
}

/**
 * Days, energy, sum and VAT of a decision. Energy by power: watts × hours a day × days, whole kWh, what is below is left out;
 * the sum by price: kWh × price, truncated to the kopiyka like a line of a bill (product.md 7). Both days count. undefined: the period
 * ends before it begins. Source: facts 2.5; the formula of the rules is not confirmed, so the protocol may name both.
 */
export function computeDecision(
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  { volume, amount }: DecisionBasis,
): DecidedFigures | undefined {
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days < 1) return undefined;
  const kwh =
    volume.kind === 'byProtocol' ? volume.kwh : Math.floor((volume.watts * volume.hoursPerDay * days) / 1000);
  const sum =
    amount.kind === 'byProtocol' ? amount.sum : lineAmount(fromKwh(kwh), amount.price, fullCoefficient);
  return { days, kwh, sum, vat: vatInside(sum) };
}
