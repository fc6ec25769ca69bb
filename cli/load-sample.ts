import { join } from 'node:path';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFolder, readSignIns } from '#billing/modules/import/public.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { makeSampleIfStale } from '#sample/make-sample.ts';
import { importSampleRegister } from './import-sample-register.ts';
import { makeSampleNews } from './make-sample-news.ts';
import { makeSampleSignIns } from './make-sample-sign-ins.ts';

export interface SampleOptions {
  readonly url: string;
  readonly config: Config;
  readonly clock: Clock;
  readonly print: (line: string) => void;
}

const sampleFolder = join(import.meta.dirname, '../sample');
const sampleEdrpou = '41234569';
/** Of the sign-in that is made last: when it is there, the whole sample is. */
const lastLogin = sampleAdministrators.at(-1)?.login ?? '';

/**
 * Loads the sample supplier with its sign-ins into an empty database, but never in production; goes on with a load that
 * was cut off, and adds to an older sample what it lacks. Answers whether the sample's sign-ins are there.
 */
export async function loadSampleIfEmpty({ url, config, clock, print }: SampleOptions): Promise<boolean> {
  if (config.production) return false;
  const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 4, name: 'svitlo-sample' });
  try {
    const billingDb = db as BillingDatabase;
    const portalDb = db as PortalDatabase;
    const suppliers = await billingDb.selectFrom('billing.supplier').select('edrpou').execute();
    if (suppliers.some((supplier) => supplier.edrpou !== sampleEdrpou)) return false;
    const lastStep = portalDb
      .selectFrom('portal.administrator')
      .select('login')
      .where('login', '=', lastLogin);
    if ((await lastStep.execute()).length > 0) return suppliers.length > 0;
    print('Loading the sample supplier…');
    await makeSampleIfStale(sampleFolder, clock);
    const result = await importFolder({ db: billingDb, pool, folder: sampleFolder, clock });
    if (result.kind !== 'loaded')
      throw new Error(`The sample could not be loaded: ${JSON.stringify(result)}`);
    await importSampleRegister(billingDb, pool, clock);
    const signIns = await readSignIns(sampleFolder);
    await makeSampleNews(
      portalDb,
      signIns.flatMap(({ accountNumbers }) => accountNumbers),
    );
    await makeSampleSignIns(portalDb, sampleFolder);
    return true;
  } finally {
    await close();
  }
}
