import { createServer } from 'node:net';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { refuseSample } from '#cli/sample/refuse-sample.ts';
import { markProduction } from '#cli/sample/refused-supplier.ts';
import { type Clock, createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import type { EmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { describeVersion, productVersion } from '#platform/host/version.ts';
import { createLogger, exitOnUncaught } from '#platform/logger.ts';
import { type Config, readConfig, requireScanner } from '#portal/config.ts';
import { runBackups } from './backups/run-backups.ts';
import { buildWebIfStale } from './build-web-if-stale.ts';
import { checkClock } from './doctor/checks.ts';
import { joinFiles } from './files/join-files.ts';
import { externalDatabase, migrateProduct, type ProductDatabase, startOwnDatabase } from './open-database.ts';

/** Whether a server can listen on the port now. */
function portIsFree(port: number, host: string): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => answer(true)));
  });
}

/** Shutdown steps, run in reverse order. */
type ShutdownStep = () => Promise<void>;

async function startDatabase(
  config: Config,
  shutdownSteps: ShutdownStep[],
): Promise<ProductDatabase | EmbeddedPostgres> {
  const external = externalDatabase(config);
  if (external) return external;
  const own = startOwnDatabase(config, config.port);
  shutdownSteps.push(own.stop);
  const server = await own.server;
  server.onUnexpectedExit(() => {
    // Without the database nothing can be served: exits, and the supervisor restarts.
    createLogger({ level: config.logLevel }).error('The embedded database has ended unexpectedly.');
    process.exit(1);
  });
  return server;
}

const sampleSignIns = `
  Sample sign-ins, all with the password Svitlo-2026-demo:
    +380501110001  three objects, one of them two-zone
    +380501110002  no object yet
    +380501110003  one object with debt and an unpaid violation act
    +380501110004  33 objects, each of them difficult in its own way
  Legal entities, with the unique code SVITLO01:
    1000000001     one account with one point
    1000000002     a chain with 312 points; its other account is 1000000003
    1000000002 with the unique code SVITLO11 its accountant, SVITLO12 an engineer of twelve points,
                   SVITLO13 a signer, SVITLO14 a viewer
    1000000005     34 schools
    1000000006     a water utility: reactive energy, losses, a debt
    1000000007     an office centre with tenants
  Administrators at /admin:
    owner, operator, analyst
  Codes by SMS and e-mail are shown at /dev/outbox
`;

function printWelcome(config: Config, sample: boolean): void {
  const version = describeVersion(productVersion());
  console.log(`\n  Svitlo is ready: ${config.publicUrl}  version ${version}\n${sample ? sampleSignIns : ''}`);
}

/** Warns that nothing can be booked with this clock; the server still starts, and /readyz reports it. */
async function warnOfClock(url: string, clock: Clock): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-start' });
  try {
    const findings = await checkClock(db as BillingDatabase, clock.now());
    for (const { kind, text } of findings) if (kind === 'bad') console.error(`\n  ${text}\n`);
  } finally {
    await close();
  }
}

/** `npm start`: builds the cabinet, starts the database, loads the sample into an empty one, serves until a signal. */
async function start(): Promise<void> {
  const shutdownSteps: ShutdownStep[] = [];
  let ending: Promise<void> | undefined;
  function end(exitCode: number): Promise<void> {
    ending ??= (async () => {
      for (const finish of shutdownSteps.reverse())
        await finish().catch((error: unknown) => console.error(String(error)));
      process.exit(exitCode);
    })();
    return ending;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  // bin/start.mjs was killed.
  process.once('disconnect', () => void end(0));

  try {
    const config = readConfig();
    requireScanner(config);
    const log = createLogger({ level: config.logLevel });
    exitOnUncaught(log);
    log.info(productVersion(), 'the product starts');
    const clock = createClock(config);
    if (!(await portIsFree(config.port, config.host))) {
      throw new Error(`Port ${config.port} is taken: end what listens there, or choose another with PORT=….`);
    }
    const [database] = await Promise.all([
      startDatabase(config, shutdownSteps),
      buildWebIfStale(() => console.log('Building the cabinet…')),
    ]);
    await migrateProduct(database);
    const { url } = database;
    if (config.production) {
      await refuseSample(url);
      await markProduction(url);
    }
    const fault = await joinFiles(config, url);
    if (fault !== undefined) console.error(`\n  ${fault}\n`);
    // Two thirds of the code: a start that is refused does without it.
    const [{ loadSampleIfEmpty }, { startPortal }] = await Promise.all([
      import('#cli/sample/load-sample.ts'),
      import('#portal/main.ts'),
    ]);
    const sample = await loadSampleIfEmpty({
      url,
      config,
      clock,
      print: (line) => console.log(line),
    });
    await warnOfClock(url, clock);
    const portal = await startPortal(config, url, clock);
    shutdownSteps.push(() => portal.stop());
    if (config.backups) {
      const log = createLogger({ level: config.logLevel }).child({ part: 'backup' });
      const backups = runBackups(config, {
        database: 'archiveFolder' in database ? database : undefined,
        log,
      });
      shutdownSteps.push(() => backups.stop());
    }
    printWelcome(config, sample);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    await end(1);
  }
}

await start();
