import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ModuleCallRecord } from '#billing/client.ts';
import { isSameText } from '#platform/is-same-text.ts';
import { countWaitingJobs } from '#platform/jobs/job-queue.ts';
import type { PortalDatabase } from '../portal-database.ts';
import { tightLimit } from './limits.ts';

/**
 * Counts and durations of this process. Labels are names of calls, modules, jobs and codes of outcomes, never a value
 * from a request: each new label value is a series that stays until the process ends.
 */
export interface Metrics {
  /** A request that was answered; `route` is the path of a declared call or `otherRoute`. */
  observeRequest(route: string, httpStatus: number, durationMs: number): void;
  countCall(record: Pick<ModuleCallRecord, 'name' | 'outcomeCode'>): void;
  observeModuleCall(record: Pick<ModuleCallRecord, 'name' | 'durationUs' | 'httpStatus'>): void;
  /** Runs a round of background work and observes its duration and whether it failed. */
  measureJob<Result>(job: string, run: () => Promise<Result>): Promise<Result>;
  /** The metrics in the text format of Prometheus, and its content type. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface MetricsOptions {
  readonly db: PortalDatabase;
  /** Connection pools by name. */
  readonly pools: Readonly<Record<string, pg.Pool>>;
}

/** Pages, files, probes and unknown paths are one route. */
const otherRoute = 'other';

/** Few: a scrape writes each of them for each series, and holds the event loop meanwhile. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600];
/** A scrape is answered without the gauges of a database that takes longer. */
const databaseLimitMs = 1000;

function outcomeOf(httpStatus: number): 'success' | 'refused' | 'failed' {
  if (httpStatus < 400) return 'success';
  return httpStatus < 500 ? 'refused' : 'failed';
}

/** Names are those of OpenTelemetry in the form of Prometheus where it has one. */
export function createMetrics({ db, pools }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests, by path of the call (all else: other) and outcome: success, refused (4xx), failed (5xx)',
    labelNames: ['http_route', 'outcome'],
    buckets: requestBuckets,
    registers,
  });
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
  const jobs = new Histogram({
    name: 'svitlo_job_duration_seconds',
    help: 'Duration of background jobs of this process, by job and outcome: success, failed',
    labelNames: ['job', 'outcome'],
    buckets: jobBuckets,
    registers,
  });
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections of a pool, by state: idle, used',
    labelNames: ['db_client_connection_pool_name', 'db_client_connection_state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        const inPool = { db_client_connection_pool_name: name };
        this.set({ ...inPool, db_client_connection_state: 'idle' }, pool.idleCount);
        this.set({ ...inPool, db_client_connection_state: 'used' }, pool.totalCount - pool.idleCount);
      }
    },
  });
  new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Statements that wait for a connection of a pool',
    labelNames: ['db_client_connection_pool_name'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ db_client_connection_pool_name: name }, pool.waitingCount);
      }
    },
  });
  // After the pools, which it would show as busy.
  new Gauge({
    name: 'svitlo_jobs_waiting',
    help: 'Jobs in the queue of all nodes that no worker has taken, those of the outbox (send-…) among them',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset();
      const waiting = countWaitingJobs(db).catch(() => []);
      const late = new Promise<[]>((resolve) => setTimeout(resolve, databaseLimitMs, []).unref());
      for (const { job, count } of await Promise.race([waiting, late])) this.set({ job }, count);
    },
  });
  return {
    observeRequest(route, httpStatus, durationMs) {
      requests.observe({ http_route: route, outcome: outcomeOf(httpStatus) }, durationMs / 1000);
    },
    countCall({ name, outcomeCode }) {
      calls.inc({ http_route: name, outcome: outcomeCode });
    },
    observeModuleCall({ name, durationUs, httpStatus }) {
      modules.observe({ module: name, outcome: outcomeOf(httpStatus) }, durationUs / 1_000_000);
    },
    async measureJob(job, run) {
      const end = jobs.startTimer({ job });
      try {
        const result = await run();
        end({ outcome: 'success' });
        return result;
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

export interface ServeMetricsOptions {
  readonly metrics: Metrics;
  /** METRICS_TOKEN. */
  readonly token: string;
  /** Paths of the declared calls. */
  readonly callPaths: ReadonlySet<string>;
  readonly requestsPerMinute: number;
}

/**
 * GET /metrics for whoever sends the token as a bearer token, else 401. Observes every request from then on, so it
 * comes before the routes.
 */
export function serveMetrics(app: FastifyInstance, options: ServeMetricsOptions): void {
  const { metrics, token, callPaths, requestsPerMinute } = options;
  app.addHook('onResponse', async ({ routeOptions: { url = '' } }, reply) => {
    metrics.observeRequest(callPaths.has(url) ? url : otherRoute, reply.statusCode, reply.elapsedTime);
  });
  const rateLimit = { ...tightLimit(requestsPerMinute), allowList: () => false };
  app.get('/metrics', { config: requestsPerMinute > 0 ? { rateLimit } : {} }, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isSameText(headers.authorization, `Bearer ${token}`)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('');
    }
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}
