import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import type { ModuleCallRecord } from '#billing/client.ts';
import { openLiveChannel } from '#contract/live.ts';
import {
  createServerMetrics,
  type MetricsAccess,
  type MetricsOptions,
  outcomeOf,
  requestBuckets,
  type ServerMetrics,
  serveMetrics,
} from '#platform/metrics.ts';
import { tightLimit } from '../limits.ts';

/** Metrics of the portal: those of a server, calls of the cabinet and of function modules. */
export interface Metrics extends ServerMetrics {
  countCall(record: Pick<ModuleCallRecord, 'name' | 'outcomeCode'>): void;
  observeModuleCall(record: Pick<ModuleCallRecord, 'name' | 'durationUs' | 'httpStatus'>): void;
  /** Items of a kind that were older than their term and are deleted. */
  countRemoved(kind: string, count: number): void;
}

export function createMetrics<Schema>(options: MetricsOptions<Schema>): Metrics {
  const server = createServerMetrics(options);
  const registers = [server.registry];
  const calls = new Counter({
    name: 'svitlo_calls_total',
    help: 'Calls of the cabinet, by path and outcome: success or the code of the refusal or failure',
    labelNames: ['http_route', 'outcome'],
    registers,
  });
  const modules = new Histogram({
    name: 'svitlo_module_call_duration_seconds',
    help: 'Duration of calls of function modules, by module and outcome: success, refused, failed',
    labelNames: ['module', 'outcome'],
    buckets: requestBuckets,
    registers,
  });
  const removed = new Counter({
    name: 'svitlo_retention_removed_total',
    help: 'Items that this node deleted because they were older than their term, by kind of data',
    labelNames: ['kind'],
    registers,
  });
  return {
    ...server,
    countRemoved(kind, count) {
      removed.inc({ kind }, count);
    },
    countCall({ name, outcomeCode }) {
      calls.inc({ http_route: name, outcome: outcomeCode });
    },
    observeModuleCall({ name, durationUs, httpStatus }) {
      modules.observe({ module: name, outcome: outcomeOf(httpStatus) }, durationUs / 1_000_000);
    },
  };
}

/** Pages, files, probes and unknown paths are one route. */
const otherRoute = 'other';

export interface ServePortalMetricsOptions {
  readonly metrics: Metrics;
  readonly access: MetricsAccess;
  /** Paths of the declared calls. */
  readonly callPaths: ReadonlySet<string>;
  readonly requestsPerMinute: number;
}

/** `serveMetrics` with the calls of the cabinet, limited as a call open to guessing. */
export function servePortalMetrics(app: FastifyInstance, options: ServePortalMetricsOptions): void {
  const { metrics, access, callPaths, requestsPerMinute } = options;
  /** An open stream of events is no request that takes long. */
  function routeOf({ routeOptions: { url = '' } }: FastifyRequest, { statusCode }: FastifyReply) {
    if (url === openLiveChannel.path && statusCode < 400) return undefined;
    return callPaths.has(url) ? url : otherRoute;
  }
  const rateLimit = { ...tightLimit(requestsPerMinute), allowList: () => false };
  serveMetrics(app, {
    metrics,
    access,
    routeOf,
    routeConfig: requestsPerMinute > 0 ? { rateLimit } : {},
  });
}
