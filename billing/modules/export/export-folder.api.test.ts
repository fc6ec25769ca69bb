import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ImportFixture, openImportFixture } from '#billing/modules/import/testing/import-fixture.ts';
import { supplierFiles } from '#billing/modules/import/testing/supplier-files.ts';
import { exportFolder } from './public.ts';

let fixture: ImportFixture;
let root: string;

beforeAll(async () => {
  fixture = await openImportFixture('2026-11-20');
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'svitlo-export-'));
  return () => rm(root, { recursive: true, force: true });
});
afterAll(() => fixture.end());

const run = (name: string, more: Partial<Parameters<typeof exportFolder>[0]> = {}) =>
  exportFolder({ pool: fixture.pool, folder: join(root, name), clock: fixture.clock, ...more });

test('a database without a supplier is not exported, and no folder stays', async () => {
  expect(await run('none')).toEqual({ kind: 'noSupplier' });
  expect(await readdir(root)).toEqual([]);
});

test('the manifest comes last and says of each file its rows, bytes, digest and sums', async () => {
  await fixture.load(supplierFiles);
  const result = await run('whole');
  const names = await readdir(join(root, 'whole'));
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  const manifest = JSON.parse(await readFile(join(root, 'whole/manifest.json'), 'utf8'));
  expect(manifest).toEqual({
    format: 1,
    exportedAt: '2026-11-20T10:00:00.000Z',
    files: 'files' in result ? result.files : [],
  });
  expect(names.length).toBe(manifest.files.length + 1);
  for (const { file, bytes, sha256, rows } of manifest.files) {
    const content = await readFile(join(root, 'whole', file));
    expect([file, bytes]).toEqual([file, content.length]);
    expect([file, sha256]).toEqual([file, createHash('sha256').update(content).digest('hex')]);
    expect([file, rows]).toEqual([file, content.toString().trimEnd().split('\n').length - 1]);
  }
  const of = (name: string) => manifest.files.find(({ file }: { file: string }) => file === name);
  expect(of('payments.csv')).toMatchObject({ rows: 1, sums: { amount: '43200' } });
  // The meter counted 80 kWh of October, 4.32 each.
  expect(of('bills.csv')).toMatchObject({ rows: 1, sums: { charged: '34560', closing: '34610' } });
  // Names, debts and codes of people are for the one who exported alone.
  expect((await stat(join(root, 'whole/customers.csv'))).mode & 0o077).toBe(0);
  expect((await stat(join(root, 'whole'))).mode & 0o077).toBe(0);
});

test('a folder with a file is refused and left as it is', async () => {
  await mkdir(join(root, 'taken'));
  await writeFile(join(root, 'taken/notes.txt'), 'mine');
  expect(await run('taken')).toEqual({ kind: 'notEmpty' });
  expect(await readdir(join(root, 'taken'))).toEqual(['notes.txt']);
});

test('an export that is cancelled in a file leaves nothing, and its connection is not used again', async () => {
  const stop = new AbortController();
  const cancelled = run('cut', {
    signal: stop.signal,
    onProgress: ({ file }) => {
      if (file === 'readings.csv') stop.abort();
    },
  });
  expect(await cancelled).toEqual({ kind: 'cancelled' });
  expect(await readdir(root)).toEqual([]);
  expect(await fixture.ask('select 1 as one')).toEqual([{ one: 1 }]);
});

test('it shows one moment: what changes while it writes is not in it', async () => {
  const result = await run('moment', {
    async onProgress({ file }) {
      if (file === 'tariffs.csv') await fixture.ask(`update billing.customer set surname = 'Later'`);
    },
  });
  expect(result.kind).toBe('exported');
  expect(await readFile(join(root, 'moment/customers.csv'), 'utf8')).toContain('Surname');
});

test('a month whose closing was cut off keeps the books from being exported', async () => {
  await fixture.ask(`update billing.period set state = 'closing' where period = '2026-11'`);
  expect(await run('closing')).toEqual({ kind: 'closing', period: '2026-11' });
  expect(await readdir(root)).toEqual([]);
  await fixture.ask(`update billing.period set state = 'open' where period = '2026-11'`);
});
