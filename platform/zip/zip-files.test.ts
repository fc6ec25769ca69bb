import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ZipEntry, zipFiles } from './zip-files.ts';

const at = Date.parse('2026-11-03T07:00:00Z');

async function* entriesOf(...names: string[]): AsyncGenerator<ZipEntry> {
  for (const name of names) yield { name, content: Buffer.from(`вміст ${name}`), modifiedAt: at };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

test('zipFiles keeps every file, its folders and non-ASCII names', async () => {
  const names = ['2390001111/bill-2390001111-102026.pdf', 'дача/рахунок.pdf', 'empty.txt'];
  const files = unzipSync(await collect(zipFiles(entriesOf(...names))));
  expect(Object.keys(files)).toEqual(names);
  for (const name of names) expect(Buffer.from(files[name] ?? []).toString()).toBe(`вміст ${name}`);
});

test('zipFiles makes a valid archive without files', async () => {
  expect(unzipSync(await collect(zipFiles(entriesOf())))).toEqual({});
});

test('zipFiles emits a file before it requests the next one', async () => {
  const asked: string[] = [];
  async function* slowly(): AsyncGenerator<ZipEntry> {
    for (const name of ['a', 'b']) {
      asked.push(name);
      yield { name, content: Buffer.alloc(1000), modifiedAt: at };
    }
  }
  const archive = zipFiles(slowly());
  let bytes = 0;
  while (bytes < 1000) bytes += (await archive.next()).value?.length ?? 0;
  expect(asked).toEqual(['a']);
  await archive.return(undefined);
});

test("zipFiles fails with the error of a file that can't be made", async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', content: Buffer.alloc(1), modifiedAt: at };
    throw new Error('no second file');
  }
  await expect(collect(zipFiles(broken()))).rejects.toThrow('no second file');
});
