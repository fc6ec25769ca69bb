import { setImmediate } from 'node:timers/promises';
import { type StoredTariff, versionsOf } from '#billing/modules/tariffs/public.ts';
import { chargeAccount } from './charge-account.ts';
import type { ClosingRequest } from './closing.ts';
import type { ClosingAccount } from './closing-facts.ts';
import type { KnownUntil } from './closing-statements.ts';
import { loadAccountPast } from './load-account-past.ts';
import { loadClosingFacts } from './load-closing-facts.ts';
import { loadUsageHistory } from './load-usage-history.ts';
import { measureAccount, needsAverage, needsPast, planAccount } from './measure-account.ts';
import type { MeasuringRules } from './measuring-facts.ts';
import { type ChunkRows, type Issue, rowMaker } from './rows-of-charges.ts';
import { writeChunk } from './write-chunk.ts';
import { yieldToRequests } from './yield-to-requests.ts';

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
  /** Of a history that is being made up: what came later is not known. */
  readonly knownUntil: KnownUntil | undefined;
  /** The last account that is done; '' when none is. */
  readonly closedThrough: string;
  readonly onChunk: (accountCount: number) => void;
}

/** Chunks that wait to be written, the one that is being written included. */
const MOST_UNWRITTEN = 2;
/** Accounts that are charged before what the database says is listened to: what writes a chunk waits no longer. */
const AT_ONCE = 25;

/** What charging a chunk needs of the database. */
interface LoadedChunk {
  readonly facts: readonly ClosingAccount[];
  readonly planned: readonly ReturnType<typeof planAccount>[];
  readonly history: Awaited<ReturnType<typeof loadUsageHistory>>;
  readonly pastOf: Awaited<ReturnType<typeof loadAccountPast>>;
}

/** A promise that is awaited later: a failure elsewhere must not leave its own unheard. */
function heard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * Charges all accounts after `closedThrough`, a chunk at a time. While chunks are written the next is charged and the one
 * after it read, so that neither the database nor the rules wait for the other; five chunks at most are in memory. Chunks
 * are written one after another. Returns false when the signal stopped it.
 */
export async function closeChunks(closing: ChunkedClosing): Promise<boolean> {
  const { request } = closing;
  const { db, period, signal } = request;
  const limit = request.chunkSize ?? CHUNK_SIZE;
  const read = (after: string) => heard(loadClosingFacts(db, period, { after, limit }, closing.knownUntil));
  let after = closing.closedThrough;
  let facts = read(after);
  let loaded = heard(facts.then((accounts) => loadChunk(closing, accounts)));
  /** Of the chunks that are not written yet, the oldest first; the last of them ends after all others. */
  const unwritten: Promise<void>[] = [];
  try {
    for (;;) {
      const through = (await facts).at(-1)?.accountNumber;
      if (through === undefined) break;
      facts = read(through);
      const chunk = await loaded;
      loaded = heard(facts.then((accounts) => loadChunk(closing, accounts)));
      const rows = await chargeChunk(closing, chunk);
      if (unwritten.length === MOST_UNWRITTEN) await unwritten.shift();
      if (signal?.aborted) return false;
      const accountCount = chunk.facts.length;
      const from = after;
      const before = unwritten.at(-1) ?? Promise.resolve();
      const write = async () => {
        if (signal?.aborted) return;
        const writtenAt = request.clock.now();
        const started = performance.now();
        await writeChunk(request.pool, period, { rows, after: from, through, accountCount, writtenAt });
        closing.onChunk(accountCount);
        await yieldToRequests(request.pool, performance.now() - started, signal);
      };
      unwritten.push(heard(before.then(write)));
      after = through;
    }
    await Promise.all(unwritten);
  } finally {
    await Promise.allSettled([...unwritten, facts, loaded]);
  }
  return !signal?.aborted;
}

async function loadChunk(
  { request, knownUntil, rules }: ChunkedClosing,
  facts: readonly ClosingAccount[],
): Promise<LoadedChunk> {
  const { db, period } = request;
  const planned = facts.map((account) => planAccount(account, period));
  const estimated = facts.filter((_, index) => planned[index]?.some(needsAverage));
  const accounts = facts.filter((account, index) => needsPast(account, planned[index] ?? []));
  const [history, pastOf] = await Promise.all([
    loadUsageHistory(db, period, numbersOf(estimated), rules.rollOverFromPercent, knownUntil),
    loadAccountPast(db, { period, accounts, knownUntil }),
  ]);
  return { facts, planned, history, pastOf };
}

async function chargeChunk(closing: ChunkedClosing, chunk: LoadedChunk): Promise<ChunkRows> {
  const { request, issue, tariffs, rules } = closing;
  const { period } = request;
  const { facts, planned, history, pastOf } = chunk;
  const maker = rowMaker(issue);
  for (const [index, account] of facts.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    const past = pastOf.get(account.accountNumber);
    const measured = measureAccount({ account, period, history, past }, planned[index] ?? [], rules);
    maker.add(chargeAccount(account, period, measured, versionsOf(tariffs, account)));
  }
  return maker.rows();
}

function numbersOf(accounts: readonly ClosingAccount[]): string[] {
  return accounts.map((account) => account.accountNumber);
}
