import type { Instant } from '#domain/time/instant.ts';
import type { CallFailure } from '#portal/http/call-result.ts';
import { networkOf } from '#portal/http/network-of.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { attemptsExhausted, releaseAttempt, takeAttempt } from '../passwords/public.ts';
import { type CodeGuess, type CodeStage, failureOfCode, tryCode } from './try-code.ts';

/**
 * Tries a code that anybody may type; undefined: it is right. What is wrong counts as a failure of the address, whatever
 * the contact is and whether it is known; never of the contact, which a stranger could exhaust (decision 0029).
 */
export async function guessCode(
  services: Pick<PortalServices, 'db' | 'secretFor' | 'config'>,
  guess: CodeGuess & { readonly address: string },
  stage: CodeStage,
  now: Instant,
): Promise<CallFailure | undefined> {
  const { db, config } = services;
  const most = config.signInFailuresPerAddress;
  if (most === 0) {
    const answer = await tryCode(services, guess, stage, now);
    return answer === 'right' ? undefined : failureOfCode(answer);
  }
  const { address } = guess;
  const taken = await takeAttempt(db, { kind: 'code', login: networkOf(address), address }, now, most, most);
  if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
  try {
    const answer = await tryCode(services, guess, stage, now);
    if (answer !== 'right') return failureOfCode(answer);
    await releaseAttempt(db, taken.attempt);
    return undefined;
  } catch (error) {
    await releaseAttempt(db, taken.attempt);
    throw error;
  }
}
