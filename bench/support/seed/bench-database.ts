import pg from 'pg';
import { migrateProduct } from '#cli/open-database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

export interface BenchDatabase {
  readonly url: string;
  /** Of a superuser. */
  readonly adminUrl: string;
  readonly dataFolder: string;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * A copy of the database beside it, under the same server: what is compared runs in the same minute.
 * @param of Its server must have no other connection than those of its pool.
 */
export async function copyDatabase(
  of: BenchDatabase,
): Promise<Pick<BenchDatabase, 'url' | 'pool' | 'close'>> {
  const beside = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const admin = new pg.Client({ connectionString: beside(of.adminUrl, 'postgres') });
  await admin.connect();
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'svitlo'`);
  await admin.query('create database svitlo_copy template svitlo strategy file_copy');
  await admin.end();
  const pool = new pg.Pool({ connectionString: beside(of.adminUrl, 'svitlo_copy'), max: 2 });
  pool.on('error', () => undefined);
  return { url: beside(of.url, 'svitlo_copy'), pool, close: () => pool.end() };
}

/** Opens a migrated database for one benchmark, durable as in production. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const data = await temporaryDataFolder({ onDisk: true });
  const server = await startEmbeddedPostgres({ dataFolder: data.path, databaseName: 'svitlo' });
  await migrateProduct(server);
  // Inserting without triggers and foreign keys requires a superuser.
  const pool = new pg.Pool({ connectionString: server.adminUrl, max: 2 });
  // A connection that is still ending when the server stops.
  pool.on('error', () => undefined);
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    dataFolder: data.path,
    pool,
    async close() {
      await pool.end();
      await server.stop();
      await data.remove();
    },
  };
}

/** A number of a benchmark, smaller by `BENCH_SCALE` (0.1 for a tenth) for a short run, in whole `steps`. */
export function scaled(count: number, step = 1): number {
  const scale = Number(process.env.BENCH_SCALE ?? 1);
  return Math.max(step, Math.round((count * scale) / step) * step);
}
