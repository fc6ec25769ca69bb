import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { processImports } from '#billing/modules/import/import-worker.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import { supplierFiles } from '#billing/modules/import/testing/supplier-files.ts';
import {
  actOnImport,
  addImportPart,
  exportImportProblems,
  importState,
  listImportProblems,
  listImports,
  openImport,
} from '#contract/import.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let token: string;
let connected: ReturnType<typeof connectDatabase<unknown>>;

const cabinet = provideTestApp();

beforeAll(async () => {
  connected = connectDatabase<unknown>({ url: cabinet.url, poolSize: 6 });
  token = await cabinet.signIn([], 'admin', ['billing']);
});
afterAll(() => connected.close());

const work = (refusedSupplier?: string) =>
  processImports({
    db: connected.db as BillingDatabase,
    pool: connected.pool,
    clock: cabinet.clock,
    refusedSupplier,
  });

/** Files that were sent whole; answers the number of their import. */
async function send(files: Readonly<Record<string, string | Uint8Array>>): Promise<number> {
  const contents = Object.entries(files).map(([name, content]) => ({ name, file: Buffer.from(content) }));
  const opened = await cabinet.post(openImport, {
    token,
    files: contents.map(({ name, file }) => ({ name, byteCount: file.length })),
  });
  const { importNumber } = opened.body.import;
  for (const [index, { file }] of contents.entries())
    await cabinet.post(addImportPart, { token, importNumber, fileNumber: index + 1, part: 1, file });
  return importNumber;
}

const act = (importNumber: number, one: 'check' | 'load' | 'cancel' | 'drop', reason = 'Договір 7') =>
  cabinet.post(actOnImport, { token, importNumber, act: one, reason });
const stateOf = async (importNumber: number) =>
  (await cabinet.post(importState, { token, importNumber })).body.import;

async function check(files: Readonly<Record<string, string | Uint8Array>>) {
  const importNumber = await send(files);
  await act(importNumber, 'check');
  await work();
  return stateOf(importNumber);
}

const accounts = async () =>
  Number((await connected.pool.query('select count(*) from billing.account')).rows[0].count);

test('problems are listed by file and line; the mended folder is loaded once, and again changes nothing', async () => {
  const broken = { ...supplierFiles, 'payments.csv': `${supplierFiles['payments.csv']}x,y\n` };
  const refused = await check(broken);
  expect(refused).toMatchObject({ state: 'refused', mode: 'check', isLoaded: false });
  expect(refused.problemCount).toBeGreaterThan(0);
  const { importNumber } = refused;
  const { body } = await cabinet.post(listImportProblems, { token, importNumber });
  expect(body.problems[0]).toMatchObject({ file: 'payments.csv', line: 3 });
  expect(body.count).toBe(refused.problemCount);
  expect(body.problems[0]?.words).toMatch(/[а-яіїє]/);
  const wrong = await cabinet.post(listImportProblems, { token, importNumber, cursor: 'x' });
  expect(wrong.httpStatus).toBe(400);
  const file = await cabinet.download(exportImportProblems, { token, importNumber, format: 'csv' });
  expect(file.body).toContain('payments.csv');
  expect((await act(importNumber, 'load')).body.code).toBe('imports.wrongState');
  expect(await accounts()).toBe(0);

  const right = await check(supplierFiles);
  expect(right).toMatchObject({ state: 'checked', isLoaded: false });
  expect(right.counts.find(({ table }) => table === 'account')?.rows).toBe(1);
  expect(await accounts()).toBe(0);
  expect((await act(right.importNumber, 'load', '')).body.issues?.[0]?.path).toBe('reason');
  await act(right.importNumber, 'load');
  await work();
  const loaded = await stateOf(right.importNumber);
  expect(loaded).toMatchObject({ state: 'done', isLoaded: true, reason: 'Договір 7', counts: right.counts });
  expect(await accounts()).toBe(1);

  const again = await check(supplierFiles);
  expect(again).toMatchObject({ state: 'checked', counts: [] });
  const { rows } = await sql<{ action: string }>`
    select action from billing.audit_entry where action like 'import.%' order by entry_number`.execute(
    cabinet.billingDb,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...['import.opened', 'import.check'],
    ...['import.opened', 'import.check', 'import.load', 'import.loaded'],
    ...['import.opened', 'import.check'],
  ]);
});

