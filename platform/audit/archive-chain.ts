import { type Kysely, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, json, text, typedSql } from '#platform/database/typed-sql.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import {
  type ArchivedSeal,
  checkSealFile,
  decodeSealFile,
  digestOf,
  encodeSealFile,
  type SealFile,
} from './archive-file.ts';
import {
  type ArchiveRecord,
  areRecordsGenuine,
  insertArchiveRecord,
  listArchiveRecords,
} from './archive-record.ts';
import { type SealedTable, tablesOf } from './audit-seals.ts';
import type { RecordedSeal } from './seal-lines.ts';

type Database = Kysely<unknown>;

/** Most seals of a file: some 25 MB before it is compressed. */
const sealsOfFile = 100;
/** Seals whose rows are deleted by one transaction. */
const sealsOfDeletion = 10;

/** Seals after one whose rows all happened before a moment, at most those of a file. */
async function readSeals(
  db: Database,
  sealed: SealedTable,
  after: bigint,
  before: Instant,
): Promise<SealFile> {
  const { seal, rows } = tablesOf(sealed);
  const [number, id] = [sql.ref(`kept.${sealed.number}`), sql.ref(`kept.${sealed.id}`)];
  const seals: ArchivedSeal[] = [];
  const { rows: link } = await typedSql({ hash: text() })`
    select encode(hash, 'hex') as hash from ${seal}
     where chain = ${sealed.chain} and seal_number = ${String(after)}::bigint`.execute(db);
  while (seals.length < sealsOfFile) {
    const next = String(after + BigInt(seals.length) + 1n);
    const found = await typedSql({
      ...{ seal: int4(), first: text(), last: text(), rowsBefore: text(), keyId: text(), sealedAt: text() },
      ...{ hash: text(), isOld: bool(), rows: json<ArchivedSeal['rows']>() },
    })`
      select own.seal_number::integer as seal, own.first_number::text as first, own.last_number::text as last,
             own.rows_before::text as "rowsBefore", own.key_id as "keyId",
             (extract(epoch from own.sealed_at) * 1000000)::bigint::text as "sealedAt", encode(own.hash, 'hex') as hash,
             coalesce(held.newest < ${instantToIso(before)}::timestamptz, own.sealed_at < ${instantToIso(before)}::timestamptz)
               as "isOld", held.rows
        from ${seal} own cross join lateral (
          select max(happened_at) as newest,
                 coalesce(jsonb_agg(jsonb_build_array(${id}, ${sql.raw(sealed.content)}) order by ${number}, ${id}), '[]') as rows
            from ${rows} kept where ${number} between own.first_number and own.last_number) held
       where own.chain = ${sealed.chain} and own.seal_number = ${next}::bigint`.execute(db);
    const [one] = found.rows;
    if (one?.isOld !== true) break;
    const { isOld: _, ...own } = one;
    seals.push(own);
  }
  return { chain: sealed.chain, before: link[0]?.hash ?? '', seals };
}

/** Deletes the rows and seals of a record, but its last seal, which the next one continues. Repeatable. */
async function deleteArchived(
  owner: Database,
  sealed: SealedTable,
  ownerRole: string,
  lastSeal: bigint,
  lastNumber: bigint,
) {
  const { archive } = sealed;
  if (archive === undefined) throw new Error(`the chain ${sealed.chain} has no archive`);
  const { seal } = tablesOf(sealed);
  for (;;) {
    const isDone = await owner.transaction().execute(async (transaction) => {
      await sql`set local role ${sql.id(ownerRole)}`.execute(transaction);
      await sql`select set_config('svitlo.archive', 'on', true)`.execute(transaction);
      // The oldest first, a part at a time; the last part has no seal of its own left to find it by.
      const { rows: found } = await typedSql({ last: text(), isLast: bool() })`
        select max(last_number)::text as last, max(seal_number) >= ${String(lastSeal)}::bigint as "isLast" from (
          select seal_number, last_number from ${seal}
           where chain = ${sealed.chain} and seal_number <= ${String(lastSeal)}::bigint
           order by seal_number limit ${sealsOfDeletion}) part`.execute(transaction);
      const isLast = found[0]?.isLast !== false;
      const until = isLast ? String(lastNumber) : (found[0]?.last ?? String(lastNumber));
      await archive.deleteRows(until).execute(transaction);
      await archive.deleteSeals(until, String(lastSeal)).execute(transaction);
      return isLast;
    });
    if (isDone) return;
  }
}

/** The role that owns the rows. @throws Error when the connection may not act as it. */
async function readOwner(db: Database, { table }: SealedTable): Promise<string> {
  const { rows } = await typedSql({ role: text(), isMember: bool() })`
    select pg_get_userbyid(relowner)::text as role, pg_has_role(current_user, relowner, 'MEMBER') as "isMember"
      from pg_class where oid = ${table}::regclass`.execute(db);
  const [{ role, isMember } = { role: '', isMember: false }] = rows;
  if (!isMember) throw new Error(`${table} belongs to ${role}: DATABASE_ADMIN_URL is needed to archive it`);
  return role;
}

interface ArchiveOptions {
  /** As the product. */
  readonly db: Database;
  /** As a role that may act as the owner of the audit. */
  readonly owner: Database;
  readonly store: ObjectStore;
  readonly keys: KeyRing;
  /** Rows that happened before it are archived. */
  readonly before: Instant;
  readonly onFile?: (record: ArchiveRecord) => void;
}

