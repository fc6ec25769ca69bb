import { setImmediate } from 'node:timers/promises';
import type { StoredTariff } from '#billing/modules/tariffs/public.ts';
import type { ChargedAccount } from './charge-account.ts';
import { chargeAccount } from './charge-account.ts';
import type { ClosingRequest } from './closing.ts';
import type { ClosingAccount } from './closing-facts.ts';
import { loadChargedMonths } from './load-charged-months.ts';
import { loadClosingFacts } from './load-closing-facts.ts';
import { loadUsageHistory } from './load-usage-history.ts';
import {
  type MeasuringRules,
  measureAccount,
  needsAverage,
  needsMonths,
  planAccount,
} from './measure-account.ts';
import { type Issue, rowsOf } from './rows-of-charges.ts';
import { writeChunk } from './write-chunk.ts';

/**
 * Large enough to keep the database busy, small enough that its garbage dies young, that a statement takes some milliseconds,
 * and that readings which arrive meanwhile never wait long for a commit.
 */
const CHUNK_SIZE = 500;

export interface ChunkedClosing {
  readonly request: ClosingRequest;
  readonly issue: Issue;
  readonly tariffs: ReadonlyMap<string, StoredTariff>;
  readonly rules: MeasuringRules;
  /** The last account that is done; '' when none is. */
  readonly closedThrough: string;
  readonly onChunk: (accountCount: number) => void;
}

/**
 * Charges all accounts after `closedThrough`, a chunk at a time. While a chunk is written the next is read and charged, so
 * that the database and the rules work side by side, and never more than three chunks are in memory. Answers false when
 * the signal stopped it.
 */
export async function closeChunks(closing: ChunkedClosing): Promise<boolean> {
  const { request, issue } = closing;
  const limit = request.chunkSize ?? CHUNK_SIZE;
  const read = (after: string) => {
    const facts = loadClosingFacts(request.db, request.period, { after, limit });
    // Reported when it is awaited; a failure elsewhere must not leave it unheard.
    facts.catch(() => undefined);
    return facts;
  };
  let after = closing.closedThrough;
  let next = read(after);
  let written: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      const facts = await next;
      const through = facts.at(-1)?.accountNumber;
      if (through === undefined) break;
      next = read(through);
      const charged = await chargeChunk(closing, facts);
      const rows = rowsOf(charged, issue);
      await written;
      if (request.signal?.aborted) return false;
      const accountCount = facts.length;
      const writtenAt = request.clock.now();
      written = writeChunk(request.pool, request.period, {
        rows,
        after,
        through,
        accountCount,
        writtenAt,
      }).then(() => closing.onChunk(accountCount));
      written.catch(() => undefined);
      after = through;
      await setImmediate();
    }
  } finally {
    await Promise.allSettled([written, next]);
  }
  await written;
  return !request.signal?.aborted;
}

async function chargeChunk(
  { request, tariffs, rules }: ChunkedClosing,
  facts: readonly ClosingAccount[],
): Promise<ChargedAccount[]> {
  const { db, period } = request;
  const planned = facts.map((account) => planAccount(account, period));
  const estimated = facts.filter((_, index) => planned[index]?.some(needsAverage));
  const readAgain = facts.filter((_, index) => planned[index]?.some(needsMonths));
  const [history, monthsOf] = await Promise.all([
    loadUsageHistory(db, period, numbersOf(estimated)),
    loadChargedMonths(db, period, numbersOf(readAgain)),
  ]);
  return facts.map((account, index) => {
    const { accountNumber } = account;
    const months = monthsOf.get(accountNumber) ?? [];
    const measured = measureAccount({ accountNumber, history, months }, planned[index] ?? [], rules);
    const versions = tariffs.get(account.tariffCode)?.versions ?? [];
    return chargeAccount(account, period, measured, versions, months);
  });
}

function numbersOf(accounts: readonly ClosingAccount[]): string[] {
  return accounts.map((account) => account.accountNumber);
}
