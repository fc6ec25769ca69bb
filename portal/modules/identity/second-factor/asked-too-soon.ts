import { type CallFailure, fail } from '#portal/http/call-result.ts';

/** A code was asked for too soon after the last. */
export function askedTooSoon(seconds: number): CallFailure {
  return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
}
