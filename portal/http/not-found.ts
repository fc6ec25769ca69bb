import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './call-result.ts';
import { sendFailure } from './send-failure.ts';

/** Responds to an unmatched request that accepts HTML with the page of the web app. */
export type PageResponder = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** Handles unmatched requests: the web app for a page, 405 for a call by another method than POST, else 404. */
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
