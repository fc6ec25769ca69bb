import pg from 'pg';

/** Connections of the job queue: with the default search path, as the library requires. */
export function openJobPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'svitlo-jobs',
    connectionTimeoutMillis: 10_000,
  });
  // The pool replaces a broken connection; the next statement reports the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
