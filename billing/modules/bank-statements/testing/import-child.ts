import type { BillingDatabase } from '#billing/billing-database.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { importStatement } from '../import-statement.ts';

/** A process of its own that imports a statement in small chunks, so that a test can kill it. */
const [url = '', path = ''] = process.argv.slice(2);
const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 4 });
const result = await importStatement({
  db: db as BillingDatabase,
  pool,
  clock: systemClock,
  path,
  formatName: 'kiosk-daily',
  isTrial: false,
  chunkSize: 40,
  onProgress: ({ step }) => process.stdout.write(`${step}\n`),
});
await close();
process.stdout.write(`${result.kind}\n`);
