import type { FastifyPluginAsync } from 'fastify';
import { TooManyRequests, tightLimit } from '../limits.ts';
import type { PortalServices } from '../route.ts';
import { plainPagePolicy } from './plain-page.template.ts';

/** Response to a signed link. */
interface LinkedPage {
  readonly status: 200 | 404;
  readonly html: string;
}

interface LinkRequest {
  readonly method: string;
  readonly reference: string;
}

interface LinkedPages {
  /** Path with its parameter: '/stop/:token'. */
  readonly path: string;
  /** POST: the form of the page itself. */
  readonly methods: readonly ('GET' | 'POST')[];
  readonly answer: (token: string, request: LinkRequest) => Promise<LinkedPage> | LinkedPage;
}

/**
 * Plain pages behind signed links, used without a session: never cached, no referrer, tightly limited, 503 on an error.
 * GET changes nothing, because programs open links to check them.
 */
export function linkedPages(
  { config, errorLog, clock }: Pick<PortalServices, 'config' | 'errorLog' | 'clock'>,
  { path, methods, answer }: LinkedPages,
): FastifyPluginAsync {
  const isLimited = config.requestsPerMinute > 0;
  const rateLimit = { ...tightLimit(config.requestsPerMinute), allowList: () => false };
  const options = { config: isLimited ? { rateLimit } : {}, bodyLimit: 1024 };

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    app.setErrorHandler((error, request, reply) => {
      reply.header('cache-control', 'no-store').type('text/plain');
      if (error instanceof TooManyRequests) {
        return reply.code(429).header('retry-after', error.seconds).send('');
      }
      errorLog.recordFault(error, request.id, path, clock.now());
      return reply.code(503).send('');
    });
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    });
    app.route<{ Params: { token: string } }>({
      method: [...methods],
      url: path,
      ...options,
      handler: async ({ id, method, params }, reply) => {
        const { status, html } = await answer(params.token, { method, reference: id });
        return reply
          .header('content-security-policy', plainPagePolicy)
          .type('text/html; charset=utf-8')
          .code(status)
          .send(html);
      },
    });
  };
}
