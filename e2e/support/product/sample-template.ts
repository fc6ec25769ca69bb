import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { startTemplateServer } from '#platform/testing/template-server.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { newId } from '#platform/uuid.ts';
import { addUpCounts, updateDebts } from '#portal/modules/reports/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { openProduct } from './open-product.ts';
import { preparedSettings } from './prepared.ts';
import { startProduct } from './running-product.ts';

/** Runs the jobs that derive what reports read: the job queue of each copy would derive it again from the whole sample, 6 s of processor time. */
async function runJobsOfReports(databaseUrl: string): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url: databaseUrl, poolSize: 6 });
  const transport = inProcess(createBilling({ db: db as BillingDatabase, clock: systemClock }));
  const billing = createBillingClient({ transport, clock: systemClock, record: () => undefined });
  const job = { reference: newId(), signal: new AbortController().signal };
  await updateDebts(billing, job);
  await addUpCounts(billing, db as PortalDatabase, job);
  await close();
}

/**
 * Playwright's global set-up: builds the cabinet, lets the product load its sample into a template once, and starts the product that
 * files which change nothing share. The workers inherit the environment.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const data = await temporaryDataFolder();
  const { templateUrl, adminUrl, stop } = await startTemplateServer(async (url, superuserUrl) => {
    const product = await startProduct({
      dataFolder: data.path,
      environment: { DATABASE_URL: url, DATABASE_ADMIN_URL: superuserUrl },
    });
    await product.stop();
    await runJobsOfReports(url);
  });
  process.env[preparedSettings.sampleUrl] = templateUrl;
  process.env[preparedSettings.adminUrl] = adminUrl;
  const shared = await openProduct();
  process.env[preparedSettings.sharedProductUrl] = shared.url;
  return async () => {
    await shared.close();
    await stop();
    await data.remove();
  };
}
