import { type CallFailure, fail } from '#portal/http/call-result.ts';

const busySeconds = 5;

/** Too many hashes are queued: retry in a moment. */
export function hashingBusy(): CallFailure {
  return { ...fail('common.serviceDown'), retryAfterSeconds: busySeconds };
}
