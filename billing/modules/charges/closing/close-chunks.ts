import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { bookCorrections, type CorrectionKey } from '#billing/modules/contracts/public.ts';
import { copyOutboxEvents } from '#billing/modules/events/public.ts';
import { copyInvoices, type InvoiceRows, invoiceRowMaker } from '#billing/modules/invoices/public.ts';
import { copyPostings } from '#billing/modules/ledger/public.ts';
import { type DueDateTerms, dueDate } from '#domain/charges/due-date.ts';
import { entriesForBenefit, entriesForCharge, type LedgerEntry } from '#domain/ledger/ledger.ts';
import { type Kopiykas, moneyToWire, zeroMoney } from '#domain/money.ts';
import { billReference } from '#domain/payments/purpose-words.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { CopyBatch, CopyBuffer } from '#platform/database/copy.ts';
import type { InsertFrom } from '#platform/database/insert-from.ts';
import { bool, queryClient } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { type ChargedAccount, chargeAccount } from '../charge-account.ts';
import type { ChargedEntity } from '../charge-entity.ts';
import type { MeasuringRules } from '../charge-line-data.ts';
import type { ChargePrices } from '../charge-prices.ts';
import { billsFrom, chargeLinesFrom, consumptionFrom, consumptionRevisionsFrom } from './charged-rows.ts';
import type { ChunkReview, ClosingRequest, NotedChunk } from './closing.ts';
import type { ClosingAccount } from './closing-facts.ts';
import type { KnownUntil } from './closing-statements.ts';
import { loadClosingFacts } from './combine-closing-facts.ts';
import { type LoadedChunk, loadChunk, measureChunk } from './load-chunk.ts';
import type { UndecidedValue } from './undecided-readings.ts';

/** What is the same for all bills of a closing. */
export interface Issue {
  readonly period: BillingPeriod;
  readonly issuedOn: LocalDate;
  /** ISO text of the moment the closing began. */
  readonly postedAt: string;
  readonly withEvents: boolean;
  readonly dueDateTerms: DueDateTerms;
}

/** The rows of a chunk as COPY takes them: a line a row, columns parted by tabs. Nothing in them needs escaping. */
interface ChunkRows {
  readonly consumption: Buffer;
  readonly revision: Buffer;
  readonly bill: Buffer;
  readonly chargeLine: Buffer;
  readonly ledgerEntry: Buffer;
  readonly event: Buffer;
  readonly invoices: InvoiceRows;
  /** Requests for a recalculation that are answered: the account and the id of each. */
  readonly requests: { readonly accountNumbers: readonly string[]; readonly requestIds: readonly string[] };
  /** Corrections of operators that the invoices have. */
  readonly corrections: readonly CorrectionKey[];
}

