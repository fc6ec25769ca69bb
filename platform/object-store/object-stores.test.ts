import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createFolderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { openObjects } from './open-objects.ts';

let folder: string;
let s3: S3rver;
let endpoint: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
  s3 = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') },
    configureBuckets: [{ name: 'backups', configs: [] }],
  });
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

async function namesOf(store: ObjectStore, prefix = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
}

describe.each([
  ['a folder', async () => createFolderObjects(await mkdtemp(join(folder, 'place-')))],
  ['S3', () => openObjects(`s3://backups/run-${crypto.randomUUID()}`, { endpoint })],
])('objects of %s', (_, open) => {
  let store: ObjectStore;
  beforeEach(async () => {
    store = await open();
  });

  test('an object is what was put last, and undefined when it is not there', async () => {
    expect(await store.get('a/b')).toBeUndefined();
    await store.put('a/b', Buffer.from('first'));
    await store.put('a/b', Buffer.from('second'));
    expect((await store.get('a/b'))?.toString()).toBe('second');
    await store.remove('a/b');
    await store.remove('a/b');
    expect(await store.get('a/b')).toBeUndefined();
  });

  test('a listing has the objects of a prefix in order, with their sizes and times', async () => {
    for (const name of ['wal/2', 'wal/10', 'wal/1', 'base/x/y', 'xal'])
      await store.put(name, Buffer.from(name));
    expect(await namesOf(store)).toEqual(['base/x/y', 'wal/1', 'wal/10', 'wal/2', 'xal']);
    expect(await namesOf(store, 'wal/1')).toEqual(['wal/1', 'wal/10']);
    expect(await namesOf(store, 'none/')).toEqual([]);
    for await (const { byteCount, changedAt } of store.list('base/')) {
      expect(byteCount).toBe(8);
      expect(Math.abs(changedAt - systemClock.now())).toBeLessThan(60_000);
    }
  });

  test.each(['../up', 'a//b', '/a', 'a/', '', 'a/./b', 'a b', 'a\nb'])(
    'refuses the name %j',
    async (name) => {
      await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('not a name');
      await expect(store.get(name)).rejects.toThrow('not a name');
    },
  );
});

test('a folder has no trace of an object that could not be written whole, nor lists one', async () => {
  const path = await mkdtemp(join(folder, 'place-'));
  const store = createFolderObjects(path);
  const notBytes = 5 as unknown as Uint8Array;
  await expect(store.put('one', notBytes)).rejects.toThrow();
  expect(await readdir(path)).toEqual([]);
  await writeFile(join(path, 'one.0a.part'), 'half');
  expect(await namesOf(store)).toEqual([]);
});

test.each(['ftp://host/x', 'http://host', 's3://B', 's3://'])(
  '%s is no address of objects',
  async (address) => {
    await expect(openObjects(address)).rejects.toThrow('neither a folder nor s3://');
  },
);
