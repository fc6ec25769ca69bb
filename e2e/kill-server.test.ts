import { execFile } from 'node:child_process';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { superuserUrlOf } from '#platform/embedded-postgres/embedded-postgres.ts';
import { readBackupState } from '#platform/host/backup-state.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { type Acknowledged, createPayingClient, until } from './support/paying-client.ts';
import { findLoss, findTwice, findUnreported, isOutboxEmpty } from './support/product/find-loss.ts';
import {
  type Client,
  killAll,
  killedSessionKeys,
  prepareClients,
  processTree,
} from './support/product/kill-fixture.ts';
import { type RunningProduct, startProduct } from './support/product/running-product.ts';

const root = join(import.meta.dirname, '..');
const clients = 8;
const accountsOfClient = 60;
/** So much is answered before the blow falls; every client is in the middle of its work then. */
const answersBefore = 160;

/** The database of the clients, which each test copies. */
let preparedFolder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let preparedClients: readonly Client[];

test.beforeAll(async () => {
  preparedFolder = await temporaryDataFolder({ onDisk: true });
  preparedClients = await prepareClients({ dataFolder: preparedFolder.path, clients, accountsOfClient });
});
test.afterAll(() => preparedFolder.remove());

function start(dataFolder: string): Promise<RunningProduct> {
  return startProduct({ dataFolder, environment: { SESSION_KEYS: killedSessionKeys } });
}

async function openBooks(dataFolder: string) {
  const running = JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8')) as {
    databaseUrl: string;
  };
  const { db, close } = connectDatabase<unknown>({ url: running.databaseUrl, poolSize: 2 });
  return { db: db as BillingDatabase, close };
}

