import type { BillingDatabase } from '#billing/billing-database.ts';
import { readingRulesByMonth } from '#billing/modules/rules/public.ts';
import { addMonths, type BillingPeriod, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate, laterOf } from '#domain/time/local-date.ts';
import { type ChargedAccount, chargeAccount } from './charge-account.ts';
import { cachedPrices, hasPrices, missingPrice } from './charge-prices.ts';
import type { ClosingAccount } from './closing/closing-facts.ts';
import { loadAccountFacts } from './consumption/load-account-facts.ts';
import { measureAccount, planAccount } from './consumption/measure-account.ts';
import { findPeriod } from './period-store.ts';

/**
 * The period that is being lived or waits to be closed: the month before today's while it is not closed, else today's. A
 * month that nothing has made counts as closed when it is over.
 */
export async function findCurrentPeriod(db: BillingDatabase, today: LocalDate): Promise<BillingPeriod> {
  const month = periodOf(today);
  const before = await findPeriod(db, addMonths(month, -1));
  return before === undefined || before.state === 'closed' ? month : before.period;
}

interface CalculationRequest {
  readonly accountNumber: string;
  readonly period: BillingPeriod;
  /** The day that is not counted any more; absent: the whole period. */
  readonly until?: (account: ClosingAccount) => LocalDate;
}

async function calculate(
  db: BillingDatabase,
  { accountNumber, period, until }: CalculationRequest,
): Promise<ChargedAccount | undefined> {
  const rules = await readingRulesByMonth(db);
  const [facts, prices] = await Promise.all([loadAccountFacts(db, accountNumber, period), cachedPrices(db)]);
  if (facts === undefined) return undefined;
  const { account } = facts;
  const end = until?.(account);
  const planned = planAccount(account, period, end && end < firstDayAfter(period) ? end : undefined);
  if (planned.length === 0 || !hasPrices(account, period, prices)) return undefined;
  const measured = measureAccount({ ...facts, period }, planned, rules);
  return chargeAccount(account, period, measured, prices);
}

/**
 * What a period makes of an account by what is known today, by the rules that close it: up to the end of a month that is
 * over, else up to today, and to the reading when that is later. Undefined: nothing to charge – no meter, no contract, or no
 * tariff.
 */
export function calculateSoFar(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  today: LocalDate,
): Promise<ChargedAccount | undefined> {
  const until = (account: ClosingAccount) =>
    account.registers.reduce(
      (latest, { readings }) => laterOf(latest, readings.at(-1)?.on ?? latest),
      addDays(today, 1),
    );
  return calculate(db, { accountNumber, period, until });
}

/**
 * What a change of holder leaves an account to be billed in a period, and whether its bill can be made before the closing of the
 * period: each price of the month is known. Undefined: nothing to charge.
 */
export async function forecastClosingBill(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<{ readonly charged: ChargedAccount; readonly isBilledNow: boolean } | undefined> {
  const [charged, facts, prices, month] = await Promise.all([
    forecastPeriod(db, accountNumber, period),
    loadAccountFacts(db, accountNumber, period),
    cachedPrices(db),
    findPeriod(db, period),
  ]);
  if (charged === undefined || facts === undefined) return undefined;
  const isBilledNow = month?.state !== 'closing' && missingPrice(facts.account, period, prices) === undefined;
  return { charged, isBilledNow };
}

/**
 * What closing the period is expected to make of an account, by the readings that stand and the average for the rest: the
 * next bill that the reading form shows. Undefined: nothing to charge.
 */
export function forecastPeriod(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<ChargedAccount | undefined> {
  return calculate(db, { accountNumber, period });
}
