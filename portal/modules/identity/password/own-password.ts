import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import { bool, text, typedSql } from '#platform/database/typed-sql.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { type Attempt, attemptsExhausted, markSucceeded, takeAttempt } from '#portal/modules/codes/public.ts';
import { hashingBusy } from './new-password.ts';
import { reserveHashing } from './password.ts';
import { verifyTakenAttempt } from './verify-attempt.ts';

export type OwnPassword =
  /** The hash that the password belongs to, and the attempt that it was checked by. */
  | { readonly kind: 'right'; readonly passwordHash: string; readonly attempt: Attempt }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/** A password that a signed-in user says is their own. */
export interface OwnPasswordAttempt {
  readonly identityId: string;
  readonly password: string;
  /** A condition on the row of `portal.identity`; where it doesn't hold, nothing is checked. */
  readonly when?: RawBuilder<boolean>;
}

/**
 * Checks the user's password, asked again of a signed-in user; undefined: `when` does not hold, and no attempt was taken. The
 * attempt of a right one still counts as failed: its caller marks it beside what it writes (`attemptSuccess`), whatever
 * comes of that.
 */
export async function checkOwnPassword(
  { db, config }: Pick<PortalServices, 'db' | 'config'>,
  { identityId, password, when = sql`true` }: OwnPasswordAttempt,
  { address, clock }: { readonly address: string; readonly clock: { now(): Instant } },
): Promise<OwnPassword | undefined> {
  const place = reserveHashing();
  if (place === undefined) return { kind: 'refused', failure: hashingBusy() };
  try {
    const { rows } = await typedSql({ passwordHash: text(), isAsked: bool() })`
      select password_hash as "passwordHash", (${when}) as "isAsked"
        from portal.identity where identity_id = ${identityId}::uuid
    `.execute(db);
    const [facts] = rows;
    if (facts === undefined) throw new Error(`no identity ${identityId}`);
    if (!facts.isAsked) return undefined;
    const login = { kind: 'own', login: identityId, address };
    const limits = { login, maxPerAddress: config.signInFailuresPerAddress };
    const taken = await takeAttempt(db, limits, clock.now());
    if (taken.kind === 'exhausted') return { kind: 'refused', failure: attemptsExhausted(taken.minutes) };
    const { attempt } = taken;
    const findHash = async () => facts.passwordHash;
    const verified = await verifyTakenAttempt(db, place, { attempt, password, findHash });
    if (verified.kind === 'wrong') return { kind: 'refused', failure: fail('identity.wrongPassword') };
    return verified;
  } finally {
    place.release();
  }
}

/**
 * Whether a signed-in user has given their password again. Attempts are counted under 'own', five
 * failures in 15 minutes (product.md section 4). Never a 401: that would end the session in the browser.
 */
export async function verifyOwnPassword(
  services: Pick<PortalServices, 'db' | 'config'>,
  identityId: string,
  password: string,
  context: { readonly address: string; readonly clock: { now(): Instant } },
): Promise<OwnPassword> {
  const own = await checkOwnPassword(services, { identityId, password }, context);
  if (own === undefined) throw new Error('the password was not verified');
  if (own.kind === 'right') await markSucceeded(services.db, own.attempt);
  return own;
}
