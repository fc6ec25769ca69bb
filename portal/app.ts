import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import type { BillingClient } from '#billing/client.ts';
import { allCalls } from '#contract/all-calls.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { Config } from './config.ts';
import type { CallLog } from './http/call-log.ts';
import { createErrorLog } from './http/error-log.ts';
import { failureOfFault } from './http/failure-of-fault.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { describeCalls } from './http/open-api.ts';
import { createSessionGuard } from './http/session-guard.ts';
import { createTokens } from './http/token.ts';
import { serveWebPages } from './http/web-pages.ts';
import { buildRoutes } from './modules/routes.ts';
import type { PortalDatabase } from './portal-database.ts';

export interface AppOptions {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly config: Config;
  readonly tokenSecret: string;
  /** Absent: calls are not recorded. */
  readonly callLog: CallLog | undefined;
  /** Folder of the built cabinet; absent: only the API is served. */
  readonly webFolder?: string;
}

const strictPolicy = {
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
  useDefaults: false,
};

function sendFailure(error: unknown, reference: string) {
  const status: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500 && status !== 429) {
    return {
      httpStatus: status,
      body: {
        status: 'fail',
        code: 'common.badRequest',
        message: formatMessage('common.badRequest'),
        reference,
      },
    };
  }
  const failure = failureOfFault(error);
  const message = formatMessage(failure.code, { reference });
  return { httpStatus: failure.httpStatus, body: { status: 'fail', code: failure.code, message, reference } };
}

/** Builds the server of the cabinet: the same for production and for tests. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, billing, clock, config, callLog } = options;
  const tokens = createTokens(options.tokenSecret);
  const guard = createSessionGuard({ db, tokens, clock });
  const app = Fastify({
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: config.production,
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    disableRequestLogging: true,
    // A kept-alive connection must not hold up the end of the server.
    forceCloseConnections: 'idle',
  });
  const errorLog = createErrorLog({ db, print: (facts, message) => app.log.error(facts, message) });

  app.setErrorHandler((error, request, reply) => {
    const { httpStatus, body } = sendFailure(error, request.id);
    if (httpStatus >= 500) errorLog.recordFault(error, request.id, request.url, clock.now());
    return reply.code(httpStatus).send(body);
  });
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: strictPolicy,
    referrerPolicy: { policy: 'same-origin' },
  });
  await app.register(fastifyRateLimit, {
    max: config.requestsPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => !request.url.startsWith('/api/'),
    errorResponseBuilder: (request, context) => ({
      statusCode: 429,
      status: 'fail',
      code: 'common.tooManyRequests',
      message: formatMessage('common.tooManyRequests', { seconds: Math.ceil(context.ttl / 1000) }),
      reference: request.id,
    }),
  });
  await app.register(fastifyCompress, { threshold: 1024 });
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: describeCalls(allCalls) },
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  app.get('/api/openapi.json', () => app.swagger());
  app.get('/healthz', () => ({ status: 'success' }));
  app.get('/readyz', async () => {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
    return { status: 'success' };
  });

  const services = { db, clock, config, billing, tokens, errorLog };
  const routes = buildRoutes(services);
  mountRoutes(app, routes.calls, { guard, billing, clock, callLog, errorLog });
  for (const plugin of routes.plugins) await app.register(plugin);
  if (options.webFolder) await serveWebPages(app, options.webFolder);
  return app;
}
