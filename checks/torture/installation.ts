import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { examineInstallation } from '#cli/doctor.ts';
import { until } from '#e2e/support/paying-client.ts';
import { processesOf } from '#e2e/support/product/installation-processes.ts';
import { killAll, killedSessionKeys } from '#e2e/support/product/kill-fixture.ts';
import { productSettings } from '#e2e/support/product/running-product.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';

const root = join(import.meta.dirname, '../..');

/** Settings of each process of an installation under torture. */
function settingsOf(dataFolder: string): Record<string, string> {
  return { ...productSettings(0, dataFolder), SESSION_KEYS: killedSessionKeys, LOG_LEVEL: 'error' };
}

/** Copies a data folder with the accounts that own its files. */
export async function copyInstallation(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** Settings of PostgreSQL that its next start reads. */
export async function setDatabase(
  dataFolder: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(dataFolder, 'postgres/cluster/postgresql.auto.conf'), lines.join(''));
}

/** What a kill ends: the command or server, the database, or both in the same moment. */
export type KillTarget = 'product' | 'database' | 'both';

/** SIGKILL for the processes of an installation, for all of them while there are none of the target; false when there was none at all. */
export async function killInstallation(dataFolder: string, target: KillTarget): Promise<boolean> {
  const { database, product } = await processesOf(dataFolder);
  const aimed = [...(target === 'database' ? [] : product), ...(target === 'product' ? [] : database)];
  const victims = aimed.length > 0 ? aimed : [...product, ...database];
  killAll(victims);
  return victims.length > 0;
}

/** Ends what a failed round has left running. */
export async function endInstallation(dataFolder: string): Promise<void> {
  await until(
    'the processes of the folder have ended',
    async () => !(await killInstallation(dataFolder, 'both')),
  );
}

/** Processes that work on a data folder although nothing should. */
export async function findLeftOver(dataFolder: string): Promise<readonly string[]> {
  const { database, product } = await processesOf(dataFolder);
  return [...database, ...product].map((processId) => `process ${processId} outlives its product`);
}

/** What the doctor calls a fault of the data behind a running database; by the clock of these settings. */
export async function findFaults(
  dataFolder: string,
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const environment = { ...settingsOf(dataFolder), ...settings, DATABASE_URL: url };
  const { findings } = await examineInstallation(environment, { isDataAlone: true, isAll: true });
  return findings.filter(({ kind }) => kind === 'bad').map(({ check, text }) => `doctor, ${check}: ${text}`);
}

/** Runs the database of a data folder without a product, as superuser, for as long as `read` works. */
export async function withDatabaseOf<Result>(
  dataFolder: string,
  read: (server: { readonly url: string; readonly adminUrl: string }) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedPostgres({
    dataFolder,
    databaseName: 'svitlo',
    settings: { fsync: 'off' },
  });
  try {
    return await read(server);
  } finally {
    await server.stop();
  }
}

export interface Command {
  /** File in `cli/`. */
  readonly script: string;
  readonly args: readonly string[];
  /** Printed when it has done its work and runs on, as a server does: it is then stopped. Absent: it ends by itself. */
  readonly until?: string;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  output(): string;
  /** Resolves when it has ended: whether it did its work. */
  readonly ended: Promise<boolean>;
}

/** Starts a command as an operator does, in a process group of its own. */
export function startCommand(
  dataFolder: string,
  { script, args, until }: Command,
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(process.execPath, [join(root, 'cli', script), ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settingsOf(dataFolder), ...environment },
  });
  let output = '';
  let isThrough = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (until === undefined || isThrough || !output.includes(until)) return;
      isThrough = true;
      child.kill('SIGTERM');
    });
  const ended = new Promise<boolean>((done) => {
    child.once('close', (code) => done(code === 0 && (until === undefined || isThrough)));
  });
  return { process: child, output: () => output, ended };
}
