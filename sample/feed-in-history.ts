import { fromKwh } from '#domain/energy.ts';
import { monthlyAct, type WithholdingRates } from '#domain/feed-in/monthly-act.ts';
import type { Kopiykas } from '#domain/money.ts';
import { type Price, priceFromText } from '#domain/price.ts';
import { type BillingPeriod, daysIn, firstDayAfter, formatPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { dayOf, type HouseholdMonth } from '#sample/households/household-history.ts';
import type { HouseholdPlan } from '#sample/households/household-plan.ts';
import { randomOf } from './random.ts';

export interface FeedInRow {
  readonly period: BillingPeriod;
  readonly actNumber: string;
  readonly drawnOn: LocalDate;
  readonly openingValue: number;
  readonly closingValue: number;
  readonly generatedKwh: number;
  readonly exportedKwh: number;
  readonly consumedKwh: number;
  readonly price: Price;
  readonly rates: WithholdingRates;
  readonly amount: Kopiykas;
  readonly incomeTax: Kopiykas;
  readonly militaryLevy: Kopiykas;
  readonly paid: Kopiykas;
  /** '' until it is paid out. */
  readonly paidOn: LocalDate | '';
}

/** kWh per kilowatt of panels, January to December, in Ukraine. */
const yields = [28, 47, 86, 112, 133, 135, 140, 130, 95, 62, 30, 21] as const;
/** kWh per day used by the house itself: more than the generation in December. */
const USED_AT_ONCE = 9;
/** For panels up to 30 kW on a house, in operation since 2020–2023, without VAT. Source: facts 2.6. */
const price = priceFromText('6.8245');
/** Source: facts 2.6. */
const rates: WithholdingRates = { incomeTaxPermille: 180, militaryLevyPermille: 50 };
const FIRST_DIAL = 12_407;
const PAYING_DAY = 15;

/** Feed-in of a household with panels in its closed months, with the acts, oldest first. */
export function feedInOf(
  plan: HouseholdPlan,
  months: readonly HouseholdMonth[],
  today: LocalDate,
): FeedInRow[] {
  const { feedIn, accountNumber } = plan;
  if (feedIn === undefined) return [];
  let dial = FIRST_DIAL;
  return months.map(({ period, kwh }) => {
    const weather = randomOf(`sun ${accountNumber} ${period}`).between(90, 110);
    const perKilowatt = yields[Number(period.slice(5)) - 1] ?? 0;
    const generatedKwh = Math.round((feedIn.peakKilowatts * perKilowatt * weather) / 100);
    const exportedKwh = Math.max(0, generatedKwh - USED_AT_ONCE * daysIn(period));
    const openingValue = dial;
    dial += exportedKwh;
    const drawnOn = firstDayAfter(period);
    const paysOn = dayOf(drawnOn.slice(0, 7) as BillingPeriod, PAYING_DAY);
    return {
      period,
      actNumber: `${accountNumber.slice(-4)}-${formatPeriod(period)}`,
      drawnOn,
      openingValue,
      closingValue: dial,
      generatedKwh,
      exportedKwh,
      consumedKwh: Object.values(kwh).reduce((sum, ofZone) => sum + ofZone, 0),
      price,
      rates,
      ...monthlyAct(fromKwh(exportedKwh), price, rates),
      paidOn: exportedKwh > 0 && paysOn <= today ? paysOn : '',
    };
  });
}
