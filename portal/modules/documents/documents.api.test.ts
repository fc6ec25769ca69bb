import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  documentFile,
  documentMonths,
  documentState,
  listDocuments,
  requestDocument,
} from '#contract/documents.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { makeDocuments } from '#portal/testing/make-documents.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { deleteOldDocuments, endLostDocuments } from './public.ts';

let cabinet: TestApp;
let dataFolder: string;
let files: FileStore;
let token: string;
let accounts: string[];

const start = '2026-11-20T10:00:00Z';

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'documents-'));
  cabinet = await startTestApp(start, { SVITLO_DATA: dataFolder });
  files = openFileStore({ dataFolder });
  await makeSupplier(cabinet.billingDb);
  await sql`insert into billing.period (period, state) values ('2026-10', 'closed'), ('2026-11', 'open')
    on conflict (period) do update set state = excluded.state`.execute(cabinet.billingDb);
  accounts = [];
  for (let count = 0; count < 6; count += 1) {
    const { accountNumber } = await makeAccount(cabinet.billingDb);
    if (count > 0) await makeCharge(cabinet.billingDb, accountNumber, '2020-01', '10.00');
    await makeCharge(cabinet.billingDb, accountNumber, count === 0 ? '2026-11' : '2026-10', '432.00');
    accounts.push(accountNumber);
  }
  token = await cabinet.signIn(accounts);
});
afterAll(async () => {
  await cabinet.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const accountOf = (index: number) => accounts[index] ?? '';

function ask(account: string, months: { from?: string; to?: string; requestId?: string } = {}) {
  const payload = { from: '2026-09', to: '2026-10', requestId: newId(), ...months };
  return cabinet.post(requestDocument, { token, account, kind: 'reconciliation', ...payload });
}

async function stateOf(account: string, documentId: string) {
  const { body } = await cabinet.post(documentState, { token, account, documentId });
  return body.document;
}

const fileOf = (account: string, documentId: string, by = token) =>
  cabinet.download(documentFile, { token: by, account, documentId });

describe('an act of reconciliation', () => {
  test('is asked for, made beside the answer, told of and kept as a file', async () => {
    const account = accountOf(1);
    const months = await cabinet.post(documentMonths, { token, account, kind: 'reconciliation' });
    expect(months.body).toMatchObject({ first: '2020-01', last: '2026-10' });
    const asked = await ask(account);
    expect(asked.body.message).toBe('Запит прийнято. Документ буде готовий 20.11.2026.');
    const { documentId } = asked.body.document;
    expect(asked.body.document).toEqual({
      documentId,
      kind: 'reconciliation',
      ledger: null,
      accountCount: 1,
      from: '2026-09',
      to: '2026-10',
      state: 'queued',
      progress: 0,
      requestedAt: '2026-11-20T10:00:00.000Z',
      readyAt: null,
      fileName: null,
      reason: null,
    });
    const early = await cabinet.post(documentFile, { token, account, documentId });
    expect([early.httpStatus, early.body.code]).toEqual([409, 'documents.notReady']);

    expect(await makeDocuments(cabinet, files)).toEqual([]);
    const fileName = `Акт-звірки-${account}-2026-09-2026-10.pdf`;
    expect(await stateOf(account, documentId)).toMatchObject({ state: 'ready', progress: 100, fileName });
    const list = await cabinet.post(listDocuments, { token, account });
    expect(list.body.documents.map((one) => [one.documentId, one.state])).toEqual([[documentId, 'ready']]);
    const file = await fileOf(account, documentId);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(fileName);
    expect(readPdfText(file.rawPayload).replaceAll('\u00a0', ' ')).toContain('становить 442,00 грн');
  });

  test('asked for twice with one id is one document, also at once', async () => {
    const account = accountOf(2);
    const requestId = newId();
    const answers = await Promise.all([ask(account, { requestId }), ask(account, { requestId })]);
    const again = await ask(account, { requestId });
    const ids = [...answers, again].map(({ body }) => body.document.documentId);
    expect(new Set(ids).size).toBe(1);
    const reused = await ask(account, { requestId, from: '2026-10' });
    expect([reused.httpStatus, reused.body.code]).toEqual([409, 'common.requestReused']);
    await makeDocuments(cabinet, files);
    const { body } = await cabinet.post(listDocuments, { token, account });
    expect(body.documents).toHaveLength(1);
  });

  test('of another account is not found, neither its state nor its file', async () => {
    const { body } = await ask(accountOf(2));
    const { documentId } = body.document;
    await makeDocuments(cabinet, files);
    const other = accountOf(1);
    const state = await cabinet.post(documentState, { token, account: other, documentId });
    expect([state.httpStatus, state.body.code]).toEqual([404, 'common.notFound']);
    expect((await fileOf(other, documentId)).statusCode).toBe(404);
    const stranger = await cabinet.signIn([other]);
    expect((await fileOf(accountOf(2), documentId, stranger)).statusCode).toBe(404);
    expect((await fileOf(accountOf(2), documentId)).statusCode).toBe(200);
  });

  test.each([
    ['2026-10', '2026-09', { to: 'Останній місяць раніший за перший.' }],
    ['2026-10', '2026-11', { to: 'Останній закритий місяць — жовтень 2026.' }],
    ['2019-12', '2020-02', { from: 'Найраніший місяць — січень 2020.' }],
    ['2020-01', '2025-01', { to: 'В одному документі не більше ніж 60 місяців.' }],
  ])('of months %s to %s is refused at the field', async (from, to, words) => {
    const { httpStatus, body } = await ask(accountOf(1), { from, to });
    expect([httpStatus, body.code]).toEqual([422, 'documents.periodWrong']);
    expect(Object.fromEntries((body.issues ?? []).map(({ path, message }) => [path, message]))).toEqual(
      words,
    );
  });

  test('of an account that has no closed month yet is refused; its months are none', async () => {
    const account = accountOf(0);
    const months = await cabinet.post(documentMonths, { token, account, kind: 'reconciliation' });
    expect(months.body).toMatchObject({ first: null, last: null });
    const { httpStatus, body } = await ask(account);
    expect([httpStatus, body.code, body.issues]).toEqual([422, 'documents.periodWrong', []]);
  });

  test('is not begun while five of the account are in work', async () => {
    const account = accountOf(3);
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask(account)));
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = answers.find(({ httpStatus }) => httpStatus === 429);
    expect(refused?.headers['retry-after']).toBe('60');
    await makeDocuments(cabinet, files);
    expect((await ask(account)).httpStatus).toBe(200);
    await makeDocuments(cabinet, files);
  });
});