/** Makes the rows of charged accounts, one account after another. The same accounts give the same rows, event ids aside. */
export function rowMaker(issue: Issue): {
  add(account: ChargedAccount, undecided: readonly UndecidedValue[]): void;
  rows(): ChunkRows;
} {
  const { period, issuedOn, postedAt } = issue;
  const dueOnOfTariffs = dueDate(period, issuedOn, issue.dueDateTerms);
  const consumption = new CopyBuffer();
  const revision = new CopyBuffer();
  const requests = { accountNumbers: [] as string[], requestIds: [] as string[] };
  const bill = new CopyBuffer();
  const chargeLine = new CopyBuffer();
  const ledgerEntry = new CopyBuffer();
  const event = new CopyBuffer();
  const invoices = invoiceRowMaker(period, issuedOn);
  const corrections: CorrectionKey[] = [];
  function add(account: ChargedAccount, undecided: readonly UndecidedValue[]): void {
    const start = `${account.accountNumber}\t${period}\t`;
    for (const one of account.consumptions) {
      const { register, span } = one;
      const isReviewPending = undecided.some(
        ({ meterId, zone }) => meterId === register.meterId && zone === register.zone,
      );
      consumption.add(
        `${start}${register.meterId}\t${register.zone}\t${span.from}\t${span.to}\t${span.openingValue}\t${one.closingValue}\t${one.energy}\t${one.basis}\t${one.overestimated}\t${one.ground ?? '\\N'}\t${isReviewPending ? 't' : 'f'}\n`,
      );
    }
    for (const one of account.revisions) {
      revision.add(
        `${account.accountNumber}\t${one.period}\t${one.meterId}\t${one.zone}\t${period}\t${one.from}\t${one.to}\t${one.openingValue}\t${one.closingValue}\t${one.energyWh}\t${one.basis}\n`,
      );
    }
    for (const requestId of account.requestIds) {
      requests.accountNumbers.push(account.accountNumber);
      requests.requestIds.push(requestId);
    }
    const sums = account.bill;
    const number = billReference(account.accountNumber, period);
    const { accountNumber, entity } = account;
    const dueOn = entity === null ? dueOnOfTariffs : dueOnOf(entity, issue);
    if (entity !== null) {
      invoices.add({ ...entity, accountNumber, number, dueOn });
      corrections.push(...entity.corrections.map((one) => ({ ...one, accountNumber })));
    }
    bill.add(
      `${start}${number}\t${issuedOn}\t${dueOn}\t${sums.opening}\t${sums.charged}\t${sums.recalculated}\t${sums.benefit}\t${sums.corrected}\t${sums.paid}\t${sums.closing}\t${account.energyWh}\t${account.isEstimated ? 't' : 'f'}\n`,
    );
    for (const line of account.lines) {
      chargeLine.add(
        `${start}${line.lineNumber}\t${line.kind}\t${line.zone}\t${line.blockIndex}\t${line.from}\t${line.to}\t${line.energy}\t${line.price}\t${line.coefficient}\t${line.amount}\t${line.tariffValidFrom}\t${line.isEstimated ? 't' : 'f'}\n`,
      );
    }
    const entryRow = (id: string, kind: string, entry: LedgerEntry) =>
      `${start}${id}\t${kind}\t${entry.debit}\t${entry.credit}\t${entry.amount}\t${postedAt}\n`;
    for (const kind of ['charge', 'recalculation'] as const) {
      const amount = kind === 'charge' ? sums.charged : account.recalculationToBook;
      for (const entry of entriesForCharge(amount, kind)) {
        ledgerEntry.add(entryRow(entryId(account.accountNumber, period, kind), kind, entry));
      }
    }
    for (const entry of entriesForCharge(reactiveOf(account), 'reactiveCharge')) {
      ledgerEntry.add(entryRow(entryId(account.accountNumber, period, 'reactive'), 'reactive', entry));
    }
    for (const { benefitId, amount } of account.benefits) {
      for (const entry of entriesForBenefit(amount)) ledgerEntry.add(entryRow(benefitId, 'benefit', entry));
    }
    if (issue.withEvents) {
      event.add(
        `${newId()}\t${account.accountNumber}\tbill.issued\t${eventPayload(number, period, sums.toPay, dueOn)}\t${postedAt}\n`,
      );
      if (entity?.invoices.some(({ payee }) => payee === 'supplier'))
        event.add(
          `${newId()}\t${accountNumber}\tact.issued\t{"period":"${period}","exchange":"${entity.terms.documentExchange}"}\t${postedAt}\n`,
        );
    }
  }
  return {
    add,
    rows: () => ({
      consumption: consumption.rows(),
      revision: revision.rows(),
      bill: bill.rows(),
      chargeLine: chargeLine.rows(),
      ledgerEntry: ledgerEntry.rows(),
      event: event.rows(),
      invoices: invoices.rows(),
      corrections,
      requests,
    }),
  };
}

/** Until when the invoices of a contract are to be paid. */
function dueOnOf({ terms }: ChargedEntity, { period, issuedOn, dueDateTerms }: Issue): LocalDate {
  return dueDate(period, issuedOn, {
    ...dueDateTerms,
    // Without a day of the month the working days decide.
    dayOfMonth: terms.dueDay ?? 1,
    minWorkingDays: terms.dueWorkingDays,
  });
}

function reactiveOf({ entity }: ChargedAccount): Kopiykas {
  return entity?.invoices.find(({ payee }) => payee === 'operator')?.gross ?? zeroMoney;
}

