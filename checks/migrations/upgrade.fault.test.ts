import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { runDoctor } from '#cli/doctor.ts';
import { migrationSets } from '#cli/open-database.ts';
import { replaceNodesUnderLoad } from '#e2e/support/product/replace-nodes.ts';
import { productSettings, type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { withoutTransaction } from '#platform/database/apply-migration.ts';
import { migrate } from '#platform/database/migrate.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { copyDatabase, type TestDatabase } from '#platform/testing/copy-database.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { newId } from '#platform/uuid.ts';
import { checkOut, checkOutServer } from './check-out.ts';
import { describeSchema, digestRows, readColumns } from './database-content.ts';
import {
  git,
  migrationFolders,
  migrationsOfCommit,
  missingHistory,
  readReleases,
  schemas,
} from './releases.ts';
import { findUnsafeStatements } from './unsafe-statements.ts';

const root = join(import.meta.dirname, '../..');
const releases = Object.entries(readReleases(root));
const [lastVersion = '', lastRelease = { commit: '', migrations: {} }] = releases.at(-1) ?? [];

/** The oldest state of development whose databases are brought up to date (CHANGELOG.md, 1.0.0). */
const oldestState = '07243be6';

const minutes = 60_000;

/** Commits that changed migrations, newest first, the work tree's state left out; [] without the history. */
function landedStates(count: number): readonly string[] {
  if (missingHistory(root, oldestState) !== undefined) return [];
  const commits = git(root, 'log', '--format=%H', `${oldestState}~..HEAD`, '--', ...migrationFolders).split(
    '\n',
  );
  // The newest one has what the checkout has, unless migrations are not committed yet.
  return commits.slice(1, 1 + count);
}

const settings = {
  SESSION_KEYS: newKeyRingText(),
  MESSAGE_KEYS: newKeyRingText(),
  FACTOR_KEYS: newKeyRingText(),
  LINK_KEYS: newKeyRingText(),
  LOG_LEVEL: 'error',
};

/** A database without anything. */
const emptyDatabase = () => {
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname: '/template1' }).href;
  return copyDatabase(url, inject('adminUrl'));
};

async function post(url: string, path: string, payload: object, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  });
  return { status: response.status, body: await response.json() };
}

interface MeterAnswer {
  readonly meterId: string;
  readonly currentReading: { readonly receiptNumber: string } | null;
  readonly registers: readonly { readonly zone: string; readonly previousValue: number }[];
}

interface Filled {
  /** Filled by that version, which has ended: it is copied. */
  readonly database: TestDatabase;
  readonly checkout: string;
  readonly token: string;
  readonly account: string;
  /** As the version answered last. */
  readonly meters: readonly MeterAnswer[];
}

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened.toReversed()) await close();
});

const listMeters = async (url: string, token: string, account: string) => {
  const { status, body } = await post(url, '/api/meters/list', { token, account });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.meters as readonly MeterAnswer[];
};

/** A reading of the first meter that takes one. */
const readingOf = ({ meterId, registers }: MeterAnswer) => ({
  meterId,
  values: Object.fromEntries(registers.map(({ zone, previousValue }) => [zone, String(previousValue + 10)])),
});

/** A database that the server of a commit made: its sample, then a sign-in and a reading. */
async function fillByVersion(commit: string): Promise<Filled> {
  const [version, database, data] = [
    await checkOutServer(root, commit),
    await emptyDatabase(),
    await temporaryDataFolder(),
  ];
  opened.push(version.remove, database.close, data.remove);
  const product = await startProduct({
    checkout: version.folder,
    dataFolder: data.path,
    environment: { ...settings, DATABASE_URL: database.url },
  });
  try {
    const phone = '+380501110001';
    const basic = Buffer.from(`${phone}:Svitlo-2026-demo`).toString('base64');
    const signedIn = await post(
      product.url,
      '/api/auth/person',
      { phone, userType: 'person' },
      { authorization: `Basic ${basic}` },
    );
    expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200);
    const { token } = signedIn.body.user as { token: string };
    const { body } = await post(product.url, '/api/person/objects/list', { token });
    const { account } = body.accounts[0] as { account: string };
    const [meter] = await listMeters(product.url, token, account);
    const reading = { account, ...readingOf(meter as MeterAnswer), requestId: newId() };
    const given = await post(product.url, '/api/readings/submit', { token, ...reading });
    expect(given.status, JSON.stringify(given.body)).toBe(200);
    const meters = await listMeters(product.url, token, account);
    return { database, checkout: version.folder, token, account, meters };
  } finally {
    await product.stop();
  }
}

