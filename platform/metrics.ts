import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { monotonicClock } from './clock.ts';
import { watchEventLoop } from './event-loop.ts';
import { addFigures, type FigureSource, withinLimit } from './figures.ts';
import { productVersion } from './host/version.ts';
import { isInNetworks } from './is-in-networks.ts';
import { isSameText } from './is-same-text.ts';
import { readQueue } from './jobs/job-runner.ts';
import type { MeasureJob } from './jobs/task.ts';

/**
 * Counts and durations of this process. Labels are names of calls, modules, jobs and codes of outcomes, never a value
 * from a request: each new label value is a series that stays until the process ends.
 */
export interface ServerMetrics {
  /** A request whose headers have come; `observeRequest` follows, or the client has gone. */
  countActive(method: string, by: 1 | -1): void;
  /** A request that was answered. */
  observeRequest(request: AnsweredRequest): void;
  /** Runs a round of background work and observes its duration and whether it failed. */
  readonly measureJob: MeasureJob;
  /** Adds gauges that are read when metrics are. */
  addFigures(source: FigureSource): void;
  /** The metrics in the text format of Prometheus, and its content type. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

interface AnsweredRequest {
  readonly route: string;
  readonly method: string;
  readonly httpStatus: number;
  readonly durationMs: number;
}

export interface MetricsOptions<Schema> {
  /** Database of the jobs. */
  readonly db: Kysely<Schema>;
  /** Connection pools by name. */
  readonly pools: Readonly<Record<string, pg.Pool>>;
}

/** Few: a scrape writes each of them for each series, and holds the event loop meanwhile. */
export const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600];
/** Methods by their name; another is `_OTHER`. Source: OpenTelemetry, http.request.method. */
const knownMethods = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
]);
const methodOf = (method: string) => (knownMethods.has(method) ? method : '_OTHER');

/** Of Node's event loop as prom-client names it; OpenTelemetry has names of its own. */
const ownNames = /^nodejs_eventloop_lag_/;

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
  for (const { name } of registry.getMetricsAsArray()) {
    if (ownNames.test(name)) registry.removeSingleMetric(name);
  }
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests, by method, path of the call (all else: other) and status; error_type: the status from 500 on',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'error_type'],
    buckets: requestBuckets,
    registers,
  });
  const active = new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests that are not answered yet, without open streams of events, by method',
    labelNames: ['http_request_method'],
    registers,
  });
  const loop = watchEventLoop();
  // The first of them reads for all: metrics are collected in this order.
  new Gauge({
    name: 'nodejs_eventloop_utilization',
    help: 'Share of the time since the scrape before in which the event loop was busy',
    registers,
    collect() {
      const { delaysMs, utilization } = loop.read();
      this.set(utilization);
      for (const [figure, gauge] of loopDelays) gauge.set(delaysMs[figure] / 1000);
    },
  });
  const loopDelays = (['p50', 'p99', 'max'] as const).map((figure) => {
    const name = `nodejs_eventloop_delay_${figure}`;
    const help = `Delay of the event loop since the scrape before, seconds: ${figure}`;
    return [figure, new Gauge({ name, help, registers })] as const;
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
  let queueReadAt = monotonicClock.now();
  /** The queue, and for how long it could not be read. */
  async function readQueueNow() {
    const jobs = await withinLimit(readQueue(db));
    const now = monotonicClock.now();
    if (jobs === undefined) return { jobs: [], unreadSeconds: (now - queueReadAt) / 1000 };
    queueReadAt = now;
    return { jobs, unreadSeconds: 0 };
  }
  let queue: ReturnType<typeof readQueueNow> | undefined;
  // After the pools, which it would show as busy.
  new Gauge({
    name: 'svitlo_jobs_waiting',
    help: 'Jobs in the queue of all nodes that no worker has taken, those of the outbox (send-…) among them',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset();
      queue = readQueueNow();
      for (const { job, waiting } of (await queue).jobs) if (waiting > 0) this.set({ job }, waiting);
    },
  });
  // Of the reading that the one before has begun.
  new Gauge({
    name: 'svitlo_jobs_late_seconds',
    help: 'Since when a job of the queue has been due while no worker has any of its task',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset();
      for (const { job, waiting, lateSeconds } of (await queue)?.jobs ?? [])
        if (waiting > 0) this.set({ job }, lateSeconds);
    },
  });
  new Gauge({
    name: 'svitlo_queue_late_seconds',
    help: 'The longest of svitlo_jobs_late_seconds, 0 without late jobs; while the queue can not be read for how long it could not',
    registers,
    async collect() {
      const read = await queue;
      const late = read?.jobs.map(({ lateSeconds }) => lateSeconds) ?? [];
      this.set(Math.max(read?.unreadSeconds ?? 0, ...late));
    },
  });
  const build = productVersion();
  new Gauge({
    name: 'svitlo_build_info',
    help: 'Version and commit that this process runs; always 1',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ ...build }, 1);
  return {
    registry,
    addFigures: (source) => addFigures(registry, source),
    countActive(method, by) {
      active.inc({ http_request_method: methodOf(method) }, by);
    },
    observeRequest({ route, method, httpStatus, durationMs }) {
      const labels = {
        http_request_method: methodOf(method),
        http_route: route,
        http_response_status_code: httpStatus,
        ...(httpStatus >= 500 && { error_type: String(httpStatus) }),
      };
      requests.observe(labels, durationMs / 1000);
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

/** Who may read the metrics: whoever holds to what is configured, both when both are. */
export interface MetricsAccess {
  /** METRICS_TOKEN; absent: none is asked for. */
  readonly token: string | undefined;
  /** METRICS_ADDRESSES, networks (CIDR); empty: from everywhere. */
  readonly addresses: readonly string[];
}

export interface ServeMetricsOptions {
  readonly metrics: ServerMetrics;
  readonly access: MetricsAccess;
  /** One of few names: a declared path, a name of a module, `other`. Undefined: it is no request with a duration. */
  readonly routeOf: (request: FastifyRequest, reply: FastifyReply) => string | undefined;
  readonly routeConfig?: FastifyContextConfig;
}

/** Whether metrics are configured at all: without a token and without addresses nobody may read them. */
export function hasReaders({ token, addresses }: MetricsAccess): boolean {
  return token !== undefined || addresses.length > 0;
}

/**
 * GET /metrics for an allowed address, else 403, that sends the token as a bearer token, else 401. Observes every request
 * from then on, so it comes before the routes.
 */
export function serveMetrics(app: FastifyInstance, options: ServeMetricsOptions): void {
  const { metrics, access, routeOf, routeConfig = {} } = options;
  app.addHook('onRequest', async (request, reply) => {
    if (routeOf(request, reply) === undefined) return;
    metrics.countActive(request.method, 1);
    // Also when the client goes before its answer.
    reply.raw.once('close', () => metrics.countActive(request.method, -1));
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request, reply);
    if (route === undefined) return;
    const { statusCode: httpStatus, elapsedTime: durationMs } = reply;
    metrics.observeRequest({ route, method: request.method, httpStatus, durationMs });
  });
  app.get('/metrics', { config: routeConfig }, async ({ headers, ip }, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain');
    if (access.addresses.length > 0 && !isInNetworks(ip, access.addresses)) return reply.code(403).send('');
    if (access.token !== undefined && !isSameText(headers.authorization, `Bearer ${access.token}`)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('');
    }
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}
