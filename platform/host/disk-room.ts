import { readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Room of a disk that the product writes to. */
export interface DiskRoom {
  /** `data`: the data folder; `database`: the cluster of the embedded PostgreSQL, `files`: the files, when they are on another disk. */
  readonly folder: 'data' | 'database' | 'files';
  readonly path: string;
  /** Bytes that the account of the process may still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

const minFreeBytes = 1024 ** 3;
const lowFreeBytes = 5 * 1024 ** 3;

/** Under 1 GiB the database is about to refuse writes; under 5 GiB it is time to look. */
export function assessRoom(freeBytes: number): 'enough' | 'low' | 'short' {
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

/** Which folders are looked at, by settings. */
export interface DiskFolders {
  readonly dataFolder: string;
  /** Where files are stored when it is not in the data folder: a folder or the address of a bucket. */
  readonly filesTo?: string | undefined;
}

/**
 * The disks of the data folder, of an embedded cluster in it and of the files.
 * @throws The system error when the data folder can't be read.
 */
export async function listDisks({ dataFolder, filesTo }: DiskFolders): Promise<readonly DiskRoom[]> {
  const disks = [await roomOf('data', dataFolder)];
  const known = new Set([(await stat(dataFolder)).dev]);
  const others: Pick<DiskRoom, 'folder' | 'path'>[] = [
    { folder: 'database', path: await clusterOf(dataFolder) },
  ];
  if (filesTo !== undefined && !filesTo.startsWith('s3://')) others.push({ folder: 'files', path: filesTo });
  for (const { folder, path } of others) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || known.has(found.dev)) continue;
    known.add(found.dev);
    disks.push(await roomOf(folder, path));
  }
  return disks;
}
