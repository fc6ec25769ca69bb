import type { Instant } from '#domain/time/instant.ts';
import type { CallFailure } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { type AttemptLogin, markSucceeded, releaseAttempt, takeAttempt } from './attempts.ts';
import { type HashingPlace, reserveHashing } from './password.ts';
import { attemptsExhausted, hashingBusy } from './refusals.ts';

/** A password that somebody says is theirs. */
export interface PasswordGuess {
  /** Whose attempts are counted. */
  readonly login: AttemptLogin;
  readonly password: string;
  readonly at: Instant;
  /** The hash that is kept of the login; undefined: nobody has it. */
  readonly findHash: () => Promise<string | undefined>;
  /** What else proves who it is, asked at the same time whatever the password is. */
  readonly alsoProve?: () => Promise<boolean>;
}

export type JudgedGuess =
  /** The hash that it belongs to: what the caller makes of it must still find this one. */
  | { readonly kind: 'right'; readonly passwordHash: string }
  | { readonly kind: 'wrong' }
  /** Not judged: attempts exhausted, or no room to hash. */
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/**
 * Judges a password. Room to hash is held first, so that a storm of guesses costs the database nothing; then an attempt of
 * the login and of the address is taken; then the same work is done whether the login is known or not. An attempt that
 * could not be judged counts for nothing.
 */
export async function judgeGuess(
  { db, config }: Pick<PortalServices, 'db' | 'config'>,
  guess: PasswordGuess,
  reserve: () => HashingPlace | undefined = reserveHashing,
): Promise<JudgedGuess> {
  const place = reserve();
  if (place === undefined) return { kind: 'refused', failure: hashingBusy() };
  try {
    const taken = await takeAttempt(db, guess.login, guess.at, config.signInFailuresPerAddress);
    if (taken.kind === 'exhausted') return { kind: 'refused', failure: attemptsExhausted(taken.minutes) };
    try {
      const kept = await guess.findHash();
      const [answer, isProven] = await Promise.all([
        place.check(kept, guess.password),
        guess.alsoProve?.() ?? true,
      ]);
      if (answer === 'busy') {
        await releaseAttempt(db, taken.attempt);
        return { kind: 'refused', failure: hashingBusy() };
      }
      if (answer === 'wrong' || !isProven || kept === undefined) return { kind: 'wrong' };
      await markSucceeded(db, taken.attempt);
      return { kind: 'right', passwordHash: kept };
    } catch (error) {
      await releaseAttempt(db, taken.attempt);
      throw error;
    }
  } finally {
    place.release();
  }
}
