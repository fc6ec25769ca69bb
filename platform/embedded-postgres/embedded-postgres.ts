import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { archiveSettings } from '../backup/wal-archive.ts';
import { syncFolder } from '../object-store/folder-objects.ts';
import { findBinaries } from './binaries.ts';
import { type PostgresLogLine, postgresLogSettings, readPostgresLog } from './postgres-log.ts';
import { prepareServerRole } from './server-role.ts';

/** PostgreSQL processes whose working folder is this cluster. Empty where there is no /proc. */
async function findWorkersOf(clusterFolder: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry))
      .map(async (entry) => {
        const folder = await readlink(`/proc/${entry}/cwd`).catch(() => '');
        if (folder !== clusterFolder) return undefined;
        const name = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
        return name.startsWith('postgres') ? Number(entry) : undefined;
      }),
  );
  return found.filter((processId) => processId !== undefined);
}

/**
 * Kills the remaining processes of a database whose postmaster is dead. A worker waiting for a lock of another killed
 * one never notices and keeps the shared memory, so that no start would succeed.
 */
async function killOrphans(clusterFolder: string): Promise<void> {
  for (let waited = 0; waited < 5000; waited += 50) {
    const orphans = await findWorkersOf(clusterFolder);
    if (orphans.length === 0) return;
    for (const processId of orphans) {
      try {
        process.kill(processId, 'SIGKILL');
      } catch {
        // It has exited meanwhile.
      }
    }
    await sleep(50);
  }
}

/** The OS account of the database server; PostgreSQL refuses to run as root. */
interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Undefined for a plain user: the server runs as that user. As root: 'postgres' if it exists, else 'nobody', which
 * exists everywhere. No account is created.
 */
async function findServerAccount(): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = lines.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error('no account to run PostgreSQL with: start as a plain user, or set DATABASE_URL');
}

/** Whether an account may enter a folder (or its nearest existing parent) from the root of the disk. */
async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found) {
      const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return false;
    }
    if (dirname(path) === path) return true;
  }
}

const run = promisify(execFile);

export interface EmbeddedPostgresOptions {
  /** Folder of the product's data; the database is below it if its account can enter it. */
  readonly dataFolder: string;
  /** Created when it does not exist. */
  readonly databaseName: string;
  /** Extra settings, e.g. `fsync: 'off'` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with each log line of the database server. */
  readonly onLog?: (line: PostgresLogLine) => void;
  /** Whether ended segments of the write-ahead log are put into the archive folder; who moves them on has to be running. */
  readonly archives?: boolean;
  /** How long the start may take, for one that replays a long log. Default: 60 s. */
  readonly startMs?: number;
}

export interface EmbeddedPostgres {
  /** For DATABASE_URL-style use: a role that owns the schemas of this database and has no other rights. */
  readonly url: string;
  /** The same database as superuser: for tests and benchmarks, never for the product. */
  readonly adminUrl: string;
  /** Process id of the server. */
  readonly processId: number;
  /** Its files. */
  readonly clusterFolder: string;
  /** Ended segments of the write-ahead log, where it is archived. */
  readonly archiveFolder: string;
  /** Calls the listener when the server exits without `stop`. */
  onUnexpectedExit(listener: () => void): void;
  /** Fast shutdown: closes connections, writes a checkpoint, waits for the exit. */
  stop(): Promise<void>;
}

/** Memory settings for a machine shared with the product; small WAL for a quick recovery. */
const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '512MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '1GB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  timezone: 'UTC',
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** The command line of a process; '' when unknown. */
async function commandOf(processId: number): Promise<string> {
  return readFile(`/proc/${processId}/cmdline`, 'utf8').catch(async () => {
    const listed = await run('ps', ['-o', 'command=', '-p', String(processId)]).catch(() => undefined);
    return listed?.stdout ?? '';
  });
}

/**
 * Stops a server that outlived its parent (kill -9 of the product), so that this start owns the data. A process id
 * reused by another program, as after a container restart, would keep PostgreSQL from starting: the caller holds the
 * lock of the data folder, so the pid file is stale.
 */
