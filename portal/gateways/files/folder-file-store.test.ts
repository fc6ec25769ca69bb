import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import { createFolderFileStore } from './open-file-store.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('get returns the bytes of put, and no temporary file remains', async () => {
  const store = createFolderFileStore(folder);
  const fileId = newId();
  await store.put(fileId, Buffer.from('first'));
  await store.put(fileId, Buffer.from('second'));
  expect((await store.find(fileId))?.toString()).toBe('second');
  expect(await readdir(join(folder, fileId.slice(-2)))).toEqual([fileId]);
});

test('get returns undefined for an unknown id', async () => {
  expect(await createFolderFileStore(folder).find(newId())).toBeUndefined();
});

test('remove deletes a file and ignores a missing one', async () => {
  const store = createFolderFileStore(folder);
  const fileId = newId();
  await store.put(fileId, Buffer.from('bytes'));
  await store.remove(fileId);
  await store.remove(fileId);
  expect(await store.find(fileId)).toBeUndefined();
  await expect(store.remove('../../outside')).rejects.toThrow('UUID');
});

test('refuses an id that is not a UUID as a path', async () => {
  await expect(createFolderFileStore(folder).put('../../outside', Buffer.from('x'))).rejects.toThrow('UUID');
});

test('stores and reads a stream whole', async () => {
  const store = createFolderFileStore(folder);
  const fileId = newId();
  async function* pieces() {
    yield Buffer.from('one ');
    yield Buffer.from('two');
  }
  expect(await store.write(fileId, pieces())).toBe(7);
  const file = await store.open(fileId);
  expect(file?.byteCount).toBe(7);
  expect(Buffer.concat((await file?.stream.toArray()) ?? []).toString()).toBe('one two');
  expect(await store.open(newId())).toBeUndefined();
});

test('a failing source leaves the old file and no temporary file', async () => {
  const store = createFolderFileStore(folder);
  const fileId = newId();
  await store.put(fileId, Buffer.from('whole'));
  async function* broken() {
    yield Buffer.from('ha');
    throw new Error('the source broke');
  }
  await expect(store.write(fileId, broken())).rejects.toThrow('the source broke');
  expect((await store.find(fileId))?.toString()).toBe('whole');
  expect(await readdir(join(folder, fileId.slice(-2)))).toEqual([fileId]);
});
