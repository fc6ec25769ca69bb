import { once } from 'node:events';
import { type FileHandle, mkdtemp, open as openFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createFolderObjects } from './folder-objects.ts';
import { type ObjectStore, StorageUnavailable } from './object-store.ts';
import { openObjects } from './open-objects.ts';
import { startS3, type TestS3 } from './testing/start-s3.ts';

let folder: string;
let s3: TestS3;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function namesOf(store: ObjectStore, prefix = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
}

describe.each([
  ['a folder', async () => createFolderObjects(await mkdtemp(join(folder, 'place-')))],
  ['S3', async () => openObjects(`s3://backups/run-${crypto.randomUUID()}`, { endpoint: s3.endpoint })],
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

  async function* pieces(count: number, bytes: number) {
    for (let index = 0; index < count; index += 1) yield Buffer.alloc(bytes, String(index % 10));
  }
  const contentOf = async (name: string) => {
    const opened = await store.open(name);
    return { bytes: opened?.byteCount, content: Buffer.concat((await opened?.stream.toArray()) ?? []) };
  };

  test.each([0, 1, 21])('a stream of %d MB is stored and read whole', async (count) => {
    expect(await store.write('a/stream', pieces(count, 1_000_000))).toBe(count * 1_000_000);
    const { bytes, content } = await contentOf('a/stream');
    expect(bytes).toBe(count * 1_000_000);
    expect(content.equals(Buffer.concat(await allOf(pieces(count, 1_000_000))))).toBe(true);
    expect(await store.facts('a/stream')).toMatchObject({ name: 'a/stream', byteCount: count * 1_000_000 });
  });

  test.each([1, 21])('a source that fails after %d MB leaves the object as it was', async (count) => {
    await store.put('a/old', Buffer.from('whole'));
    async function* broken() {
      yield* pieces(count, 1_000_000);
      throw new Error('the source broke');
    }
    await expect(store.write('a/old', broken())).rejects.toThrow('the source broke');
    expect((await store.get('a/old'))?.toString()).toBe('whole');
    expect(await namesOf(store)).toEqual(['a/old']);
  });

  test('what is not there is undefined, and a folder without objects has no names', async () => {
    expect(await store.open('a/none')).toBeUndefined();
    expect(await store.facts('a/none')).toBeUndefined();
    expect(await allOf(store.names('a/'))).toEqual([]);
  });

  test('names are those of one folder', async () => {
    const names = ['a/1', 'a/2', 'a/3'];
    for (const name of [...names, 'b/1']) await store.put(name, Buffer.of());
    const lists = await allOf(store.names('a/'));
    expect(lists.flat().toSorted()).toEqual(names.toSorted());
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

test('put syncs the file, then the folder of its new name, and each new folder in its own', async () => {
  const path = await mkdtemp(join(folder, 'place-'));
  const handle = await openFile(path, 'r');
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const synced: string[] = [];
  const sync = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).isDirectory() ? 'folder' : 'file');
  });
  try {
    const store = createFolderObjects(path);
    await store.put('a/b/c', Buffer.from('first'));
    expect(synced).toEqual(['file', 'folder', 'folder', 'folder']);
    await store.put('a/b/c', Buffer.from('second'));
    expect(synced.slice(4)).toEqual(['file', 'folder']);
  } finally {
    sync.mockRestore();
  }
});

test('a folder deletes what old interrupted writes left, and nothing else', async () => {
  const path = await mkdtemp(join(folder, 'place-'));
  const store = createFolderObjects(path);
  await store.put('a/object', Buffer.of());
  for (const name of ['old.1f.part', 'young.1f.part']) await writeFile(join(path, 'a', name), 'half');
  const old = new Date('2026-11-01T00:00:00Z');
  for (const name of ['object', 'old.1f.part']) await utimes(join(path, 'a', name), old, old);
  expect(await store.removeUnfinished('a/', old.getTime() + 1)).toBe(1);
  expect((await readdir(join(path, 'a'))).toSorted()).toEqual(['object', 'young.1f.part']);
  expect(await allOf(store.names('a/'))).toEqual([['a/object']]);
});

test('names of a folder come in lists of at most 1000', async () => {
  const path = await mkdtemp(join(folder, 'place-'));
  await Promise.all(Array.from({ length: 1001 }, (_, index) => writeFile(join(path, String(index)), '')));
  const lists = await allOf(createFolderObjects(path).names(''));
  expect(lists.map(({ length }) => length)).toEqual([1000, 1]);
  expect(new Set(lists.flat()).size).toBe(1001);
});

test('a listing of S3 has all of its pages', async () => {
  // The packaged storage fails where a page ends.
  const server = createServer((request, response) => {
    const isSecond = request.url?.includes('continuation-token=next') ?? false;
    const next = isSecond ? '' : '<NextContinuationToken>next</NextContinuationToken>';
    const object = `<Contents><Key>x/a/${isSecond ? 2 : 1}</Key><Size>1</Size></Contents>`;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<ListBucketResult><IsTruncated>${!isSecond}</IsTruncated>${next}${object}</ListBucketResult>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const store = openObjects('s3://files/x', { endpoint: `http://127.0.0.1:${port}` });
  expect(await namesOf(store, 'a/')).toEqual(['a/1', 'a/2']);
  expect(await allOf(store.names('a/'))).toEqual([['a/1'], ['a/2']]);
  server.closeAllConnections();
  server.close();
});

describe('S3 that can not be used', () => {
  const acts: readonly [string, (store: ObjectStore) => Promise<unknown>][] = [
    ['put', (store) => store.put('a', Buffer.of(1))],
    ['get', (store) => store.get('a')],
    ['open', (store) => store.open('a')],
    ['remove', (store) => store.remove('a')],
    ['list', (store) => allOf(store.list(''))],
  ];

  test.each(acts)('%s of a bucket that is not there is refused with its name', async (_, act) => {
    const error = await act(openObjects('s3://nowhere/x', { endpoint: s3.endpoint })).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error).toMatchObject({
      isRefusal: true,
      message: expect.stringMatching(/^s3:\/\/nowhere\/x\/: NoSuchBucket/),
    });
  });

  test.each(acts)('%s fails while nothing answers', async (_, act) => {
    const error = await act(openObjects('s3://files', { endpoint: 'http://127.0.0.1:1' })).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error).toMatchObject({ isRefusal: false, message: expect.stringContaining('ECONNREFUSED') });
  });
});

test.each(['ftp://host/x', 'http://host', 's3://B', 's3://'])('%s is no address of objects', (address) => {
  expect(() => openObjects(address)).toThrow('neither a folder nor s3://');
});
