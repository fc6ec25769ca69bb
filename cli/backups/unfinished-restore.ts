import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#platform/object-store/folder-objects.ts';

/** Stands in a data folder from the beginning of a restore to its end: what is there between them is no installation. */
const marker = 'restore-unfinished';

/** Files of the lock, which each process on the folder leaves. */
const ofLock = /^(lock|running\.json)/;

/** What a data folder is for a restore. */
export async function contentOf(dataFolder: string): Promise<'nothing' | 'unfinishedRestore' | 'other'> {
  const names = (await readdir(dataFolder).catch(() => [])).filter((name) => !ofLock.test(name));
  if (names.includes(marker)) return 'unfinishedRestore';
  return names.length === 0 ? 'nothing' : 'other';
}

/** Notes that a restore into an empty folder begins. The caller holds its lock. */
export async function beginRestore(dataFolder: string): Promise<void> {
  await writeFile(join(dataFolder, marker), '', { flush: true });
  await syncFolder(dataFolder);
}

/** Notes that all is restored. */
export async function finishRestore(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, marker));
  await syncFolder(dataFolder);
}

/** Deletes what a restore that was cut off has left, but for the lock, which the caller holds. */
export async function deleteUnfinished(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => !ofLock.test(name) && name !== marker);
  for (const name of names) await rm(join(dataFolder, name), { recursive: true });
}

/** @throws Error with a sentence when a restore into the folder was cut off. */
export async function refuseUnfinished(dataFolder: string): Promise<void> {
  if ((await contentOf(dataFolder)) !== 'unfinishedRestore') return;
  throw new Error(`A restore into ${dataFolder} was cut off: run npm run restore again, it begins afresh.`);
}
