import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** Databases of a whole run with their logs take about 2 GiB. */
const minFreeBytes = 4 * 1024 ** 3;

/** The folder in memory of Linux, if it is large enough; else that of temporary files. */
async function quickFolder(): Promise<string> {
  const space = await statfs(memoryFolder).catch(() => undefined);
  return space && space.bavail * space.bsize >= minFreeBytes ? memoryFolder : tmpdir();
}

/**
 * A temporary data folder for a test; readable by others, as the database account requires. In memory, where creating and
 * dropping databases takes a quarter less time; `onDisk` for benchmarks and for what tests durability.
 */
export async function temporaryDataFolder({ onDisk = false } = {}): Promise<{
  path: string;
  remove(): Promise<void>;
}> {
  const path = await mkdtemp(join(onDisk ? tmpdir() : await quickFolder(), 'svitlo-data-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
