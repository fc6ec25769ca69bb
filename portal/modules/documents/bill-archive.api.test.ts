import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess } from '#billing/client.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { documentFile, documentState, listDocuments, requestDocument } from '#contract/documents.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { makeDocuments } from '#portal/testing/make-documents.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { deleteOldDocuments } from './public.ts';

let cabinet: TestApp;
let dataFolder: string;
let files: FileStore;
let flat: string;
let house: string;
let token: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'archives-'));
  cabinet = await startTestApp('2026-12-05T10:00:00Z', { SVITLO_DATA: dataFolder });
  files = openFileStore({ dataFolder });
  await makeSupplier(cabinet.billingDb);
  const history = [{ period: '2026-08', closing: { single: 100 } }];
  flat = (await makeAccount(cabinet.billingDb, { history })).accountNumber;
  house = (await makeAccount(cabinet.billingDb, { history })).accountNumber;
  for (const period of ['2026-09', '2026-10', '2026-11']) await closeMonth(cabinet.url, period);
  token = await cabinet.signIn([flat, house]);
});
afterAll(async () => {
  await cabinet.close();
  await rm(dataFolder, { recursive: true, force: true });
});

type Asked = { from?: string; to?: string; scope?: 'account' | 'all'; requestId?: string };

const ask = (asked: Asked = {}, by = token, account = flat) =>
  cabinet.post(requestDocument, {
    token: by,
    account,
    kind: 'bills',
    from: '2026-09',
    to: '2026-11',
    requestId: newId(),
    ...asked,
  });

async function stateOf(documentId: string, by = token) {
  return (await cabinet.post(documentState, { token: by, account: flat, documentId })).body.document;
}

const fileOf = (documentId: string, by = token) =>
  cabinet.download(documentFile, { token: by, account: flat, documentId });

