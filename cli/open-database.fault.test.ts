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
    // A process group of its own, like a terminal job.
    detached: true,
  });
}

/** Process id of the embedded database, once it runs. */
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

/** Sends Ctrl-C like a terminal: to all processes of the job. */
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

test('Ctrl-C ends an import that is loading rows, and its database', async () => {
  const folder = join(data.path, 'supplier');
  await mkdir(folder);
  makeSample(folder, localDate('2026-11-20'));
  const command = runCommand('import.ts', [folder]);
  let output = '';
  command.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await vi.waitFor(() => expect(output).toContain('Loading'), { timeout: 60_000, interval: 10 });
  const database = await databaseProcessId();
  interrupt(command);
  expect(await once(command, 'exit')).toEqual([130, null]);
  expect(isAlive(database)).toBe(false);
  await expect(readFile(join(data.path, 'running.json'), 'utf8')).rejects.toThrow();
});

test('Ctrl-C ends a running command and its database, and unlocks the folder', async () => {
  // Waits for a password that is never typed.
  const command = runCommand('create-admin.ts', ['boss']);
  let output = '';
  command.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
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
  expect(output).not.toContain('already runs');
});
