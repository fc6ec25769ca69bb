import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrMakeTokenSecret } from './token-secret.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-secret-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second start reads the secret of the first, so sessions survive a restart', async () => {
  const first = await readOrMakeTokenSecret(join(folder, 'data'));
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(await readOrMakeTokenSecret(join(folder, 'data'))).toBe(first);
});

test('another data folder has another secret', async () => {
  expect(await readOrMakeTokenSecret(join(folder, 'a'))).not.toBe(
    await readOrMakeTokenSecret(join(folder, 'b')),
  );
});

test('servers that start at once agree on one secret and leave no other files', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => readOrMakeTokenSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['token-secret']);
});

test('the secret file is readable by its owner only', async () => {
  await readOrMakeTokenSecret(folder);
  expect((await stat(join(folder, 'token-secret'))).mode & 0o077).toBe(0);
});

test('refuses an empty secret, with which anybody could forge tokens', async () => {
  await writeFile(join(folder, 'token-secret'), '\n');
  await expect(readOrMakeTokenSecret(folder)).rejects.toThrow(/no secret/);
});
