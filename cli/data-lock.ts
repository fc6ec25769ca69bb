import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a running server leaves in its data folder for the other commands. */
export interface RunningServer {
  readonly processId: number;
  readonly port: number;
  /** Of the embedded database; '' until it answers. */
  readonly databaseUrl: string;
}

function lockFile(dataFolder: string): string {
  return join(dataFolder, 'running.json');
}

async function isServer(processId: number): Promise<boolean> {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  // A number that belongs to another program by now (after kill -9 and a restart of the machine) is no server.
  const command = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => 'cli/start.ts');
  return command.includes('cli/');
}

/** The server that runs on this data, if one does. */
export async function findRunningServer(dataFolder: string): Promise<RunningServer | undefined> {
  const text = await readFile(lockFile(dataFolder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const running = JSON.parse(text) as RunningServer;
    return (await isServer(running.processId)) ? running : undefined;
  } catch {
    return undefined;
  }
}

export interface DataLock {
  /** Tells the other commands where the database is. */
  announce(databaseUrl: string): Promise<void>;
  release(): Promise<void>;
}

/** Takes the data folder for this process; throws in one line when another one has it. */
export async function lockData(dataFolder: string, port: number): Promise<DataLock> {
  await mkdir(dataFolder, { recursive: true });
  const running = await findRunningServer(dataFolder);
  if (running) {
    throw new Error(
      `Svitlo already runs on ${dataFolder} (process ${running.processId}, port ${running.port}).`,
    );
  }
  async function write(databaseUrl: string, flag: 'w' | 'wx'): Promise<void> {
    const content: RunningServer = { processId: process.pid, port, databaseUrl };
    await writeFile(lockFile(dataFolder), JSON.stringify(content), { mode: 0o600, flag });
  }
  await rm(lockFile(dataFolder), { force: true });
  await write('', 'wx').catch(() => {
    throw new Error(`Another start on ${dataFolder} is under way.`);
  });
  return {
    announce: (databaseUrl) => write(databaseUrl, 'w'),
    release: () => rm(lockFile(dataFolder), { force: true }),
  };
}
