import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyObjects } from './copy-objects.ts';
import { createFolderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';

let folders: [string, string];
let from: ObjectStore;
let to: ObjectStore;

beforeEach(async () => {
  folders = [await mkdtemp(join(tmpdir(), 'from-')), await mkdtemp(join(tmpdir(), 'to-'))];
  [from, to] = [createFolderObjects(folders[0]), createFolderObjects(folders[1])];
});
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

const copy = (more: Partial<Parameters<typeof copyObjects>[0]> = {}) =>
  copyObjects({ from, to, folders: ['a', 'b'], ...more });

async function fill(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await from.put(`a/${index}`, Buffer.from(`file ${index}`));
}

test('copies the objects of the folders, and again only those that are new or newer', async () => {
  await fill(40);
  await from.put('b/1', Buffer.from('one'));
  await from.put('c/1', Buffer.from('elsewhere'));
  expect(await copy()).toMatchObject({ copied: 41, present: 0 });
  expect((await to.get('a/39'))?.toString()).toBe('file 39');
  expect(await to.get('c/1')).toBeUndefined();
  await from.put('b/2', Buffer.from('two'));
  await from.put('b/1', Buffer.from('ONE'));
  expect(await copy()).toMatchObject({ copied: 2, present: 40, bytes: 6 });
  expect((await to.get('b/1'))?.toString()).toBe('ONE');
});

test('what is newer at the target stays', async () => {
  await from.put('a/1', Buffer.from('old'));
  await to.put('a/1', Buffer.from('new'));
  expect(await copy()).toMatchObject({ copied: 0, present: 1, different: [] });
  expect((await to.get('a/1'))?.toString()).toBe('new');
});

test('a copy that broke off is completed by the next run', async () => {
  await fill(40);
  let written = 0;
  const failing: ObjectStore = {
    ...to,
    async write(name, chunks) {
      written += 1;
      if (written > 25) throw new Error('the storage is unavailable');
      return to.write(name, chunks);
    },
  };
  await expect(copy({ to: failing })).rejects.toThrow('the storage is unavailable');
  const { copied, present } = await copy();
  expect([copied, present]).toEqual([15, 25]);
});

test('an object that is read back in another form is an error, one that was deleted meanwhile is not', async () => {
  await fill(1);
  const damaging: ObjectStore = { ...to, write: (name) => to.write(name, contentOf('other')) };
  await expect(copy({ to: damaging })).rejects.toThrow(`a/0 is not the same at ${folders[1]}`);
  const deleting: ObjectStore = { ...from, open: async () => undefined };
  await to.remove('a/0');
  expect(await copy({ from: deleting })).toMatchObject({ copied: 0, present: 0 });
});

async function* contentOf(text: string) {
  yield Buffer.from(text);
}

test('verifying finds contents that differ although their sizes and times are equal', async () => {
  await fill(3);
  await copy();
  await writeFile(join(folders[1], 'a/1'), 'fiLe 1');
  const later = new Date('2030-01-01T00:00:00Z');
  await utimes(join(folders[1], 'a/1'), later, later);
  expect(await copy()).toMatchObject({ present: 3, different: [] });
  expect(await copy({ isVerifying: true })).toMatchObject({ present: 3, different: ['a/1'] });
});
