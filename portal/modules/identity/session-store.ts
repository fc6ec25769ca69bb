import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface NewSession {
  readonly sessionId: string;
  readonly identityId: string;
  readonly startedAt: Instant;
  readonly expiresAt: Instant;
  readonly device: string;
  readonly address: string;
}

/** Starts a session. */
export async function insertSession(db: PortalDatabase, session: NewSession): Promise<void> {
  await sql`
    insert into portal.session (session_id, identity_id, started_at, expires_at, device, address)
    values (${session.sessionId}::uuid, ${session.identityId}::uuid,
            ${instantToIso(session.startedAt)}::timestamptz, ${instantToIso(session.expiresAt)}::timestamptz,
            ${session.device}, ${session.address})
  `.execute(db);
}

/** Lets a session that stands last until a later moment; never shortens it. */
export async function extendSession(
  db: PortalDatabase,
  sessionId: string,
  expiresAt: Instant,
): Promise<void> {
  await sql`
    update portal.session set expires_at = greatest(expires_at, ${instantToIso(expiresAt)}::timestamptz)
     where session_id = ${sessionId}::uuid and ended_at is null
  `.execute(db);
}

/** Ends a session at once: its token opens nothing any more. */
export async function endSession(db: PortalDatabase, sessionId: string, at: Instant): Promise<void> {
  await sql`
    update portal.session set ended_at = ${instantToIso(at)}::timestamptz
     where session_id = ${sessionId}::uuid and ended_at is null
  `.execute(db);
}
