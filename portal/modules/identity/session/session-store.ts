import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, json, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type Login, noteNetworks, noteSignIn } from '../../codes/public.ts';
import { eventSettling } from './sign-in-events.ts';
import { loginsOf, recentSignIn, type SignInProof, type SignInWay } from './user-store.ts';

/** Reason for ending a session early. */
export type EndReason =
  | 'signOut'
  | 'ended'
  | 'allEnded'
  | 'passwordChanged'
  | 'passwordRecovered'
  | 'blocked'
  | 'accessEnded';

export interface NewSession {
  readonly sessionId: string;
  readonly identityId: string;
  readonly startedAt: Instant;
  readonly expiresAt: Instant;
  readonly device: string;
  readonly address: string;
  readonly way: SignInWay;
  /** Whether a second factor was verified. */
  readonly dualAuth: boolean;
  /** The event that it settles. */
  readonly eventId?: string | undefined;
}

/**
 * Starts a session; it is in use from its first moment, its network is known, and wrong codes are cleared. False: its owner is blocked, or the proof is no longer valid.
 * Without a proof only the block is looked at: the caller holds what says who it is.
 */
export async function insertSession(
  db: PortalDatabase,
  session: NewSession,
  proof?: SignInProof,
): Promise<boolean> {
  const startedAt = instantToIso(session.startedAt);
  const { rows } = await typedSql({ logins: json<readonly Login[]>() })`
    with opened as (
    insert into portal.session
      (session_id, identity_id, started_at, expires_at, last_used_at, device, address, way, dual_auth, factor_proven_at)
    select ${session.sessionId}::uuid, identity.identity_id, ${startedAt}::timestamptz,
           ${instantToIso(session.expiresAt)}::timestamptz, ${startedAt}::timestamptz,
           ${session.device}, ${session.address}, ${session.way}, ${session.dualAuth}::boolean,
           case when ${session.dualAuth}::boolean then ${startedAt}::timestamptz end
      from portal.identity
     where identity.identity_id = ${session.identityId}::uuid
       and ${proof ? recentSignIn(proof) : sql`identity.blocked_at is null`}
       for share
    returning identity_id
    ), settled as (${eventSettling(session.eventId, 'success', sql`exists (select from opened)`)})
    select (${loginsOf(sql`opened.identity_id`)}) as logins from opened
  `.execute(db);
  const [opened] = rows;
  if (opened === undefined) return false;
  const { address } = session;
  await noteSignIn(
    db,
    opened.logins.map((login) => ({ ...login, address })),
    session.startedAt,
  );
  return true;
}

/**
 * Holds the session that a call came in by until the end of the transaction, its owner first, as everywhere. False: it
 * ended, or its owner was blocked, since the call began. What depends on the owner is read by a later statement: this one
 * sees other tables as they were before it waited. `beside` is written whatever the answer.
 */
export async function lockOwnSession(
  db: PortalDatabase,
  session: { readonly identityId: string; readonly sessionId: string },
  beside: RawBuilder<unknown> = sql`select 1`,
): Promise<boolean> {
  const { rows } = await typedSql({ held: bool() })`
    with beside as (${beside}), owner as materialized (
      select 1 from portal.identity
       where identity_id = ${session.identityId}::uuid and blocked_at is null for no key update
    ), own as materialized (
      select 1 from portal.session
       where session_id = ${session.sessionId}::uuid and ended_at is null and exists (select from owner) for update
    )
    select exists (select from own) as held
  `.execute(db);
  return rows[0]?.held === true;
}

/**
 * Updates the last use (10-minute resolution) and extends the expiry when one is given; never shortens it. Most checks
 * write nothing.
 */
export async function touchSession(
  db: PortalDatabase,
  sessionId: string,
  {
    now,
    expiresAt,
    address,
  }: { readonly now: Instant; readonly expiresAt: Instant; readonly address: string },
): Promise<void> {
  const [usedAt, until] = [instantToIso(now), instantToIso(expiresAt)];
  const { rows } = await typedSql({ logins: json<readonly Login[]>() })`
    with used as (
    update portal.session
       set last_used_at = greatest(last_used_at, ${usedAt}::timestamptz),
           expires_at = greatest(expires_at, ${until}::timestamptz)
     where session_id = ${sessionId}::uuid and ended_at is null
       and (last_used_at is null or last_used_at <= ${usedAt}::timestamptz - interval '10 minutes'
            or expires_at < ${until}::timestamptz)
    returning identity_id
    )
    select (${loginsOf(sql`used.identity_id`)}) as logins from used
  `.execute(db);
  const [used] = rows;
  if (used === undefined) return;
  await noteNetworks(
    db,
    used.logins.map((login) => ({ ...login, address })),
    now,
  );
}

/** Ends a session of an identity at once. False: it has no such active session. */
export async function endSession(
  db: PortalDatabase,
  session: { readonly identityId: string; readonly sessionId: string },
  reason: EndReason,
  at: Instant,
): Promise<boolean> {
  const moment = instantToIso(at);
  const { numAffectedRows } = await sql`
    update portal.session set ended_at = ${moment}::timestamptz, end_reason = ${reason}
     where session_id = ${session.sessionId}::uuid and identity_id = ${session.identityId}::uuid
       and ended_at is null and expires_at > ${moment}::timestamptz
  `.execute(db);
  return numAffectedRows === 1n;
}

/** SQL that compares an id with one, or with those of a relation. */
export const isOneOf = (whose: string | RawBuilder<unknown>): RawBuilder<unknown> =>
  typeof whose === 'string' ? sql`= ${whose}::uuid` : sql`in (${whose})`;

/** Which sessions of an identity end, and why. */
export interface SessionsEnding {
  readonly except?: string;
  readonly reason: EndReason;
}

/**
 * SQL whose rows are the sessions that it ends: all that stand of an identity, or of those of a relation of ids, but the one excepted;
 * none unless `when` holds.
 */
export function sessionsEnding(
  whose: string | RawBuilder<unknown>,
  { except, reason }: SessionsEnding,
  at: Instant,
  when: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  const moment = instantToIso(at);
  return sql`
    update portal.session set ended_at = ${moment}::timestamptz, end_reason = ${reason}
     where identity_id ${isOneOf(whose)} and ended_at is null and expires_at > ${moment}::timestamptz
       and session_id is distinct from ${except ?? null}::uuid and ${when}
    returning session_id
  `;
}

/** Ends all active sessions of an identity except the given one; returns their number. */
export async function endSessions(
  db: PortalDatabase,
  identityId: string,
  ending: SessionsEnding,
  at: Instant,
): Promise<number> {
  const { numAffectedRows } = await sessionsEnding(identityId, ending, at).execute(db);
  return Number(numAffectedRows ?? 0n);
}
