import { readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Room of a disk that the product writes to. */
export interface DiskRoom {
  /** `data`: the data folder; `database`: the cluster of the embedded PostgreSQL, when it is on another disk. */
  readonly folder: 'data' | 'database';
  readonly path: string;
  /** Bytes that the account of the process may still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

const minFreeBytes = 1024 ** 3;
const lowFreeBytes = 5 * 1024 ** 3;

/** Under 1 GiB the database is about to refuse writes; under 5 GiB it is time to look. */
export function judgeRoom(freeBytes: number): 'enough' | 'low' | 'short' {
  if (freeBytes < minFreeBytes) return 'short';
  return freeBytes < lowFreeBytes ? 'low' : 'enough';
}

async function roomOf(folder: DiskRoom['folder'], path: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { folder, path, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** Where the embedded PostgreSQL has its cluster: beside the data where its account can't reach them. */
async function clusterOf(dataFolder: string): Promise<string> {
  const elsewhere = await readFile(join(dataFolder, 'database-lies-in.txt'), 'utf8').catch(() => '');
  return elsewhere.trim() || join(dataFolder, 'postgres');
}

/**
 * The disks of the data folder and of an embedded cluster in it.
 * @throws The system error when the data folder can't be read.
 */
export async function listDisks(dataFolder: string): Promise<readonly DiskRoom[]> {
  const data = await roomOf('data', dataFolder);
  const cluster = await clusterOf(dataFolder);
  const [ofData, ofCluster] = [await stat(dataFolder), await stat(cluster).catch(() => undefined)];
  if (ofCluster === undefined || ofCluster.dev === ofData.dev) return [data];
  return [data, await roomOf('database', cluster)];
}
