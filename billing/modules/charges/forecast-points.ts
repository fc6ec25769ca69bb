import type { BillingDatabase } from '#billing/billing-database.ts';
import { readingRulesByMonth } from '#billing/modules/rules/public.ts';
import { toKwh } from '#domain/energy.ts';
import { type BillingPeriod, daysIn, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { forecastByDays } from '#domain/volumes/volume-figures.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { billedByPoint } from './charge-entity.ts';
import { loadClosingFacts } from './closing/combine-closing-facts.ts';
import { loadUsageHistory } from './consumption/load-usage-history.ts';
import { measureAccount, planAccount } from './consumption/measure-account.ts';

/** kWh that a period is expected to bill, by account number and EIC. */
export type PointForecasts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Energy of the days of a period that the operator has sent so far, of points that are read every day. */
async function listDayEnergy(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
): Promise<readonly { accountNumber: string; eicCode: string; days: number; kwh: number }[]> {
  const { rows } = await typedSql({ accountNumber: text(), eicCode: text(), days: int4(), kwh: int4() })`
    select h.account_number as "accountNumber", h.eic_code as "eicCode", count(*)::int as days,
      coalesce(sum((select sum(kwh) from unnest(h.hours) as kwh)), 0)::int as kwh
    from billing.hourly_value h
    where h.account_number = any(${[...accountNumbers]}::text[]) and h.channel = 'import'
      and h.day >= ${firstDay(period)}::date and h.day < ${firstDayAfter(period)}::date
    group by h.account_number, h.eic_code`.execute(db);
  return rows;
}

/**
 * What closing a period is expected to bill of each point of accounts with a contract, by a fixed number of statements: by the
 * daily average of the days that the operator has sent; else by the readings that stand and the average for the rest, as a
 * closing without more readings does. Prices are not needed.
 */
export async function forecastPoints(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
): Promise<PointForecasts> {
  if (accountNumbers.length === 0) return new Map();
  const rules = await readingRulesByMonth(db);
  const [accounts, history, days] = await Promise.all([
    loadClosingFacts(db, period, { accountNumbers }),
    loadUsageHistory(db, period, accountNumbers),
    listDayEnergy(db, period, accountNumbers),
  ]);
  const daysOf = Map.groupBy(days, ({ accountNumber }) => accountNumber);
  return new Map(
    accounts.flatMap((account) => {
      const { contract, accountNumber } = account;
      if (contract === null) return [];
      const facts = { account, history, period, past: undefined };
      const { consumptions } = measureAccount(facts, planAccount(account, period), rules);
      const energy = new Map<string, number>();
      for (const { register, energy: counted } of consumptions) {
        energy.set(register.eicCode, (energy.get(register.eicCode) ?? 0) + toKwh(counted));
      }
      for (const { eicCode, days: known, kwh } of daysOf.get(accountNumber) ?? []) {
        const meteredKwh = forecastByDays(kwh, known, daysIn(period));
        if (meteredKwh !== undefined && energy.has(eicCode)) energy.set(eicCode, meteredKwh);
      }
      return [[accountNumber, billedByPoint(contract, period, energy)] as const];
    }),
  );
}
