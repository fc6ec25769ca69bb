import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

/** How a session was opened: by a password or by a code from an SMS or an e-mail. */
export type SignInWay = 'password' | 'code';

/** What a user was recognised by; it must stand still when the sign-in is made. */
export type SignInProof =
  /** The hash that the password was verified against. */
  | { readonly way: 'password'; readonly passwordHash: string }
  /** When the password had been changed as the code was taken. */
  | { readonly way: 'code'; readonly passwordChangedAt: Instant | null };

/**
 * Whether an identity may still sign in by what was proved: it is not blocked, and the password is the same since. Stands
 * in a statement that locks the row of `portal.identity` for share, so that neither may change until its transaction ends.
 */
export function recentSignIn(proof: SignInProof): RawBuilder<boolean> {
  if (proof.way === 'password') {
    return sql`identity.blocked_at is null and identity.password_hash = ${proof.passwordHash}::text`;
  }
  const changedAt = proof.passwordChangedAt === null ? null : instantToIso(proof.passwordChangedAt);
  return sql`identity.blocked_at is null
    and identity.password_changed_at is not distinct from ${changedAt}::timestamptz`;
}
