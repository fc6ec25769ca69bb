import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureRoutes, measureSigningWorker } from './measure-bundle.ts';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'routes-'));
  await mkdir(join(dist, '.vite'));
  await mkdir(join(dist, 'assets'));
});

afterEach(() => rm(dist, { recursive: true }));

const pages = ['bills.tsx', 'home.tsx', 'entity-home.tsx', 'guide.tsx'];

/** A build where three pages share a chunk, and two of them another; no byte of it can be compressed. */
async function build(sizes: { bills?: number; ofTwo?: number; ofThree?: number; charts?: number }) {
  const file = async (name: string, bytes: number) => {
    await writeFile(join(dist, name), randomBytes(bytes));
    return { file: name };
  };
  const entry = await file('assets/index-1.js', 100_000);
  const three = await file('assets/three-1.js', sizes.ofThree ?? 100);
  const two = await file('assets/two-1.js', sizes.ofTwo ?? 100);
  const charts = await file('assets/charts-1.js', sizes.charts ?? 100);
  const style = await file('assets/bills-1.css', 400);
  const manifest = {
    'index.html': entry,
    '_three.js': three,
    '_two.js': two,
    '_charts.js': charts,
    'bills.tsx': {
      ...(await file('assets/bills-1.js', sizes.bills ?? 500)),
      css: [style.file],
      imports: ['index.html', '_three.js', '_charts.js'],
    },
    'home.tsx': { ...(await file('assets/home-1.js', 500)), imports: ['_three.js', '_two.js'] },
    'entity-home.tsx': { ...(await file('assets/entity-1.js', 500)), imports: ['_three.js', '_two.js'] },
    'guide.tsx': { ...(await file('assets/guide-1.js', 500)), imports: ['index.html'] },
  };
  await writeFile(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
}

const weights = async () =>
  Object.fromEntries(
    (await measureRoutes(dist, pages)).routes.map(({ source, bytes }) => [source, Math.round(bytes / 100)]),
  );

test('a page weighs its own chunk with its style, and what it shares with one other page', async () => {
  await build({ ofTwo: 1000 });
  expect(await weights()).toEqual({ 'bills.tsx': 9, 'home.tsx': 15, 'entity-home.tsx': 15, 'guide.tsx': 5 });
  expect((await measureRoutes(dist, pages)).problems).toEqual([]);
});

test('what three pages use, the entry and charts are nobody’s own', async () => {
  await build({ ofThree: 90_000, charts: 90_000 });
  expect((await measureRoutes(dist, pages)).problems).toEqual([]);
});

test('what a part that is loaded later uses too is shared, the part itself is not the page', async () => {
  await build({ ofTwo: 90_000 });
  const file = join(dist, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  manifest['guide.tsx'].dynamicImports = ['part.tsx'];
  manifest['part.tsx'] = { file: 'assets/part-1.js', imports: ['_two.js'] };
  await writeFile(join(dist, 'assets/part-1.js'), randomBytes(90_000));
  await writeFile(file, JSON.stringify(manifest));
  expect((await measureRoutes(dist, pages)).problems).toEqual([]);
});

test('a page of more than 15 kB is named', async () => {
  await build({ bills: 15_100 });
  expect((await measureRoutes(dist, pages)).problems).toEqual([
    'bills.tsx: its own code 15.5 kB, at most 15.0 kB',
  ]);
});

test('two pages do not hide their weight in a chunk between them', async () => {
  await build({ ofTwo: 15_000 });
  expect((await measureRoutes(dist, pages)).problems.map((problem) => problem.split(':')[0])).toEqual([
    'home.tsx',
    'entity-home.tsx',
  ]);
});

test('a page that was not built is an error', async () => {
  await build({});
  await expect(measureRoutes(dist, ['gone.tsx'])).rejects.toThrow('gone.tsx');
});

test('the signing worker has at most 100 kB, and no page brings it', async () => {
  await build({});
  const file = 'assets/signing-worker-1.js';
  await writeFile(join(dist, file), randomBytes(90_000));
  expect((await measureSigningWorker(dist, pages)).problems).toEqual([]);
  const path = join(dist, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  manifest['_two.js'].assets = [file];
  await writeFile(path, JSON.stringify(manifest));
  await writeFile(join(dist, file), randomBytes(100_150));
  expect((await measureSigningWorker(dist, pages)).problems).toEqual([
    'signing worker: JavaScript 100.2 kB, at most 100.0 kB',
    'home.tsx: brings the signing worker, which only a chosen key needs',
    'entity-home.tsx: brings the signing worker, which only a chosen key needs',
  ]);
});
