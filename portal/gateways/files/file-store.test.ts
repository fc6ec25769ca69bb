import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderObjects } from '#platform/object-store/folder-objects.ts';
import { newId } from '#platform/uuid.ts';
import { sweepShares } from './file-store.ts';
import { createFileStore } from './open-file-store.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('get returns the bytes of put, and no temporary file remains', async () => {
  const store = createFileStore(createFolderObjects(folder));
  const fileId = newId();
  await store.put(fileId, Buffer.from('first'));
  await store.put(fileId, Buffer.from('second'));
  expect((await store.find(fileId))?.toString()).toBe('second');
  expect(await readdir(join(folder, fileId.slice(-2)))).toEqual([fileId]);
});

test('get returns undefined for an unknown id', async () => {
  expect(await createFileStore(createFolderObjects(folder)).find(newId())).toBeUndefined();
});

test('remove deletes a file and ignores a missing one', async () => {
  const store = createFileStore(createFolderObjects(folder));
  const fileId = newId();
  await store.put(fileId, Buffer.from('bytes'));
  await store.remove(fileId);
  await store.remove(fileId);
  expect(await store.find(fileId)).toBeUndefined();
  await expect(store.remove('../../outside')).rejects.toThrow('UUID');
});

test('refuses an id that is not a UUID as a path', async () => {
  await expect(
    createFileStore(createFolderObjects(folder)).put('../../outside', Buffer.from('x')),
  ).rejects.toThrow('UUID');
});

test('stores and reads a stream whole', async () => {
  const store = createFileStore(createFolderObjects(folder));
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
  const store = createFileStore(createFolderObjects(folder));
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

/** Sweeps all shares; the ids that were asked for, by question. */
async function sweepAll(before: Date, known: readonly string[] = []) {
  const store = createFileStore(createFolderObjects(folder));
  const asked: (readonly string[])[] = [];
  let removed = 0;
  for (let share = 0; share < sweepShares; share += 1)
    removed += await store.sweep({
      share,
      before: before.getTime(),
      async findKnown(fileIds) {
        asked.push(fileIds);
        return new Set(known);
      },
    });
  return { asked, removed };
}

const old = new Date('2026-11-01T00:00:00Z');
const limit = new Date('2026-11-02T00:00:00Z');

test('sweep deletes old unfinished files and old files without a row, and nothing else', async () => {
  const store = createFileStore(createFolderObjects(folder));
  const [known, unknown, young, unfinished, youngUnfinished] = [newId(), newId(), newId(), newId(), newId()];
  const pathOf = (fileId: string, end = '') => join(folder, fileId.slice(-2), `${fileId}${end}`);
  for (const fileId of [known, unknown, young]) await store.put(fileId, Buffer.from('bytes'));
  const others = [pathOf(unfinished, '.17.part'), pathOf(youngUnfinished, '.17.part'), pathOf(known, '.txt')];
  for (const path of others) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'bytes');
  }
  for (const path of [pathOf(known), pathOf(unknown), pathOf(unfinished, '.17.part'), pathOf(known, '.txt')])
    await utimes(path, old, old);
  expect((await sweepAll(limit, [known])).removed).toBe(2);
  const left = await Promise.all((await readdir(folder)).map((name) => readdir(join(folder, name))));
  expect(left.flat().toSorted()).toEqual(
    [known, `${known}.txt`, young, `${youngUnfinished}.17.part`].toSorted(),
  );
});

test('sweep looks up at most 1000 files at a time, each once in all shares', async () => {
  const fileIds = Array.from({ length: 1200 }, () => `${newId().slice(0, -2)}a7`);
  await mkdir(join(folder, 'a7'));
  await Promise.all(fileIds.map((fileId) => writeFile(join(folder, 'a7', fileId), '')));
  const { asked } = await sweepAll(limit, fileIds);
  expect(asked.map(({ length }) => length)).toEqual([1000, 200]);
  expect(asked.flat().toSorted()).toEqual(fileIds.toSorted());
});
