import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import { createFolderFileStore } from './folder-file-store.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a photo is found again as it was put, and no half-written file is left beside it', async () => {
  const store = createFolderFileStore(folder);
  const fileId = newId();
  await store.put(fileId, Buffer.from('first'));
  await store.put(fileId, Buffer.from('second'));
  expect((await store.find(fileId))?.toString()).toBe('second');
  expect(await readdir(join(folder, fileId.slice(-2)))).toEqual([fileId]);
});

test('a photo that was never put is absent', async () => {
  expect(await createFolderFileStore(folder).find(newId())).toBeUndefined();
});

test('a file that was removed is gone, and removing it again is no fault', async () => {
  const store = createFolderFileStore(folder);
  const fileId = newId();
  await store.put(fileId, Buffer.from('bytes'));
  await store.remove(fileId);
  await store.remove(fileId);
  expect(await store.find(fileId)).toBeUndefined();
  await expect(store.remove('../../outside')).rejects.toThrow('UUID');
});

test('a name that is no id never becomes a path', async () => {
  await expect(createFolderFileStore(folder).put('../../outside', Buffer.from('x'))).rejects.toThrow('UUID');
});

test('what comes piece by piece is kept whole, and read piece by piece', async () => {
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

test('a source that breaks leaves the file as it was, and nothing beside it', async () => {
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
