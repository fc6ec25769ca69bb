import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { SignInWay } from './sign-in-proof.ts';

export interface ActiveSession {
  readonly sessionId: string;
  readonly device: string;
  /** Network address from which it was opened: a database of places ages, and errs by whole cities. */
  readonly address: string;
  readonly way: SignInWay;
  readonly startedAt: Instant;
  /** To ten minutes, so that most checks of a session write nothing. */
  readonly lastUsedAt: Instant;
  readonly current: boolean;
}

/** Active sessions of an identity: the current one first, then by last use. */
export async function listActiveSessions(
  db: PortalDatabase,
  { identityId, sessionId }: { readonly identityId: string; readonly sessionId: string },
  now: Instant,
): Promise<ActiveSession[]> {
  const { rows } = await sql<ActiveSession>`
    select session_id as "sessionId", device, address, way, started_at as "startedAt",
           coalesce(last_used_at, started_at) as "lastUsedAt", session_id = ${sessionId}::uuid as current
      from portal.session
     where identity_id = ${identityId}::uuid and ended_at is null and expires_at > ${instantToIso(now)}::timestamptz
     order by current desc, "lastUsedAt" desc, session_id
  `.execute(db);
  return rows;
}
