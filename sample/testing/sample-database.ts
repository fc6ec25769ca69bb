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
import { connectDatabase } from '#platform/database/database.ts';
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
  const adminUrl = inject('adminUrl');
  const template = `template_sample_${day.replaceAll('-', '_')}${signIns ? '_sign_ins' : ''}`;
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 });
  try {
    await afterAdvisoryLock(pool, SAMPLE_TEMPLATE_LOCK, async () => {
      const { rowCount } = await pool.query('select from pg_database where datname = $1', [template]);
      if (rowCount === 1) return;
      const { url } = await createTestDatabase();
      await loadSample(url, day, signIns);
      await pool.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`);
    });
  } finally {
    await pool.end();
  }
  return copyDatabase(
    Object.assign(new URL(inject('databaseUrl')), { pathname: `/${template}` }).href,
    adminUrl,
  );
}

async function loadSample(url: string, day: string, signIns: boolean): Promise<void> {
  const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 6 });
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-sample-'));
  try {
    const today = localDate(day);
    makeSample(folder, today);
    const clock = fixedClock(kyivInstant(today, 0, 30));
    const result = await importFolder({ db: db as BillingDatabase, pool, folder, clock });
    if (result.kind !== 'loaded') throw new Error(JSON.stringify(result));
    if (!signIns) return;
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
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}
