import { type CallFailure, fail } from '#portal/http/call-result.ts';

/** Too many guesses: when to try again. */
export function attemptsExhausted(minutes: number): CallFailure {
  return { ...fail('identity.attemptsExhausted', { minutes }), retryAfterSeconds: minutes * 60 };
}

/** A code was asked for too soon after the last. */
export function askedTooSoon(seconds: number): CallFailure {
  return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
}
