import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '#billing/database.gen.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { findSubjects } from '#contract/search.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { runAsAdmin, type Standby, startStandby } from '#platform/database/servers/testing/standby.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { readConfig } from './config.ts';
import { createTokens } from './http/session/token.ts';
import { readOrMakeKeys } from './keys.ts';
import { type RunningPortal, startPortal } from './main.ts';
import { reportSources } from './modules/reports/all-sources.ts';
import type { PortalDatabase } from './portal-database.ts';
import { makeSession } from './testing/callers/make-session.ts';

const root = join(import.meta.dirname, '..');

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let primary: EmbeddedPostgres;
let standby: Standby;
let portal: RunningPortal;
let token: string;
let accountNumber: string;

beforeAll(async () => {
  data = await temporaryDataFolder();
  primary = await startEmbeddedPostgres({
    dataFolder: data.path,
    databaseName: 'svitlo',
    settings: { fsync: 'off', shared_buffers: '128MB' },
  });
  await migrate(primary.url, [
    { schema: 'billing', folder: join(root, 'billing/migrations') },
    { schema: 'portal', folder: join(root, 'portal/migrations') },
  ]);
  const { db, close } = connectDatabase<DB>({ url: primary.url, poolSize: 2 });
  await makeSupplier(db);
  ({ accountNumber } = await makeAccount(db));
  standby = await startStandby(primary, { isSynchronous: false });
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    SVITLO_DATA: data.path,
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '0',
    CALL_SECONDS: '0',
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: Object.assign(new URL(primary.url), { port: String(standby.port) }).href,
  });
  const { sessions } = await readOrMakeKeys(config);
  const session = await makeSession(db as unknown as PortalDatabase, systemClock, [], 'admin');
  await close();
  token = createTokens(sessions).sign({ ...session, type: 'admin' });
  portal = await startPortal(config, primary.url, systemClock);
});

afterAll(async () => {
  await portal?.stop();
  await standby?.remove();
  await primary?.stop();
  await data?.remove();
});

async function post(path: string, payload: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${portal.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...payload }),
  });
}

/** Number of connections for such reads on a server. */
async function countReaders(adminUrl: string): Promise<unknown> {
  const [row] = await runAsAdmin(
    adminUrl,
    "select count(*)::int as open from pg_stat_activity where application_name = 'svitlo-reads'",
  );
  return row?.open;
}

/** Status and code of what is not answered with success, of the search, and of each report and its file. */
async function readEverything(): Promise<readonly string[]> {
  const problems: string[] = [];
  const search = await post(findSubjects.path, { query: accountNumber });
  const { subjects } = (await search.json()) as { subjects?: { account?: string }[] };
  if (search.status !== 200 || subjects?.length !== 1) problems.push(`search: ${search.status}`);
  for (const { report } of reportSources) {
    const page = await post(report.read.path, {});
    const text = await page.text();
    const needsFilter = /reports\.\w+|field\./.test(text);
    if (page.status !== 200 && !needsFilter) problems.push(`${report.name}: ${page.status} ${text}`);
    const file = await post(report.export.path, { format: 'csv' });
    const content = await file.text();
    if (file.status !== 200 && !needsFilter) problems.push(`${report.name} file: ${file.status} ${content}`);
  }
  return problems;
}

test('reports, their files and the search of the staff are read of a standby, and of the primary when it is gone', async () => {
  expect(await readEverything()).toEqual([]);
  expect(await countReaders(standby.adminUrl)).toBeGreaterThan(0);
  expect(await countReaders(primary.adminUrl)).toBe(0);

  process.kill(standby.processId, 'SIGKILL');
  await expect.poll(async () => (await post(findSubjects.path, { query: accountNumber })).status).toBe(200);
  expect(await readEverything()).toEqual([]);
  expect(await countReaders(primary.adminUrl)).toBeGreaterThan(0);
});
