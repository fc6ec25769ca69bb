import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { markProduction, refusedSupplierOf } from './refused-supplier.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
});
afterAll(async () => {
  await connected.close();
  await database.close();
});

const refused = (production: boolean) => refusedSupplierOf(connected.db as PortalDatabase, { production });

test('the sample is refused in production, and for ever on a database on which production was started', async () => {
  expect(await refused(false)).toBeUndefined();
  expect(await refused(true)).toBe(sampleEdrpou);
  await markProduction(database.url);
  await markProduction(database.url);
  expect(await refused(false)).toBe(sampleEdrpou);
});

test('npm run import refuses the sample on such a database, whatever the environment of the command', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../import.ts'), 'sample'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(errors).toContain('This is the sample supplier, which no database of production takes.');
  expect(code).toBe(1);
  const { rows } = await connected.pool.query('select 1 from billing.supplier');
  expect(rows).toEqual([]);
});