describe('bills of many months', () => {
  test('come as one archive, each as its own document', async () => {
    const { body } = await ask({ from: '2026-10' });
    expect(body.document).toMatchObject({ kind: 'bills', accountCount: 1, state: 'queued' });
    const { documentId } = body.document;
    expect(await makeDocuments(cabinet, files)).toEqual([]);
    const fileName = `Рахунки-${flat}-2026-10-2026-11.zip`;
    expect(await stateOf(documentId)).toMatchObject({ state: 'ready', progress: 100, fileName });

    const file = await fileOf(documentId);
    expect(file.headers['content-type']).toBe('application/zip');
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(fileName);
    expect(file.headers['content-length']).toBe(String(file.rawPayload.length));
    const inside = unzipSync(file.rawPayload);
    expect(Object.keys(inside)).toEqual([`Рахунок-${flat}-102026.pdf`, `Рахунок-${flat}-112026.pdf`]);
    const text = readPdfText(Buffer.from(inside[`Рахунок-${flat}-112026.pdf`] ?? []));
    expect(text).toContain('листопад 2026 року');
    expect(text).toContain(flat);
  });

  test('of every object of the cabinet lie in a folder for each', async () => {
    const { documentId, accountCount } = (await ask({ scope: 'all' })).body.document;
    expect(accountCount).toBe(2);
    await makeDocuments(cabinet, files);
    const file = await fileOf(documentId);
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(
      'Рахунки-2026-09-2026-11.zip',
    );
    const months = ['092026', '102026', '112026'];
    expect(Object.keys(unzipSync(file.rawPayload))).toEqual(
      [flat, house]
        .sort()
        .flatMap((account) => months.map((month) => `${account}/Рахунок-${account}-${month}.pdf`)),
    );
  });

  test('tell how far they are, bill by bill', async () => {
    const { documentId } = (await ask({ scope: 'all' })).body.document;
    const seen: number[] = [];
    const direct = inProcess(cabinet.billing);
    await makeDocuments(cabinet, files, async (...call) => {
      seen.push((await stateOf(documentId)).progress);
      return direct(...call);
    });
    expect(seen).toEqual([0, 0, 0, 17, 33, 50, 67, 83]);
  });

  test('cut off in the middle are gathered again from the beginning, and leave no half of a file', async () => {
    const { documentId } = (await ask()).body.document;
    const direct = inProcess(cabinet.billing);
    let calls = 0;
    const errors = await makeDocuments(cabinet, files, async (...call) => {
      calls += 1;
      if (calls === 3) throw new Error('away');
      return direct(...call);
    });
    expect(errors).toEqual(['Error: away']);
    expect(await files.find(documentId)).toBeUndefined();
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(cabinet.portalDb);
    expect(await makeDocuments(cabinet, files)).toEqual([]);
    expect(Object.keys(unzipSync((await fileOf(documentId)).rawPayload))).toHaveLength(3);
  });

  const tooLong =
    'Файл готувався занадто довго, і ми його зупинили. Спробуйте пізніше або оберіть коротший період.';

  test('that take longer than they may have failed for good and say why; what hung goes on with nothing', async () => {
    const { documentId, reason } = (await ask()).body.document;
    expect(reason).toBeNull();
    const direct = inProcess(cabinet.billing);
    const hanging = Promise.withResolvers<void>();
    let calls = 0;
    const errors = await makeDocuments(
      cabinet,
      files,
      async (...call) => {
        calls += 1;
        const answer = await direct(...call);
        // The list was asked for first: this is the second bill.
        if (calls === 3) await hanging.promise;
        return answer;
      },
      2,
    );
    expect(errors).toEqual(['Error: a document took more than 2 s']);
    expect(await stateOf(documentId)).toMatchObject({ state: 'failed', reason: tooLong });
    hanging.resolve();
    // Another archive takes longer than the next call of this one would.
    await ask({ from: '2026-11' });
    await makeDocuments(cabinet, files);
    expect(calls).toBe(3);
    expect(await files.find(documentId)).toBeUndefined();
    expect((await fileOf(documentId)).statusCode).toBe(409);
  });

  test('one bill of which takes too long are not tried again', async () => {
    const { documentId } = (await ask()).body.document;
    const direct = inProcess(cabinet.billing);
    const errors = await makeDocuments(cabinet, files, async (...call) =>
      call[0].name === 'BILL_PDF' ? { ok: false, code: 'common.fileTimedOut', params: {} } : direct(...call),
    );
    expect(errors).toEqual(['Error: BILL_PDF of 2026-09 refused: common.fileTimedOut']);
    expect(await stateOf(documentId)).toMatchObject({ state: 'failed', reason: tooLong });
  });

  test('are five of an account: the sixth takes the place of the oldest, which goes with its file', async () => {
    const made: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      made.push((await ask({ from: '2026-11' })).body.document.documentId);
      await makeDocuments(cabinet, files);
      cabinet.clock.set((cabinet.clock.now() + 1000) as Instant);
    }
    const [first = '', ...others] = made;
    expect((await fileOf(first)).statusCode).toBe(404);
    expect(await files.find(first)).toBeUndefined();
    const { body } = await cabinet.post(listDocuments, { token, account: flat, kind: 'bills' });
    expect(body.documents.map(({ documentId }) => documentId)).toEqual(others.toReversed());
  });

  test('are deleted with their file when they are older than their term', async () => {
    const { documentId, requestedAt } = (await ask({ from: '2026-11' })).body.document;
    await makeDocuments(cabinet, files);
    const deleteBefore = (moment: number) =>
      deleteOldDocuments(cabinet.portalDb, files, 'archives', moment as Instant, 10);
    await deleteBefore(instantFromIso(requestedAt));
    expect((await fileOf(documentId)).statusCode).toBe(200);
    await deleteBefore(instantFromIso(requestedAt) + 1);
    expect((await fileOf(documentId)).statusCode).toBe(404);
    expect(await files.find(documentId)).toBeUndefined();
  });

  test('without a single bill in those months fail, and say why', async () => {
    const { documentId } = (await ask()).body.document;
    await makeDocuments(cabinet, files, async (module, ...rest) =>
      module.name === 'BILL_LIST'
        ? { ok: true, data: { bills: [] } }
        : inProcess(cabinet.billing)(module, ...rest),
    );
    expect((await stateOf(documentId)).state).toBe('failed');
  });

  test('of more than 600 months and objects are refused in words', async () => {
    const many = Array.from({ length: 201 }, (_, index) => String(3_990_000_000 + index));
    const owner = await cabinet.signIn([flat, ...many]);
    const { httpStatus, body } = await ask({ scope: 'all' }, owner);
    expect([httpStatus, body.code]).toEqual([422, 'documents.tooManyBills']);
    expect(body.message).toBe(
      'В одному архіві не більше ніж 600 рахунків. Оберіть менше місяців або один об’єкт.',
    );
  });
});

describe('an archive is only for whoever asked for it', () => {
  test('somebody else with the same object neither sees nor gets it', async () => {
    const { documentId } = (await ask({ scope: 'all' })).body.document;
    await makeDocuments(cabinet, files);
    const wife = await cabinet.signIn([flat]);
    expect((await fileOf(documentId, wife)).statusCode).toBe(404);
    const state = await cabinet.post(documentState, { token: wife, account: flat, documentId });
    expect(state.httpStatus).toBe(404);
    const list = await cabinet.post(listDocuments, { token: wife, account: flat });
    expect(list.body.documents).toEqual([]);
    const own = await cabinet.post(listDocuments, { token, account: flat, kind: 'bills' });
    expect(own.body.documents.map((document) => document.documentId)).toContain(documentId);
    const acts = await cabinet.post(listDocuments, { token, account: flat, kind: 'reconciliation' });
    expect(acts.body.documents).toEqual([]);
  });

  test('nor its owner once one of its objects has left the cabinet', async () => {
    const owner = await cabinet.signIn([flat, house]);
    const { documentId } = (await ask({ scope: 'all' }, owner)).body.document;
    await makeDocuments(cabinet, files);
    expect((await fileOf(documentId, owner)).statusCode).toBe(200);
    await sql`delete from portal.identity_account where account_number = ${house}
      and identity_id = (select requested_by from portal.document_request where document_id = ${documentId}::uuid)`.execute(
      cabinet.portalDb,
    );
    expect((await fileOf(documentId, owner)).statusCode).toBe(404);
  });
});
