import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type ConnectedDatabase, connectDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { addJob } from './add-jobs.ts';
import { migrateJobQueue } from './migrate-job-queue.ts';

const root = join(import.meta.dirname, '../..');

async function withDatabase(
  work: (url: string, connected: ConnectedDatabase<unknown>, superuser: pg.Client) => Promise<void>,
) {
  const database = await createTestDatabase();
  const connected = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
  const superuser = new pg.Client({ connectionString: database.adminUrl });
  try {
    await superuser.connect();
    await work(database.url, connected, superuser);
  } finally {
    await superuser.end();
    await connected.close();
    await database.close();
  }
}

const sets = ['billing', 'portal'].map((schema) => ({ schema, folder: join(root, schema, 'migrations') }));

test('migrate adds the job queue to an older database and keeps its customers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-older-'));
  try {
    await withDatabase(async (url, { db }, superuser) => {
      await superuser.query('drop schema portal cascade');
      await sql`drop schema graphile_worker cascade`.execute(db);
      const older = join(folder, 'migrations');
      await mkdir(older);
      const all = (await readdir(join(root, 'portal/migrations'))).sort();
      for (const file of all.filter((name) => name < '0003')) {
        await cp(join(root, 'portal/migrations', file), join(older, file));
      }
      await migrate(url, [{ schema: 'portal', folder: older }]);
      await sql`drop schema graphile_worker cascade`.execute(db);
      await sql`
        insert into portal.identity (identity_id, identity_type, phone, email, password_hash, created_at)
        values (gen_random_uuid(), 'person', '+380501110001', 'olena@example.test', 'hash', now())
      `.execute(db);

      await migrate(url, sets);
      const { rows } = await sql`select phone, email, surname from portal.identity`.execute(db);
      expect(rows).toEqual([{ phone: '+380501110001', email: 'olena@example.test', surname: '' }]);
      await addJob(db, 'note', {}, { maxAttempts: 1 });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('migrate is idempotent, also with two servers at once, and keeps waiting jobs', async () => {
  await withDatabase(async (url, { db }) => {
    await addJob(db, 'note', { id: 'waiting' }, { maxAttempts: 1 });
    await Promise.all([migrate(url, sets), migrate(url, sets)]);
    const { rows } = await sql`select task_identifier from graphile_worker.jobs`.execute(db);
    expect(rows).toEqual([{ task_identifier: 'note' }]);
  });
});

test('servers that start at once on an empty database make the job queue one after the other', async () => {
  await withDatabase(async (url, { db }) => {
    for (let round = 1; round <= 3; round += 1) {
      await sql`drop schema graphile_worker cascade`.execute(db);
      await Promise.all(Array.from({ length: 4 }, () => migrateJobQueue(url)));
      await addJob(db, 'note', {}, { maxAttempts: 1 });
    }
  });
});
