import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { buildModuleServer } from '#billing/http/module-server.ts';
import { startRegisterWorker } from '#billing/modules/registers/public.ts';
import { systemClock } from '#platform/clock.ts';
import { closeServer } from '#platform/close-server.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { limitDrawing } from '#platform/workers/drawing.ts';
import { readConfig } from '#portal/config.ts';
import { openDatabase } from './open-database.ts';

/** Longest wait for requests under way when it ends. */
const connectionsDeadlineMs = 3000;

/**
 * `npm run serve-billing`: only the billing back end, its function modules served over HTTP for a portal elsewhere that has
 * BILLING_BACKEND_URL set. Runs until a signal.
 */
async function serveBilling(): Promise<void> {
  const config = readConfig();
  limitDrawing(config.fileSeconds);
  const database = await openDatabase(config, { handlesSignals: true });
  const connected = connectDatabase<unknown>({ url: database.url, poolSize: 12, name: 'svitlo-billing' });
  const billing = createBilling({ db: connected.db as BillingDatabase, clock: systemClock });
  const onError = (error: unknown) => process.stderr.write(`registers: ${String(error)}\n`);
  const registers = startRegisterWorker({ databaseUrl: database.url, clock: systemClock, onError });
  try {
    const { billingBackendSecret: secret, logLevel } = config;
    const app = buildModuleServer({ billing, secret, logLevel });
    const address = await app.listen({ port: config.port, host: config.host });
    console.log(`Function modules are served at ${address}`);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
    await closeServer(app, connectionsDeadlineMs);
  } finally {
    await registers.stop();
    await connected.close();
    await database.close();
  }
}

try {
  await serveBilling();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
