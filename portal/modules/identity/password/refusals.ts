import { type CallFailure, fail } from '#portal/http/call-result.ts';

const busySeconds = 5;

/** Too many hashes are queued: retry in a moment. */
export function hashingBusy(): CallFailure {
  return { ...fail('common.serviceDown'), retryAfterSeconds: busySeconds };
}

/** The attempts of a login or an address are used up. */
export function attemptsExhausted(minutes: number): CallFailure {
  return { ...fail('identity.attemptsExhausted', { minutes }), retryAfterSeconds: minutes * 60 };
}
