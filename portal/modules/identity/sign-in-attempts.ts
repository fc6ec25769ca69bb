import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** 5 failures in 15 minutes exhaust the attempts of a login. Source: product.md section 4. */
const mostFailures = 5;
const spanMinutes = 15;

export interface SignInAttempt {
  readonly digest: Buffer;
  readonly attemptId: string;
  readonly at: Instant;
}

export type TakenAttempt =
  | { readonly kind: 'taken'; readonly attempt: SignInAttempt }
  | { readonly kind: 'exhausted'; readonly minutes: number };

/** Attempts are kept under a digest, so that the table tells nobody's phone. */
function digestOf(userType: string, login: string): Buffer {
  return createHash('sha256').update(`${userType}:${login}`).digest();
}

/**
 * Takes an attempt before the password is looked at; it counts as failed until `markSucceeded`. Exhausted: how many
 * minutes to wait, at least 1.
 */
export async function takeAttempt(
  db: PortalDatabase,
  login: { readonly userType: string; readonly login: string; readonly address: string },
  at: Instant,
): Promise<TakenAttempt> {
  const digest = digestOf(login.userType, login.login);
  const attemptId = newId();
  const { rows } = await sql<{ frees_at: number | null }>`
    select portal.take_sign_in_attempt(
      ${digest}::bytea, ${attemptId}::uuid, ${instantToIso(at)}::timestamptz, ${login.address}::text,
      ${mostFailures}::integer, pg_catalog.make_interval(mins => ${spanMinutes}::integer)
    ) as frees_at
  `.execute(db);
  const freesAt = rows[0]?.frees_at ?? null;
  if (freesAt === null) return { kind: 'taken', attempt: { digest, attemptId, at } };
  return { kind: 'exhausted', minutes: Math.max(1, Math.ceil((freesAt - at) / 60_000)) };
}

/** The attempt was the customer's own: it clears the failures before it. */
export async function markSucceeded(db: PortalDatabase, attempt: SignInAttempt): Promise<void> {
  await sql`
    update portal.sign_in_attempt set succeeded = true
     where login_digest = ${attempt.digest}::bytea
       and attempted_at = ${instantToIso(attempt.at)}::timestamptz
       and attempt_id = ${attempt.attemptId}::uuid
  `.execute(db);
}

/** The attempt was never judged: it counts for nothing. */
export async function releaseAttempt(db: PortalDatabase, attempt: SignInAttempt): Promise<void> {
  await sql`
    delete from portal.sign_in_attempt
     where login_digest = ${attempt.digest}::bytea
       and attempted_at = ${instantToIso(attempt.at)}::timestamptz
       and attempt_id = ${attempt.attemptId}::uuid
  `.execute(db);
}
