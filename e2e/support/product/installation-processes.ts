import { readdir, readFile, readlink } from 'node:fs/promises';

/** Ids of the processes of one installation. */
export interface InstallationProcesses {
  /** The embedded database with its workers, or what creates it. */
  readonly database: readonly number[];
  /** Server and commands with their workers. */
  readonly product: readonly number[];
}

/** Finds the processes that work on a data folder, whichever process started them. A process that has ended and is not reaped yet is none. */
export async function processesOf(dataFolder: string): Promise<InstallationProcesses> {
  const found = { database: [] as number[], product: [] as number[] };
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    const read = (name: string) => readFile(`/proc/${entry}/${name}`, 'utf8').catch(() => '');
    const [environment, command, folder] = await Promise.all([
      read('environ'),
      read('cmdline'),
      readlink(`/proc/${entry}/cwd`).catch(() => ''),
    ]);
    const isOfProduct = environment.split('\0').includes(`SVITLO_DATA=${dataFolder}`);
    const isOfDatabase =
      folder.startsWith(`${dataFolder}/postgres`) || command.includes(`${dataFolder}/postgres/`);
    if (!isOfProduct && !isOfDatabase) continue;
    const stat = await read('stat');
    if (/^\S+ \(.*\) [ZX] /.test(stat) || stat === '') continue;
    found[isOfDatabase ? 'database' : 'product'].push(Number(entry));
  }
  return found;
}
