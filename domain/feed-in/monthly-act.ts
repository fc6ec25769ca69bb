import type { WattHours } from '../energy.ts';
import { type Kopiykas, smallerMoney, subtractMoney } from '../money.ts';
import { fullCoefficient, lineAmount, type Price } from '../price.ts';

/** Rates withheld from a person's income, in tenths of a percent, as of the day of the act. */
export interface WithholdingRates {
  readonly incomeTaxPermille: number;
  readonly militaryLevyPermille: number;
}

export interface FeedInSums {
  readonly amount: Kopiykas;
  readonly incomeTax: Kopiykas;
  readonly militaryLevy: Kopiykas;
  /** Paid out to the customer. */
  readonly paid: Kopiykas;
}

const WHOLE_PERMILLE = 1000n;

/** A share of a sum to the nearest kopiyka, half a kopiyka up, as taxes are withheld. */
function withheld(amount: Kopiykas, permille: number): Kopiykas {
  return ((amount * BigInt(permille) + WHOLE_PERMILLE / 2n) / WHOLE_PERMILLE) as Kopiykas;
}

/**
 * The sums of the monthly act of a household that feeds in energy: energy × price without VAT, truncated to the
 * kopiyka like every line; income tax and military levy are withheld, the rest is paid out. Source: facts 2.6.
 * @throws RangeError when a rate is negative or the rates exceed 100 % together.
 */
export function monthlyAct(exported: WattHours, price: Price, rates: WithholdingRates): FeedInSums {
  const { incomeTaxPermille, militaryLevyPermille } = rates;
  const isShare = incomeTaxPermille >= 0 && militaryLevyPermille >= 0;
  if (!isShare || incomeTaxPermille + militaryLevyPermille > 1000)
    throw new RangeError(`Not rates to withhold: ${incomeTaxPermille} and ${militaryLevyPermille} ‰`);
  const amount = lineAmount(exported, price, fullCoefficient);
  const incomeTax = withheld(amount, incomeTaxPermille);
  const afterTax = subtractMoney(amount, incomeTax);
  const militaryLevy = smallerMoney(withheld(amount, militaryLevyPermille), afterTax);
  return { amount, incomeTax, militaryLevy, paid: subtractMoney(afterTax, militaryLevy) };
}

const RATE_TEXT = /^(\d{1,3})(?:\.(\d))?$/;

/** Parses a percentage with at most one decimal, "18", "1.5", into tenths of a percent; undefined when invalid. */
export function parsePercent(text: string): number | undefined {
  const match = RATE_TEXT.exec(text);
  if (!match) return undefined;
  const permille = Number(match[1]) * 10 + Number(match[2] ?? 0);
  return permille <= 1000 ? permille : undefined;
}

/** The reverse of `parsePercent`: "18", "1.5". */
export function percentText(permille: number): string {
  return String(permille / 10);
}
