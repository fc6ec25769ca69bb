import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, type RowOf, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { SignInWay } from './user-store.ts';

const lifetimeMs = 24 * 3_600_000;

/** When a session that starts or is renewed now ends: 24 hours later. Source: product.md section 4. */
export function sessionEnd(now: Instant): Instant {
  return (now + lifetimeMs) as Instant;
}

/** Whether more than half of the time is used, so that a check renews it. */
export function needsRenewal(expiresAt: number, now: Instant): boolean {
  return expiresAt - now < lifetimeMs / 2;
}

const activeSessionColumns = {
  sessionId: uuid(),
  device: text(),
  /** Network address from which it was opened: a database of places ages, and errs by whole cities. */
  address: text(),
  way: text<SignInWay>(),
  startedAt: timestamptz<Instant>(),
  /** To ten minutes, so that most checks of a session write nothing. */
  lastUsedAt: timestamptz<Instant>(),
  current: bool(),
};
type ActiveSession = RowOf<typeof activeSessionColumns>;

/** Active sessions of an identity: the current one first, then by last use. */
export async function listActiveSessions(
  db: PortalDatabase,
  { identityId, sessionId }: { readonly identityId: string; readonly sessionId: string },
  now: Instant,
): Promise<ActiveSession[]> {
  const { rows } = await typedSql(activeSessionColumns)`
    select session_id as "sessionId", device, address, way, started_at as "startedAt",
           coalesce(last_used_at, started_at) as "lastUsedAt", session_id = ${sessionId}::uuid as current
      from portal.session
     where identity_id = ${identityId}::uuid and ended_at is null and expires_at > ${instantToIso(now)}::timestamptz
     order by current desc, "lastUsedAt" desc, session_id
  `.execute(db);
  return rows;
}

/** Deletes sign-ins that began before a moment and wait for their second step. */
export async function deleteOldChallenges(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.sign_in_challenge where challenge_id in (
      select challenge_id from portal.sign_in_challenge where created_at < ${instantToIso(before)}::timestamptz
       limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes second factors whose set-up began before a moment and was abandoned. */
export async function deleteAbandonedFactors(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.second_factor where enabled_at is null and (identity_id, method) in (
      select identity_id, method from portal.second_factor
       where enabled_at is null and begun_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes sessions that were over before a moment; those from which a cabinet was viewed stay with the record of the viewing. */
export async function deleteOldSessions(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.session where session_id in (
      select session_id from portal.session s where expires_at < ${instantToIso(before)}::timestamptz
         and not exists (select from portal.viewing v where v.viewer_session_id = s.session_id)
       limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
