import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bool, bytea, int4, int8, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import { areRecordsGenuine, listArchiveRecords } from './archive-record.ts';
import {
  changeChain,
  contentsOf,
  type SealedTable,
  sealDigest,
  sealFacts,
  sealHash,
  tablesOf,
} from './audit-seals.ts';
import type { RecordedSeal } from './seal-lines.ts';

type Database = Kysely<unknown>;

/** Seals that are checked by one statement. */
const sealsAtOnce = 100;

/** What is wrong with a chain. */
export type SealProblem =
  | { readonly kind: 'changed' | 'removed' | 'added'; readonly id: string; readonly seal: number }
  /** The seal itself was changed, or does not follow the one before. */
  | { readonly kind: 'seal'; readonly seal: number }
  /** Seals that were there at the last check are there no more. */
  | { readonly kind: 'sealsGone'; readonly seal: number }
  /** The key of the seal is not in the ring: it was dropped, or another server made the seal. */
  | { readonly kind: 'keyMissing'; readonly seal: number; readonly keyId: string }
  /** A record outside the database names another hash of this seal. */
  | { readonly kind: 'otherInRecord'; readonly seal: number }
  /** The chain was begun long after its rows were added, and no record outside the database knows it. */
  | { readonly kind: 'madeAnew'; readonly days: number }
  /** What the database says of the files of the archive is not of the keys of the ring, or not what it continues. */
  | { readonly kind: 'archiveRecord' }
  /** Rows that are in files are still in the database, or were added there. */
  | { readonly kind: 'archiveLeft'; readonly rows: number }
  /** No row may be without a seal for so long. */
  | { readonly kind: 'unsealed'; readonly rows: number };

