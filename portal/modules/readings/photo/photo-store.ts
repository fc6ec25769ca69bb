import { sql } from 'kysely';
import { type BillingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { int4, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { insertStoredFile } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface StoredPhoto {
  readonly photoId: string;
  readonly accountNumber: string;
  readonly contentType: string;
  readonly byteCount: number;
  /** SHA-256 of what it came as, in hexadecimal. */
  readonly contentHash: string;
  /** ISO 8601. */
  readonly storedAt: string;
}

/** What the photo came as, when it is registered for this account; null: that was not kept then. */
export async function findPhoto(
  db: PortalDatabase,
  photoId: string,
  accountNumber: string,
): Promise<{ readonly contentHash: string | null } | undefined> {
  return db
    .selectFrom('portal.stored_file')
    .select('content_hash as contentHash')
    .where('file_id', '=', photoId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
}

/** Whether a photo that was kept came as these bytes; one whose hash was not kept then is taken for it. */
export function isSamePhoto({ contentHash }: { readonly contentHash: string | null }, hash: string): boolean {
  return contentHash === null || contentHash === hash;
}

/** How long a photo waits for its reading before it is deleted. */
export const photoWaitsDays = 2;
const photoWaitsMs = photoWaitsDays * 24 * 3_600_000;

/** Whether a reading may name the photo: it is of the account, and is not about to be swept. */
export async function hasPhotoForReading(
  db: PortalDatabase,
  {
    photoId,
    accountNumber,
    now,
  }: { readonly photoId: string; readonly accountNumber: string; readonly now: Instant },
): Promise<boolean> {
  const since = instantToIso((now - photoWaitsMs) as Instant);
  const { rows } = await sql`
    select from portal.stored_file
     where file_id = ${photoId}::uuid and account_number = ${accountNumber} and purpose = 'photo'
       and (is_attached or stored_at >= ${since}::timestamptz)`.execute(db);
  return rows.length > 0;
}

function photosSince(accountNumber: string, period: BillingPeriod) {
  const from = instantToIso(kyivMidnight(firstDay(period)));
  return sql`portal.stored_file
    where account_number = ${accountNumber} and purpose = 'photo' and stored_at >= ${from}::timestamptz`;
}

/** How many photos of an account were stored since a period began, by the Kyiv clock. */
export async function countPhotos(
  db: PortalDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::int as count from ${photosSince(accountNumber, period)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Registers a photo and keeps its file (`keep`) unless the account has `most` of the period already. Photos of one account
 * stand in line until the file is kept: the limit holds, and of requests at once under one id the first one alone writes. The
 * same photo again is 'stored', another one under its id 'common.requestReused'.
 */
export async function insertPhoto(
  db: PortalDatabase,
  period: BillingPeriod,
  most: number,
  photo: StoredPhoto & { readonly keep: () => Promise<void> },
): Promise<'stored' | 'common.requestReused' | 'readings.tooManyPhotos'> {
  const { photoId, accountNumber, contentType, byteCount, contentHash, storedAt, keep } = photo;
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${accountNumber}, 5))`.execute(
      transaction,
    );
    const before = await findPhoto(transaction, photoId, accountNumber);
    if (before !== undefined) return isSamePhoto(before, contentHash) ? 'stored' : 'common.requestReused';
    if ((await countPhotos(transaction, accountNumber, period)) >= most) return 'readings.tooManyPhotos';
    await keep();
    const isNew = await insertStoredFile(transaction, {
      fileId: photoId,
      accountNumber,
      contentType,
      byteCount,
      purpose: 'photo',
      contentHash,
      storedAt,
    });
    if (!isNew) throw new Error('the id of a photo is that of another file');
    return 'stored';
  });
}

/** The oldest photos that were stored before a moment and of which no reading is known. */
export async function listLoosePhotos(db: PortalDatabase, before: Instant, limit: number): Promise<string[]> {
  const { rows } = await typedSql({ photoId: uuid() })`
    select file_id as "photoId" from portal.stored_file
     where purpose = 'photo' and not is_attached and stored_at < ${instantToIso(before)}::timestamptz
     order by stored_at limit ${limit}`.execute(db);
  return rows.map(({ photoId }) => photoId);
}

/** The oldest photos that were stored before a moment and that a reading names. */
export async function listNamedPhotos(db: PortalDatabase, before: Instant, limit: number): Promise<string[]> {
  const { rows } = await typedSql({ photoId: uuid() })`
    select file_id as "photoId" from portal.stored_file
     where purpose = 'photo' and is_attached and stored_at < ${instantToIso(before)}::timestamptz
     order by stored_at limit ${limit}`.execute(db);
  return rows.map(({ photoId }) => photoId);
}

/** Photos of an account that readings name, oldest first. */
export async function listPhotosOf(
  db: PortalDatabase,
  accountNumber: string,
): Promise<
  readonly { readonly photoId: string; readonly contentType: string; readonly storedAt: Instant }[]
> {
  const columns = { photoId: uuid(), contentType: text(), storedAt: timestamptz<Instant>() };
  const { rows } = await typedSql(columns)`
    select file_id as "photoId", content_type as "contentType", stored_at as "storedAt" from portal.stored_file
     where account_number = ${accountNumber} and purpose = 'photo' order by stored_at, file_id`.execute(db);
  return rows;
}