const fills = new Map<string, Promise<Filled>>();

/** The same for each test that asks. */
function filledBy(commit: string): Promise<Filled> {
  const filled = fills.get(commit) ?? fillByVersion(commit);
  fills.set(commit, filled);
  return filled;
}

async function copyOf({ database }: Filled): Promise<TestDatabase> {
  const copy = await copyDatabase(database.url, inject('adminUrl'));
  onTestFinished(copy.close);
  return copy;
}

describe('the schema after an upgrade is that of a new database', { timeout: 2 * minutes }, () => {
  /** Migrates an empty database by the files of a folder, then by those of the checkout. */
  async function expectSchemaOfNewDatabase(folder: string): Promise<void> {
    const [upgraded, fresh] = [await emptyDatabase(), await emptyDatabase()];
    onTestFinished(async () => {
      await upgraded.close();
      await fresh.close();
    });
    await migrate(
      upgraded.url,
      schemas.map((schema) => ({ schema, folder: join(folder, schema, 'migrations') })),
    );
    await migrate(upgraded.url, migrationSets);
    await migrate(fresh.url, migrationSets);
    const [found, expected] = [await describeSchema(upgraded.url), await describeSchema(fresh.url)];
    expect(expected.length).toBeGreaterThan(1000);
    expect(found.filter((line) => !expected.includes(line))).toEqual([]);
    expect(expected.filter((line) => !found.includes(line))).toEqual([]);
  }

  // From the record alone: released files are unchanged in the checkout, so that a shallow clone has them.
  test.for(releases)('from %s', async ([version]) => {
    const folder = mkdtempSync(join(tmpdir(), 'svitlo-release-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const index = releases.findIndex(([other]) => other === version);
    for (const [, { migrations }] of releases.slice(0, index + 1))
      for (const [schema, digests] of Object.entries(migrations))
        for (const name of Object.keys(digests)) {
          const file = `${schema}/migrations/${name}.sql`;
          cpSync(join(root, file), join(folder, file));
        }
    await expectSchemaOfNewDatabase(folder);
  });

  test.for([...new Set([...landedStates(10)])])('from the state of %s', async (commit) => {
    const state = await checkOut(root, commit, migrationFolders);
    onTestFinished(state.remove);
    await expectSchemaOfNewDatabase(state.folder);
  });

  test('the last ten landed states are in the clone', ({ skip }) => {
    const missing = missingHistory(root, oldestState);
    skip(missing !== undefined, missing);
    expect(landedStates(10)).toHaveLength(10);
  });
});

/** Tables in which a migration changes rows or takes away columns, and is meant to; by its name. */
const changedTables: Readonly<Record<string, readonly string[]>> = {
  // Renames a column and adds a field to what proposals contain.
  'portal 0076-authorities-removed-by-two': ['portal.authority_proposal'],
};

/** Tables that change when the database of a commit is brought up to date. */
function changedAfter(commit: string): readonly string[] {
  const known = migrationsOfCommit(root, commit);
  return Object.entries(changedTables).flatMap(([name, tables]) => (name in known ? [] : tables));
}

/** States whose own server fills a database: the releases, and the last landed state before the checkout. */
const filledStates = [...releases.map(([, { commit }]) => commit), ...landedStates(1)];

describe('a database that another version filled', { timeout: 5 * minutes }, () => {
  test.for(filledStates)('%s keeps every row, its sessions and its books', async (commit, { skip }) => {
    const missing = missingHistory(root, commit);
    skip(missing !== undefined, missing);
    const filled = await filledBy(commit);
    const copy = await copyOf(filled);
    const excepted = changedAfter(commit);
    const columns = Object.fromEntries(
      Object.entries(await readColumns(copy.url)).filter(([name]) => !excepted.includes(name)),
    );
    const before = await digestRows(copy.url, columns);
    expect(before['billing.ledger_entry']).not.toMatch(/^0 /);
    await migrate(copy.url, migrationSets);
    const after = await digestRows(copy.url, columns);
    expect(after).toEqual(before);

    const data = await temporaryDataFolder();
    onTestFinished(data.remove);
    const environment = { ...settings, DATABASE_URL: copy.url };
    const product = await startProduct({ dataFolder: data.path, environment });
    onTestFinished(async () => void (await product.stop()));
    const meters = await listMeters(product.url, filled.token, filled.account);
    const shown = (list: readonly MeterAnswer[]) =>
      list.map(({ meterId, currentReading }) => [meterId, currentReading?.receiptNumber]);
    expect(shown(meters)).toEqual(shown(filled.meters));
    expect(shown(meters).flat()).toContainEqual(expect.stringMatching(/^\d/));
    const lines: string[] = [];
    const port = Number(new URL(product.url).port);
    const code = await runDoctor({ ...productSettings(port, data.path), ...environment }, (line) =>
      lines.push(line),
    );
    expect(code, lines.join('\n')).toBe(0);
  });
});

describe('nodes of the last release', { timeout: 5 * minutes }, () => {
  test(`of ${lastVersion} are replaced one by one on the new schema with no failed request, and so is the schema of the next`, async ({
    skip,
  }) => {
    const missing = missingHistory(root, lastRelease.commit);
    skip(missing !== undefined, missing);
    const filled = await filledBy(lastRelease.commit);
    const copy = await copyOf(filled);
    const data = [await temporaryDataFolder(), await temporaryDataFolder()];
    const ports = [await freePort(), await freePort()];
    const start = (index: number, checkout?: string): Promise<RunningProduct> =>
      startProduct({
        dataFolder: data[index]?.path ?? '',
        port: ports[index] ?? 0,
        environment: {
          ...settings,
          DATABASE_URL: copy.url,
          DRAIN_SECONDS: '2',
          TRUSTED_PROXIES: '127.0.0.1',
        },
        ...(checkout !== undefined && { checkout }),
      });
    const nodes = [await start(0, filled.checkout), await start(1, filled.checkout)];
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all(data.map((folder) => folder.remove()));
    });
    const { token, account } = filled;
    const [meter] = filled.meters;
    const reads = ['/api/person/objects/list', '/api/person/objects/states', '/api/meters/list'];
    const next = (count: number) => {
      const path = reads[count % (reads.length + 1)];
      if (path !== undefined) return { path, payload: { token, account } };
      const payload = { token, account, ...readingOf(meter as MeterAnswer), requestId: newId() };
      return { path: '/api/readings/submit', payload, isRefusable: true };
    };
    const { answered, failed } = await replaceNodesUnderLoad({
      nodes,
      start: (index) => start(index),
      clients: 4,
      next,
      afterwards: () => migrateFurther(copy.url),
    });
    expect(failed, nodes.map((node) => node.output()).join('\n')).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });
});

