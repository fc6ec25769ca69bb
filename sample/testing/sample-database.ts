import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFolder, readSignIns } from '#billing/modules/import/public.ts';
import {
  importSampleStatement,
  makeSampleFeedback,
  makeSampleMessages,
  makeSampleNews,
  makeSampleNotices,
  makeSampleSignIns,
  makeSampleTickets,
  makeSampleVolumeRequests,
} from '#cli/sample/load-sample.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { afterAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import { copyDatabase, type TestDatabase } from '#platform/testing/copy-database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSample } from '../make-sample.ts';

/** Advisory-lock key on the test server; one file at a time loads a sample. */
const SAMPLE_TEMPLATE_LOCK = 8_114_207;

interface SampleDatabaseOptions {
  /** Whether people and administrators can sign in, and what comes with that: their news, the bank statement. */
  readonly signIns?: boolean;
}

/**
 * A database for one test file with the sample supplier, as the product loads it right after midnight of `day` (YYYY-MM-DD).
 * The first file that asks for a day loads it into a template, which the others copy.
 */
export async function createSampleDatabase(
  day: string,
  { signIns = false }: SampleDatabaseOptions = {},
): Promise<TestDatabase> {
  const pool = new pg.Pool({ connectionString: inject('adminUrl'), max: 2 });
  const supplier = `template_sample_${day.replaceAll('-', '_')}`;
  const withSignIns = `${supplier}_sign_ins`;
  try {
    await afterAdvisoryLock(pool, SAMPLE_TEMPLATE_LOCK, async () => {
      await makeTemplate(pool, supplier, createTestDatabase, (database) => loadSupplier(database, day));
      if (!signIns) return;
      const copySupplier = () => copyTemplate(supplier);
      await makeTemplate(pool, withSignIns, copySupplier, (database) => loadSignIns(database, day));
    });
  } finally {
    await pool.end();
  }
  return copyTemplate(signIns ? withSignIns : supplier);
}

function copyTemplate(name: string): Promise<TestDatabase> {
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
  return copyDatabase(url, inject('adminUrl'));
}

/** Makes a template once. */
async function makeTemplate(
  pool: pg.Pool,
  name: string,
  create: () => Promise<TestDatabase>,
  fill: (loading: Loading) => Promise<void>,
): Promise<void> {
  const { rowCount } = await pool.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 1) return;
  const { url } = await create();
  const connected = connectDatabase<unknown>({ url, poolSize: 6 });
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-sample-'));
  try {
    await fill({ ...connected, folder });
  } finally {
    await connected.close();
    await rm(folder, { recursive: true, force: true });
  }
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
}

/** The database to fill, and a folder for the files of the sample. */
type Loading = ConnectedDatabase<unknown> & { readonly folder: string };

const clockOf = (day: string) => fixedClock(kyivInstant(localDate(day), 0, 30));

async function loadSupplier({ db, pool, folder }: Loading, day: string): Promise<void> {
  makeSample(folder, localDate(day));
  const result = await importFolder({ db: db as BillingDatabase, pool, folder, clock: clockOf(day) });
  if (result.kind !== 'loaded') throw new Error(JSON.stringify(result));
}

async function loadSignIns({ db, pool, folder }: Loading, day: string): Promise<void> {
  const clock = clockOf(day);
  makeSample(folder, localDate(day));
  await importSampleStatement(db as BillingDatabase, pool, clock);
  await makeSampleVolumeRequests(db as BillingDatabase, clock);
  const people = await readSignIns(folder);
  await makeSampleNews(
    db as PortalDatabase,
    people.flatMap(({ accountNumbers }) => accountNumbers),
  );
  await makeSampleSignIns(db as PortalDatabase, folder);
  await makeSampleMessages(db as PortalDatabase, clock);
  await makeSampleTickets(db as PortalDatabase, clock);
  await makeSampleFeedback(db as PortalDatabase, clock);
  await makeSampleNotices(db as PortalDatabase, clock);
}
