import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureBundle } from './measure-bundle.ts';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'budget-'));
  await mkdir(join(dist, '.vite'));
});

afterEach(() => rm(dist, { recursive: true }));

const routes = [
  'app/layouts/landing-layout.tsx',
  'app/pages/landing.tsx',
  'app/layouts/auth-layout.tsx',
  'app/pages/sign-in-person.tsx',
  'app/layouts/cabinet-layout.tsx',
  'app/pages/person/home.tsx',
];

/** A build whose entry imports a shared chunk, and where each route is a chunk of its own. */
async function build(sizes: { shared?: number; home?: number; font?: number }) {
  const file = async (name: string, bytes: number) => writeFile(join(dist, name), randomBytes(bytes));
  await file('entry.js', 1000);
  await file('shared.js', sizes.shared ?? 1000);
  await file('route.js', 500);
  await file('home.js', sizes.home ?? 500);
  await file('base.css', 200);
  await file('a.woff2', sizes.font ?? 300);
  const manifest = {
    'index.html': { file: 'entry.js', imports: ['_shared.js'], css: ['base.css'], assets: ['a.woff2'] },
    '_shared.js': { file: 'shared.js' },
    ...Object.fromEntries(
      routes.map((route) => [
        route,
        { file: route.endsWith('home.tsx') ? 'home.js' : 'route.js', imports: ['index.html', '_shared.js'] },
      ]),
    ),
  };
  await writeFile(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
}

test('a small build keeps every limit, and shared chunks are counted once', async () => {
  await build({});
  const report = await measureBundle(dist);
  expect(report.problems).toEqual([]);
  expect(report.landing.js).toBeGreaterThan(2500);
  expect(report.landing.js).toBeLessThan(2700);
  expect(report.landing.fonts).toBe(300);
  expect(report.homeAdds).toBeLessThan(600);
});

test('a heavy chunk that is imported statically breaks the first load of both public pages', async () => {
  await build({ shared: 130_000 });
  const { problems } = await measureBundle(dist);
  expect(problems).toHaveLength(2);
  expect(problems[0]).toMatch(/^landing: JavaScript 13\d\.\d kB, at most 125\.0 kB$/);
});

test('a heavy home and a heavy font are named apart', async () => {
  await build({ home: 70_000, font: 61_000 });
  const { problems } = await measureBundle(dist);
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['landing:', 'sign-in:', 'going']);
});

test('a build without the route is an error, not a page of no weight', async () => {
  await writeFile(join(dist, '.vite/manifest.json'), '{}');
  await expect(measureBundle(dist)).rejects.toThrow('The web build has no chunk for index.html');
});
