import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { readConfig } from '#portal/config.ts';
import { askForDueDeliveries, deliveryTasks } from '#portal/modules/supplier-messages/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A node that delivers what is due in small parts, and writes a line when it begins one. Arguments: database URL, moment. */
const [, , url = '', now = ''] = process.argv;
const { db, close } = connectDatabase<unknown>({ url, poolSize: 2 });
const clock = fixedClock(instantFromIso(now));
const billing = createBillingClient({
  transport: inProcess(createBilling({ db: db as BillingDatabase, clock })),
  record: () => undefined,
  clock,
});
const key = parseKeyRing('key', newKeyRingText());
const services = {
  db: db as PortalDatabase,
  billing: {
    ...billing,
    call(...asked: Parameters<BillingClient['call']>) {
      process.stdout.write('part\n');
      return billing.call(...asked);
    },
  } as BillingClient,
  clock,
  keys: { sessions: key, messages: key, factors: key, links: key, audit: key },
  config: readConfig({ PUBLIC_URL: 'https://cabinet.example.com' }),
  partSize: 2,
};
await askForDueDeliveries(services);
const onError = (error: unknown) => {
  process.exitCode = 1;
  process.stderr.write(`${String(error)}\n`);
};
await runJobsOnce({ url, tasks: deliveryTasks(services), onError });
await close();