/** Lets eight clients work, kills in the middle of it, starts again, and hands over what is there then. */
async function killInTheMiddle(
  options: { readonly database: boolean; readonly settings?: Readonly<Record<string, string>> },
  inspect: (facts: {
    readonly db: BillingDatabase;
    readonly acknowledged: Acknowledged;
    readonly repeatAll: () => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const data = await temporaryDataFolder({ onDisk: true });
  let product: RunningProduct | undefined;
  try {
    // With their owner, an account of the database's own.
    await promisify(execFile)('cp', ['-a', `${preparedFolder.path}/.`, data.path]);
    const settings = Object.entries(options.settings ?? {}).map(([name, value]) => `${name} = '${value}'\n`);
    await appendFile(join(data.path, 'postgres/cluster/postgresql.auto.conf'), settings.join(''));
    product = await start(data.path);
    const acknowledged: Acknowledged = { readings: [], payments: [] };
    const working = preparedClients.map((client) => createPayingClient(client, acknowledged));
    const { url } = product;
    const ends = working.map((client) => client.work(url));
    await until('the clients are in the middle of their work', () => {
      return acknowledged.readings.length + acknowledged.payments.length >= answersBefore;
    });
    const database = options.database ? await processTree(await product.databaseProcessId()) : [];
    killAll([product.process.pid ?? 0, ...database].filter((processId) => processId > 1));
    await product.kill();
    for (const end of await Promise.all(ends)) expect(String(end)).toMatch(/fetch failed|terminated/);
    const answered = { readings: [...acknowledged.readings], payments: [...acknowledged.payments] };
    expect(answered.readings.length).toBeLessThan(clients * accountsOfClient);

    product = await start(data.path);
    const { db, close } = await openBooks(data.path);
    const again = product.url;
    const repeatAll = async () => {
      await Promise.all(working.map((client) => client.repeat(again)));
    };
    try {
      await inspect({ db, acknowledged: answered, repeatAll });
    } finally {
      await close();
    }
  } finally {
    await product?.stop();
    await data.remove();
  }
}

test.describe('kill -9 while eight customers give readings and pay', () => {
  for (const [name, database] of [
    ['the server', false],
    ['the server and its database', true],
  ] as const) {
    test(`of ${name}: what was answered with success is there, once, and the books agree`, async () => {
      await killInTheMiddle({ database }, async ({ db, acknowledged, repeatAll }) => {
        expect(await findLoss(db, acknowledged)).toEqual({ readings: [], payments: [] });
        expect(await findTwice(db)).toEqual([]);
        expect(await checkLedger(db)).toEqual([]);
        // A browser repeats what got no answer: it counts once, whether it had arrived or not.
        await repeatAll();
        await until('the portal has heard of everything', () => isOutboxEmpty(db));
        expect(await findUnreported(db)).toEqual([]);
        expect(await findTwice(db)).toEqual([]);
        expect(await checkLedger(db)).toEqual([]);
      });
    });
  }

  test('control: with a database that answers before it has written, the same look finds the loss', async () => {
    const settings = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
    await killInTheMiddle({ database: true, settings }, async ({ db, acknowledged }) => {
      const loss = await findLoss(db, acknowledged);
      expect(loss.readings.length + loss.payments.length).toBeGreaterThan(0);
    });
  });
});

test('a machine that is lost while eight customers give readings and pay is restored to a moment', async () => {
  const data = await temporaryDataFolder({ onDisk: true });
  const copy = await temporaryDataFolder({ onDisk: true });
  const { path: place, remove: removePlace } = await temporaryDataFolder({ onDisk: true });
  const keyFile = join(copy.path, '..', `operator-key-${process.pid}`);
  const run = (script: string, args: readonly string[], environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, [join(root, 'cli', script), ...args], {
      env: { ...process.env, ...environment },
    });
  let product: RunningProduct | undefined;
  try {
    await promisify(execFile)('cp', ['-a', `${preparedFolder.path}/.`, data.path]);
    const { stdout } = await run('backup.ts', ['--new-key', keyFile], {});
    const backups = {
      ...{ SESSION_KEYS: killedSessionKeys, BACKUP_TO: place },
      BACKUP_RECIPIENT: /BACKUP_RECIPIENT=(\S+)/.exec(stdout)?.[1] ?? '',
    };
    product = await startProduct({ dataFolder: data.path, environment: backups });
    const acknowledged: Acknowledged = { readings: [], payments: [] };
    const { url } = product;
    const ends = preparedClients.map((client) => createPayingClient(client, acknowledged).work(url));
    // The first copy of the database begins with the server, among the work of the clients.
    await until('the copy is there and the clients are in the middle of their work', async () => {
      const state = await readBackupState(data.path);
      return state?.lastBackupAt != null && acknowledged.readings.length >= answersBefore;
    });
    const moment = instantToIso(systemClock.now());
    const before = { readings: [...acknowledged.readings], payments: [...acknowledged.payments] };
    const { databaseUrl } = JSON.parse(await readFile(join(data.path, 'running.json'), 'utf8'));
    const { pool, close } = connectDatabase<unknown>({
      url: await superuserUrlOf(data.path, databaseUrl),
      poolSize: 1,
    });
    // A segment ends each minute by itself.
    await pool.query('select pg_switch_wal()');
    await close();
    const switched = systemClock.now();
    await until('the log is stored', async () => {
      return ((await readBackupState(data.path))?.walArchivedAt ?? 0) > switched;
    });
    killAll([
      product.process.pid ?? 0,
      ...(await processTree(await product.databaseProcessId())).filter((processId) => processId > 1),
    ]);
    await product.kill();
    await Promise.all(ends);
    await data.remove();

    await run('restore.ts', [place, '--key', keyFile, '--until', moment], { SVITLO_DATA: copy.path });
    product = await start(copy.path);
    const { db, close: closeBooks } = await openBooks(copy.path);
    expect(await findLoss(db, before)).toEqual({ readings: [], payments: [] });
    expect(await findTwice(db)).toEqual([]);
    expect(await checkLedger(db)).toEqual([]);
    await closeBooks();
  } finally {
    await product?.stop();
    await Promise.all([data.remove(), copy.remove(), removePlace(), rm(keyFile, { force: true })]);
  }
});
