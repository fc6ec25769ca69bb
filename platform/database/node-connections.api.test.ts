import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectLog } from '#platform/testing/collect-log.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { type ConnectedDatabase, connectDatabase } from './database.ts';
import { reportConnections } from './node-connections.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 1 });
});
afterAll(async () => {
  await connected.close();
  await database.close();
});

test('reportConnections warns of a server that takes fewer connections than the node opens', async () => {
  const { log, lines } = collectLog();
  await reportConnections(connected.db, 'portalWithBilling', {
    mainConnections: 12,
    hasReadUrl: false,
    log,
  });
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
  // The server of the tests has 200.
  await reportConnections(connected.db, 'portalWithBilling', {
    mainConnections: 100,
    hasReadUrl: false,
    log,
  });
  expect(lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual([
    expect.stringMatching(
      /^PostgreSQL takes 197 connections .* opens up to 245: set max_connections to at least 260/,
    ),
  ]);
});
