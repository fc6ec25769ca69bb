import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureStaff } from './measure-staff.ts';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'staff-'));
  await mkdir(join(dist, '.vite'));
});

afterEach(() => rm(dist, { recursive: true }));

const rules = 'app/pages/admin/rules.tsx';
const staff = { sources: [rules], calls: ['/api/admin/rules/plan'] };

interface Contents {
  /** Bytes of a chunk that two parts of staff share. */
  shared?: number;
  /** Code of the part that the home of customers loads later. */
  part?: string;
  /** Modules of the chunk that all load. */
  base?: readonly string[];
}

/** A build with a home of customers, its later part, and a page of staff that the list of these leads to. */
async function build({ shared = 100, part = '"/api/rules"', base = ['web/lib/base.ts'] }: Contents) {
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(dist, name), content);
    return { file: name };
  };
  const manifest = {
    'index.html': {
      ...(await file('entry.js', 'entry')),
      imports: ['_base.js'],
      dynamicImports: ['app/pages/home.tsx', 'app/admin-pages.ts'],
    },
    '_base.js': await file('base.js', randomBytes(90_000)),
    '_shared.js': await file('shared.js', randomBytes(shared)),
    'app/pages/home.tsx': { ...(await file('home.js', 'home')), dynamicImports: ['app/part.tsx'] },
    'app/part.tsx': await file('part.js', part),
    'app/admin-pages.ts': { ...(await file('admin-pages.js', 'pages')), dynamicImports: [rules] },
    [rules]: {
      ...(await file('rules.js', '"/api/admin/rules/plan"')),
      imports: ['_base.js', '_shared.js'],
      dynamicImports: ['app/first.tsx', 'app/second.tsx'],
    },
    'app/first.tsx': { ...(await file('first.js', 'first')), imports: ['_shared.js'] },
    'app/second.tsx': { ...(await file('second.js', 'second')), imports: ['_shared.js'] },
  };
  const modules = {
    chunks: { 'base.js': base, 'home.js': ['web/app/pages/home.tsx'] },
    imports: {
      'web/index.html': ['web/app/pages/home.tsx', 'web/app/admin-pages.ts'],
      'web/app/pages/home.tsx': ['web/lib/base.ts', 'web/app/part.tsx'],
      'web/app/admin-pages.ts': [`web/${rules}`],
      [`web/${rules}`]: ['web/lib/base.ts', 'domain/rules/preview.ts'],
    },
  };
  await file('.vite/manifest.json', JSON.stringify(manifest));
  await file('.vite/modules.json', JSON.stringify(modules));
}

test('what customers have too is no weight of a page of staff', async () => {
  await build({});
  const { heaviest, problems } = await measureStaff(dist, staff);
  expect(problems).toEqual([]);
  expect(heaviest?.source).toBe(rules);
  expect(heaviest?.bytes).toBeLessThan(300);
});

test('a page of staff is not lighter by a chunk that its own parts share', async () => {
  await build({ shared: 20_100 });
  expect((await measureStaff(dist, staff)).problems).toEqual([
    `${rules}: 20.2 kB that no page of customers has, at most 20.0 kB`,
  ]);
});

test('a module that only staff import is named where customers load it', async () => {
  await build({ base: ['web/lib/base.ts', 'domain/rules/preview.ts'] });
  expect((await measureStaff(dist, staff)).problems).toEqual([
    'base.js: customers load domain/rules/preview.ts, which only pages of staff import',
  ]);
});

test('a call of staff is named where customers load it later', async () => {
  await build({ part: 'ask("/api/admin/rules/planned");ask(`/api/admin/rules/plan`)' });
  expect((await measureStaff(dist, staff)).problems).toEqual([
    'part.js: customers load the call /api/admin/rules/plan, which only staff may make',
  ]);
});
