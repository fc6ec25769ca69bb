import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

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
export async function killOrphans(clusterFolder: string): Promise<void> {
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
