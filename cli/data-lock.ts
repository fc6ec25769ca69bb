import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Facts about a running process that other commands read from its data folder. */
export interface RunningServer {
  /** In its own PID namespace: only for messages, not for checks. */
  readonly processId: number;
  /** 0: a command without a server. */
  readonly port: number;
  /** URL of the embedded database; '' until it answers. */
  readonly databaseUrl: string;
}

/** Another process has locked the data folder. */
export class DataFolderTaken extends Error {
  readonly running: RunningServer | undefined;

  constructor(dataFolder: string, running: RunningServer | undefined) {
    super(
      running === undefined || running.databaseUrl === ''
        ? `Another start on ${dataFolder} is under way.`
        : `Svitlo already runs on ${dataFolder} (process ${running.processId}, port ${running.port}).`,
    );
    this.running = running;
  }
}

export interface DataLock {
  /** Publishes the database URL to the other commands. */
  announce(databaseUrl: string): Promise<void>;
  release(): Promise<void>;
}

/** Maximum wait for a holder that is about to end. */
const WAIT_MS = 300;
const SQLITE_BUSY = 5;

const lockFile = (dataFolder: string) => join(dataFolder, 'lock');
const runningFile = (dataFolder: string) => join(dataFolder, 'running.json');

async function readRunning(dataFolder: string): Promise<RunningServer | undefined> {
  try {
    return JSON.parse(await readFile(runningFile(dataFolder), 'utf8')) as RunningServer;
  } catch {
    return undefined;
  }
}

/** Turns an error of the data folder into one line with a remedy; returns other errors unchanged. */
function explainFault(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof Error)) return error;
  switch (Reflect.get(error, 'code')) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new Error(`There is no room left on the disk of the data folder ${dataFolder}: make room.`, {
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return new Error(
        `The data folder ${dataFolder} can't be written (${Reflect.get(error, 'code')}): give the right to write it, or choose another with SVITLO_DATA=….`,
        { cause: error },
      );
    default:
      return error;
  }
}

/** Locks the lock file for this process; undefined: locked by another one. Throws when it can't be locked at all. */
function acquireLock(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    // In memory: locking needs no space on the disk.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && Number(Reflect.get(error, 'errcode')) % 256 === SQLITE_BUSY)
      return undefined;
    throw error;
  }
}

/**
 * Locks the data folder for this process until it releases the lock or ends in any way: a kernel lock on a file
 * (docs/decisions/0079). Throws DataFolderTaken when another process has it, and a one-line error when the folder is
 * not writable.
 */
export async function lockData(dataFolder: string, port: number): Promise<DataLock> {
  async function write(databaseUrl: string): Promise<void> {
    const content: RunningServer = { processId: process.pid, port, databaseUrl };
    await writeFile(runningFile(dataFolder), JSON.stringify(content), { mode: 0o600 });
  }
  let lock: DatabaseSync | undefined;
  try {
    await mkdir(dataFolder, { recursive: true });
    lock = acquireLock(lockFile(dataFolder));
    if (lock === undefined) throw new DataFolderTaken(dataFolder, await readRunning(dataFolder));
    // The process that left the file is gone.
    await write('');
  } catch (error) {
    lock?.close();
    if (lock !== undefined || error instanceof DataFolderTaken) throw explainFault(error, dataFolder);
    // SQLite hides why it can't open a file; writing another one gives the reason.
    const probe = join(dataFolder, 'lock.probe');
    await writeFile(probe, 'x').catch((fault: unknown) => {
      throw explainFault(fault, dataFolder);
    });
    await rm(probe, { force: true });
    throw error;
  }
  const held = lock;
  return {
    announce: (databaseUrl) => write(databaseUrl),
    async release() {
      await rm(runningFile(dataFolder), { force: true });
      held.close();
    },
  };
}
