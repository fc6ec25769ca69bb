import { createHash, createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { bytea, int8, text, typedSql } from '#platform/database/typed-sql.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import type { SealedTable } from './audit-seals.ts';

export const archiveColumns =
  'chain, first_seal, last_seal, last_number, last_hash, row_count, file, digest, archived_at, key_id, mac';

/** Seals that were moved to a file, as the database knows of them. */
export interface ArchiveRecord {
  readonly firstSeal: bigint;
  readonly lastSeal: bigint;
  /** Rows up to this number are in files. */
  readonly lastNumber: bigint;
  readonly lastHash: Buffer;
  readonly rowCount: bigint;
  /** Name below the place of the archive. */
  readonly file: string;
  /** SHA-256 of the file. */
  readonly digest: Buffer;
}

type StoredRecord = ArchiveRecord & { readonly keyId: string; readonly mac: Buffer };

function macOf(secret: Buffer, chain: string, record: ArchiveRecord): Buffer {
  const { firstSeal, lastSeal, lastNumber, lastHash, rowCount, file, digest } = record;
  const facts = [
    chain,
    firstSeal,
    lastSeal,
    lastNumber,
    lastHash.toString('hex'),
    rowCount,
    file,
    digest.toString('hex'),
  ];
  return createHmac('sha256', secret)
    .update(
      createHash('sha256')
        .update(JSON.stringify(facts.map(String)))
        .digest(),
    )
    .digest();
}

/** Records of a chain, in the order of its seals; [] for a chain that has no archive. */
export async function listArchiveRecords(
  db: Kysely<unknown>,
  { chain, archive }: SealedTable,
): Promise<readonly StoredRecord[]> {
  if (archive === undefined) return [];
  const { rows } = await typedSql<StoredRecord>({
    ...{ firstSeal: int8(), lastSeal: int8(), lastNumber: int8(), lastHash: bytea(), rowCount: int8() },
    ...{ file: text(), digest: bytea(), keyId: text(), mac: bytea() },
  })`
    select first_seal as "firstSeal", last_seal as "lastSeal", last_number as "lastNumber", last_hash as "lastHash",
           row_count as "rowCount", file, digest, key_id as "keyId", mac
      from ${sql.table(archive.table)} where chain = ${chain} order by last_seal`.execute(db);
  return rows;
}

/** Adds a record, by the newest key. */
export async function insertArchiveRecord(
  db: Kysely<unknown>,
  { chain, archive }: SealedTable,
  record: ArchiveRecord,
  { id, secret }: KeyRing['current'],
): Promise<void> {
  if (archive === undefined) throw new Error(`the chain ${chain} has no archive`);
  const { firstSeal, lastSeal, lastNumber, lastHash, rowCount, file, digest } = record;
  await sql`
    with made as (
      select ${chain}::text as chain, ${String(firstSeal)}::bigint as first_seal, ${String(lastSeal)}::bigint as last_seal,
             ${String(lastNumber)}::bigint as last_number, ${lastHash}::bytea as last_hash,
             ${String(rowCount)}::bigint as row_count, ${file}::text as file, ${digest}::bytea as digest,
             clock_timestamp() as archived_at, ${id}::text as key_id, ${macOf(secret, chain, record)}::bytea as mac
    ) ${sql.raw(archive.add('made'))}`.execute(db);
}

/** Whether the records follow each other from the first seal on, each with the code of a key of the ring. */
export function areRecordsGenuine(
  chain: string,
  records: readonly StoredRecord[],
  keys: KeyRing | undefined,
): boolean {
  return records.every((record, index) => {
    const key = keys?.find(record.keyId);
    const follows = record.firstSeal === (records[index - 1]?.lastSeal ?? 0n) + 1n;
    return key !== undefined && follows && macOf(key.secret, chain, record).equals(record.mac);
  });
}
