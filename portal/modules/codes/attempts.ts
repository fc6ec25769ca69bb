import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { networkOf } from '#portal/http/network-of.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** 5 failures in 15 minutes exhaust the attempts of a login, or slow them (0077). Source: product.md section 4. */
const maxFailures = 5;
const spanMinutes = 15;

export interface Attempt {
  readonly digest: Buffer;
  readonly attemptId: string;
  readonly at: Instant;
}

/** Whose attempts are counted. */
export interface AttemptLogin {
  /** What is guessed at: 'person', 'entity', 'admin', 'own', 'factor', 'signup', 'add', 'addTo', 'code'. */
  readonly kind: string;
  readonly login: string;
  readonly address: string;
  /** The network is known whatever it was used for: one of the configured networks of administrators. */
  readonly isTrusted?: boolean;
}

/** Logins whose failures are counted for each known network apart, and for all strangers together (0077). */
const countedByNetwork = ['person', 'entity', 'admin'];

export type TakenAttempt =
  | { readonly kind: 'taken'; readonly attempt: Attempt }
  | { readonly kind: 'exhausted'; readonly minutes: number };

/** Attempts are kept under a digest, so that the table tells nobody's phone. */
export function loginDigest({ kind, login }: Pick<AttemptLogin, 'kind' | 'login'>): Buffer {
  return createHash('sha256').update(`${kind}:${login}`).digest();
}

/** How many failures exhaust a login, and its address (0: no limit of addresses). */
export interface AttemptLimits {
  readonly login: AttemptLogin;
  readonly most?: number;
  readonly maxPerAddress?: number;
}

/** An attempt that a statement takes beside what else it does. */
export interface AttemptTaking {
  readonly attempt: Attempt;
  /** SQL that takes it: null, or when the next may be taken. */
  readonly taking: RawBuilder<number | null>;
  /** What came of it. */
  readonly outcome: (freesAt: number | null) => TakenAttempt;
}

/** An attempt to be taken by a statement of the caller. */
export function attemptTaking(
  { login, most = maxFailures, maxPerAddress = 0 }: AttemptLimits,
  at: Instant,
): AttemptTaking {
  const attempt = { digest: loginDigest(login), attemptId: newId(), at };
  const taking = sql<number | null>`portal.take_attempt(
      ${attempt.digest}::bytea, ${attempt.attemptId}::uuid, ${instantToIso(at)}::timestamptz, ${networkOf(login.address)}::text,
      ${most}::integer, ${maxPerAddress}::integer, pg_catalog.make_interval(mins => ${spanMinutes}::integer),
      ${countedByNetwork.includes(login.kind)}::boolean, ${login.isTrusted === true}::boolean)`;
  const outcome = (freesAt: number | null): TakenAttempt => {
    if (freesAt === null) return { kind: 'taken', attempt };
    return { kind: 'exhausted', minutes: Math.max(1, Math.ceil((freesAt - at) / 60_000)) };
  };
  return { attempt, taking, outcome };
}

/**
 * Takes an attempt before the secret is looked at; it counts as failed until `markSucceeded`. Exhausted, by the login or
 * by the failures of the address (0: no limit of addresses): how many minutes to wait, at least 1. `most` failures of the
 * login, 5 unless told.
 */
export async function takeAttempt(
  db: PortalDatabase,
  login: AttemptLogin,
  at: Instant,
  maxPerAddress = 0,
  most = maxFailures,
): Promise<TakenAttempt> {
  const { taking, outcome } = attemptTaking({ login, most, maxPerAddress }, at);
  const { rows } = await sql<{ frees_at: number | null }>`select ${taking} as frees_at`.execute(db);
  return outcome(rows[0]?.frees_at ?? null);
}

/**
 * Takes an attempt and reads what it is checked by in one statement; `when`, a condition on the columns of `facts`, says
 * whether it is taken at all (`taken` undefined: it was not). The facts are those of before a wait for other attempts of
 * the login. Throws when there are none.
 */
export async function takeAttemptWith<Facts>(
  db: PortalDatabase,
  limits: AttemptLimits,
  at: Instant,
  {
    facts,
    when = sql<boolean>`true`,
  }: { readonly facts: RawBuilder<Facts>; readonly when?: RawBuilder<boolean> },
): Promise<{ readonly facts: Facts; readonly taken: TakenAttempt | undefined }> {
  const { taking, outcome } = attemptTaking(limits, at);
  const { rows } = await sql<Facts & { freesAt: number | null; isAsked: boolean }>`
    with facts as materialized (${facts})
    select facts.*, (${when}) as "isAsked", case when ${when} then ${taking} end as "freesAt" from facts
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no facts to judge an attempt by');
  return { facts: row, taken: row.isAsked ? outcome(row.freesAt) : undefined };
}

/**
 * Takes an attempt of each of two logins, the second only when the first is not exhausted, in one statement. When the
 * second is, the first counts for nothing.
 */
export async function takeTwoAttempts(
  db: PortalDatabase,
  limits: readonly [AttemptLimits, AttemptLimits],
  at: Instant,
): Promise<
  | { readonly kind: 'taken'; readonly attempts: readonly Attempt[] }
  | Extract<TakenAttempt, { kind: 'exhausted' }>
> {
  const [first, second] = [attemptTaking(limits[0], at), attemptTaking(limits[1], at)];
  const { rows } = await sql<{ first: number | null; second: number | null }>`
    select first.frees_at as first, case when first.frees_at is null then ${second.taking} end as second
      from (select ${first.taking} as frees_at) as first
  `.execute(db);
  const own = first.outcome(rows[0]?.first ?? null);
  if (own.kind === 'exhausted') return own;
  const other = second.outcome(rows[0]?.second ?? null);
  if (other.kind === 'taken') return { kind: 'taken', attempts: [own.attempt, other.attempt] };
  await releaseAttempt(db, own.attempt);
  return other;
}

/** SQL by which an attempt clears the failures before it, as a statement or as a part of one; nothing unless `when` holds. */
export function attemptSuccess(
  { digest, at, attemptId }: Attempt,
  when: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    update portal.sign_in_attempt set succeeded = true
     where login_digest = ${digest}::bytea and attempted_at = ${instantToIso(at)}::timestamptz
       and attempt_id = ${attemptId}::uuid and ${when}
  `;
}