describe('the making', () => {
  test('goes on by years, and tells how far it is', async () => {
    const account = accountOf(4);
    const { body } = await ask(account, { from: '2022-01', to: '2026-10' });
    const seen: number[] = [];
    const direct = inProcess(cabinet.billing);
    await makeDocuments(cabinet, files, async (...call) => {
      seen.push((await stateOf(account, body.document.documentId)).progress);
      return direct(...call);
    });
    expect(seen).toEqual([0, 16, 32, 48, 64, 80]);
    expect((await stateOf(account, body.document.documentId)).state).toBe('ready');
  });

  test('cut off after its file was written is done again to the same file', async () => {
    const account = accountOf(4);
    const { documentId } = (await ask(account)).body.document;
    const halting: FileStore = {
      ...files,
      put: async (fileId, content) => {
        await files.put(fileId, content);
        throw new Error('cut off');
      },
    };
    expect(await makeDocuments(cabinet, halting)).toEqual(['Error: cut off']);
    expect((await stateOf(account, documentId)).state).toBe('making');
    const before = await files.find(documentId);
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(cabinet.portalDb);
    expect(await makeDocuments(cabinet, files)).toEqual([]);
    const file = await fileOf(account, documentId);
    expect(before?.equals(file.rawPayload)).toBe(true);
    const { rows } = await sql`select file_id from portal.stored_file where file_id = ${documentId}`.execute(
      cabinet.portalDb,
    );
    expect(rows).toHaveLength(1);
  });

  test('is tried five times while the back end is away; then the document has failed, and another can be asked for', async () => {
    const account = accountOf(4);
    const { documentId } = (await ask(account)).body.document;
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await stateOf(account, documentId)).state).toBe(attempt === 1 ? 'queued' : 'making');
      const errors = await makeDocuments(cabinet, files, () => Promise.reject(new Error('away')));
      expect(errors).toEqual(['Error: away']);
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(cabinet.portalDb);
    }
    expect(await stateOf(account, documentId)).toMatchObject({ state: 'failed', fileName: null });
    const file = await cabinet.post(documentFile, { token, account, documentId });
    expect(file.body.code).toBe('documents.notReady');
    const again = (await ask(account)).body.document;
    await makeDocuments(cabinet, files);
    expect((await stateOf(account, again.documentId)).state).toBe('ready');
  });

  test('ends at once when the back end refuses', async () => {
    const account = accountOf(4);
    const { documentId } = (await ask(account)).body.document;
    expect(await makeDocuments(cabinet, files, async () => ({ ok: false, code: 'common.notFound' }))).toEqual(
      [],
    );
    expect((await stateOf(account, documentId)).state).toBe('failed');
  });
});

describe('the sweep', () => {
  test('deletes documents of 90 days with their files, and ends those whose job was lost', async () => {
    const account = accountOf(5);
    const sweepAt = (moment: string) => endLostDocuments(cabinet.portalDb, instantFromIso(moment));
    const deleteBefore = (moment: string) =>
      deleteOldDocuments(cabinet.portalDb, files, 'others', instantFromIso(moment), 1000);
    const { documentId } = (await ask(account)).body.document;
    await makeDocuments(cabinet, files);
    const lost = (await ask(account)).body.document;
    await sweepAt('2026-11-20T10:59:00Z');
    expect((await stateOf(account, lost.documentId)).state).toBe('queued');
    await sweepAt('2026-11-20T11:01:00Z');
    expect((await stateOf(account, lost.documentId)).state).toBe('failed');
    // Its job comes after all: what has failed stays so.
    await makeDocuments(cabinet, files);
    expect((await stateOf(account, lost.documentId)).state).toBe('failed');

    await deleteBefore('2026-11-20T09:59:00Z');
    expect((await fileOf(account, documentId)).statusCode).toBe(200);
    await deleteBefore('2026-11-20T10:01:00Z');
    const { body } = await cabinet.post(listDocuments, { token, account });
    expect(body.documents).toEqual([]);
    expect((await fileOf(account, documentId)).statusCode).toBe(404);
    const left = await readdir(join(dataFolder, 'files'), { recursive: true });
    expect(left.filter((name) => name.includes('/'))).toEqual([]);
    const { rows } = await sql`select from portal.stored_file`.execute(cabinet.portalDb);
    expect(rows).toEqual([]);
  });
});