/** What a release after this checkout may add, on tables that each request reads or writes. */
async function migrateFurther(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svitlo-next-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const schemaFolder of migrationFolders)
    cpSync(join(root, schemaFolder), join(folder, schemaFolder), { recursive: true });
  const next = {
    'billing/migrations/9990-reading.sql':
      'alter table billing.reading add next text, add next_count integer not null default 0;',
    'billing/migrations/9991-meter.sql': 'alter table billing.meter add next text;',
    'billing/migrations/9992-account.sql':
      "alter table billing.account add constraint account_next_check check (account_number <> '') not valid;",
    'billing/migrations/9993-account.sql': `${withoutTransaction}
      create index concurrently reading_next_idx on billing.reading (next);
      alter table billing.account validate constraint account_next_check;`,
    'portal/migrations/9990-session.sql': 'alter table portal.session add next text;',
    'portal/migrations/9991-identity.sql': "alter table portal.identity add next text not null default '';",
    'portal/migrations/9992-identity-account.sql': 'alter table portal.identity_account add next text;',
  };
  expect(Object.values(next).flatMap(findUnsafeStatements)).toEqual([]);
  for (const [file, text] of Object.entries(next)) writeFileSync(join(folder, file), text);
  await migrate(
    url,
    schemas.map((schema) => ({ schema, folder: join(folder, schema, 'migrations') })),
  );
}
