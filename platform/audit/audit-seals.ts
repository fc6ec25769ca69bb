import { createHmac } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import {
  bool,
  bytea,
  int8,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { type KeyRing, UnknownKeyError } from '#platform/key-ring.ts';

/** A table that is only added to, whose rows have numbers, and the chain of seals over them. Decision 0137. */
export interface SealedTable {
  readonly chain: string;
  /** Of `audit_seal` and `audit_chain`. */
  readonly schema: 'billing' | 'portal';
  /** With its schema. */
  readonly table: string;
  /** Column of the number, in the order of which rows are sealed. */
  readonly number: string;
  /** Column of the id by which a row is named. */
  readonly id: string;
  /** SQL of everything that a row says, the same text whenever and wherever it is read. The row is `kept`. */
  readonly content: string;
  /** SQL of a row that may still change, for a quarter of an hour; absent: none does. The row is `kept`. */
  readonly unsettled?: string;
  /** Columns of such a row that the server may set; absent: none. */
  readonly settledBy?: readonly string[];
  /** Where seals and their rows that were moved to files are recorded; absent: none are. Decision 0190. */
  readonly archive?: {
    /** With its schema. */
    readonly table: string;
    /** SQL that adds the rows of a relation, as `insertFrom` makes it of `archiveColumns`. */
    readonly add: (relation: string) => string;
    /** Deletes the rows up to a number. */
    readonly deleteRows: (lastNumber: string) => RawBuilder<unknown>;
    /** Deletes the seals of rows up to a number, but those from a seal on. */
    readonly deleteSeals: (lastNumber: string, firstKept: string) => RawBuilder<unknown>;
  };
  /** SQL that adds the rows of a relation to `audit_seal`, as `insertFrom` makes it of `sealColumns`. */
  readonly addSeal: (relation: string) => string;
  /** SQL that puts the rows of a relation into `audit_chain`, as `insertFrom` makes it of `chainColumns` and `chainEnding`. */
  readonly putChain: (relation: string) => string;
}

export const sealColumns =
  'chain, seal_number, first_number, last_number, rows_before, row_ids, row_marks, hash, key_id, sealed_at';
export const chainColumns = 'chain, mark, marked_at, fence, checked_seal, checked_hash';
export const chainEnding = `on conflict (chain) do update set mark = excluded.mark, marked_at = excluded.marked_at,
  fence = excluded.fence, checked_seal = excluded.checked_seal, checked_hash = excluded.checked_hash`;

/** Most rows of a seal. */
const rowsOfSeal = 1000;
/** How long after a number was given its transaction has an id of its own at the latest. */
const settleMs = 60_000;
/** After that a row that may still change is sealed as it is. */
const unsettledMs = 15 * 60_000;
interface SealWaits {
  readonly settleMs: number;
  readonly unsettledMs: number;
}

type Database = Kysely<unknown>;

/** The tables of a chain. */
export const tablesOf = ({ schema, table }: SealedTable) => ({
  seal: sql.table(`${schema}.audit_seal`),
  chain: sql.table(`${schema}.audit_chain`),
  rows: sql.table(table),
});

/** Changes what is known of a chain; what is not given stays. */
export async function changeChain(
  db: Database,
  sealed: SealedTable,
  changes: Partial<
    Record<'mark' | 'markedAt' | 'fence' | 'checkedSeal' | 'checkedHash', RawBuilder<unknown>>
  >,
): Promise<void> {
  const { mark = sql`known.mark`, markedAt = sql`known.marked_at`, fence = sql`known.fence` } = changes;
  const { checkedSeal = sql`coalesce(known.checked_seal, 0)`, checkedHash = sql`known.checked_hash` } =
    changes;
  await sql`
    with next as (
      select ${sealed.chain}::text as chain, ${mark} as mark, ${markedAt} as marked_at, ${fence} as fence,
             ${checkedSeal} as checked_seal, ${checkedHash} as checked_hash
        from (select) one left join ${tablesOf(sealed).chain} known on known.chain = ${sealed.chain}
    ) ${sql.raw(sealed.putChain('next'))}`.execute(db);
}

/** SQL of the rows of a range of numbers, as a seal holds them: ids, marks, the hash of their hashes. */
export function contentsOf(sealed: SealedTable, range: RawBuilder<unknown>): RawBuilder<unknown> {
  const [number, id] = [sql.ref(`kept.${sealed.number}`), sql.ref(`kept.${sealed.id}`)];
  return sql`
    select coalesce(array_agg(id order by number, id), '{}') as ids,
           coalesce(string_agg(substring(hash for 8), ''::bytea order by number, id), ''::bytea) as marks,
           sha256(coalesce(string_agg(hash, ''::bytea order by number, id), ''::bytea)) as contents
      from (select ${number} as number, ${id} as id, sha256(convert_to(${sql.raw(sealed.content)}, 'UTF8')) as hash
              from ${tablesOf(sealed).rows} kept where ${range}) as hashed`;
}

/** SQL of what the hash of a seal is made of: the hash before it, what the seal says of itself, and its rows; SHA-256 of all. */
export function sealDigest(seal: {
  readonly before: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  readonly ids: RawBuilder<unknown>;
  readonly marks: RawBuilder<unknown>;
  readonly contents: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`sha256(coalesce(${seal.before}, ''::bytea) || convert_to(concat_ws(' ', ${seal.facts}), 'UTF8')
    || convert_to(array_to_string(${seal.ids}, ' '), 'UTF8') || ${seal.marks} || ${seal.contents})`;
}

/** SQL of what a seal says of itself. Its moment was not part of it before the keys. */
export function sealFacts(
  facts: RawBuilder<unknown>,
  sealedAt: RawBuilder<unknown>,
  keyId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`${facts}, case when ${keyId} <> '' then (extract(epoch from ${sealedAt}) * 1000000)::bigint end`;
}

/** The hash of a seal: HMAC-SHA-256 of its digest; of a seal from before the keys, which has none, the digest itself. */
export function sealHash(secret: Buffer | undefined, digest: Buffer): Buffer {
  return secret === undefined ? digest : createHmac('sha256', secret).update(digest).digest();
}

/** The newest seal of a chain. */
export interface NewestSeal {
  readonly seal: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly sealedAt: Instant;
}

/** The newest seal of a chain; null: there is none. */
export async function readNewestSeal(db: Database, sealed: SealedTable): Promise<NewestSeal | null> {
  const { rows } = await typedSql({ seal: int8(), hash: text(), sealedAt: timestamptz<Instant>() })`
    select seal_number as seal, encode(hash, 'hex') as hash, sealed_at as "sealedAt" from ${tablesOf(sealed).seal}
     where chain = ${sealed.chain} order by seal_number desc limit 1`.execute(db);
  const [newest] = rows;
  if (newest === undefined) return null;
  return { seal: Number(newest.seal), hash: newest.hash, sealedAt: newest.sealedAt };
}

/**
 * Whether the rows up to the mark may be sealed: each transaction that may still add one of them has ended. Numbers are given before
 * a transaction commits, so the newest ones wait. Moves the mark on.
 */
async function isMarkReady(db: Database, sealed: SealedTable, last: bigint, waits: SealWaits) {
  const { chain } = tablesOf(sealed);
  const { rows } = await typedSql({
    mark: nullable(int8()),
    newest: nullable(int8()),
    hasFence: bool(),
    isFenceHere: bool(),
    isPassed: bool(),
    ageMs: int8(),
  })`
    select mark, pg_sequence_last_value(pg_get_serial_sequence(${sealed.table}, ${sealed.number})::regclass) as newest,
           fence is not null as "hasFence",
           coalesce(fence <= pg_snapshot_xmax(pg_current_snapshot()), false) as "isFenceHere",
           coalesce(fence <= pg_snapshot_xmin(pg_current_snapshot()), false) as "isPassed",
           (extract(epoch from clock_timestamp() - coalesce(marked_at, clock_timestamp())) * 1000)::bigint as "ageMs"
      from (select) one left join ${chain} known on known.chain = ${sealed.chain}`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('a select of one row answered none');
  const { mark, newest, hasFence, isFenceHere, isPassed } = state;
  const ageMs = Number(state.ageMs);
  if (mark === null || mark <= last) {
    if (newest === null || newest <= last) return 'nothing';
    const mark = sql`${String(newest)}::bigint`;
    await changeChain(db, sealed, { mark, markedAt: sql`clock_timestamp()`, fence: sql`null::xid8` });
    return 'moved';
  }
  // A fence ahead of this database's transactions is of the one that it was restored from.
  if (!hasFence || !isFenceHere) {
    if (ageMs < waits.settleMs) return 'waits';
    await changeChain(db, sealed, { fence: sql`pg_snapshot_xmax(pg_current_snapshot())` });
    return 'moved';
  }
  return isPassed ? { mark, ageMs } : 'waits';
}

/** Seals one block of rows, or takes one step towards it. False: there is nothing to do now. */
async function sealBlock(
  db: Transaction<unknown>,
  sealed: SealedTable,
  keys: KeyRing,
  waits: SealWaits,
): Promise<boolean> {
  const { seal, rows } = tablesOf(sealed);
  await sql`select pg_advisory_xact_lock(hashtext(${`audit seal ${sealed.chain}`}))`.execute(db);
  const newest = await typedSql({ last: int8(), keyId: text() })`
    select last_number as last, key_id as "keyId" from ${seal} where chain = ${sealed.chain} order by seal_number desc limit 1`.execute(
    db,
  );
  const { last, keyId } = newest.rows[0] ?? { last: 0n, keyId: '' };
  // Another server has other keys, or these seals are forged: a chain of several rings could not be checked.
  if (keyId !== '' && keys.find(keyId) === undefined) throw new UnknownKeyError(keyId);
  const ready = await isMarkReady(db, sealed, last, waits);
  // A step of the mark begins its own transaction: it must be seen as ended.
  if (ready === 'moved') return waits.settleMs === 0;
  if (typeof ready === 'string') return false;
  const first = last + 1n;
  let until = first + BigInt(rowsOfSeal) - 1n;
  if (until > ready.mark) until = ready.mark;
  if (sealed.unsettled !== undefined) {
    const number = sql.ref(`kept.${sealed.number}`);
    const unsettled = await typedSql({ number: int8() })`
      select ${number} as number from ${rows} kept
       where ${number} between ${String(first)}::bigint and ${String(until)}::bigint and ${sql.raw(sealed.unsettled)}
       order by 1 for update`.execute(db);
    const [open] = unsettled.rows;
    if (open !== undefined && ready.ageMs < waits.unsettledMs) until = open.number - 1n;
    if (until < first) return false;
  }
  const [from, to] = [sql`${String(first)}::bigint`, sql`${String(until)}::bigint`];
  const { id, secret } = keys.current;
  const made = await typedSql({
    sealNumber: int8(),
    rowsBefore: int8(),
    ids: textArray(),
    marks: bytea(),
    sealedAt: text(),
    digest: bytea(),
  })`
    with before as (
      select seal_number, rows_before + cardinality(row_ids) as rows, hash from ${seal}
       where chain = ${sealed.chain} order by seal_number desc limit 1
    ), numbered as (
      select coalesce((select seal_number from before), 0) + 1 as seal_number,
             coalesce((select rows from before), 0) as rows_before, (select hash from before) as hash_before,
             clock_timestamp() as sealed_at
    ), contents as (${contentsOf(sealed, sql`${sql.ref(`kept.${sealed.number}`)} between ${from} and ${to}`)})
    select seal_number as "sealNumber", rows_before as "rowsBefore", ids::text[] as ids, marks,
           sealed_at::text as "sealedAt",
           ${sealDigest({
             before: sql`hash_before`,
             facts: sealFacts(
               sql`${sealed.chain}::text, seal_number, ${from}, ${to}, rows_before`,
               sql`sealed_at`,
               sql`${id}::text`,
             ),
             ids: sql`ids`,
             marks: sql`marks`,
             contents: sql`contents`,
           })} as digest
      from numbered, contents`.execute(db);
  const [block] = made.rows;
  if (block === undefined) throw new Error('a select of one row answered none');
  const { sealNumber, rowsBefore, ids, marks, sealedAt, digest } = block;
  await sql`
    with made as (
      select ${sealed.chain}::text as chain, ${String(sealNumber)}::bigint as seal_number, ${from} as first_number,
             ${to} as last_number, ${String(rowsBefore)}::bigint as rows_before, ${ids}::uuid[] as row_ids,
             ${marks}::bytea as row_marks, ${sealHash(secret, digest)}::bytea as hash, ${id}::text as key_id,
             ${sealedAt}::timestamptz as sealed_at
    ) ${sql.raw(sealed.addSeal('made'))}`.execute(db);
  return until < ready.mark;
}

/**
 * Seals what may be sealed, a block in a transaction, until there is nothing more or the signal stops it. Rows are sealed a minute
 * or two after they were added, so that adding them waits for nothing.
 * @param keys Of the seals, kept outside the database: access to the database alone makes no seal. Decision 0169.
 * @throws UnknownKeyError when the newest seal is of a key that is not in the ring.
 * @param waits Of tests.
 */
export async function sealRows(
  db: Database,
  sealed: SealedTable,
  keys: KeyRing,
  signal?: AbortSignal,
  waits: SealWaits = { settleMs, unsettledMs },
): Promise<void> {
  while (!signal?.aborted) {
    const goesOn = await db
      .transaction()
      .execute((transaction) => sealBlock(transaction, sealed, keys, waits));
    if (!goesOn) return;
  }
}
