import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { billingFigures } from '#billing/billing-figures.ts';
import { openBillingJobs } from '#billing/billing-jobs.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { remote } from '#billing/remote-transport.ts';
import type { Clock } from '#platform/clock.ts';
import { closeServer } from '#platform/close-server.ts';
import {
  type ConnectedDatabase,
  connectDatabase,
  type DatabaseOptions,
  limitsOf,
} from '#platform/database/database.ts';
import { poolOf, reportConnections } from '#platform/database/node-connections.ts';
import { readBackupState } from '#platform/host/backup-state.ts';
import { createLogger } from '#platform/logger.ts';
import { hasReaders } from '#platform/metrics.ts';
import { createCallLog } from '#portal/http/records/call-log.ts';
import { createMetrics } from '#portal/http/records/metrics.ts';
import { startNodeSamples } from '#portal/http/records/node-samples.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { type RunningJobs, startJobs } from './jobs.ts';
import { readOrMakeKeys } from './keys.ts';
import { seedTopics } from './modules/conversations/public.ts';
import { seedAnswers } from './modules/desk/public.ts';
import { seedAuthorities } from './modules/signatures/public.ts';
import type { PortalDatabase } from './portal-database.ts';

export interface RunningPortal {
  /** Port of the server. */
  readonly port: number;
  /**
   * Fails /readyz, serves for DRAIN_SECONDS, closes the port, finishes requests in flight and ends jobs, logs and
   * connections. After the drain it takes at most 6 s; what is left is dropped (requests end without a response, jobs
   * are taken over by another node or the next start).
   */
  stop(): Promise<void>;
}

/** Clients and proxies rarely wait longer; a photo on a bad network may be lost. */
const connectionsDeadlineMs = 3000;
const jobsDeadlineMs = 4000;
/** Time limit for flushing the call log and closing database connections. */
const lastDeadlineMs = 1000;

/** Runs the server on a migrated database until it is stopped. */
export async function startPortal(config: Config, databaseUrl: string, clock: Clock): Promise<RunningPortal> {
  const log = createLogger({ level: config.logLevel });
  const limits = limitsOf(config.statementSeconds);
  const open = (pool: Pick<DatabaseOptions, 'name' | 'poolSize' | 'limits'> & { readonly url?: string }) =>
    connectDatabase<unknown>({ url: databaseUrl, planOnce: true, ...pool });
  const poolSize = config.databaseConnections;
  const billingSide = open({ poolSize, name: 'svitlo-billing', limits });
  const portalSide = open({ poolSize, name: 'svitlo-portal', limits });
  // Of jobs: without time limits, and no statement of theirs takes a connection from a request.
  const billingJobSide = open(poolOf('svitlo-billing-jobs'));
  const portalJobSide = open(poolOf('svitlo-portal-jobs'));
  const db = portalSide.db as PortalDatabase;
  const readSide =
    config.databaseReadUrl === undefined
      ? undefined
      : open({ url: config.databaseReadUrl, ...poolOf('svitlo-reads'), limits });
  await reportConnections(db, config.billingBackendUrl ? 'portal' : 'portalWithBilling', {
    mainConnections: poolSize,
    hasReadUrl: readSide !== undefined,
    log,
  });
  for (const flag of config.payments.ignoredFlags) {
    log.warn(`${flag} is ignored: payment providers are always on`);
  }
  const recordSide = config.callLog ? open({ ...poolOf('svitlo-records'), limits }) : undefined;
  const callLog =
    recordSide &&
    createCallLog({
      db: recordSide.db as PortalDatabase,
      node: config.nodeName,
      log: log.child({ part: 'call-log' }),
    });
  const pools = {
    billing: billingSide.pool,
    portal: portalSide.pool,
    ...(readSide && { reads: readSide.pool }),
  };
  const metrics = hasReaders(config.metricsAccess) ? createMetrics({ db, pools }) : undefined;
  if (!config.billingBackendUrl) metrics?.addFigures(billingFigures(billingSide.db as BillingDatabase));
  const keys = await readOrMakeKeys(config);
  const clientOn = (side: ConnectedDatabase<unknown>, reads?: ConnectedDatabase<unknown>) =>
    createBillingClient({
      transport: config.billingBackendUrl
        ? remote({ url: config.billingBackendUrl, secret: config.billingBackendSecret })
        : inProcess(
            createBilling({
              db: side.db as BillingDatabase,
              readDb: reads?.db as BillingDatabase | undefined,
              clock,
              auditKeys: keys.audit,
              log,
            }),
          ),
      clock,
      record: (call) => {
        callLog?.recordModuleCall(call);
        metrics?.observeModuleCall(call);
      },
    });
  const billing = clientOn(billingSide, readSide);
  const stopping = new AbortController();
  await seedTopics(db);
  await seedAnswers(db);
  await seedAuthorities(db, config, clock.now());
  let jobs: RunningJobs | undefined;
  const app = await buildApp({
    db,
    readDb: readSide?.db as PortalDatabase | undefined,
    billing,
    clock,
    config,
    keys,
    callLog,
    log,
    metrics,
    stopping: stopping.signal,
    live: { databaseUrl },
    node: {
      name: config.nodeName,
      pools: [portalSide.pool, billingSide.pool],
      countRunningJobs: () => jobs?.count() ?? 0,
      readBackups: () => readBackupState(config.dataFolder),
    },
    webFolder: join(import.meta.dirname, '../dist/web'),
  });
  await app.listen({ port: config.port, host: config.host });
  const billingJobs = config.billingBackendUrl
    ? undefined
    : openBillingJobs(databaseUrl, clock, { refusedSupplier: config.production ? sampleEdrpou : undefined });
  const startedJobs = await startJobs({
    databaseUrl,
    db: portalJobSide.db as PortalDatabase,
    billing: clientOn(billingJobSide),
    clock,
    config,
    keys,
    log,
    metrics,
    ...(billingJobs && { billingJobs: billingJobs.jobs }),
  });
  jobs = startedJobs;
  const samples =
    callLog === undefined
      ? undefined
      : startNodeSamples({
          db,
          clock,
          node: config.nodeName,
          callLog,
          pools: [portalSide.pool, billingSide.pool],
          countRunningJobs: startedJobs.count,
          log: log.child({ part: 'call-log' }),
        });
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : config.port,
    async stop() {
      stopping.abort();
      if (samples) samples.stop();
      await sleep(config.drainSeconds * 1000);
      const working = startedJobs.stop().then(() => billingJobs?.close());
      await Promise.all([closeServer(app, connectionsDeadlineMs), withinTime(working, jobsDeadlineMs)]);
      await withinTime(callLog?.stop(), lastDeadlineMs);
      await withinTime(
        Promise.all(
          [portalSide, billingSide, portalJobSide, billingJobSide, recordSide, readSide].map((side) =>
            side?.close(),
          ),
        ),
        lastDeadlineMs,
      );
    },
  };
}

/** Waits for the work, at most this long. */
async function withinTime(work: Promise<unknown> | undefined, ms: number): Promise<void> {
  const given = new AbortController();
  try {
    await Promise.race([work, sleep(ms, undefined, { signal: given.signal }).catch(() => undefined)]);
  } finally {
    given.abort();
  }
}
