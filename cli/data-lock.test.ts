import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataFolderTaken, lockData } from './data-lock.ts';

let folder: string;
const holders: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-lock-'));
});
afterAll(async () => {
  for (const holder of holders) holder.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const script = `
  import { lockData } from ${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))};
  await lockData(process.argv[1], 3000);
  console.log('locked');
  setInterval(() => undefined, 1000);`;

/** Takes the lock in another process; returns the process once it has it. */
async function lockElsewhere(dataFolder: string) {
  const args = ['--input-type=module-typescript', '--eval', script, dataFolder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('a killed process releases the folder, whatever the next process id is', async () => {
  const dataFolder = join(folder, 'killed');
  const holder = await lockElsewhere(dataFolder);
  await expect(lockData(dataFolder, 3001)).rejects.toThrow(`Another start on ${dataFolder} is under way.`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  // As in a container: the stale file names the id of the starting process.
  await writeFile(
    join(dataFolder, 'running.json'),
    JSON.stringify({ processId: process.pid, port: 3000, databaseUrl: 'postgres://old' }),
  );
  const lock = await lockData(dataFolder, 3001);
  expect(JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8'))).toEqual({
    processId: process.pid,
    port: 3001,
    databaseUrl: '',
  });
  await lock.release();
});

test('a refusal names the holder of the folder and its database', async () => {
  const dataFolder = join(folder, 'taken');
  const lock = await lockData(dataFolder, 3000);
  await lock.announce('postgres://here');
  const refusal = await lockData(dataFolder, 3001).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataFolderTaken);
  expect(refusal).toMatchObject({
    message: `Svitlo already runs on ${dataFolder} (process ${process.pid}, port 3000).`,
    running: { databaseUrl: 'postgres://here' },
  });
  await lock.release();
  await (await lockData(dataFolder, 3001)).release();
});

test('reports a folder that cannot be created', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(lockData(join(file, 'data'), 3000)).rejects.toThrow(
    `The data folder ${join(file, 'data')} can't be written (ENOTDIR): give the right to write it, or choose another with SVITLO_DATA=….`,
  );
});

test('reports a folder that is not writable', async () => {
  const dataFolder = join(folder, 'closed');
  await mkdir(dataFolder);
  await chmod(folder, 0o755);
  await chmod(dataFolder, 0o555);
  // Root can write everywhere, so the attempt is made by an unprivileged user.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await expect(lockData(dataFolder, 3000)).rejects.toThrow(
      `The data folder ${dataFolder} can't be written (EACCES): give the right to write it, or choose another with SVITLO_DATA=….`,
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