/** The attempt was the customer's own: it clears the failures before it. */
export async function markSucceeded(db: PortalDatabase, attempt: Attempt): Promise<void> {
  await attemptSuccess(attempt).execute(db);
}

/**
 * SQL after which the failures of logins count no more, as after a sign-in: their owner has proved by another way who it
 * is. Those of the address stay. Nothing unless `when` holds.
 */
export function failureClearing(
  logins: readonly AttemptLogin[],
  at: Instant,
  when: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const digests = logins.map(loginDigest);
  const ids = logins.map(() => newId());
  const networks = logins.map(({ address }) => networkOf(address));
  // Two rows of each: for all strangers together, and for the network, which is known from now on.
  return sql`
    insert into portal.sign_in_attempt (login_digest, attempt_id, attempted_at, succeeded, address, bucket)
    select proved.digest, case when is_own then gen_random_uuid() else proved.id end, ${instantToIso(at)}::timestamptz, true,
           proved.network, case when is_own then portal.network_digest(proved.digest, proved.network) end
      from unnest(array[false, true]) as row (is_own),
           portal.note_proved(${digests}::bytea[], ${ids}::uuid[], ${networks}::text[], ${instantToIso(at)}::timestamptz, ${when}) as proved
  `;
}

/** The failures of logins count no more: their owner has proved by another way who it is. */
export async function clearFailures(
  db: PortalDatabase,
  logins: readonly AttemptLogin[],
  at: Instant,
): Promise<void> {
  await failureClearing(logins, at, sql`true`).execute(db);
}

/** SQL that forgets attempts, as a statement or as a part of what was done instead of judging them; nothing unless `when` holds. */
export function attemptRelease(
  attempts: readonly Attempt[],
  when: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  const digests = attempts.map(({ digest }) => digest);
  const ids = attempts.map(({ attemptId }) => attemptId);
  const moments = attempts.map(({ at }) => instantToIso(at));
  return sql`
    delete from portal.sign_in_attempt
     using unnest(${digests}::bytea[], ${ids}::uuid[], ${moments}::timestamptz[]) as released (digest, id, at)
     where login_digest = released.digest and attempted_at = released.at and attempt_id = released.id and ${when}
  `;
}

/** The attempts were never checked: they count for nothing. */
export async function releaseAttempts(db: PortalDatabase, attempts: readonly Attempt[]): Promise<void> {
  await attemptRelease(attempts).execute(db);
}

/** The attempt was never checked: it counts for nothing. */
export async function releaseAttempt(db: PortalDatabase, attempt: Attempt): Promise<void> {
  await releaseAttempts(db, [attempt]);
}

/** The attempts of a login or an address are used up. */
export function attemptsExhausted(minutes: number): CallFailure {
  return { ...fail('identity.attemptsExhausted', { minutes }), retryAfterSeconds: minutes * 60 };
}

const noting = (name: 'note_arrival' | 'note_network') => (identity: string, address: string, at: Instant) =>
  sql`${sql.ref(`portal.${name}`)}(${sql.ref(identity)}, ${networkOf(address)}::text, ${instantToIso(at)}::timestamptz)`;

/** SQL after which the network is known for the logins of an identity, which came in from it, and their wrong codes count no more. */
export const arrivalNoting = noting('note_arrival');

/** SQL after which the network is known for the logins of an identity, whose session is used from it. */
export const networkNoting = noting('note_network');

/** A network is known for this long after a sign-in from it. */
const knownDays = 90;

/** Deletes attempts, codes and their work after two days, networks and counts of wrong codes without a sign-in for 90 days. */
export async function sweepCodes(db: PortalDatabase, now: Instant): Promise<void> {
  const old = instantToIso((now - 2 * 24 * 3_600_000) as Instant);
  await sql`delete from portal.sign_in_attempt where attempted_at < ${old}::timestamptz`.execute(db);
  await sql`delete from portal.confirmation_code where created_at < ${old}::timestamptz`.execute(db);
  const unknown = instantToIso((now - knownDays * 24 * 3_600_000) as Instant);
  await sql`delete from portal.known_network where seen_at < ${unknown}::timestamptz`.execute(db);
  await sql`delete from portal.wrong_code_count where wrong < 20 and last_at < ${unknown}::timestamptz`.execute(
    db,
  );
  await sql`delete from portal.used_work where used_at < ${old}::timestamptz`.execute(db);
}