test('an archive is read without its folders; a hostile one is refused and nothing is written outside', async () => {
  const entries = Object.fromEntries(
    Object.entries(supplierFiles).map(([name, content]) => [`../../etc/${name}`, strToU8(content)]),
  );
  expect(await check({ 'folder.zip': zipSync(entries) })).toMatchObject({ state: 'checked' });
  const code = async (content: Uint8Array) => {
    const { importNumber, state } = await check({ 'a.zip': content });
    const { body } = await cabinet.post(listImportProblems, { token, importNumber });
    return [state, body.problems[0]?.code];
  };
  const encrypted = Buffer.from(zipSync({ 'a.csv': strToU8('a') }));
  const at = encrypted.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  encrypted.writeUInt16LE(1, at + 8);
  const spoilt = Buffer.from(zipSync({ 'a.csv': strToU8('a,b') }, { level: 0 }));
  spoilt[spoilt.indexOf('a,b')] = 0x62;
  const lying = Buffer.from(zipSync({ 'a.csv': new Uint8Array(50_000) }));
  lying.writeUInt32LE(10, lying.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  expect(await code(strToU8('no archive at all'))).toEqual(['refused', 'zip.broken']);
  expect(await code(encrypted)).toEqual(['refused', 'zip.encrypted']);
  expect(await code(spoilt)).toEqual(['refused', 'zip.broken']);
  expect(await code(lying)).toEqual(['refused', 'zip.broken']);
  expect(await code(zipSync({ 'a.csv': new Uint8Array(1_000_000) }, { level: 9 }))).toEqual([
    'refused',
    'zip.tooLarge',
  ]);
  expect(await code(zipSync({ 'a/x.csv': strToU8('a'), 'b/X.csv': strToU8('b') }))).toEqual([
    'refused',
    'zip.repeatedName',
  ]);
  expect(await code(zipSync({ 'read.txt': strToU8('a') }))).toEqual(['refused', 'zip.noFiles']);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.csv`, strToU8('a')]));
  expect(await code(zipSync(many))).toEqual(['refused', 'zip.tooMany']);
});

test('parts come in turn and once; wrong files, a second import and an early act are refused', async () => {
  const open = (files: { name: string; byteCount: number }[]) => cabinet.post(openImport, { token, files });
  const big = { name: 'a.csv', byteCount: 1024 ** 3 };
  expect((await open([{ name: 'a.exe', byteCount: 1 }])).body.code).toBe('imports.wrongFiles');
  expect((await open([big, { name: 'a.zip', byteCount: 1 }])).body.code).toBe('imports.wrongFiles');
  expect((await open([big, { name: 'x/a.csv', byteCount: 1 }])).body.code).toBe('imports.wrongFiles');
  expect((await open([big, { name: 'b.csv', byteCount: 1 }])).body.code).toBe('imports.tooLarge');
  const { importNumber } = (await open([{ name: '../../a.csv', byteCount: 3 }])).body.import;
  const part = (number: number, file: Buffer) =>
    cabinet.post(addImportPart, { token, importNumber, fileNumber: 1, part: number, file });
  expect((await stateOf(importNumber)).files[0]?.name).toBe('a.csv');
  expect((await part(2, Buffer.from('abc'))).body.code).toBe('imports.wrongState');
  expect((await part(1, Buffer.from('ab'))).body.code).toBe('imports.wrongState');
  expect((await act(importNumber, 'check')).body.code).toBe('imports.wrongState');
  expect((await part(1, Buffer.from('abc'))).body.import.state).toBe('received');
  expect((await part(1, Buffer.from('abc'))).httpStatus).toBe(200);
  const other = await send(supplierFiles);
  await act(other, 'check');
  expect((await act(importNumber, 'check')).body.code).toBe('imports.busy');
  expect((await act(other, 'cancel')).body.import.state).toBe('cancelled');
  expect((await act(other, 'drop')).body.import.areFilesKept).toBe(false);
  expect((await act(other, 'check')).body.code).toBe('imports.wrongState');
  // The command line holds the lock while it imports.
  const held = await connected.pool.connect();
  await held.query(`begin; select pg_advisory_xact_lock(hashtextextended('billing.import', 0))`);
  expect((await act(importNumber, 'check')).body.code).toBe('imports.busy');
  await held.query('rollback');
  held.release();
});

test('an import that is cut off before its commit is not loaded and says so; cancelled while it runs, too', async () => {
  const importNumber = await send(supplierFiles);
  await act(importNumber, 'check');
  await work();
  await act(importNumber, 'load');
  await sql`update billing.import_run set state = 'running' where import_number = ${importNumber}`.execute(
    cabinet.billingDb,
  );
  await work();
  expect(await stateOf(importNumber)).toMatchObject({
    state: 'failed',
    code: 'interrupted',
    isLoaded: false,
  });
  await act(importNumber, 'load');
  const stop = new AbortController();
  stop.abort();
  await connected.pool.query(`update billing.import_run set state = 'running' where import_number = $1`, [
    importNumber,
  ]);
  const result = await importFolder({
    db: connected.db as BillingDatabase,
    pool: connected.pool,
    clock: cabinet.clock,
    folder: import.meta.dirname,
    importNumber: String(importNumber),
    signal: stop.signal,
  });
  expect(result).toEqual({ kind: 'cancelled' });
  expect(await stateOf(importNumber)).toMatchObject({ state: 'cancelled', isLoaded: false });
});

test('an import that is cancelled while a file is read ends there, and its process goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-test-'));
  for (const [name, content] of Object.entries(supplierFiles)) await writeFile(join(folder, name), content);
  const importNumber = await send(supplierFiles);
  await act(importNumber, 'check');
  await connected.pool.query(`update billing.import_run set state = 'running' where import_number = $1`, [
    importNumber,
  ]);
  const stop = new AbortController();
  const result = await importFolder({
    db: connected.db as BillingDatabase,
    pool: connected.pool,
    clock: cabinet.clock,
    folder,
    mode: 'check',
    importNumber: String(importNumber),
    signal: stop.signal,
    onProgress: ({ step }) => step === 'reading' && stop.abort(),
  });
  expect(result).toEqual({ kind: 'cancelled' });
  expect(await stateOf(importNumber)).toMatchObject({ state: 'cancelled', isLoaded: false });
  await rm(folder, { recursive: true });
});

test('the job leaves an import that was cancelled before it began; fewer problems replace more', async () => {
  const importNumber = await send({ ...supplierFiles, 'payments.csv': 'x\n1\n', 'meters.csv': 'x\n1\n' });
  await act(importNumber, 'check');
  await act(importNumber, 'cancel');
  await work();
  expect(await stateOf(importNumber)).toMatchObject({ state: 'cancelled', problemCount: 0 });
  await act(importNumber, 'check');
  await work();
  const many = (await stateOf(importNumber)).problemCount;
  await sql`update billing.import_part set content = convert_to(${supplierFiles['meters.csv']}, 'UTF8')
    where import_number = ${importNumber} and file_number = ${
      Object.keys(supplierFiles).indexOf('meters.csv') + 1
    }`.execute(cabinet.billingDb);
  await act(importNumber, 'check');
  await work();
  const { problemCount } = await stateOf(importNumber);
  expect(problemCount).toBeLessThan(many);
  const { body } = await cabinet.post(listImportProblems, { token, importNumber });
  expect(body.problems).toHaveLength(problemCount);
});

test('the history has the runs of the command line, in parts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
  for (const [name, content] of Object.entries(supplierFiles)) await writeFile(join(folder, name), content);
  const { db, pool } = { db: connected.db as BillingDatabase, pool: connected.pool };
  await importFolder({ db, pool, folder, clock: cabinet.clock });
  await rm(folder, { recursive: true });
  await sql`insert into billing.import_run (folder_name, state, step) select 'old', 'done', 'closing'
    from generate_series(1, 20)`.execute(cabinet.billingDb);
  const { body } = await cabinet.post(listImports, { token });
  expect(body.imports).toHaveLength(20);
  const rest = await cabinet.post(listImports, { token, cursor: body.next ?? '' });
  const all = [...body.imports, ...rest.body.imports].map(({ importNumber }) => importNumber);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  const command = rest.body.imports.find(({ source }) => source === 'command');
  expect(command).toMatchObject({ state: 'done', askedBy: '', counts: [], areFilesKept: false });
  expect(command?.files).toHaveLength(Object.keys(supplierFiles).length);
  expect((await cabinet.post(importState, { token, importNumber: 2_000_000_000 })).httpStatus).toBe(404);
});

test('the supplier of the sample is refused in production, also to a load that was checked before', async () => {
  const before = await accounts();
  const { importNumber } = await check(supplierFiles);
  await act(importNumber, 'load');
  await work('41234569');
  expect(await stateOf(importNumber)).toMatchObject({ state: 'refused', isLoaded: false, problemCount: 1 });
  const { body } = await cabinet.post(listImportProblems, { token, importNumber });
  expect(body.problems).toMatchObject([{ file: 'supplier.csv', code: 'supplier.sample' }]);
  expect(body.problems[0]?.words).toContain('постачальник зразка');
  expect(await accounts()).toBe(before);
});
