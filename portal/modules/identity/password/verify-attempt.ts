import type { Instant } from '#domain/time/instant.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { CallFailure } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import {
  type Attempt,
  type AttemptLogin,
  attemptsExhausted,
  releaseAttempt,
  type TakenAttempt,
  takeAttempt,
} from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { hashingBusy } from './new-password.ts';
import { type HashingPlace, reserveHashing } from './password.ts';

/** A submitted password. */
export interface PasswordAttempt {
  /** Whose attempts are counted. */
  readonly login: AttemptLogin;
  readonly password: string;
  readonly at: Instant;
  /** Stored hash of the login; undefined: unknown login. */
  readonly findHash: () => Promise<string | undefined>;
  /** What else proves who it is, asked at the same time whatever the password is. */
  readonly alsoProve?: () => Promise<boolean>;
  /** Notes the attempt, or that there was none left, in the transaction that took it. */
  readonly note?: (db: PortalDatabase, taken: TakenAttempt) => Promise<void>;
}

export type AttemptResult =
  /** The hash that it belongs to, which what the caller makes of it must still find; the attempt that it was checked by. */
  | { readonly kind: 'right'; readonly passwordHash: string; readonly attempt: Attempt }
  | { readonly kind: 'wrong' }
  /** Not verified: attempts exhausted, or the hash queue is full. */
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/** What a password whose attempt is taken is checked by. */
interface TakenGuess {
  readonly attempt: Attempt;
  readonly password: string;
  readonly findHash: () => Promise<string | undefined>;
  readonly alsoProve?: (() => Promise<boolean>) | undefined;
}

/** Checks a password whose attempt is taken; one that could not be checked counts for nothing. Clears no failures yet. */
export async function verifyTakenAttempt(
  db: PortalDatabase,
  place: HashingPlace,
  { attempt, password, findHash, alsoProve }: TakenGuess,
): Promise<AttemptResult> {
  try {
    const kept = await findHash();
    const [answer, isProven] = await Promise.all([place.check(kept, password), alsoProve?.() ?? true]);
    if (answer === 'busy') {
      await releaseAttempt(db, attempt);
      return { kind: 'refused', failure: hashingBusy() };
    }
    if (answer === 'wrong' || !isProven || kept === undefined) return { kind: 'wrong' };
    return { kind: 'right', passwordHash: kept, attempt };
  } catch (error) {
    await releaseAttempt(db, attempt);
    throw error;
  }
}

/**
 * Checks a password. Room to hash is held first, so that a storm of guesses costs the database nothing; then an attempt of
 * the login and of the address is taken; then the same work is done whether the login is known or not. The attempt of a
 * right one still counts as failed: its caller marks it at once (`attemptSuccess`), whatever comes of the rest.
 */
export async function verifyAttempt(
  { db, config }: Pick<PortalServices, 'db' | 'config'>,
  { login, password, at, findHash, alsoProve, note }: PasswordAttempt,
  reserve: () => HashingPlace | undefined = reserveHashing,
): Promise<AttemptResult> {
  const place = reserve();
  if (place === undefined) return { kind: 'refused', failure: hashingBusy() };
  try {
    const limits = { login, maxPerAddress: config.signInFailuresPerAddress };
    const taken = await inTransaction(db, async (transaction) => {
      const attempt = await takeAttempt(transaction, limits, at);
      await note?.(transaction, attempt);
      return attempt;
    });
    if (taken.kind === 'exhausted') return { kind: 'refused', failure: attemptsExhausted(taken.minutes) };
    const { attempt } = taken;
    return await verifyTakenAttempt(db, place, { attempt, password, findHash, alsoProve });
  } finally {
    place.release();
  }
}
