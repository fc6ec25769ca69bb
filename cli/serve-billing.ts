import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { billingFigures } from '#billing/billing-figures.ts';
import { openBillingJobs } from '#billing/billing-jobs.ts';
import { buildModuleServer } from '#billing/http/module-server.ts';
import { createClock } from '#platform/clock.ts';
import { closeServer } from '#platform/close-server.ts';
import { connectDatabase, limitsOf } from '#platform/database/database.ts';
import { poolOf, reportConnections } from '#platform/database/node-connections.ts';
import { describeVersion, productVersion } from '#platform/host/version.ts';
import { startJobRunner } from '#platform/jobs/job-runner.ts';
import { logJobErrors } from '#platform/jobs/task.ts';
import { createLogger, exitOnUncaught } from '#platform/logger.ts';
import { createServerMetrics, hasReaders } from '#platform/metrics.ts';
import { limitDrawing } from '#platform/workers/worker-pool.ts';
import { readConfig } from '#portal/config.ts';
import { readOrMakeKeys } from '#portal/keys.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { openDatabase } from './open-database.ts';

/** Maximum wait for open requests on shutdown. */
const connectionsDeadlineMs = 3000;

/**
 * `npm run serve-billing`: serves only the function modules of the billing back end over HTTP, for a portal with
 * BILLING_BACKEND_URL. Runs until a signal.
 */
async function serveBilling(): Promise<void> {
  const config = readConfig();
  const clock = createClock(config);
  limitDrawing(config.fileSeconds);
  const log = createLogger({ level: config.logLevel });
  exitOnUncaught(log);
  log.info(productVersion(), 'the billing starts');
  const database = await openDatabase(config, { handlesSignals: true });
  const connected = connectDatabase<unknown>({
    url: database.url,
    poolSize: config.databaseConnections,
    name: 'svitlo-billing',
    limits: limitsOf(config.statementSeconds),
  });
  const readSide =
    config.databaseReadUrl === undefined
      ? undefined
      : connectDatabase<unknown>({
          url: config.databaseReadUrl,
          ...poolOf('svitlo-reads'),
          limits: limitsOf(config.statementSeconds),
        });
  await reportConnections(connected.db, 'billing', {
    mainConnections: config.databaseConnections,
    hasReadUrl: readSide !== undefined,
    log,
  });
  const { audit: auditKeys } = await readOrMakeKeys(config);
  const billing = createBilling({
    db: connected.db as BillingDatabase,
    readDb: readSide?.db as BillingDatabase | undefined,
    clock,
    auditKeys,
    log,
  });
  const { metricsAccess: access } = config;
  const metrics = hasReaders(access)
    ? createServerMetrics({ db: connected.db, pools: { billing: connected.pool } })
    : undefined;
  metrics?.addFigures(billingFigures(connected.db as BillingDatabase));
  const billingJobs = openBillingJobs(database.url, clock, {
    refusedSupplier: config.production ? sampleEdrpou : undefined,
  });
  const jobs = startJobRunner({
    ...billingJobs.jobs,
    url: database.url,
    onError: logJobErrors(log.child({ part: 'jobs' })),
    measure: metrics?.measureJob,
  });
  try {
    const app = buildModuleServer({
      billing,
      secret: config.billingBackendSecret,
      log,
      metrics: metrics && { metrics, access },
    });
    const address = await app.listen({ port: config.port, host: config.host });
    console.log(`Function modules are served at ${address}  version ${describeVersion(productVersion())}`);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
    await closeServer(app, connectionsDeadlineMs);
  } finally {
    await jobs.stop();
    await billingJobs.close();
    await connected.close();
    await readSide?.close();
    await database.close();
  }
}

try {
  await serveBilling();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