const nameOf = (chain: string, first: bigint, last: bigint) =>
  `${chain}-${String(first).padStart(9, '0')}-${String(last).padStart(9, '0')}.ndjson.gz`;

/** Throws unless the place has the file of a record as it was written. */
async function expectFile(store: ObjectStore, { file, digest }: ArchiveRecord): Promise<void> {
  const content = await store.get(file);
  if (content === undefined || !digestOf(content).equals(digest))
    throw new Error(
      `${file} is not at ${store.address} as it was written: nothing of it is deleted from the database`,
    );
}

/**
 * Moves the oldest seals of a chain, with their rows, to compressed files: written, read again and verified before anything is deleted. A
 * run that was killed is completed by the next one. Deletes in parts, beside the server's work.
 * @throws Error when a seal is not as it was sealed: then it stays, and all after it.
 * @returns how many rows are in files that were made now.
 */
export async function archiveChain(sealed: SealedTable, options: ArchiveOptions): Promise<bigint> {
  const { db, owner, store, keys, before, onFile } = options;
  const records = await listArchiveRecords(db, sealed);
  if (!areRecordsGenuine(sealed.chain, records, keys))
    throw new Error(`the records of the archive of ${sealed.chain} are not of the keys of AUDIT_KEYS`);
  const ownerRole = await readOwner(owner, sealed);
  const newest = records.at(-1);
  if (newest !== undefined) {
    // What a killed run has left.
    await expectFile(store, newest);
    await deleteArchived(owner, sealed, ownerRole, newest.lastSeal, newest.lastNumber);
  }
  let after = newest?.lastSeal ?? 0n;
  let moved = 0n;
  for (;;) {
    const file = await readSeals(db, sealed, after, before);
    const [first, last] = [file.seals[0], file.seals.at(-1)];
    if (first === undefined || last === undefined) return moved;
    const [fault] = checkSealFile(file, keys);
    if (fault !== undefined)
      throw new Error(`seal ${fault.seal} of ${sealed.chain} is not as it was made: npm run doctor -- --all`);
    const content = await encodeSealFile(file);
    const record: ArchiveRecord = {
      firstSeal: BigInt(first.seal),
      lastSeal: BigInt(last.seal),
      lastNumber: BigInt(last.last),
      lastHash: Buffer.from(last.hash, 'hex'),
      rowCount: file.seals.reduce((sum, { rows }) => sum + BigInt(rows.length), 0n),
      file: nameOf(sealed.chain, BigInt(first.seal), BigInt(last.seal)),
      digest: digestOf(content),
    };
    await store.put(record.file, content);
    await expectFile(store, record);
    await insertArchiveRecord(db, sealed, record, keys.current);
    await deleteArchived(owner, sealed, ownerRole, record.lastSeal, record.lastNumber);
    onFile?.(record);
    moved += record.rowCount;
    after = record.lastSeal;
  }
}

/** What is wrong with an archive. */
type ArchiveProblem =
  | { readonly kind: 'missing' | 'changed'; readonly file: string }
  | { readonly kind: 'seal' | 'otherInRecord'; readonly file: string; readonly seal: number }
  | { readonly kind: 'keyMissing'; readonly file: string; readonly seal: number; readonly keyId: string };

interface ArchiveCheck {
  readonly problems: readonly ArchiveProblem[];
  readonly files: number;
  readonly rows: number;
}

/**
 * Verifies the files of a chain: that they are there as they were written, that each row is as it was sealed, and that the chain goes
 * through all of them to the seal which the database continues.
 * @param record Seals that were written outside the database: those in files are compared.
 */
export async function checkArchive(
  db: Database,
  sealed: SealedTable,
  {
    store,
    keys,
    record,
  }: {
    readonly store: ObjectStore;
    readonly keys: KeyRing | undefined;
    readonly record: readonly RecordedSeal[];
  },
): Promise<ArchiveCheck> {
  const problems: ArchiveProblem[] = [];
  const records = await listArchiveRecords(db, sealed);
  const sent = Map.groupBy(
    record.filter(({ chain }) => chain === sealed.chain),
    ({ seal }) => seal,
  );
  let rows = 0;
  let before = '';
  for (const { file, digest, firstSeal, lastSeal, lastHash } of records) {
    const content = await store.get(file);
    if (content === undefined) problems.push({ kind: 'missing', file });
    else if (!digestOf(content).equals(digest)) problems.push({ kind: 'changed', file });
    else {
      const held = await decodeSealFile(content);
      const [first, last] = [held.seals[0], held.seals.at(-1)];
      const isWhole =
        held.before === before &&
        BigInt(first?.seal ?? 0) === firstSeal &&
        BigInt(last?.seal ?? 0) === lastSeal &&
        last?.hash === lastHash.toString('hex');
      if (!isWhole) problems.push({ kind: 'changed', file });
      for (const { kind, seal, keyId } of checkSealFile(held, keys))
        problems.push(kind === 'keyMissing' ? { kind, file, seal, keyId } : { kind: 'seal', file, seal });
      for (const { seal, hash } of held.seals)
        if (sent.get(seal)?.some((one) => one.hash !== hash))
          problems.push({ kind: 'otherInRecord', file, seal });
      rows += held.seals.reduce((sum, one) => sum + one.rows.length, 0);
    }
    before = lastHash.toString('hex');
  }
  return { problems, files: records.length, rows };
}
