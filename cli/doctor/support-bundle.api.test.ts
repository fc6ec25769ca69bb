import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { productVersion } from '#platform/host/version.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import type { TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';
import { writeSupportBundle } from './support-bundle.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let dataFolder: string;

beforeAll(async () => {
  database = await createSampleDatabase('2026-11-20', { signIns: true });
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
  dataFolder = await mkdtemp(join(tmpdir(), 'svitlo-bundle-'));
});
afterAll(async () => {
  await connected.close();
  await database.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const secrets = {
  SESSION_KEYS: newKeyRingText(),
  MESSAGE_KEYS: newKeyRingText(),
  FACTOR_KEYS: newKeyRingText(),
  LINK_KEYS: newKeyRingText(),
  AUDIT_KEYS: newKeyRingText(),
  TURBOSMS_TOKEN: 'turbosms-token-4417',
  MONOBANK_TOKEN: 'monobank-token-9920',
  METRICS_TOKEN: 'metrics-token-of-16-characters',
};

async function makeBundle(environment: Record<string, string>) {
  const path = join(dataFolder, 'bundle.zip');
  await writeSupportBundle({ SVITLO_DATA: dataFolder, PORT: '1', ...environment }, path);
  const files = unzipSync(await readFile(path));
  const texts = Object.entries(files).map(([name, content]) => [name, strFromU8(content)] as const);
  expect((await stat(path)).mode & 0o077).toBe(0);
  return new Map(texts);
}
const jsonOf = (files: ReadonlyMap<string, string>, name: string) => JSON.parse(files.get(name) ?? 'null');

/** Every text of a column that is of a person or a company. */
async function listPersonal(): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select format('%I.%I', table_schema, table_name) as table, column_name as column from information_schema.columns
     where table_schema in ('billing', 'portal') and data_type in ('text', 'character varying', 'character')
       and column_name ~ '(^|_)(phone|email|account_number|full_name|recipient|eic_code|serial_number|order_id|rnokpp|address|password_hash)$'`.execute(
    connected.db,
  );
  const texts = new Set<string>();
  for (const { table, column } of [...columns, { table: 'billing.customer', column: 'name' }]) {
    const { rows } = await sql<{ value: string | null }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(connected.db);
    // A short one is a part of a number or a word.
    for (const { value } of rows) if (value !== null && value.trim().length >= 7) texts.add(value.trim());
  }
  return [...texts];
}

test('a bundle says what an engineer needs, and names no customer and no secret', async () => {
  const [account = ''] = (
    await sql<{
      account: string;
    }>`select account_number as account from billing.account order by 1 limit 1`.execute(connected.db)
  ).rows.map((row) => row.account);
  const { db } = connected;
  const reference = newId();
  await sql`insert into portal.api_call (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, node, cause)
    values (now(), ${reference}::uuid, ${personBalance.path}, 5, 'common.serverError', 500, ${account}, 'a', ${`no ${account}`})`.execute(
    db,
  );
  await sql`insert into portal.error_log (happened_at, reference, origin, title, detail, account_number)
    values (now(), ${reference}::uuid, 'server', ${`/api/${account}`}, ${JSON.stringify({ message: account })}::jsonb, ${account})`.execute(
    db,
  );
  await sql`insert into billing.operator_event (event_id, kind, subject, happened_at)
    values (${newId()}, 'payment.mismatch', ${`liqpay ${account}-112026-1`}, now())`.execute(db);
  // A difference in the books, and a job that failed for good: the doctor names both with the account.
  await sql`insert into billing.ledger_entry
    (account_number, entry_id, posted_at, kind, debit_account, credit_account, amount_kopiykas, period)
    values (${account}, ${newId()}, '2026-11-02', 'landing', 'bank', 'inTransit', 7, '2026-11')`.execute(db);
  await addJob(db as PortalDatabase, 'broken', { account }, { maxAttempts: 1 });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${`Key (account)=(${account})`}`.execute(
    db,
  );
  const files = await makeBundle({
    DATABASE_URL: database.url,
    TURBOSMS_SENDER: 'Svitlo',
    TURBOSMS_URL: 'http://127.0.0.1:1',
    ...secrets,
  });

  expect([...files.keys()]).toEqual([
    ...['version.json', 'settings.json', 'doctor.json', 'machine.json', 'metrics.json', 'database.json'],
    ...['migrations.json', 'tables.json', 'jobs.json', 'failures.json', 'nodes.json'],
  ]);
  expect(jsonOf(files, 'version.json')).toMatchObject(productVersion());
  const settings = jsonOf(files, 'settings.json');
  expect(settings).toContainEqual({ name: 'TURBOSMS_TOKEN', isSet: true });
  expect(settings).toContainEqual({ name: 'SMTP_URL', isSet: false });
  expect(settings).toContainEqual({ name: 'PORT', isSet: true, value: '1' });
  const { findings, exitCode } = jsonOf(files, 'doctor.json');
  expect(exitCode).toBe(1);
  expect(findings).toContainEqual({
    check: 'books',
    kind: 'bad',
    code: 'bookProblem',
    details: { rule: 'transit.negative' },
  });
  expect(findings).toContainEqual({
    check: 'jobs',
    kind: 'bad',
    code: 'failedJobs',
    details: { task: 'broken', count: 1 },
  });
  const { newest, counts } = jsonOf(files, 'failures.json');
  expect(counts).toEqual([{ path: personBalance.path, code: 'common.serverError', count: 1 }]);
  expect(newest).toMatchObject([{ reference, path: personBalance.path, httpStatus: 500 }]);
  expect(jsonOf(files, 'jobs.json')).toContainEqual(
    expect.objectContaining({ task: 'broken', waiting: 0, failed: 1 }),
  );
  expect(jsonOf(files, 'migrations.json').length).toBeGreaterThan(80);
  expect(jsonOf(files, 'tables.json')[0].bytes).toBeGreaterThan(100_000);
  expect(jsonOf(files, 'metrics.json').notRead).toContain('fetch failed');

  const unread = [...files].filter(([, content]) => content.includes('notRead')).map(([name]) => name);
  expect(unread).toEqual(['metrics.json']);

  const personal = await listPersonal();
  expect(personal.length).toBeGreaterThan(1000);
  const given = [...Object.values(secrets), new URL(database.url).password].filter((text) => text !== '');
  for (const [name, content] of files) {
    const found = [...personal, ...given].filter((text) => content.includes(text));
    expect({ name, found }).toEqual({ name, found: [] });
    expect(content).not.toMatch(/\+?380\d{9}|[\w.+-]+@[\w-]+\.[\w.]+/);
  }
});

test('without a database the bundle says why, and its password is not in it', async () => {
  const files = await makeBundle({ DATABASE_URL: 'postgres://svitlo:hidden-password@127.0.0.1:1/none' });
  expect(jsonOf(files, 'doctor.json').exitCode).toBe(2);
  expect(jsonOf(files, 'database.json').notRead).toEqual(expect.any(String));
  expect([...files.values()].join('\n')).not.toContain('hidden-password');
});

test('settings that are wrong are listed up to the wrong one; nothing half written is left', async () => {
  const files = await makeBundle({ PORT: 'not-a-port' });
  expect([...files.keys()]).toEqual(['version.json', 'settings.json', 'doctor.json']);
  const missing = join(dataFolder, 'no-such-folder/bundle.zip');
  await expect(writeSupportBundle({ PORT: 'x' }, missing)).rejects.toThrow('ENOENT');
  expect((await readdir(dataFolder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
