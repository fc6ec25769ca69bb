import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../database/migrate.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { temporaryDataFolder } from './temporary-data-folder.ts';

/** Vitest's global set-up of database tests: one server for the run, one migrated template that each test file copies. */
export default async function setUp(project: { provide(key: 'databaseUrl', value: string): void }) {
  const data = await temporaryDataFolder();
  // Durability is not what these tests are about; the kill test starts its own server with fsync on.
  const server = await startEmbeddedPostgres({
    dataFolder: data.path,
    databaseName: 'template_svitlo',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' },
  });
  const root = join(import.meta.dirname, '..', '..');
  await migrate(server.url, [
    { schema: 'billing', folder: join(root, 'billing/migrations') },
    { schema: 'portal', folder: join(root, 'portal/migrations') },
  ]);
  const admin = new pg.Client({ connectionString: server.url.replace(/template_svitlo$/, 'postgres') });
  await admin.connect();
  await admin.query('alter database template_svitlo is_template true allow_connections false');
  await admin.end();
  project.provide('databaseUrl', server.url);
  return async () => {
    await server.stop();
    await data.remove();
  };
}
