import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type RowOf, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const requestColumns = { askedAt: timestamptz<Instant>(), dueAt: timestamptz<Instant>() };
export type ErasureRequest = RowOf<typeof requestColumns>;

/** The open request of a person; undefined: there is none. */
export async function findErasure(
  db: PortalDatabase,
  identityId: string,
): Promise<ErasureRequest | undefined> {
  const { rows } = await typedSql(requestColumns)`
    select asked_at as "askedAt", due_at as "dueAt" from portal.erasure_request
     where identity_id = ${identityId}::uuid and withdrawn_at is null and done_at is null`.execute(db);
  return rows[0];
}

/** Adds a request; false: there is an open one, which stays as it is. */
export async function insertErasure(
  transaction: PortalDatabase,
  { requestId, identityId }: { readonly requestId: string; readonly identityId: string },
  { askedAt, dueAt }: ErasureRequest,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into portal.erasure_request (request_id, identity_id, asked_at, due_at)
    values (${requestId}::uuid, ${identityId}::uuid, ${instantToIso(askedAt)}::timestamptz, ${instantToIso(dueAt)}::timestamptz)
    on conflict (identity_id) where withdrawn_at is null and done_at is null do nothing`.execute(transaction);
  return numAffectedRows === 1n;
}

/** Ends the open request of a person; false: there is none. */
export async function markWithdrawn(db: PortalDatabase, identityId: string, at: Instant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update portal.erasure_request set withdrawn_at = ${instantToIso(at)}::timestamptz
     where identity_id = ${identityId}::uuid and withdrawn_at is null and done_at is null`.execute(db);
  return numAffectedRows === 1n;
}

/** The persons whose request is due, the earliest first. */
export async function listDueErasures(
  db: PortalDatabase,
  now: Instant,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await typedSql({ identityId: uuid() })`
    select identity_id as "identityId" from portal.erasure_request
     where due_at <= ${instantToIso(now)}::timestamptz and withdrawn_at is null and done_at is null
     order by due_at limit ${limit}::integer`.execute(db);
  return rows.map(({ identityId }) => identityId);
}

/** Holds the due request of a person until the end of the transaction; false: it was withdrawn or done meanwhile. */
export async function lockDueErasure(
  transaction: PortalDatabase,
  identityId: string,
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    select from portal.erasure_request
     where identity_id = ${identityId}::uuid and due_at <= ${instantToIso(now)}::timestamptz
       and withdrawn_at is null and done_at is null for update`.execute(transaction);
  return rows.length > 0;
}

/** Notes that the request of a person was carried out. */
export async function markErased(
  transaction: PortalDatabase,
  identityId: string,
  at: Instant,
): Promise<void> {
  await sql`
    update portal.erasure_request set done_at = ${instantToIso(at)}::timestamptz
     where identity_id = ${identityId}::uuid and withdrawn_at is null and done_at is null`.execute(
    transaction,
  );
}

/** Erased persons who may have files in conversations that were open then. */
export async function listWithFiles(db: PortalDatabase, limit: number): Promise<readonly string[]> {
  const { rows } = await typedSql({ identityId: uuid() })`
    select identity_id as "identityId" from portal.erasure_request
     where done_at is not null and files_deleted_at is null order by done_at limit ${limit}::integer`.execute(
    db,
  );
  return rows.map(({ identityId }) => identityId);
}

/** Notes that no file of a person is left. */
export async function markFilesDeleted(db: PortalDatabase, identityId: string, at: Instant): Promise<void> {
  await sql`
    update portal.erasure_request set files_deleted_at = ${instantToIso(at)}::timestamptz
     where identity_id = ${identityId}::uuid and done_at is not null and files_deleted_at is null`.execute(
    db,
  );
}
