import fastifyCompress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { BillingClient } from '#billing/client.ts';
import { allCalls } from '#contract/all-calls.ts';
import { openLiveChannel } from '#contract/live.ts';
import type { Clock } from '#platform/clock.ts';
import { announceStop } from '#platform/close-server.ts';
import type { Logger } from '#platform/logger.ts';
import { hasReaders } from '#platform/metrics.ts';
import { newId } from '#platform/uuid.ts';
import { limitDrawing } from '#platform/workers/worker-pool.ts';
import { liveChannelRoute } from '#portal/http/live/live-channel.ts';
import { createLiveHub } from '#portal/http/live/live-hub.ts';
import { createReadinessChecks } from '#portal/http/probes.ts';
import type { CallLog } from '#portal/http/records/call-log.ts';
import { createErrorLog } from '#portal/http/records/error-log.ts';
import { healthFigures } from '#portal/http/records/health-figures.ts';
import { type Metrics, servePortalMetrics } from '#portal/http/records/metrics.ts';
import { tidyForwardedAddresses } from '#portal/http/session/client-address.ts';
import { refuseForeignOrigins } from '#portal/http/session/origin-check.ts';
import { createSessionGuard } from '#portal/http/session/session-guard.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { addSecurityHeaders, createSecurityHeaders } from '#portal/http/web/security-headers.ts';
import { serveWebPages } from '#portal/http/web/web-pages.ts';
import { readPublishedWords } from '#portal/modules/content/public.ts';
import { followedConversations, termFigures } from '#portal/modules/conversations/public.ts';
import type { Config } from './config.ts';
import { openFileObjects } from './gateways/files/open-file-store.ts';
import { createPaymentGateways, formOriginsOf } from './gateways/payments/all-gateways.ts';
import { serveApiDocs } from './http/api-docs.ts';
import { answerNotFound, failureOfFault, isFault, sendFailure } from './http/failures.ts';
import { limitRequests } from './http/limits.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { serveProbes } from './http/probes.ts';
import { createRequestAnswers } from './http/request-ids/request-answers.ts';
import { answerUnreadable, refuseExpectations, requireHost } from './http/unreadable-request.ts';
import { createCallBudget, createWorkBudget } from './http/work-budget.ts';
import type { Keys } from './keys.ts';
import { readBillingProgress } from './modules/billing-periods/routes.ts';
import { readDeskState } from './modules/desk/public.ts';
import { callbackPath } from './modules/payments/pay-ways.ts';
import {
  createCallMeter,
  createPerformanceReader,
  meterCalls,
  type NodeParts,
  startNodePublisher,
} from './modules/performance/public.ts';
import { readReviewCounts } from './modules/readings/review/review-routes.ts';
import { buildRoutes } from './modules/routes.ts';
import { createServiceWatch, serviceStatusRoutes } from './modules/service-status/public.ts';
import { brandPlugin, createBrandReader } from './modules/supplier/brand-style.ts';
import type { PortalDatabase } from './portal-database.ts';

export interface AppOptions {
  readonly db: PortalDatabase;
  /** Of a standby; absent: `db`. */
  readonly readDb?: PortalDatabase | undefined;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly config: Config;
  readonly keys: Keys;
  /** Absent: calls are not logged. */
  readonly callLog: CallLog | undefined;
  /** Folder of the built web app; absent: only the API is served. */
  readonly webFolder?: string;
  /** Aborted when the server starts to drain: /readyz fails and responses close their connections. Absent: no drain. */
  readonly stopping?: AbortSignal;
  /** For notifications between nodes, and how often is looked without them. Absent: a look each second. */
  readonly live?: { readonly databaseUrl?: string; readonly pollMs?: number; readonly heartbeatMs?: number };
  readonly log: Logger;
  /** What the dashboard shows of this server; absent: nothing. */
  readonly node?: NodeParts;
  /** Absent: nothing is counted and there is no /metrics. */
  readonly metrics?: Metrics | undefined;
}

