import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

test('startEmbeddedPostgres starts again although a worker outlived its killed database', async () => {
  const data = await temporaryDataFolder();
  const options = { dataFolder: data.path, databaseName: 'svitlo' };
  const first = await startEmbeddedPostgres(options);
  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create schema own');
  await client.query('create table own.kept (value integer)');
  await client.query('insert into own.kept values (1)');
  const { rows } = await client.query<{ worker: number }>('select pg_backend_pid() as worker');
  const worker = rows[0]?.worker ?? 0;

  // A stopped worker simulates one that waits for a lock of a killed one.
  process.kill(worker, 'SIGSTOP');
  process.kill(first.processId, 'SIGKILL');
  const second = await startEmbeddedPostgres(options);
  try {
    expect(await readFile(`/proc/${worker}/stat`, 'utf8').catch(() => 'gone')).toMatch(/^gone$|\) [ZX] /);
    const again = new pg.Client({ connectionString: second.url });
    await again.connect();
    expect((await again.query('select value from own.kept')).rows).toEqual([{ value: 1 }]);
    await again.end();
    expect(await readFile(join(data.path, 'postgres/cluster/postmaster.pid'), 'utf8')).toMatch(
      new RegExp(`^${second.processId}\n`),
    );
  } finally {
    await second.stop();
    await data.remove();
  }
});
