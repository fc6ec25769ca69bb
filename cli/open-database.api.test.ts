import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { localDate } from '#domain/time/local-date.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { makeSample } from '#sample/make-sample.ts';

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
beforeAll(async () => {
  data = await temporaryDataFolder();
});
afterAll(() => data.remove());

function runCommand(script: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { PATH: process.env.PATH, SVITLO_DATA: data.path },
    stdio: ['pipe', 'ignore', 'pipe'],
    // The process group of a terminal's job.
    detached: true,
  });
}

/** The number of the embedded database's first process, once it is there. */
function databaseProcessId(): Promise<number> {
  const file = join(data.path, 'postgres/cluster/postmaster.pid');
  return vi.waitFor(async () => Number((await readFile(file, 'utf8')).split('\n')[0]), { timeout: 60_000 });
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ctrl-C as a terminal sends it: to every process of the job. */
function interrupt(command: ChildProcess): void {
  process.kill(-(command.pid ?? 0), 'SIGINT');
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s to a doctor whose database is only just starting ends both', async (signal, code) => {
  const doctor = runCommand('doctor.ts', []);
  const database = await databaseProcessId();
  if (signal === 'SIGINT') interrupt(doctor);
  else doctor.kill(signal);
  expect(await once(doctor, 'exit')).toEqual([code, null]);
  expect(isAlive(database)).toBe(false);
});

test('Ctrl-C of an import that is loading rows ends both', async () => {
  const folder = join(data.path, 'supplier');
  await mkdir(folder);
  makeSample(folder, localDate('2026-11-20'));
  const command = runCommand('import.ts', [folder]);
  let said = '';
  command.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await vi.waitFor(() => expect(said).toContain('Loading'), { timeout: 60_000, interval: 10 });
  const database = await databaseProcessId();
  interrupt(command);
  expect(await once(command, 'exit')).toEqual([130, null]);
  expect(isAlive(database)).toBe(false);
  await expect(readFile(join(data.path, 'running.json'), 'utf8')).rejects.toThrow();
});

test('Ctrl-C of a command in the middle of its work ends both, and the folder is free', async () => {
  // It waits for a password that nobody types.
  const command = runCommand('create-admin.ts', ['boss']);
  let said = '';
  command.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await vi.waitFor(
    async () => expect(await readFile(join(data.path, 'running.json'), 'utf8')).toContain('postgres://'),
    { timeout: 60_000 },
  );
  const database = await databaseProcessId();
  interrupt(command);
  expect(await once(command, 'exit')).toEqual([130, null]);
  expect(isAlive(database)).toBe(false);
  await expect(readFile(join(data.path, 'running.json'), 'utf8')).rejects.toThrow();
  expect(said).not.toContain('already runs');
});
