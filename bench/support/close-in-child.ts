import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod, closingConnections, closingPriority } from '#billing/modules/charges/public.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { lowerPriority } from '#platform/host/lower-priority.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';

/** Closing in a child process: reports each chunk, its memory and the result to the parent. */
const [url = '', given = '', manner = ''] = process.argv.slice(2);
const period = billingPeriod(given);
if (manner === 'gentle') lowerPriority(closingPriority);
const { db, pool, close } = connectDatabase<unknown>({
  url,
  poolSize: closingConnections,
  planOnce: true,
  name: 'svitlo-close-period',
});
const clock = fixedClock(kyivInstant(firstDayAfter(period), 18, 0));
const started = performance.now();
const result = await closePeriod({
  db: db as BillingDatabase,
  pool,
  clock,
  period,
  onProgress: () => process.send?.({ rss: process.memoryUsage.rss() }),
});
process.send?.({ result, seconds: (performance.now() - started) / 1000 });
await close();
process.disconnect?.();
