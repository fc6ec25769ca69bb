import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { networkOf } from '#portal/http/network-of.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** 5 failures in 15 minutes exhaust the attempts of a login. Source: product.md section 4. */
const mostFailures = 5;
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
}

export type TakenAttempt =
  | { readonly kind: 'taken'; readonly attempt: Attempt }
  | { readonly kind: 'exhausted'; readonly minutes: number };

/** Attempts are kept under a digest, so that the table tells nobody's phone. */
function digestOf({ kind, login }: AttemptLogin): Buffer {
  return createHash('sha256').update(`${kind}:${login}`).digest();
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
  mostOfAddress = 0,
  most = mostFailures,
): Promise<TakenAttempt> {
  const digest = digestOf(login);
  const attemptId = newId();
  const { rows } = await sql<{ frees_at: number | null }>`
    select portal.take_attempt(
      ${digest}::bytea, ${attemptId}::uuid, ${instantToIso(at)}::timestamptz, ${networkOf(login.address)}::text,
      ${most}::integer, ${mostOfAddress}::integer, pg_catalog.make_interval(mins => ${spanMinutes}::integer)
    ) as frees_at
  `.execute(db);
  const freesAt = rows[0]?.frees_at ?? null;
  if (freesAt === null) return { kind: 'taken', attempt: { digest, attemptId, at } };
  return { kind: 'exhausted', minutes: Math.max(1, Math.ceil((freesAt - at) / 60_000)) };
}

/** The attempt was the customer's own: it clears the failures before it. */
export async function markSucceeded(db: PortalDatabase, attempt: Attempt): Promise<void> {
  await sql`
    update portal.sign_in_attempt set succeeded = true
     where login_digest = ${attempt.digest}::bytea
       and attempted_at = ${instantToIso(attempt.at)}::timestamptz
       and attempt_id = ${attempt.attemptId}::uuid
  `.execute(db);
}

/**
 * Their owner has proved by another way who it is: the failures before it count no more for these logins, as after a
 * sign-in. Those of the address stay.
 */
export async function clearFailures(
  db: PortalDatabase,
  logins: readonly AttemptLogin[],
  at: Instant,
): Promise<void> {
  const rows = logins.map((login) => ({
    login_digest: digestOf(login),
    attempt_id: newId(),
    attempted_at: instantToIso(at),
    succeeded: true,
    address: networkOf(login.address),
  }));
  if (rows.length > 0) await db.insertInto('portal.sign_in_attempt').values(rows).execute();
}

/** The attempt was never judged: it counts for nothing. */
export async function releaseAttempt(db: PortalDatabase, attempt: Attempt): Promise<void> {
  await sql`
    delete from portal.sign_in_attempt
     where login_digest = ${attempt.digest}::bytea
       and attempted_at = ${instantToIso(attempt.at)}::timestamptz
       and attempt_id = ${attempt.attemptId}::uuid
  `.execute(db);
}
