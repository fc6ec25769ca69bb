import type { Instant } from '#domain/time/instant.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { CallFailure } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { networkOf } from '#portal/http/session/network-of.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type AttemptLimits, attemptsExhausted, releaseAttempt, takeAttempt } from './attempts.ts';
import { type CodeAttempt, failureOfCode, tryCode } from './try-code.ts';
import type { CodeAnswer, CodeStage } from './try-rules.ts';

/** The limits of guesses at codes from an address; undefined: there are none. */
export function codeAttemptOf(
  { signInFailuresPerAddress: most }: PortalServices['config'],
  address: string,
): AttemptLimits | undefined {
  if (most === 0) return undefined;
  return { login: { kind: 'code', login: networkOf(address), address }, most, maxPerAddress: most };
}

/**
 * Tries a code that anybody may type; undefined: it is right. What is wrong counts as a failure of the address, whatever
 * the contact is and whether it is known; never of the contact, which a stranger could exhaust. `note` is called in the transaction
 * in which the code was tried, also with 'exhausted' when the address has no guess left.
 */
export async function verifyCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  guess: CodeAttempt & { readonly address: string },
  stage: CodeStage,
  now: Instant,
  note?: (db: PortalDatabase, answer: CodeAnswer) => Promise<void>,
): Promise<CallFailure | undefined> {
  const { db, config } = services;
  const tryNoted = () =>
    inTransaction(db, async (transaction) => {
      const answer = await tryCode({ ...services, db: transaction }, guess, stage, now);
      await note?.(transaction, answer);
      return answer;
    });
  const limits = codeAttemptOf(config, guess.address);
  if (limits === undefined) {
    const answer = await tryNoted();
    return answer === 'right' ? undefined : failureOfCode(answer);
  }
  const taken = await takeAttempt(db, limits, now);
  if (taken.kind === 'exhausted') {
    await note?.(db, 'exhausted');
    return attemptsExhausted(taken.minutes);
  }
  const { attempt } = taken;
  try {
    const answer = await tryNoted();
    if (answer !== 'right') return failureOfCode(answer);
    await releaseAttempt(db, attempt);
    return undefined;
  } catch (error) {
    await releaseAttempt(db, attempt);
    throw error;
  }
}