async function stopLeftOver(clusterFolder: string): Promise<void> {
  const pidFile = join(clusterFolder, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const processId = Number(text.split('\n')[0]);
  if (!Number.isInteger(processId) || processId < 1 || !isAlive(processId)) return;
  const command = await commandOf(processId);
  if (!command.includes(clusterFolder)) {
    await rm(pidFile, { force: true });
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(processId, signal);
    for (let waited = 0; waited < 10_000; waited += 50) {
      if (!isAlive(processId)) return;
      await sleep(50);
    }
  }
}

/** Ends the server of a data folder that outlived its parent. The caller holds the lock of the folder. */
export async function endLeftOver(dataFolder: string): Promise<void> {
  const { clusterFolder } = await prepareServerFolders(resolve(dataFolder));
  await stopLeftOver(clusterFolder);
  await killOrphans(clusterFolder);
}

/** Folder for the cluster and a copy of the binaries when the server account can't enter the usual ones. */
function elsewhereFor(dataFolder: string): string {
  return `/var/lib/svitlo-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`;
}

async function readOrMakePassword(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return known.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * Creates a cluster beside its place and moves it there whole: the version file is written first, so that a half one of a killed start
 * would look like a cluster.
 */
async function initialise(
  initdb: string,
  clusterFolder: string,
  password: string,
  account: ServerAccount | undefined,
): Promise<void> {
  const passwordFile = `${clusterFolder}.password`;
  const [parent, prefix] = [dirname(clusterFolder), `${basename(clusterFolder)}.new-`];
  const halves = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  // The program of a killed start may still write one: the next first start deletes it.
  for (const name of halves) await rm(join(parent, name), { recursive: true }).catch(() => undefined);
  const newFolder = join(parent, prefix + randomBytes(6).toString('hex'));
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  try {
    await run(
      initdb,
      [
        '--pgdata',
        newFolder,
        '--username',
        'svitlo',
        '--auth',
        'scram-sha-256',
        '--pwfile',
        passwordFile,
        '--encoding',
        'UTF8',
        '--locale-provider',
        // Byte-order comparison, which suits keys; names are sorted with an ICU collation where needed.
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        '--locale',
        'C',
      ],
      { ...account, cwd: '/', env: { LC_ALL: 'C', PATH: process.env.PATH } },
    );
    await rename(newFolder, clusterFolder);
    await syncFolder(parent);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** A failed start must not leave a running server. */
async function endAtOnce(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGQUIT');
  await ended;
}

const WRONG_PASSWORD = '28P01';

/** The file of the password is gone or is another cluster's: no further try helps. */
class WrongPassword extends Error {
  constructor() {
    super(
      `The file ${passwordFileName} of the data folder is not that of its database: put back the one from the backup.`,
    );
  }
}

async function waitUntilReady(
  url: string,
  { server, startMs, lastWords }: { server: ChildProcess; startMs: number; lastWords: () => string },
): Promise<void> {
  for (let waited = 0; waited < startMs; waited += 50) {
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Error(`the embedded database did not start: ${lastWords()}`);
    }
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (error instanceof Error && Reflect.get(error, 'code') === WRONG_PASSWORD) {
        await endAtOnce(server);
        throw new WrongPassword();
      }
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  await endAtOnce(server);
  throw new Error(`the embedded database did not answer within ${startMs / 1000} s: ${lastWords()}`);
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

const noRoom = 'No space left on device';
/** The log ends before the moment to which it was to be replayed: another try ends there too. */
export const noTarget = 'recovery ended before configured recovery target was reached';

/** The password of the superuser, in the data folder. */
export const passwordFileName = 'database-password';

/** Where the files of the embedded database of a data folder lie, and as which account it runs. */
export interface ServerFolders {
  readonly binaries: Awaited<ReturnType<typeof findBinaries>>;
  /** undefined: that of this process. */
  readonly account: ServerAccount | undefined;
  readonly clusterFolder: string;
  readonly archiveFolder: string;
}

/** Makes the folders around a cluster, for the account of the server. */
export async function prepareServerFolders(dataFolder: string): Promise<ServerFolders> {
  await mkdir(dataFolder, { recursive: true });
  const account = await findServerAccount();
  const binariesInReach = !account || (await canEnter(account, import.meta.dirname));
  const dataInReach = !account || (await canEnter(account, dataFolder));
  const elsewhere = elsewhereFor(dataFolder);
  const binaries = await findBinaries(binariesInReach ? undefined : elsewhere);
  const databaseFolder = dataInReach ? join(dataFolder, 'postgres') : join(elsewhere, 'data');
  if (!dataInReach) await writeFile(join(dataFolder, 'database-lies-in.txt'), `${databaseFolder}\n`);
  const archiveFolder = join(databaseFolder, 'archive');
  for (const [folder, mode] of [
    [databaseFolder, 0o755],
    [archiveFolder, 0o700],
  ] as const) {
    await mkdir(folder, { recursive: true, mode });
    if (account) {
      await chown(folder, account.uid, account.gid);
      await chmod(folder, mode);
    }
  }
  return { binaries, account, clusterFolder: join(databaseFolder, 'cluster'), archiveFolder };
}

/** The URL of a running server of the data folder, as superuser. */
export async function superuserUrlOf(dataFolder: string, url: string): Promise<string> {
  const password = (await readFile(join(dataFolder, passwordFileName), 'utf8')).trim();
  return Object.assign(new URL(url), { username: 'svitlo', password }).href;
}

/**
 * Starts PostgreSQL on the data folder and resolves when it accepts statements. The first start creates the cluster;
 * a killed one recovers by itself. Throws with the last log lines when the start fails.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataFolder = resolve(options.dataFolder);
  const { binaries, account, clusterFolder, archiveFolder } = await prepareServerFolders(dataFolder);
  const password = await readOrMakePassword(join(dataFolder, passwordFileName));
  const initialised = await stat(join(clusterFolder, 'PG_VERSION')).catch(() => undefined);
  if (!initialised) {
    await rm(clusterFolder, { recursive: true, force: true });
    await initialise(binaries.initdb, clusterFolder, password, account);
  }

  // Between the end of the start and the beginning of the stop.
  let isRunning = false;
  async function startOnce() {
    await stopLeftOver(clusterFolder);
    await killOrphans(clusterFolder);
    const port = await freePort();
    const settings = {
      ...defaultSettings,
      ...postgresLogSettings,
      ...(options.archives === true && archiveSettings(archiveFolder)),
      port: String(port),
      ...options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    let words = '';
    // Detached: Ctrl-C in the terminal reaches only the product, which then stops the database in order.
    const server = spawn(binaries.postgres, ['-D', clusterFolder, ...flags], {
      ...account,
      cwd: '/',
      detached: true,
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const log = readPostgresLog(
      (line) => {
        words = `${words}\n${line.text}`.slice(-2000);
        options.onLog?.(line);
      },
      () => isRunning,
    );
    server.stderr?.setEncoding('utf8').on('data', log);
    const host = `127.0.0.1:${port}`;
    await waitUntilReady(`postgres://svitlo:${password}@${host}/postgres`, {
      ...{ server, startMs: options.startMs ?? 60_000 },
      lastWords: () => words.trim(),
    });
    return { server, host };
  }

  // After a kill the shared memory of the dead server may still be in use for a moment: retry.
  let started: Awaited<ReturnType<typeof startOnce>> | undefined;
  for (let attempt = 1; started === undefined; attempt += 1) {
    try {
      started = await startOnce();
    } catch (error) {
      if (error instanceof Error && error.message.includes(noRoom)) {
        throw new Error(`The embedded database has no room on its disk: ${clusterFolder}`, { cause: error });
      }
      const isFinal =
        error instanceof WrongPassword || (error instanceof Error && error.message.includes(noTarget));
      if (attempt >= 5 || isFinal) throw error;
      await sleep(400 * attempt);
    }
  }
  const { server, host } = started;
  const adminUrl = `postgres://svitlo:${password}@${host}/${options.databaseName}`;
  let url: string;
  try {
    await ensureDatabase(`postgres://svitlo:${password}@${host}/postgres`, options.databaseName);
    url = await prepareServerRole(adminUrl);
  } catch (error) {
    await endAtOnce(server);
    throw error;
  }

  isRunning = true;
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  return {
    url,
    adminUrl,
    processId: server.pid ?? 0,
    clusterFolder,
    archiveFolder,
    onUnexpectedExit(listener) {
      server.once('exit', () => {
        if (isRunning) listener();
      });
    },
    async stop() {
      isRunning = false;
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT');
      await ended;
    },
  };
}
