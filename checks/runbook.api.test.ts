import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitStatements } from '#platform/database/split-statements.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';

const runbook = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
const queries = [...runbook.matchAll(/^```sql\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  splitStatements(block).map(({ sql }) => sql),
);

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

test.each(queries)('the database answers the query of the runbook: %s', async (query) => {
  await client.query('begin read only');
  try {
    expect((await client.query(query)).fields.length).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
  }
});
