import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '#billing/database.gen.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { submitReading } from '#contract/readings.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from './config.ts';
import { createTokens } from './http/session/token.ts';
import { readOrMakeKeys } from './keys.ts';
import { type RunningPortal, startPortal } from './main.ts';
import type { PortalDatabase } from './portal-database.ts';
import { makeSession } from './testing/callers/make-session.ts';
import { steadyHistory } from './testing/scenarios/reading-customer.ts';

const root = join(import.meta.dirname, '..');
const clock = fixedClock(instantFromIso('2026-10-31T10:00:00Z'));

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let server: EmbeddedPostgres;
let admin: ReturnType<typeof connectDatabase<DB>>;
let portal: RunningPortal | undefined;

beforeAll(async () => {
  data = await temporaryDataFolder();
  // A server of its own: its commits hang for all databases.
  server = await startEmbeddedPostgres({
    dataFolder: data.path,
    databaseName: 'svitlo',
    settings: { fsync: 'off' },
  });
  await migrate(server.url, [
    { schema: 'billing', folder: join(root, 'billing/migrations') },
    { schema: 'portal', folder: join(root, 'portal/migrations') },
  ]);
  admin = connectDatabase<DB>({ url: server.adminUrl, poolSize: 2 });
});

afterAll(async () => {
  await portal?.stop();
  await admin.close();
  await server.stop();
  await data.remove();
});

/** A setting of the whole server that needs no commit to be changed. */
async function setStandby(name: string): Promise<void> {
  await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(admin.db);
  await sql`select pg_reload_conf()`.execute(admin.db);
}

async function startServer() {
  await makeSupplier(admin.db);
  for (const period of ['2026-08', '2026-09']) await setPeriodState(admin.db, period, 'closed');
  await setPeriodState(admin.db, '2026-10', 'open');
  const { accountNumber, meterId } = await makeAccount(admin.db, { history: steadyHistory });
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    SVITLO_DATA: data.path,
    LOG_LEVEL: 'silent',
    STATEMENT_SECONDS: '1',
    REQUESTS_PER_MINUTE: '0',
  });
  const { sessions } = await readOrMakeKeys(config);
  const portalDb = admin.db as unknown as Kysely<unknown> as PortalDatabase;
  const session = await makeSession(portalDb, clock, [accountNumber], 'person');
  const token = createTokens(sessions).sign({ ...session, type: 'person' });
  portal = await startPortal(config, server.url, clock);
  const url = `http://127.0.0.1:${portal.port}`;
  return {
    /** Status and failed check, not those of an earlier answer. */
    async ready() {
      clock.set((clock.now() + 15_000) as Instant);
      const response = await fetch(`${url}/readyz`);
      const { details } = (await response.json()) as { details?: { check: string } };
      return [response.status, details?.check];
    },
    async submit(requestId: string) {
      const payload = { token, account: accountNumber, meterId, values: { single: '2103' }, requestId };
      const response = await fetch(`${url}${submitReading.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      });
      const { code } = (await response.json()) as { code?: string };
      return [response.status, code];
    },
    countSubmissions: async () =>
      (
        await sql<{ count: number }>`
          select count(*)::int as count from billing.reading_submission where account_number = ${accountNumber}`.execute(
          admin.db,
        )
      ).rows[0]?.count,
  };
}

test('commits that hang are 503 in /readyz and for a reading, which counts once when they go on and it is repeated', async () => {
  const { ready, submit, countSubmissions } = await startServer();
  expect(await ready()).toEqual([200, undefined]);

  await setStandby('a_standby_that_is_gone');
  await expect.poll(ready).toEqual([503, 'databaseWrite']);
  const requestId = newId();
  expect(await submit(requestId)).toEqual([503, 'common.serviceDown']);
  expect(await submit(requestId)).toEqual([503, 'common.serviceDown']);
  expect(await countSubmissions()).toBe(0);

  await setStandby('');
  await expect.poll(ready, { timeout: 60_000 }).toEqual([200, undefined]);
  await expect.poll(() => submit(requestId), { timeout: 60_000 }).toEqual([200, undefined]);
  expect(await countSubmissions()).toBe(1);
});
