import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Lifetime of a request for access. */
const waitingMs = 7 * 24 * 3_600_000;

/** Inserts a request for access; an open one is kept. Returns its expiry, and whether it is new. */
export async function keepAccessRequest(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
  now: Instant,
): Promise<{ readonly until: Instant; readonly isNew: boolean }> {
  const requestId = newId();
  const { rows } = await typedSql({ until: timestamptz<Instant>(), isNew: bool() })`
    insert into portal.access_request as kept (account_number, identity_id, request_id, asked_at, expires_at)
    values (${accountNumber}, ${identityId}::uuid, ${requestId}::uuid, ${instantToIso(now)}::timestamptz,
            ${instantToIso((now + waitingMs) as Instant)}::timestamptz)
    on conflict (account_number, identity_id) do update
      set request_id = case when kept.expires_at > excluded.asked_at then kept.request_id else excluded.request_id end,
          asked_at = case when kept.expires_at > excluded.asked_at then kept.asked_at else excluded.asked_at end,
          expires_at = case when kept.expires_at > excluded.asked_at then kept.expires_at else excluded.expires_at end
    returning expires_at as until, request_id = ${requestId}::uuid as "isNew"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a request of access answered no row');
  return row;
}

/** Deletes a request that is decided; returns who made it. Undefined: there is none, or it has expired. */
export async function takeAccessRequest(
  db: PortalDatabase,
  accountNumber: string,
  requestId: string,
  now: Instant,
): Promise<string | undefined> {
  const { rows } = await typedSql({ identityId: uuid() })`
    delete from portal.access_request
     where account_number = ${accountNumber} and request_id = ${requestId}::uuid and expires_at > ${instantToIso(now)}::timestamptz
    returning identity_id as "identityId"`.execute(db);
  return rows[0]?.identityId;
}

/** The accounts to which a person requested access. */
export async function listAwaited(
  db: PortalDatabase,
  identityId: string,
  now: Instant,
): Promise<readonly { readonly account: string; readonly until: Instant }[]> {
  const { rows } = await typedSql({ account: text(), until: timestamptz<Instant>() })`
    select account_number as account, expires_at as until from portal.access_request
     where identity_id = ${identityId}::uuid and expires_at > ${instantToIso(now)}::timestamptz
     order by account_number`.execute(db);
  return rows;
}

/** Deletes expired requests. */
export async function forgetAccessRequests(db: PortalDatabase, now: Instant): Promise<void> {
  await sql`delete from portal.access_request where expires_at < ${instantToIso(now)}::timestamptz`.execute(
    db,
  );
}
