import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { superuserUrlOf } from '#platform/embedded-postgres/embedded-postgres.ts';
import { readBackupState } from '#platform/host/backup-state.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { type Acknowledged, createPayingClient, until } from './support/paying-client.ts';
import { findLoss, findTwice, openBooks } from './support/product/acknowledged-acts.ts';
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
/** Answers before the kill; every client is in the middle of its work then. */
const answersBefore = 160;

let preparedFolder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let preparedClients: readonly Client[];

test.beforeAll(async () => {
  preparedFolder = await temporaryDataFolder({ onDisk: true });
  preparedClients = await prepareClients({ dataFolder: preparedFolder.path, clients, accountsOfClient });
});
test.afterAll(() => preparedFolder.remove());

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
    product = await startProduct({
      dataFolder: copy.path,
      environment: { SESSION_KEYS: killedSessionKeys },
    });
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