/** Builds the server, the same for production and for tests. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, readDb = db, billing, clock, config, keys, callLog, webFolder, log, metrics } = options;
  const { requestsPerMinute, dataFolder, nodeName } = config;
  const stopping = options.stopping ?? new AbortController().signal;
  const gateways = createPaymentGateways({ db, clock, config, links: keys.links });
  const securityHeaders = createSecurityHeaders(formOriginsOf(gateways));
  const tokens = createTokens(keys.sessions);
  const guard = createSessionGuard({ db, tokens, clock });
  const loggerInstance: FastifyBaseLogger = log.child({ part: 'http' });
  const app: FastifyInstance = Fastify({
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: config.trustedProxies ?? false,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    // Long enough for a photo on a bad mobile network.
    requestTimeout: 120_000,
    http: {
      // Node's own response lacks our body format and headers; requireHost refuses instead.
      requireHostHeader: false,
      // Headers must arrive within 15 s; checked every 5 s.
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5000,
    },
    // Neither of these two reaches a hook.
    frameworkErrors: (error, request, reply) =>
      void sendFailure(request, reply.headers(securityHeaders), failureOfFault(error)),
    clientErrorHandler: answerUnreadable(securityHeaders),
    // Requests on a keep-alive connection are still answered while the server closes.
    return503OnClosing: false,
  });
  const errorLog = createErrorLog({ db, log: log.child({ part: 'http' }) });

  app.setErrorHandler((error, request, reply) => {
    const failure = failureOfFault(error);
    if (isFault(error, failure)) errorLog.recordFault(error, request.id, request.url, clock.now());
    return sendFailure(request, reply, failure);
  });
  // Only JSON: a text/plain body could be sent by a foreign page without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  addSecurityHeaders(app, securityHeaders);
  tidyForwardedAddresses(app);
  requireHost(app);
  refuseExpectations(app, securityHeaders);
  announceStop(app, stopping);
  await limitRequests(app, requestsPerMinute);
  refuseForeignOrigins(app, {
    publicUrl: config.publicUrl,
    publicUrlOnly: config.production,
    fromAnywhere: [callbackPath(':provider')],
  });
  const files = openFileObjects(config);
  const checks = createReadinessChecks({ db, billing, clock, dataFolder, files, nodeName });
  const watch = createServiceWatch({ db, clock, checks, nodeName, log: log.child({ part: 'status' }) });
  const routes = buildRoutes(
    { db, readDb, clock, config, billing, tokens, keys, errorLog, callLog },
    gateways,
  );
  const subjectSources = { conversation: followedConversations(db) };
  const meter = createCallMeter();
  const publisher =
    options.node && startNodePublisher({ db, node: options.node, meter, log: log.child({ part: 'live' }) });
  const watching = options.node && watch.start();
  app.addHook('preClose', async () => void (await Promise.all([publisher?.stop(), watching?.stop()])));
  const live = createLiveHub({
    db,
    subjectSources,
    databaseUrl: options.live?.databaseUrl,
    pollMs: options.live?.pollMs,
    sources: {
      'billing-progress': readBillingProgress(billing),
      'reading-reviews': readReviewCounts(billing),
      desk: () => readDeskState(db),
      performance: createPerformanceReader(db, publisher),
    },
    log: log.child({ part: 'live' }),
  });
  stopping.addEventListener('abort', () => void live.stop());
  // Before the connections are closed: a channel would hold up the end.
  app.addHook('preClose', () => live.stop());
  const channel = {
    hub: live,
    sources: subjectSources,
    beatMs: options.live?.heartbeatMs,
    requestsPerMinute,
  };
  const calls = [...routes.calls, ...serviceStatusRoutes(watch), liveChannelRoute(channel)];
  const callPaths = new Set(calls.map(({ call }) => call.path as string));
  meterCalls(app, meter, { callPaths, streams: new Set([openLiveChannel.path]) });
  if (metrics !== undefined && hasReaders(config.metricsAccess)) {
    servePortalMetrics(app, { metrics, access: config.metricsAccess, callPaths, requestsPerMinute });
  }
  await app.register(fastifyCompress, { threshold: 1024 });
  if (config.apiDocs) await serveApiDocs(app, allCalls, config.publicUrl);
  for (const source of [...healthFigures({ db, clock, config, checks, callLog }), termFigures(db, clock)])
    metrics?.addFigures(source);
  serveProbes(app, {
    clock,
    checks,
    stopping,
    recordFault: (fault, reference) => errorLog.recordFault(fault, reference, '/readyz', clock.now()),
  });

  const work = createWorkBudget(config.workSeconds);
  limitDrawing(config.fileSeconds);
  mountRoutes(app, calls, {
    db,
    guard,
    billing,
    clock,
    callLog,
    metrics,
    errorLog,
    requestsPerMinute,
    work,
    calls: createCallBudget(config.callSeconds),
    requestAnswers: createRequestAnswers({
      db,
      clock,
      keys: keys.messages,
      onFault: (fault, { path }) => errorLog.recordFault(fault, newId(), path, clock.now()),
    }),
  });
  for (const plugin of routes.plugins) await app.register(plugin);
  const brand = createBrandReader(db);
  await app.register(brandPlugin(db, brand));
  const respondWithPage = webFolder
    ? await serveWebPages(app, webFolder, () => readPublishedWords(db), brand.headLink)
    : undefined;
  app.setNotFoundHandler(answerNotFound(callPaths, respondWithPage));
  return app;
}
