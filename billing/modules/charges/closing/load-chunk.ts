import { setImmediate } from 'node:timers/promises';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { MeasuringRules } from '../charge-line-data.ts';
import { loadAccountPast } from '../consumption/load-account-past.ts';
import { loadUsageHistory } from '../consumption/load-usage-history.ts';
import {
  type MeasuredAccount,
  measureAccount,
  needsAverage,
  needsPast,
  planAccount,
} from '../consumption/measure-account.ts';
import type { ClosingAccount } from './closing-facts.ts';
import type { KnownUntil } from './closing-statements.ts';
import { loadUndecided } from './undecided-readings.ts';

/** What charging a chunk of accounts needs of the database. */
export interface LoadedChunk {
  readonly facts: readonly ClosingAccount[];
  readonly planned: readonly ReturnType<typeof planAccount>[];
  readonly history: Awaited<ReturnType<typeof loadUsageHistory>>;
  readonly pastOf: Awaited<ReturnType<typeof loadAccountPast>>;
  readonly undecided: Awaited<ReturnType<typeof loadUndecided>>;
}

interface ChunkContext {
  readonly db: BillingDatabase;
  readonly period: BillingPeriod;
  readonly rules: MeasuringRules;
  /** Of a history that is being made up: what came later is not known. */
  readonly knownUntil?: KnownUntil | undefined;
}

/** Adds to the facts of accounts what averages and months before are made of. */
export async function loadChunk(
  { db, period, knownUntil }: ChunkContext,
  facts: readonly ClosingAccount[],
): Promise<LoadedChunk> {
  const planned = facts.map((account) => planAccount(account, period));
  const estimated = facts.filter((_, index) => planned[index]?.some(needsAverage));
  const accounts = facts.filter((account, index) => needsPast(account, planned[index] ?? []));
  const numbers = estimated.map((account) => account.accountNumber);
  const [history, pastOf, undecided] = await Promise.all([
    loadUsageHistory(db, period, numbers, knownUntil),
    loadAccountPast(db, { period, accounts, knownUntil }),
    loadUndecided(
      db,
      period,
      facts.map(({ accountNumber }) => accountNumber),
    ),
  ]);
  return { facts, planned, history, pastOf, undecided };
}

/** Accounts that are charged before what the database says is listened to: what writes a chunk waits no longer. */
const AT_ONCE = 25;

/** Hands the accounts of a chunk to `charge`, one after another, each with what measures it. */
export async function measureChunk(
  { facts, planned, history, pastOf }: LoadedChunk,
  { period, rules }: Pick<ChunkContext, 'period' | 'rules'>,
  charge: (account: ClosingAccount, measure: () => MeasuredAccount) => void,
): Promise<void> {
  for (const [index, account] of facts.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    const past = pastOf.get(account.accountNumber);
    charge(account, () => measureAccount({ account, period, history, past }, planned[index] ?? [], rules));
  }
}