export interface ChainCheck {
  readonly problems: readonly SealProblem[];
  /** Rows of the seals that were checked now. */
  readonly rows: number;
  /** Rows that no seal holds yet. */
  readonly unsealed: number;
  /** Rows that were moved to files, and to how many. */
  readonly archived: { readonly rows: number; readonly files: number };
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

/** SQL of the rows that belong to a seal: nothing is before the first of the chain. */
function rangeOfSeal(sealed: SealedTable, own: RawBuilder<unknown>): RawBuilder<unknown> {
  const number = sql.ref(`kept.${sealed.number}`);
  return sql`${number} between case when ${own}.seal_number = 1 then -9223372036854775807 else ${own}.first_number end
    and ${own}.last_number`;
}

/** A row is sealed some minutes after it was added. */
const latestSealHours = 1;
/** A chain that was begun so long after its first row may have been made anew. */
const latestFirstSealDays = 1;

/** The rows that wait for a seal too long, and a first seal that came long after its rows. */
async function findLateSeals(
  db: Database,
  sealed: SealedTable,
  last: bigint,
  isRecorded: boolean,
): Promise<{ readonly unsealed: number; readonly problems: SealProblem[] }> {
  const { seal, rows: table } = tablesOf(sealed);
  const { rows } = await typedSql({ unsealed: int4(), late: int4(), days: nullable(int4()) })`
    select (count(*))::integer as unsealed,
           (count(*) filter (where happened_at < clock_timestamp() - make_interval(hours => ${latestSealHours})
             -- What the first import loads may be dated earlier.
             and exists (select from portal.kysely_migration
                  where timestamp::timestamptz < clock_timestamp() - make_interval(hours => ${latestSealHours}))))::integer as late,
           (select extract(day from first.sealed_at - min(kept.happened_at))::integer
              from ${seal} first, ${table} kept
             where first.chain = ${sealed.chain} and first.seal_number = 1
               and ${rangeOfSeal(sealed, sql`first`)} group by first.sealed_at) as days
      from ${table} kept where ${sql.ref(`kept.${sealed.number}`)} > ${String(last)}::bigint`.execute(db);
  const [{ unsealed, late, days } = { unsealed: 0, late: 0, days: null }] = rows;
  const problems: SealProblem[] = [];
  if (late > 0) problems.push({ kind: 'unsealed', rows: late });
  if (days !== null && days >= latestFirstSealDays && !isRecorded) problems.push({ kind: 'madeAnew', days });
  return { unsealed, problems };
}

/** The seals of a record that are other ones, or none, in the database. */
async function findOtherSeals(
  db: Database,
  sealed: SealedTable,
  record: readonly RecordedSeal[],
  archived: bigint,
): Promise<SealProblem[]> {
  const { rows } = await typedSql({ seal: int8() })`
    select distinct known.seal from unnest(${record.map(({ seal }) => String(seal))}::bigint[],
        ${record.map(({ hash }) => hash)}::text[]) as known (seal, hash)
     where known.seal >= ${String(archived)}::bigint and not exists (select from ${tablesOf(sealed).seal} own
       where own.chain = ${sealed.chain} and own.seal_number = known.seal and encode(own.hash, 'hex') = known.hash)
     order by 1`.execute(db);
  return rows.map(({ seal }) => ({ kind: 'otherInRecord', seal: Number(seal) }));
}

interface ArchiveEnd {
  /** The last seal whose rows are in files; 0: none are. */
  readonly lastSeal: bigint;
  readonly archived: ChainCheck['archived'];
  readonly problems: SealProblem[];
}

/** Where the chain continues after its files, and what is wrong there. */
async function findArchiveEnd(
  db: Database,
  sealed: SealedTable,
  keys: KeyRing | undefined,
): Promise<ArchiveEnd> {
  const records = await listArchiveRecords(db, sealed);
  const newest = records.at(-1);
  if (newest === undefined) return { lastSeal: 0n, archived: { rows: 0, files: 0 }, problems: [] };
  const { lastSeal, lastNumber, lastHash } = newest;
  const { seal, rows: table } = tablesOf(sealed);
  const { rows } = await typedSql({ left: int4(), isThere: bool() })`
    select (select count(*)::integer from ${table} kept
             where ${sql.ref(`kept.${sealed.number}`)} <= ${String(lastNumber)}::bigint) as left,
           exists (select from ${seal} where chain = ${sealed.chain} and seal_number = ${String(lastSeal)}::bigint
              and hash = ${lastHash}::bytea) as "isThere"`.execute(db);
  const [{ left, isThere } = { left: 0, isThere: false }] = rows;
  const problems: SealProblem[] = [];
  if (!isThere || !areRecordsGenuine(sealed.chain, records, keys)) problems.push({ kind: 'archiveRecord' });
  if (left > 0) problems.push({ kind: 'archiveLeft', rows: left });
  const archived = {
    rows: Number(records.reduce((sum, { rowCount }) => sum + rowCount, 0n)),
    files: records.length,
  };
  return { lastSeal, archived, problems };
}

const checkColumns = {
  ...{ sealNumber: int8(), rows: int4(), isLinked: bool(), isSame: bool() },
  ...{ hash: bytea(), keyId: text(), digest: bytea() },
};

interface CheckOptions {
  /** Absent: not made yet. */
  readonly keys: KeyRing | undefined;
  /** All seals, or those after the last check alone. */
  readonly isAll: boolean;
  /** Most problems that are named. */
  readonly limit: number;
  /** Seals of any chain that were written outside the database. */
  readonly record: readonly RecordedSeal[];
}

/**
 * Recomputes a chain and names what was changed, removed or added since it was sealed: the seals after the last check alone, or
 * all of them. What it found right is not looked at again by the next check that is not of all.
 */
export async function checkChain(
  db: Database,
  sealed: SealedTable,
  { keys, isAll, limit, record }: CheckOptions,
): Promise<ChainCheck> {
  const { seal, chain } = tablesOf(sealed);
  const { lastSeal, archived, problems } = await findArchiveEnd(db, sealed, keys);
  const state = await typedSql({ checked: int8(), isThere: bool(), last: int8() })`
    select coalesce(known.checked_seal, 0) as checked, coalesce(newest.last_number, 0) as last,
           coalesce(known.checked_seal, 0) < greatest(1, ${String(lastSeal)}::bigint) or exists (
             select from ${seal} kept where kept.chain = ${sealed.chain} and kept.seal_number = known.checked_seal
                and kept.hash = known.checked_hash) as "isThere"
      from (select) one left join ${chain} known on known.chain = ${sealed.chain}
      left join lateral (
        select last_number from ${seal} where chain = ${sealed.chain}
         order by seal_number desc limit 1) newest on true`.execute(db);
  const [known] = state.rows;
  if (known === undefined) throw new Error('a select of one row answered none');
  if (!known.isThere) problems.push({ kind: 'sealsGone', seal: Number(known.checked) });
  let after = isAll || !known.isThere || known.checked < lastSeal ? lastSeal : known.checked;
  let rows = 0;
  /** The first seal of each key that is not in the ring. */
  const unknownKeys = new Map<string, number>();
  for (;;) {
    const checked = await typedSql(checkColumns)`
      select own.seal_number as "sealNumber", cardinality(own.row_ids) as rows,
             coalesce(before.last_number, 0) + 1 = own.first_number
               and coalesce(before.rows_before + cardinality(before.row_ids), 0) = own.rows_before
               and (before.seal_number is not null or own.seal_number = 1)
               and (own.key_id <> '' or coalesce(before.key_id, '') = '') as "isLinked",
             contents.ids = own.row_ids and contents.marks = own.row_marks as "isSame",
             own.hash, own.key_id as "keyId",
             ${sealDigest({
               before: sql`before.hash`,
               facts: sealFacts(
                 sql`own.chain, own.seal_number, own.first_number, own.last_number, own.rows_before`,
                 sql`own.sealed_at`,
                 sql`own.key_id`,
               ),
               ids: sql`own.row_ids`,
               marks: sql`own.row_marks`,
               contents: sql`contents.contents`,
             })} as digest
        from (select * from ${seal} where chain = ${sealed.chain} and seal_number > ${String(after)}::bigint
               order by seal_number limit ${sealsAtOnce}) own
        left join ${seal} before on before.chain = own.chain and before.seal_number = own.seal_number - 1
        cross join lateral (${contentsOf(sealed, rangeOfSeal(sealed, sql`own`))}) as contents
       order by own.seal_number`.execute(db);
    for (const { sealNumber, rows: count, isLinked, isSame, hash, keyId, digest } of checked.rows) {
      rows += count;
      const number = Number(sealNumber);
      if (!isSame) problems.push(...(await findDifferences(db, sealed, number, limit)));
      const key = keys?.find(keyId);
      if (keyId !== '' && key === undefined) unknownKeys.set(keyId, unknownKeys.get(keyId) ?? number);
      else if (!isLinked || (isSame && !sealHash(key?.secret, digest).equals(hash)))
        problems.push({ kind: 'seal', seal: number });
      after = sealNumber;
    }
    if (checked.rows.length < sealsAtOnce || problems.length >= limit) break;
  }
  for (const [keyId, first] of unknownKeys) problems.push({ kind: 'keyMissing', seal: first, keyId });
  const own = record.filter((recorded) => recorded.chain === sealed.chain);
  problems.push(...(await findOtherSeals(db, sealed, own, lastSeal)));
  const { unsealed, problems: late } = await findLateSeals(db, sealed, known.last, own.length > 0);
  problems.push(...late);
  if (problems.length === 0 && after > known.checked)
    await changeChain(db, sealed, {
      checkedSeal: sql`${String(after)}::bigint`,
      checkedHash: sql`(
        select hash from ${seal} where chain = ${sealed.chain} and seal_number = ${String(after)}::bigint)`,
    });
  return { problems: problems.slice(0, limit), rows, unsealed, archived };
}
