import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { bool, int4, int8, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

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
  /** SQL that adds the rows of a relation to `audit_seal`, as `insertFrom` makes it of `sealColumns`. */
  readonly addSeal: (relation: string) => string;
  /** SQL that puts the rows of a relation into `audit_chain`, as `insertFrom` makes it of `chainColumns` and `chainEnding`. */
  readonly putChain: (relation: string) => string;
}

export const sealColumns =
  'chain, seal_number, first_number, last_number, rows_before, row_ids, row_marks, hash, sealed_at';
export const chainColumns = 'chain, mark, marked_at, fence, checked_seal, checked_hash';
export const chainEnding = `on conflict (chain) do update set mark = excluded.mark, marked_at = excluded.marked_at,
  fence = excluded.fence, checked_seal = excluded.checked_seal, checked_hash = excluded.checked_hash`;

/** Most rows of a seal. */
const rowsOfSeal = 1000;
/** How long after a number was given its transaction has an id of its own at the latest. */
const settleMs = 60_000;
/** After that a row that may still change is sealed as it is. */
const unsettledMs = 15 * 60_000;
/** Seals that are checked by one statement. */
const sealsAtOnce = 100;

interface SealWaits {
  readonly settleMs: number;
  readonly unsettledMs: number;
}

type Database = Kysely<unknown>;

const tablesOf = ({ schema, table }: SealedTable) => ({
  seal: sql.table(`${schema}.audit_seal`),
  chain: sql.table(`${schema}.audit_chain`),
  rows: sql.table(table),
});

