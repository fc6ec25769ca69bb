import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { CallFailure } from './call-result.ts';
import type { Issue } from './read-issues.ts';

/** Sends a failure: code, Ukrainian text, request id, issues, details. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: CallFailure,
  issues: readonly Issue[] | undefined = failure.issues,
): FastifyReply {
  const reference = request.id;
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
