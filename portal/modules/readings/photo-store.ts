import type { PortalDatabase } from '#portal/portal-database.ts';

export interface StoredPhoto {
  readonly photoId: string;
  readonly accountNumber: string;
  readonly contentType: string;
  readonly byteCount: number;
  /** ISO 8601. */
  readonly storedAt: string;
}

/** Whether the photo is registered for this account. */
export async function hasPhoto(db: PortalDatabase, photoId: string, accountNumber: string): Promise<boolean> {
  const row = await db
    .selectFrom('portal.stored_file')
    .select('file_id')
    .where('file_id', '=', photoId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return row !== undefined;
}

/** Registers a photo; one that is registered already stays as it is. */
export async function insertPhoto(db: PortalDatabase, photo: StoredPhoto): Promise<void> {
  await db
    .insertInto('portal.stored_file')
    .values({
      file_id: photo.photoId,
      account_number: photo.accountNumber,
      content_type: photo.contentType,
      byte_count: photo.byteCount,
      stored_at: photo.storedAt,
    })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();
}
