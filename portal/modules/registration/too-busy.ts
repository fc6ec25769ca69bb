import { type CallFailure, fail } from '#portal/http/call-result.ts';

const busySeconds = 5;

/** Too many passwords wait to be hashed: the code is not used, and the same call succeeds a little later. */
export function tooBusy(): CallFailure {
  return { ...fail('common.serviceDown'), retryAfterSeconds: busySeconds };
}
