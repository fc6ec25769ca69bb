import { join } from 'node:path';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { startRegisterWorker } from '#billing/modules/registers/public.ts';
import { remote } from '#billing/remote-transport.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { createCallLog } from './http/call-log.ts';
import { readOrMakeTokenSecret } from './http/token-secret.ts';
import { startJobs } from './jobs.ts';
import { seedDirectory } from './modules/directory/public.ts';
import type { PortalDatabase } from './portal-database.ts';

export interface RunningPortal {
  /** The port that it listens on. */
  readonly port: number;
  /** Takes no new requests, finishes those in flight, then ends jobs, logs and connections. */
  stop(): Promise<void>;
}

/** Runs the server of the cabinet on a migrated database until it is stopped. */
export async function startPortal(config: Config, databaseUrl: string, clock: Clock): Promise<RunningPortal> {
  const billingSide = connectDatabase<unknown>({
    url: databaseUrl,
    poolSize: 12,
    name: 'svitlo-billing',
    planOnce: true,
  });
  const portalSide = connectDatabase<unknown>({
    url: databaseUrl,
    poolSize: 12,
    name: 'svitlo-portal',
    planOnce: true,
  });
  const db = portalSide.db as PortalDatabase;
  for (const flag of config.payments.ignoredFlags) {
    process.stderr.write(`${flag} is ignored: payment providers are always on (docs/decisions/0046)\n`);
  }
  const warn = (error: unknown) => process.stderr.write(`call log: ${String(error)}\n`);
  const callLog = config.callLog
    ? createCallLog({ db, onError: warn, onLoss: (count) => warn(`${count} records dropped`) })
    : undefined;
  const transport = config.billingBackendUrl
    ? remote({ url: config.billingBackendUrl, secret: config.billingBackendSecret })
    : inProcess(createBilling({ db: billingSide.db as BillingDatabase, clock }));
  const billing = createBillingClient({
    transport,
    clock,
    record: (call) => callLog?.recordModuleCall(call),
  });
  const tokenSecret = config.tokenSecret ?? (await readOrMakeTokenSecret(config.dataFolder));
  await seedDirectory(db, clock.now());
  const app = await buildApp({
    db,
    billing,
    clock,
    config,
    tokenSecret,
    callLog,
    webFolder: join(import.meta.dirname, '../dist/web'),
  });
  await app.listen({ port: config.port, host: config.host });
  const jobs = await startJobs({ databaseUrl, db, billing, clock, config, tokenSecret });
  const onError = (error: unknown) => process.stderr.write(`registers: ${String(error)}\n`);
  const registers = config.billingBackendUrl
    ? undefined
    : startRegisterWorker({ databaseUrl, clock, onError });
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : config.port,
    async stop() {
      await app.close();
      await jobs.stop();
      await registers?.stop();
      await callLog?.stop();
      await portalSide.close();
      await billingSide.close();
    },
  };
}
