import type { FastifyReply, FastifyRequest } from 'fastify';
import { BillingUnavailable, NothingStored, WrongClock } from '#billing/billing-errors.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { isDatabaseAway } from '#platform/database/is-database-away.ts';
import { StorageUnavailable } from '#platform/object-store/object-store.ts';
import { UploadError } from '#platform/uploads/read-upload.ts';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { WorkerTimedOut } from '#platform/workers/worker-process.ts';
import { type CallFailure, fail, failFields, failRequest } from './call-result.ts';
import { TooManyRequests } from './limits.ts';
import { ForeignOrigin } from './session/origin-check.ts';

/** HTTP status of an error of the framework: bad JSON, too large, wrong type. */
function refusedStatus(error: unknown): number | undefined {
  const status: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/**
 * Maps an error to a failure: too many requests (429), page of another site (403), unreadable request (400, 413, 415),
 * back end, database or storage of files down or disk full (502, 503, 504), else a fault of ours (500).
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
  if (error instanceof WrongClock) return fail('billing.clockBehind');
  if (error instanceof NothingStored && !isDatabaseAway(error)) return fail('readings.readingFailed');
  if (error instanceof UploadError && error.reason === 'missingFile') {
    return failFields([{ path: 'file', code: 'field.required' }]);
  }
  const status = refusedStatus(error);
  if (status !== undefined) return failRequest(status);
  const isAway = isDatabaseAway(error) || error instanceof StorageUnavailable;
  return fail(isAway ? 'common.serviceDown' : 'common.unexpected');
}

/**
 * Whether a failure is a fault of ours, kept with its error. A refusal because the workers are busy is counted by its code in the
 * record of the call.
 */
export function isFault(error: unknown, { httpStatus }: CallFailure): boolean {
  return httpStatus >= 500 && !(error instanceof WorkersBusy);
}

/** Sends a failure: code, Ukrainian text, request id, issues, details. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: CallFailure,
): FastifyReply {
  const reference = request.id;
  const { issues } = failure;
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  return reply
    .code(failure.httpStatus)
    .header('x-reference', reference)
    .header('cache-control', 'no-store')
    .send({
      status: 'fail',
      code: failure.code,
      message: failure.message ?? formatMessage(failure.code, { reference, ...failure.params }),
      reference,
      ...(issues && { issues }),
      ...(failure.details !== undefined && { details: failure.details }),
    });
}

/** Responds to an unmatched request that accepts HTML with the page of the web app. */
export type PageResponder = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Handles unmatched requests: the web app for a page, 405 for a call by another method than POST, else 404. */
export function answerNotFound(callPaths: ReadonlySet<string>, respondWithPage: PageResponder | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (callPaths.has(path)) {
      reply.header('allow', 'POST');
      return sendFailure(request, reply, failRequest(405));
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (isPage && respondWithPage) return respondWithPage(request, reply);
    return sendFailure(request, reply, fail('common.notFound'));
  };
}
