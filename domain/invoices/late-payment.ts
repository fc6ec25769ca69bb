import { type Kopiykas, zeroMoney } from '../money.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDay, periodOf } from '../time/billing-period.ts';
import { addDays, daysBetween, earlierOf, type LocalDate } from '../time/local-date.ts';
import { divideRounded } from './rounding.ts';

/** A debt that was paid, or is looked at, after its due day. */
export interface LatePaymentFacts {
  readonly debt: Kopiykas;
  /** The last day to pay in time. */
  readonly dueOn: LocalDate;
  readonly paidOn: LocalDate;
  /** 300 is 3 %, the rate of the law; the contract may set another. */
  readonly annualPercentHundredths: number;
  /** Consumer price index to the month before, times ten: 1007 is 100.7 %. */
  readonly inflation: ReadonlyMap<BillingPeriod, number>;
  /** The contract's penalty: so many times the NBU rate (1550 is 15.5 %); null: none. */
  readonly penalty: { readonly ratePercentHundredths: number; readonly times: number } | null;
}

export interface LatePayment {
  /** From the day after the due day to the day before the payment. */
  readonly days: number;
  readonly threePercent: Kopiykas;
  readonly inflation: Kopiykas;
  readonly penalty: Kopiykas;
}

const WHOLE_PERCENT_HUNDREDTHS = 10_000n;
const WHOLE_INDEX = 1000n;

/** Debts born or paid later in a month belong to the next one. */
const lastDayOfFirstHalf = 15;

/**
 * What lateness costs: annual interest, inflation and penalty, each half-up to the kopiyka; information only, never
 * charged by itself. Source: facts of entities 2 (art. 625 of the Civil Code).
 * @throws RangeError when a month before the last published index has none.
 */
export function latePayment(facts: LatePaymentFacts): LatePayment {
  const { debt, penalty, annualPercentHundredths } = facts;
  const from = addDays(facts.dueOn, 1);
  const days = Math.max(daysBetween(from, facts.paidOn), 0);
  return {
    days,
    threePercent: interest(debt, annualPercentHundredths, from, facts.paidOn),
    inflation: inflationOf(facts, from),
    penalty:
      penalty === null
        ? zeroMoney
        : interest(debt, penalty.ratePercentHundredths * penalty.times, from, facts.paidOn),
  };
}

/** Interest for the days before `until`; each day counts by the length of its own year. */
function interest(
  debt: Kopiykas,
  annualPercentHundredths: number,
  from: LocalDate,
  until: LocalDate,
): Kopiykas {
  let numerator = 0n;
  let denominator = 1n;
  for (let day = from; day < until; ) {
    const january = billingPeriod(`${day.slice(0, 4)}-01`);
    const nextYear = firstDay(addMonths(january, 12));
    const yearLength = BigInt(daysBetween(firstDay(january), nextYear));
    const end = earlierOf(nextYear, until);
    numerator = numerator * yearLength + BigInt(daysBetween(day, end)) * denominator;
    denominator *= yearLength;
    day = end;
  }
  return divideRounded(
    debt * BigInt(annualPercentHundredths) * numerator,
    WHOLE_PERCENT_HUNDREDTHS * denominator,
    'halfUp',
  ) as Kopiykas;
}

/**
 * The loss by inflation over whole months: a debt born on days 1–15 counts that month, paid on days 1–15 it does not.
 * Months of deflation count; deflation over all of them is no loss. Months after the last published index don't count.
 */
function inflationOf({ debt, paidOn, inflation }: LatePaymentFacts, bornOn: LocalDate): Kopiykas {
  const end = monthFrom(paidOn);
  const lastPublished = [...inflation.keys()].reduce((a, b) => (a > b ? a : b), '');
  let product = 1n;
  let whole = 1n;
  for (let month = monthFrom(bornOn); month < end && month <= lastPublished; month = addMonths(month, 1)) {
    const index = inflation.get(month);
    if (index === undefined) throw new RangeError(`No index of inflation for ${month}`);
    product *= BigInt(index);
    whole *= WHOLE_INDEX;
  }
  const growth = product - whole;
  return growth > 0n ? (divideRounded(debt * growth, whole, 'halfUp') as Kopiykas) : zeroMoney;
}

/** The month of the day, from the 16th on the next one. */
function monthFrom(date: LocalDate): BillingPeriod {
  const isFirstHalf = Number(date.slice(8)) <= lastDayOfFirstHalf;
  return isFirstHalf ? periodOf(date) : addMonths(periodOf(date), 1);
}
