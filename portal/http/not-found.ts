import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './call-result.ts';
import { sendFailure } from './send-failure.ts';

/** What answers a request that no call and no file answers: the page of the cabinet, when it asks for one. */
export type PageResponder = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * Answers what is not there: the cabinet's page where a page is asked for, 405 where a call is made otherwise than by
 * POST, else 404.
 */
export function answerNotFound(callPaths: ReadonlySet<string>, respondWithPage: PageResponder | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (callPaths.has(path)) {
      reply.header('allow', 'POST');
      return sendFailure(request, reply, { ...fail('common.badRequest'), httpStatus: 405 });
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    const page = isPage ? respondWithPage?.(request, reply) : undefined;
    return page ?? sendFailure(request, reply, fail('common.notFound'));
  };
}