/** An id that follows from what the entry is for (UUID version 8), so that it can't be posted twice. */
function entryId(accountNumber: string, period: BillingPeriod, kind: string): string {
  const hex = hash('sha1', `${accountNumber} ${period} ${kind}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function eventPayload(number: string, period: BillingPeriod, toPay: Kopiykas, dueOn: LocalDate): string {
  return `{"period":"${period}","number":"${number}","toPay":"${moneyToWire(toPay)}","dueOn":"${dueOn}"}`;
}

/** Where each kind of row of this concept goes, in the order in which foreign keys want it. */
const chunkTargets: readonly (readonly [
  Exclude<keyof ChunkRows, 'requests' | 'ledgerEntry' | 'event' | 'invoices' | 'corrections'>,
  InsertFrom,
])[] = [
  ['consumption', consumptionFrom],
  ['revision', consumptionRevisionsFrom],
  ['bill', billsFrom],
  ['chargeLine', chargeLinesFrom],
];

interface Chunk extends NotedChunk {
  readonly rows: ChunkRows;
  /** The last account that was done before it. */
  readonly after: string;
  readonly writtenAt: Instant;
}

/** The rows of a chunk for COPY. */
function toBatch(rows: ChunkRows): CopyBatch {
  const batch = new CopyBatch();
  for (const [kind, { table, columns }] of chunkTargets) batch.add(`${table} (${columns})`, rows[kind]);
  copyInvoices(batch, rows.invoices);
  copyPostings(batch, rows.ledgerEntry);
  copyOutboxEvents(batch, rows.event);
  return batch;
}

/** Notes, in the client's transaction, what the rows of a period answer. */
async function markAnswered(
  client: pg.PoolClient,
  period: BillingPeriod,
  { corrections, requests: { accountNumbers, requestIds } }: ChunkRows,
): Promise<void> {
  await bookCorrections(client, period, corrections);
  if (requestIds.length === 0) return;
  await client.query(
    `update billing.recalculation_request q set booked_period = $1
     from unnest($2::text[], $3::uuid[]) as answered (account_number, request_id)
     where q.account_number = answered.account_number and q.request_id = answered.request_id`,
    [period, accountNumbers, requestIds],
  );
}

/** Writes rows in the transaction of the client. */
export async function writeBills(
  client: pg.PoolClient,
  period: BillingPeriod,
  rows: ChunkRows,
): Promise<void> {
  await toBatch(rows).write(client);
  await markAnswered(client, period, rows);
}

/** Writes the rows of a chunk and moves the closing on. Throws when another closing has moved it meanwhile. */
async function writeRows(client: pg.PoolClient, period: BillingPeriod, chunk: Chunk): Promise<void> {
  await toBatch(chunk.rows).begin(client);
  await markAnswered(client, period, chunk.rows);
  const moved = await client.query(
    `update billing.period set closed_through = $3, accounts_done = accounts_done + $4, progress_at = $5
     where period = $1 and state = 'closing' and coalesce(closed_through, '') = $2`,
    [period, chunk.after, chunk.through, chunk.accountCount, instantToIso(chunk.writtenAt)],
  );
  if (moved.rowCount !== 1) throw new Error(`the closing of ${period} was moved on by another process`);
}

/** Writes a chunk and what is noted of it in one transaction: all or nothing. Of a dry run the note alone. */
async function writeChunk(
  pool: pg.Pool,
  period: BillingPeriod,
  chunk: Chunk,
  { isDry, note }: { readonly isDry: boolean; readonly note: ChunkReview['note'] | undefined },
): Promise<void> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    if (isDry) await client.query('begin');
    else await writeRows(client, period, chunk);
    await note?.(client, chunk);
    await client.query('commit');
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Whoever asked for something so short a time ago will ask again. */
const RECENT_MS = 20;
/** What takes longer than a request is no request: a backup, a report. */
const LONGEST_REQUEST_MS = 1000;
/** So many times as long as the work took. */
const REST = 2;
const LONGEST_REST_MS = 500;

/**
 * Whether others than the processes of this name ask the database for something that is short, now or a moment ago. Sees what
 * the database lets its user see of other sessions: those of the same user.
 */
export async function hasWaitingRequests(pool: pg.Pool): Promise<boolean> {
  const { rows } = await queryClient(
    pool,
    { asked: bool() },
    `select exists (
       select from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'
         and application_name <> current_setting('application_name')
         and (state = 'active' or state_change > clock_timestamp() - interval '${RECENT_MS} ms')
         and query_start > clock_timestamp() - interval '${LONGEST_REQUEST_MS} ms'
     ) as asked`,
  );
  return rows[0]?.asked === true;
}

/**
 * Rests after a piece of work that nobody waits for, when somebody else asks meanwhile: on a machine of few cores each reading
 * would wait for the closing. Alone in the database it doesn't rest at all.
 */
export async function yieldToRequests(
  pool: pg.Pool,
  workedMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!(await hasWaitingRequests(pool))) return;
  const rest = Math.min(workedMs * REST, LONGEST_REST_MS);
  await pause(rest, undefined, { ...(signal && { signal }) }).catch(() => undefined);
}

/**
 * Large enough to keep the database busy, small enough that its garbage dies young, that a statement takes some milliseconds,
 * and that readings which arrive meanwhile never wait long for a commit.
 */
const CHUNK_SIZE = 500;

export interface ChunkedClosing {
  readonly request: ClosingRequest;
  readonly issue: Issue;
  readonly prices: ChargePrices;
  readonly rules: MeasuringRules;
  /** Of a history that is being made up: what came later is not known. */
  readonly knownUntil: KnownUntil | undefined;
  /** The last account that is done; '' when none is. */
  readonly closedThrough: string;
  readonly onChunk: (accountCount: number) => void;
}

/** The rules can't charge an account; `cause` is their error. */
export class AccountNotCharged extends Error {
  readonly accountNumber: string;

  constructor(accountNumber: string, cause: unknown) {
    super(`account ${accountNumber} can't be charged: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
    this.accountNumber = accountNumber;
  }
}

