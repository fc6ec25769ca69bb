import { BillingUnavailable } from '#billing/billing-unavailable.ts';
import { ClockBehind } from '#billing/clock-behind.ts';
import { NothingStored } from '#billing/nothing-stored.ts';
import { isDatabaseAway } from '#platform/database/is-database-away.ts';
import { UploadError } from '#platform/uploads/read-upload.ts';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { WorkerTimedOut } from '#platform/workers/worker-process.ts';
import { type CallFailure, fail, failFields } from './call-result.ts';
import { TooManyRequests } from './limits.ts';
import { ForeignOrigin } from './origin-check.ts';

/** HTTP status of an error of the framework: bad JSON, too large, wrong type. */
function refusedStatus(error: unknown): number | undefined {
  const status: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/**
 * Maps an error to a failure: too many requests (429), page of another site (403), unreadable request (400, 413, 415),
 * back end or database down or disk full (502, 503, 504), else a fault of ours (500).
 */
export function failureOfFault(error: unknown): CallFailure {
  if (error instanceof TooManyRequests) {
    return fail('common.tooManyRequests', { seconds: error.seconds });
  }
  if (error instanceof WorkersBusy) {
    const { retryAfterSeconds } = error;
    return { ...fail('common.busy', { seconds: retryAfterSeconds }), retryAfterSeconds };
  }
  if (error instanceof WorkerTimedOut) return fail('common.fileTimedOut');
  if (error instanceof ForeignOrigin) return fail('common.forbidden');
  if (error instanceof BillingUnavailable) {
    return { ...fail('common.serviceDown'), httpStatus: error.httpStatus };
  }
  if (error instanceof ClockBehind) return fail('billing.clockBehind');
  if (error instanceof NothingStored) return fail('readings.readingFailed');
  if (error instanceof UploadError && error.reason === 'missingFile') {
    return failFields([{ path: 'file', code: 'field.required' }]);
  }
  const status = refusedStatus(error);
  if (status !== undefined) return { ...fail('common.badRequest'), httpStatus: status };
  return fail(isDatabaseAway(error) ? 'common.serviceDown' : 'common.unexpected');
}
