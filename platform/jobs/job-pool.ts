import pg from 'pg';

/** Connections of the job queue: with the ordinary search path, as the library wants it. */
export function openJobPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'svitlo-jobs',
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks is replaced; the statement that needs it reports the fault.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
