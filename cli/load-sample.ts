import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFolder, readSignIns } from '#billing/modules/import/public.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { afterAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { makeSampleIfStale } from '#sample/make-sample.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { importSampleStatement } from './import-sample-bank-statement.ts';
import { makeSampleNews } from './make-sample-news.ts';
import { makeSampleSignIns } from './make-sample-sign-ins.ts';

export interface SampleOptions {
  readonly url: string;
  readonly config: Config;
  readonly clock: Clock;
  readonly print: (line: string) => void;
}

const sampleFolder = join(import.meta.dirname, '../sample');
/** Advisory-lock key; must be unique in the database. */
const SAMPLE_LOCK = 7_305_219;
/** For the lock, the import and parallel writes of the history closing. */
const CONNECTIONS = 6;

/**
 * Loads the sample supplier with its sign-ins into an empty database, never in production, and finishes an interrupted
 * load of its own. A database with any supplier is not changed. Concurrent starts load it once; the others wait.
 * Returns whether the sample's sign-ins exist.
 */
export async function loadSampleIfEmpty(options: SampleOptions): Promise<boolean> {
  if (options.config.production) return false;
  const { db, pool, close } = connectDatabase<unknown>({
    url: options.url,
    poolSize: CONNECTIONS,
    name: 'svitlo-sample',
  });
  try {
    return await afterAdvisoryLock(pool, SAMPLE_LOCK, () => loadOnce(db as PortalDatabase, pool, options));
  } finally {
    await close();
  }
}

async function loadOnce(
  portalDb: PortalDatabase,
  pool: pg.Pool,
  { clock, print }: SampleOptions,
): Promise<boolean> {
  const billingDb = portalDb as unknown as BillingDatabase;
  const load = await portalDb.selectFrom('portal.sample_load').selectAll().executeTakeFirst();
  if (load?.finished_at != null) return true;
  const suppliers = await billingDb.selectFrom('billing.supplier').select('edrpou').execute();
  const isOfSample = suppliers.every(({ edrpou }) => edrpou === sampleEdrpou);
  if (!isOfSample) return false;
  if (load === undefined) {
    // Loaded by a version without the marker, or a user's own supplier, which is not changed.
    if (suppliers.length > 0) return hasLastSignIn(portalDb);
    await portalDb.insertInto('portal.sample_load').defaultValues().execute();
  }
  print('Loading the sample supplier…');
  // If rows exist, they come from the current files.
  if (suppliers.length === 0) await makeSampleIfStale(sampleFolder, clock);
  const result = await importFolder({ db: billingDb, pool, folder: sampleFolder, clock });
  if (result.kind !== 'loaded') throw new Error(`The sample could not be loaded: ${JSON.stringify(result)}`);
  await importSampleStatement(billingDb, pool, clock);
  const signIns = await readSignIns(sampleFolder);
  await makeSampleNews(
    portalDb,
    signIns.flatMap(({ accountNumbers }) => accountNumbers),
  );
  await makeSampleSignIns(portalDb, sampleFolder);
  await sql`update portal.sample_load set finished_at = now()`.execute(portalDb);
  return true;
}

/** Whether the last created sign-in exists. */
async function hasLastSignIn(portalDb: PortalDatabase): Promise<boolean> {
  const found = await portalDb
    .selectFrom('portal.administrator')
    .select('login')
    .where('login', '=', sampleAdministrators.at(-1)?.login ?? '')
    .executeTakeFirst();
  return found !== undefined;
}
