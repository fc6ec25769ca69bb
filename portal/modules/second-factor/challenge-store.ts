import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { SignInWay, UserType } from '../sessions/public.ts';
import type { SecondFactorMethod } from './factor-store.ts';

/** A way in that waits for its second step. */
export interface Challenge {
  readonly challengeId: string;
  readonly identityId: string;
  readonly method: SecondFactorMethod;
  readonly way: SignInWay;
  readonly expiresAt: Instant;
}

/** A challenge with what its code is judged by. */
export interface OpenChallenge extends Challenge {
  readonly type: UserType;
  /** Where its code went. */
  readonly phone: string;
}

const mostTries = 3;

/** Keeps a challenge. */
export async function insertChallenge(db: PortalDatabase, challenge: Challenge, now: Instant): Promise<void> {
  await db
    .insertInto('portal.sign_in_challenge')
    .values({
      challenge_id: challenge.challengeId,
      identity_id: challenge.identityId,
      method: challenge.method,
      way: challenge.way,
      created_at: instantToIso(now),
      expires_at: instantToIso(challenge.expiresAt),
    })
    .execute();
}

/** A challenge that is neither used nor expired, of somebody who is not blocked. */
export async function findOpenChallenge(
  db: PortalDatabase,
  challengeId: string,
  now: Instant,
): Promise<OpenChallenge | undefined> {
  const { rows } = await sql<OpenChallenge>`
    select challenge_id as "challengeId", challenge.identity_id as "identityId", method, way,
           expires_at as "expiresAt", identity.identity_type as type, coalesce(identity.phone, '') as phone
      from portal.sign_in_challenge challenge
      join portal.identity on identity.identity_id = challenge.identity_id
     where challenge_id = ${challengeId}::uuid and used_at is null
       and expires_at > ${instantToIso(now)}::timestamptz and identity.blocked_at is null
  `.execute(db);
  return rows[0];
}

/** The newest challenge by SMS of an identity that may still be passed, and by its first code: not older than five minutes. */
export async function findLatestSmsChallenge(
  db: PortalDatabase,
  { identityId, way }: { readonly identityId: string; readonly way: SignInWay },
  now: Instant,
): Promise<{ readonly challengeId: string; readonly expiresAt: Instant } | undefined> {
  const { rows } = await sql<{ challengeId: string; expiresAt: Instant }>`
    select challenge_id as "challengeId", expires_at as "expiresAt"
      from portal.sign_in_challenge
     where identity_id = ${identityId}::uuid and method = 'sms' and way = ${way} and used_at is null
       and tries < ${mostTries}::integer and expires_at > ${instantToIso(now)}::timestamptz
       and created_at > ${instantToIso(now)}::timestamptz - interval '5 minutes'
     order by created_at desc, challenge_id desc limit 1
  `.execute(db);
  return rows[0];
}

/** Takes one of the three tries of a challenge before its code is looked at; how many are left, undefined: none was. */
export async function takeTry(db: PortalDatabase, challengeId: string): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update portal.sign_in_challenge set tries = tries + 1
     where challenge_id = ${challengeId}::uuid and used_at is null and tries < ${mostTries}::integer
    returning tries
  `.execute(db);
  return rows[0] && mostTries - rows[0].tries;
}

/** The try was never judged: it counts for nothing. */
export async function releaseTry(db: PortalDatabase, challengeId: string): Promise<void> {
  await sql`
    update portal.sign_in_challenge set tries = tries - 1 where challenge_id = ${challengeId}::uuid and tries > 0
  `.execute(db);
}

/** Ends every challenge of an identity: what was begun with the former password leads nowhere. */
export async function endChallenges(db: PortalDatabase, identityId: string, now: Instant): Promise<void> {
  await sql`
    update portal.sign_in_challenge set used_at = ${instantToIso(now)}::timestamptz
     where identity_id = ${identityId}::uuid and used_at is null and expires_at > ${instantToIso(now)}::timestamptz
  `.execute(db);
}

/** Ends a challenge by its right code: true for one only. */
export async function closeChallenge(
  db: PortalDatabase,
  challengeId: string,
  now: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update portal.sign_in_challenge set used_at = ${instantToIso(now)}::timestamptz
     where challenge_id = ${challengeId}::uuid and used_at is null
  `.execute(db);
  return numAffectedRows === 1n;
}
