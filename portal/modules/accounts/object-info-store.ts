import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Stores the information of an object, replacing the former. False when the object is not in the cabinet. */
export async function upsertObjectInfo(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
  info: unknown,
  savedAt: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into portal.object_info (identity_id, account_number, info, saved_at)
    select identity_id, account_number, ${JSON.stringify(info)}::jsonb, ${instantToIso(savedAt)}::timestamptz
      from portal.identity_account
     where identity_id = ${identityId}::uuid and account_number = ${accountNumber}
    on conflict (identity_id, account_number) do update set info = excluded.info, saved_at = excluded.saved_at`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** The stored information of an object; undefined: none. */
export async function findObjectInfo(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
): Promise<{ readonly info: unknown; readonly savedAt: Instant } | undefined> {
  const row = await db
    .selectFrom('portal.object_info')
    .select(['info', 'saved_at'])
    .where('identity_id', '=', identityId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return row && { info: row.info, savedAt: row.saved_at as Instant };
}