/** Chunks that wait to be written, the one that is being written included. */
const MOST_UNWRITTEN = 2;

/** For a promise that is awaited later: avoids an unhandled rejection when something else fails first. */
function withHandledRejection<Value>(promise: Promise<Value>): Promise<Value> {
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
  const context = { db, period, rules: closing.rules, knownUntil: closing.knownUntil };
  const read = (after: string) =>
    withHandledRejection(loadClosingFacts(db, period, { after, limit }, closing.knownUntil));
  let after = closing.closedThrough;
  let facts = read(after);
  const load = (accounts: readonly ClosingAccount[]) =>
    Promise.all([
      loadChunk(context, accounts),
      request.record?.openChunk(accounts.map(({ accountNumber }) => accountNumber)),
    ]);
  let loaded = withHandledRejection(facts.then(load));
  /** Of the chunks that are not written yet, the oldest first; the last of them ends after all others. */
  const unwritten: Promise<void>[] = [];
  try {
    for (;;) {
      const through = (await facts).at(-1)?.accountNumber;
      if (through === undefined) break;
      facts = read(through);
      const [chunk, review] = await loaded;
      loaded = withHandledRejection(facts.then(load));
      const rows = await chargeChunk(closing, { chunk, review });
      if (unwritten.length === MOST_UNWRITTEN) await unwritten.shift();
      if (signal?.aborted) return false;
      const accountCount = chunk.facts.length;
      const from = after;
      const before = unwritten.at(-1) ?? Promise.resolve();
      const write = async () => {
        if (signal?.aborted) return;
        const writtenAt = request.clock.now();
        const started = performance.now();
        const written = { rows, after: from, through, accountCount, writtenAt };
        await writeChunk(request.pool, period, written, {
          isDry: request.record?.isDry === true,
          note: review?.note,
        });
        closing.onChunk(accountCount);
        await yieldToRequests(request.pool, performance.now() - started, signal);
      };
      unwritten.push(withHandledRejection(before.then(write)));
      after = through;
    }
    await Promise.all(unwritten);
  } finally {
    await Promise.allSettled([...unwritten, facts, loaded]);
  }
  return !signal?.aborted;
}

interface ReviewedChunk {
  readonly chunk: LoadedChunk;
  readonly review: ChunkReview | undefined;
}

async function chargeChunk(closing: ChunkedClosing, { chunk, review }: ReviewedChunk): Promise<ChunkRows> {
  const { request, issue, prices, rules } = closing;
  const { period } = request;
  const maker = rowMaker(issue);
  await measureChunk(chunk, { period, rules }, (account, measure) => {
    if (review?.isRefused(account, prices)) return;
    try {
      const charged = chargeAccount(account, period, measure(), prices);
      const undecided = chunk.undecided.get(account.accountNumber) ?? [];
      maker.add(charged, undecided);
      review?.add({ account, charged, undecided });
    } catch (error) {
      if (!review?.keepsFault(account.accountNumber, error))
        throw new AccountNotCharged(account.accountNumber, error);
    }
  });
  return maker.rows();
}
