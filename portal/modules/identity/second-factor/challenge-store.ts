import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  bytea,
  type Columns,
  int4,
  json,
  nullable,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { UserType } from '../session/open-session.ts';
import { isOneOf } from '../session/session-store.ts';
import { eventSettling } from '../session/sign-in-events.ts';
import {
  recentSignIn,
  type SignInProof,
  type SignInWay,
  type UserCard,
  userCardOf,
} from '../session/user-store.ts';
import { type FactorFacts, factorColumns, factorFactsOf, type SecondFactorMethod } from './factor-store.ts';

/** What a recognised user is signed in with, or asked for the second step by. */
export interface SignInContext extends FactorFacts {
  readonly card: UserCard;
}

export const signInColumns: Columns<SignInContext> = { ...factorColumns, card: json() };

/** SQL of the sign-in context of an identity: a row, or none when there is no such identity. */
export function signInContextOf(identityId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select facts.*, (${userCardOf(identityId)}) as card from (${factorFactsOf(identityId)}) as facts
  `;
}

/** The sign-in context of an identity; what stands `beside` is written in the same statement. Throws when there is no such identity. */
export async function getSignInContext(
  db: PortalDatabase,
  identityId: string,
  beside: readonly RawBuilder<unknown>[] = [],
): Promise<SignInContext> {
  const parts = [sql`select 1`, ...beside].map((part, n) => sql`${sql.id(`beside${n}`)} as (${part})`);
  const { rows } = await typedSql(signInColumns)`
    with ${sql.join(parts)} select signInContext.* from (${signInContextOf(sql`${identityId}`)}) as signInContext
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

/** A sign-in that waits for its second step. */
export interface Challenge {
  readonly challengeId: string;
  readonly identityId: string;
  readonly method: SecondFactorMethod;
  readonly way: SignInWay;
  readonly expiresAt: Instant;
}

/** A challenge with what its code is checked by. */
export interface OpenChallenge extends Challenge {
  readonly type: UserType;
  /** Where its code went. */
  readonly phone: string;
}

const maxTries = 3;

/** Keeps a challenge, and settles the event of its first step. False: its owner is blocked, or the proof is no longer valid. */
export async function insertChallenge(
  db: PortalDatabase,
  challenge: Omit<Challenge, 'way'>,
  proof: SignInProof,
  now: Instant,
  eventId?: string,
): Promise<boolean> {
  const { rows } = await typedSql({ made: bool() })`
    with made as (
    insert into portal.sign_in_challenge (challenge_id, identity_id, method, way, created_at, expires_at)
    select ${challenge.challengeId}::uuid, identity.identity_id, ${challenge.method}, ${proof.way},
           ${instantToIso(now)}::timestamptz, ${instantToIso(challenge.expiresAt)}::timestamptz
      from portal.identity
     where identity.identity_id = ${challenge.identityId}::uuid and ${recentSignIn(proof)}
       for share
    returning 1
    ), settled as (${eventSettling(eventId, 'secondStep', sql`exists (select from made)`)})
    select exists (select from made) as made
  `.execute(db);
  return rows[0]?.made === true;
}

/**
 * Holds a challenge, its owner first, until the end of the transaction; answers how many of its three tries are left.
 * Undefined: it was used, it expired or its owner was blocked since.
 */
export async function lockChallenge(
  db: PortalDatabase,
  { challengeId, identityId }: Pick<Challenge, 'challengeId' | 'identityId'>,
  now: Instant,
): Promise<number | undefined> {
  const { rows } = await typedSql({ tries: int4() })`
    with owner as materialized (
      select 1 from portal.identity where identity_id = ${identityId}::uuid and blocked_at is null for share
    )
    select tries from portal.sign_in_challenge
     where challenge_id = ${challengeId}::uuid and used_at is null
       and expires_at > ${instantToIso(now)}::timestamptz and exists (select from owner)
       for update
  `.execute(db);
  return rows[0] && maxTries - rows[0].tries;
}

const challengeColumns: Columns<OpenChallenge> = {
  challengeId: uuid(),
  identityId: uuid(),
  method: text(),
  way: text(),
  expiresAt: timestamptz(),
  type: text(),
  phone: text(),
};

function openChallenge(challengeId: string, now: Instant) {
  return typedSql(challengeColumns)`
    select challenge_id as "challengeId", challenge.identity_id as "identityId", method, way,
           expires_at as "expiresAt", identity.identity_type as type, coalesce(identity.phone, '') as phone
      from portal.sign_in_challenge challenge
      join portal.identity on identity.identity_id = challenge.identity_id
     where challenge_id = ${challengeId}::uuid and used_at is null
       and expires_at > ${instantToIso(now)}::timestamptz and identity.blocked_at is null
  `;
}

/** A challenge that is neither used nor expired, of a user who is not blocked. */
export async function findOpenChallenge(
  db: PortalDatabase,
  challengeId: string,
  now: Instant,
): Promise<OpenChallenge | undefined> {
  const { rows } = await openChallenge(challengeId, now).execute(db);
  return rows[0];
}

/** The same, with what its owner is signed in with. */
export async function findChallengeOfSignIn(
  db: PortalDatabase,
  challengeId: string,
  now: Instant,
): Promise<(OpenChallenge & Pick<SignInContext, 'secretSealed' | 'card'>) | undefined> {
  const { rows } = await typedSql({
    ...challengeColumns,
    secretSealed: nullable(bytea()),
    card: json<SignInContext['card']>(),
  })`
    select opened.*, signInContext."secretSealed", signInContext.card
      from (${openChallenge(challengeId, now)}) as opened
      cross join lateral (${signInContextOf(sql`opened."identityId"`)}) as signInContext
  `.execute(db);
  return rows[0];
}

/** The newest challenge by SMS of an identity that may still be passed, and by its first code: not older than five minutes. */
export async function findLatestSmsChallenge(
  db: PortalDatabase,
  { identityId, proof }: { readonly identityId: string; readonly proof: SignInProof },
  now: Instant,
): Promise<{ readonly challengeId: string; readonly expiresAt: Instant } | undefined> {
  const { rows } = await typedSql({ challengeId: uuid(), expiresAt: timestamptz<Instant>() })`
    select challenge_id as "challengeId", expires_at as "expiresAt"
      from portal.sign_in_challenge join portal.identity using (identity_id)
     where identity_id = ${identityId}::uuid and ${recentSignIn(proof)} and method = 'sms' and way = ${proof.way} and used_at is null
       and tries < ${maxTries}::integer and expires_at > ${instantToIso(now)}::timestamptz
       and sign_in_challenge.created_at > ${instantToIso(now)}::timestamptz - interval '5 minutes'
     order by sign_in_challenge.created_at desc, challenge_id desc limit 1
  `.execute(db);
  return rows[0];
}

/** SQL that ends every challenge of an identity, or of those of a relation of ids; nothing unless `when` holds. */
export function challengesEnding(
  whose: string | RawBuilder<unknown>,
  now: Instant,
  when: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    update portal.sign_in_challenge set used_at = ${instantToIso(now)}::timestamptz
     where identity_id ${isOneOf(whose)} and used_at is null and expires_at > ${instantToIso(now)}::timestamptz
       and ${when}
  `;
}

/**
 * SQL by which a challenge that the caller holds takes what was checked: a right code ends it, a wrong one is one of its
 * three tries, one that expired was not checked.
 */
export function challengeJudged(
  challengeId: string,
  now: Instant,
  verdict: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    update portal.sign_in_challenge
       set tries = tries + 1, used_at = case when ${verdict} = 'right' then ${instantToIso(now)}::timestamptz end
     where challenge_id = ${challengeId}::uuid and used_at is null and ${verdict} <> 'expired'
  `;
}
