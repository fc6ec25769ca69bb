import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { type KeySource, keyPurposes, readKeys, readOrMakeKeys } from './keys.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-keys-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name = ''): KeySource => ({ dataFolder: join(folder, name), keys: {} });

async function secretsOf(source: KeySource): Promise<string[]> {
  const keys = await readOrMakeKeys(source);
  return keyPurposes.map((purpose) => keys[purpose].current.secret.toString('hex'));
}

test('a second start reads the keys of the first, so sessions survive a restart', async () => {
  expect(await readKeys(inFolder('data'))).toEqual({});
  const first = await secretsOf(inFolder('data'));
  expect(new Set(first).size).toBe(5);
  expect(await secretsOf(inFolder('data'))).toEqual(first);
  expect(await secretsOf(inFolder('other'))).not.toEqual(first);
});

test('servers that start at once agree on the keys and leave no other files', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => secretsOf(inFolder())));
  expect(new Set(all.map(String)).size).toBe(1);
  expect(await readdir(folder)).toEqual(['audit-keys', 'keys']);
});

test.each(['keys', 'audit-keys'])('the file %s is readable by its owner only', async (name) => {
  await readOrMakeKeys(inFolder());
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
});

test('a key that is put first in the file signs, and the one behind it is known', async () => {
  await readOrMakeKeys(inFolder());
  const text = await readFile(join(folder, 'keys'), 'utf8');
  const { sessions } = await readKeys(inFolder());
  await writeFile(join(folder, 'keys'), text.replace('SESSION_KEYS=', `SESSION_KEYS=${newKeyRingText()},`));
  const { sessions: rotated } = await readKeys(inFolder());
  expect(rotated?.keys).toHaveLength(2);
  expect(rotated?.current).not.toEqual(sessions?.current);
  expect(rotated?.find(sessions?.current.id ?? '')).toEqual(sessions?.current);
});

test('a ring of the environment takes the place of that in the file, and all five need no file', async () => {
  const given = parseKeyRing('LINK_KEYS', newKeyRingText());
  const keys = await readOrMakeKeys({ ...inFolder(), keys: { links: given } });
  expect(keys.links).toBe(given);
  const all = Object.fromEntries(
    keyPurposes.map((purpose) => [purpose, parseKeyRing(purpose, newKeyRingText())]),
  );
  await readOrMakeKeys({ ...inFolder('none'), keys: all });
  expect(await readdir(folder)).toEqual(['audit-keys', 'keys']);
  const { audit: _, ...others } = all;
  await expect(readOrMakeKeys({ ...inFolder('none'), keys: others })).rejects.toThrow(
    'AUDIT_KEYS must be given with the other keys',
  );
});

test('a folder from before the keys of the audit gets them and keeps the others', async () => {
  const secrets = await secretsOf(inFolder());
  await rm(join(folder, 'audit-keys'));
  const upgraded = await secretsOf(inFolder());
  expect(upgraded.slice(0, 4)).toEqual(secrets.slice(0, 4));
  expect(upgraded[4]).not.toBe(secrets[4]);
  expect(await secretsOf(inFolder())).toEqual(upgraded);
});

test('refuses one secret in two rings, with which one leak would open both', async () => {
  const text = newKeyRingText();
  const keys = { links: parseKeyRing('LINK_KEYS', text), factors: parseKeyRing('FACTOR_KEYS', text) };
  await expect(readOrMakeKeys({ ...inFolder(), keys })).rejects.toThrow('must not share a secret');
});

test('refuses a damaged file, and names the ring', async () => {
  await writeFile(join(folder, 'keys'), `SESSION_KEYS=${newKeyRingText()}\nMESSAGE_KEYS=\n`);
  await expect(readOrMakeKeys(inFolder())).rejects.toThrow(/^MESSAGE_KEYS in .*keys must be keys like/);
});
