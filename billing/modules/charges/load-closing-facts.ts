import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { ClosingAccount } from './closing-facts.ts';
import {
  type AccountScope,
  accountRows,
  benefitRows,
  earlierRows,
  type KnownUntil,
  movedRows,
  previousRows,
  readingRows,
  registerRows,
} from './closing-statements.ts';
import { combineClosingFacts, lacksOpening } from './combine-closing-facts.ts';

/**
 * The facts of the next accounts, in the order of their numbers; each kind of fact in one statement for all of them.
 * Accounts without a contract in the period are left out, unless months before are to be charged anew.
 */
export async function loadClosingFacts(
  db: BillingDatabase,
  period: BillingPeriod,
  scope: AccountScope,
  knownUntil?: KnownUntil,
): Promise<ClosingAccount[]> {
  const { rows: accounts } = await accountRows(period, scope, knownUntil).execute(db);
  if (accounts.length === 0) return [];
  const numbers = accounts.map((account) => account.number);
  const billPeriods = accounts.map((account) => account.billPeriod);
  const measuredPeriods = accounts.map((account) => account.measuredPeriod);
  const [registers, previous, readings, moved, benefits] = await Promise.all([
    registerRows(period, numbers).execute(db),
    previousRows(sql`unnest(${numbers}::text[], ${measuredPeriods}::char(7)[])`).execute(db),
    readingRows(period, numbers, knownUntil).execute(db),
    movedRows(period, sql`unnest(${numbers}::text[], ${billPeriods}::char(7)[])`).execute(db),
    benefitRows(period, numbers).execute(db),
  ]);
  const wanted = lacksOpening(period, registers.rows, previous.rows);
  const earlier = wanted.length === 0 ? undefined : await earlierRows(period, wanted, knownUntil).execute(db);
  return combineClosingFacts({
    accounts,
    registers: registers.rows,
    previous: previous.rows,
    readings: readings.rows,
    moved: moved.rows,
    benefits: benefits.rows,
    earlier: earlier?.rows ?? [],
  });
}