/** Changes what is known of a chain; what is not given stays. */
async function changeChain(
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
function contentsOf(sealed: SealedTable, range: RawBuilder<unknown>): RawBuilder<unknown> {
  const [number, id] = [sql.ref(`kept.${sealed.number}`), sql.ref(`kept.${sealed.id}`)];
  return sql`
    select coalesce(array_agg(id order by number, id), '{}') as ids,
           coalesce(string_agg(substring(hash for 8), ''::bytea order by number, id), ''::bytea) as marks,
           sha256(coalesce(string_agg(hash, ''::bytea order by number, id), ''::bytea)) as contents
      from (select ${number} as number, ${id} as id, sha256(convert_to(${sql.raw(sealed.content)}, 'UTF8')) as hash
              from ${tablesOf(sealed).rows} kept where ${range}) as hashed`;
}

/** SQL of the hash of a seal: of the one before it, what it says of itself, and its rows. */
function sealHash(seal: {
  readonly before: RawBuilder<unknown>;
  readonly facts: RawBuilder<unknown>;
  readonly ids: RawBuilder<unknown>;
  readonly marks: RawBuilder<unknown>;
  readonly contents: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`sha256(coalesce(${seal.before}, ''::bytea) || convert_to(concat_ws(' ', ${seal.facts}), 'UTF8')
    || convert_to(array_to_string(${seal.ids}, ' '), 'UTF8') || ${seal.marks} || ${seal.contents})`;
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
async function sealBlock(db: Transaction<unknown>, sealed: SealedTable, waits: SealWaits): Promise<boolean> {
  const { seal, rows } = tablesOf(sealed);
  await sql`select pg_advisory_xact_lock(hashtext(${`audit seal ${sealed.chain}`}))`.execute(db);
  const newest = await typedSql({ last: int8() })`
    select last_number as last from ${seal} where chain = ${sealed.chain} order by seal_number desc limit 1`.execute(
    db,
  );
  const last = newest.rows[0]?.last ?? 0n;
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
  await sql`
    with before as (
      select seal_number, rows_before + cardinality(row_ids) as rows, hash from ${seal}
       where chain = ${sealed.chain} order by seal_number desc limit 1
    ), numbered as (
      select coalesce((select seal_number from before), 0) + 1 as seal_number,
             coalesce((select rows from before), 0) as rows_before, (select hash from before) as hash_before
    ), contents as (${contentsOf(sealed, sql`${sql.ref(`kept.${sealed.number}`)} between ${from} and ${to}`)}), made as (
    select ${sealed.chain}::text as chain, seal_number, ${from} as first_number, ${to} as last_number, rows_before,
           ids as row_ids, marks as row_marks,
           ${sealHash({
             before: sql`hash_before`,
             facts: sql`${sealed.chain}::text, seal_number, ${from}, ${to}, rows_before`,
             ids: sql`ids`,
             marks: sql`marks`,
             contents: sql`contents`,
           })} as hash, clock_timestamp() as sealed_at
      from numbered, contents)
    ${sql.raw(sealed.addSeal('made'))}`.execute(db);
  return until < ready.mark;
}

/**
 * Seals what may be sealed, a block in a transaction, until there is nothing more or the signal stops it. Rows are sealed a minute
 * or two after they were added, so that adding them waits for nothing.
 * @param waits Of tests.
 */
export async function sealRows(
  db: Database,
  sealed: SealedTable,
  signal?: AbortSignal,
  waits: SealWaits = { settleMs, unsettledMs },
): Promise<void> {
  while (!signal?.aborted) {
    const goesOn = await db.transaction().execute((transaction) => sealBlock(transaction, sealed, waits));
    if (!goesOn) return;
  }
}

/** What is wrong with a chain. */
export type SealProblem =
  | { readonly kind: 'changed' | 'removed' | 'added'; readonly id: string; readonly seal: number }
  /** The seal itself was changed, or does not follow the one before. */
  | { readonly kind: 'seal'; readonly seal: number }
  /** Seals that were there at the last check are there no more. */
  | { readonly kind: 'sealsGone'; readonly seal: number };

export interface ChainCheck {
  readonly problems: readonly SealProblem[];
  /** Rows of the seals that were checked now. */
  readonly rows: number;
  /** Rows that no seal holds yet. */
  readonly unsealed: number;
  /** Whether the job has not moved for an hour although there are such rows. */
  readonly isStuck: boolean;
  /** The newest seal; null: there is none. Kept elsewhere, it shows that a whole chain was made anew. */
  readonly newest: { readonly seal: number; readonly hash: string } | null;
}

/** Names the rows that differ from what a seal holds. */
async function findDifferences(
  db: Database,
  sealed: SealedTable,
  sealNumber: number,
  limit: number,
): Promise<SealProblem[]> {
  const { seal } = tablesOf(sealed);
  const { rows } = await typedSql({ id: text(), kind: text<'changed' | 'removed' | 'added'>() })`
    with own as (
      select * from ${seal} where chain = ${sealed.chain} and seal_number = ${sealNumber}
    ), held as (
      select id, substring(row_marks from (at::integer - 1) * 8 + 1 for 8) as mark
        from own, unnest(row_ids) with ordinality as row (id, at)
    ), contents as (
      select contents.* from own, lateral (${contentsOf(sealed, rangeOfSeal(sealed, sql`own`))}) as contents
    ), found as (
      select id, substring(marks from (at::integer - 1) * 8 + 1 for 8) as mark
        from contents, unnest(ids) with ordinality as row (id, at)
    )
    select coalesce(held.id, found.id)::text as id,
           case when found.id is null then 'removed' when held.id is null then 'added' else 'changed' end as kind
      from held full join found on found.id = held.id
     where held.mark is distinct from found.mark order by 1 limit ${limit}::integer`.execute(db);
  return rows.map(({ id, kind }) => ({ kind, id, seal: sealNumber }));
}

/** SQL of the rows that belong to a seal: nothing is before the first. */
function rangeOfSeal(sealed: SealedTable, own: RawBuilder<unknown>): RawBuilder<unknown> {
  const number = sql.ref(`kept.${sealed.number}`);
  return sql`${number} between case when ${own}.seal_number = 1 then -9223372036854775807 else ${own}.first_number end
    and ${own}.last_number`;
}

const checkColumns = { sealNumber: int8(), rows: int4(), isLinked: bool(), isSame: bool(), hasHash: bool() };

/**
 * Recomputes a chain and names what was changed, removed or added since it was sealed: the seals after the last check alone, or
 * all of them. What it found right is not looked at again by the next check that is not of all.
 */
export async function checkChain(
  db: Database,
  sealed: SealedTable,
  { isAll, limit }: { readonly isAll: boolean; readonly limit: number },
): Promise<ChainCheck> {
  const { seal, chain, rows: table } = tablesOf(sealed);
  const problems: SealProblem[] = [];
  const state = await typedSql({
    checked: int8(),
    isThere: bool(),
    isIdle: bool(),
    newest: int8(),
    last: int8(),
    hash: nullable(text()),
  })`
    select coalesce(known.checked_seal, 0) as checked, coalesce(newest.seal_number, 0) as newest,
           coalesce(known.marked_at < clock_timestamp() - interval '1 hour', true)
             and coalesce(newest.sealed_at < clock_timestamp() - interval '1 hour', true) as "isIdle",
           coalesce(newest.last_number, 0) as last, encode(newest.hash, 'hex') as hash,
           coalesce(known.checked_seal, 0) = 0 or exists (
             select from ${seal} kept where kept.chain = ${sealed.chain} and kept.seal_number = known.checked_seal
                and kept.hash = known.checked_hash) as "isThere"
      from (select) one left join ${chain} known on known.chain = ${sealed.chain}
      left join lateral (
        select seal_number, last_number, hash, sealed_at from ${seal} where chain = ${sealed.chain}
         order by seal_number desc limit 1) newest on true`.execute(db);
  const [known] = state.rows;
  if (known === undefined) throw new Error('a select of one row answered none');
  if (!known.isThere) problems.push({ kind: 'sealsGone', seal: Number(known.checked) });
  let after = isAll || !known.isThere ? 0n : known.checked;
  let rows = 0;
  for (;;) {
    const checked = await typedSql(checkColumns)`
      select own.seal_number as "sealNumber", cardinality(own.row_ids) as rows,
             coalesce(before.last_number, 0) + 1 = own.first_number
               and coalesce(before.rows_before + cardinality(before.row_ids), 0) = own.rows_before
               and (before.seal_number is not null or own.seal_number = 1) as "isLinked",
             contents.ids = own.row_ids and contents.marks = own.row_marks as "isSame",
             own.hash = ${sealHash({
               before: sql`before.hash`,
               facts: sql`own.chain, own.seal_number, own.first_number, own.last_number, own.rows_before`,
               ids: sql`own.row_ids`,
               marks: sql`own.row_marks`,
               contents: sql`contents.contents`,
             })} as "hasHash"
        from (select * from ${seal} where chain = ${sealed.chain} and seal_number > ${String(after)}::bigint
               order by seal_number limit ${sealsAtOnce}) own
        left join ${seal} before on before.chain = own.chain and before.seal_number = own.seal_number - 1
        cross join lateral (${contentsOf(sealed, rangeOfSeal(sealed, sql`own`))}) as contents
       order by own.seal_number`.execute(db);
    for (const { sealNumber, rows: count, isLinked, isSame, hasHash } of checked.rows) {
      rows += count;
      if (!isSame) problems.push(...(await findDifferences(db, sealed, Number(sealNumber), limit)));
      if (!isLinked || (isSame && !hasHash)) problems.push({ kind: 'seal', seal: Number(sealNumber) });
      after = sealNumber;
    }
    if (checked.rows.length < sealsAtOnce || problems.length >= limit) break;
  }
  const left = await typedSql({ count: int4() })`
    select count(*)::integer as count from ${table} kept
     where ${sql.ref(`kept.${sealed.number}`)} > ${String(known.last)}::bigint`.execute(db);
  if (problems.length === 0 && after > known.checked)
    await changeChain(db, sealed, {
      checkedSeal: sql`${String(after)}::bigint`,
      checkedHash: sql`(
        select hash from ${seal} where chain = ${sealed.chain} and seal_number = ${String(after)}::bigint)`,
    });
  const unsealed = left.rows[0]?.count ?? 0;
  return {
    problems: problems.slice(0, limit),
    rows,
    unsealed,
    isStuck: unsealed > 0 && known.isIdle,
    newest: known.hash === null ? null : { seal: Number(known.newest), hash: known.hash },
  };
}
