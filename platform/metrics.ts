import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isSameText } from './is-same-text.ts';
import { countWaitingJobs } from './jobs/job-runner.ts';
import type { MeasureJob } from './jobs/task.ts';

/**
 * Counts and durations of this process. Labels are names of calls, modules, jobs and codes of outcomes, never a value
 * from a request: each new label value is a series that stays until the process ends.
 */
export interface ServerMetrics {
  /** A request that was answered. */
  observeRequest(route: string, httpStatus: number, durationMs: number): void;
  /** Runs a round of background work and observes its duration and whether it failed. */
  readonly measureJob: MeasureJob;
  /** The metrics in the text format of Prometheus, and its content type. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface MetricsOptions<Schema> {
  /** Database of the jobs. */
  readonly db: Kysely<Schema>;
  /** Connection pools by name. */
  readonly pools: Readonly<Record<string, pg.Pool>>;
}

/** Few: a scrape writes each of them for each series, and holds the event loop meanwhile. */
export const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600];
/** A scrape is answered without the gauges of a database that takes longer. */
const databaseLimitMs = 1000;

export function outcomeOf(httpStatus: number): 'success' | 'refused' | 'failed' {
  if (httpStatus < 400) return 'success';
  return httpStatus < 500 ? 'refused' : 'failed';
}

/**
 * Metrics of a server, in a registry to which it may add its own. Names are those of OpenTelemetry in the form of
 * Prometheus where it has one.
 */
export function createServerMetrics<Schema>({ db, pools }: MetricsOptions<Schema>): ServerMetrics & {
  readonly registry: Registry;
} {
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
    registry,
    observeRequest(route, httpStatus, durationMs) {
      requests.observe({ http_route: route, outcome: outcomeOf(httpStatus) }, durationMs / 1000);
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
  readonly metrics: ServerMetrics;
  /** METRICS_TOKEN. */
  readonly token: string;
  /** One of few names: a declared path, a name of a module, `other`. */
  readonly routeOf: (request: FastifyRequest) => string;
  readonly routeConfig?: FastifyContextConfig;
}

/**
 * GET /metrics for whoever sends the token as a bearer token, else 401. Observes every request from then on, so it
 * comes before the routes.
 */
export function serveMetrics(app: FastifyInstance, options: ServeMetricsOptions): void {
  const { metrics, token, routeOf, routeConfig = {} } = options;
  app.addHook('onResponse', async (request, reply) => {
    metrics.observeRequest(routeOf(request), reply.statusCode, reply.elapsedTime);
  });
  app.get('/metrics', { config: routeConfig }, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isSameText(headers.authorization, `Bearer ${token}`)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('');
    }
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}
