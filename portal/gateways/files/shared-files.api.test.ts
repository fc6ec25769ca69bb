import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { documentFile, requestDocument } from '#contract/documents.ts';
import { addPhoto } from '#contract/readings.ts';
import { startS3, type TestS3 } from '#platform/object-store/testing/start-s3.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { makeDocuments } from '#portal/testing/make-documents.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createFileStore, openFileObjects, openFileStore } from './open-file-store.ts';
import { checkStore, joinStore, OtherStore, replaceStore, tryWriteStore } from './store-identity.ts';
import { sweepStore } from './stored-files.ts';

let s3: TestS3;
let database: TestDatabase;
let folder: string;
let nodes: TestApp[];
let environment: Record<string, string>;

beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), 'shared-files-'));
  database = await createTestDatabase();
  environment = { FILES_TO: 's3://files/portal', S3_ENDPOINT: s3.endpoint, WORK_SECONDS: '0' };
  nodes = [];
  for (const name of ['one', 'two']) {
    const settings = { ...environment, SVITLO_DATA: join(folder, name), NODE_NAME: name };
    const shared = { ...database, close: async () => undefined };
    nodes.push(await startTestApp('2026-11-20T10:00:00Z', settings, { database: shared }));
  }
  await makeSupplier(first().billingDb);
  await setPeriodState(first().billingDb, '2026-10', 'closed');
  await setPeriodState(first().billingDb, '2026-11', 'open');
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const first = () => nodes[0] as TestApp;
const second = () => nodes[1] as TestApp;
const filesOf = (more: Record<string, string> = {}) => readConfig({ ...environment, ...more });

/** Has the first node make an act of reconciliation; returns what its file is asked for by. */
async function makeAct() {
  const { accountNumber: account } = await makeAccount(first().billingDb);
  await makeCharge(first().billingDb, account, '2026-10', '432.00');
  const token = await first().signIn([account]);
  const months = { kind: 'reconciliation', from: '2026-10', to: '2026-10' } as const;
  const asked = await first().post(requestDocument, { token, account, ...months, requestId: newId() });
  expect(asked.httpStatus).toBe(200);
  expect(await makeDocuments(first(), openFileStore(filesOf()))).toEqual([]);
  return { token, account, documentId: asked.body.document.documentId };
}

test('a document that one node made is read at the other', async () => {
  const act = await makeAct();
  for (const node of nodes) {
    const file = await node.download(documentFile, act);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('while the storage is unavailable files are 503, nothing is stored, and the same requests succeed later', async () => {
  const { token, accountNumber } = await makeReadingCustomer(first());
  const photo = { token, account: accountNumber, requestId: newId(), file: smallJpeg };
  const act = await makeAct();
  await s3.pause();
  expect(outcomeOf(await first().post(addPhoto, photo))).toBe('503 common.serviceDown');
  expect(outcomeOf(await second().post(documentFile, act))).toBe('503 common.serviceDown');
  const stored = first().portalDb.selectFrom('portal.stored_file').select('file_id');
  const ofAccount = () => stored.where('account_number', '=', accountNumber).execute();
  expect(await ofAccount()).toEqual([]);
  const ready = await first().app.inject({ url: '/readyz' });
  expect([ready.statusCode, ready.json().warnings]).toEqual([200, ['fileStore']]);
  await s3.resume();
  const { httpStatus, body } = await first().post(addPhoto, photo);
  expect(httpStatus).toBe(200);
  expect(await ofAccount()).toEqual([{ file_id: body.photoId }]);
  expect(await openFileStore(filesOf()).find(body.photoId)).toBeDefined();
  expect((await second().download(documentFile, act)).statusCode).toBe(200);
});

test('a sweep of S3 deletes what has no row and no transaction that may still register it', async () => {
  const objects = openFileObjects(filesOf({ FILES_TO: 's3://files/swept' }));
  const files = createFileStore(objects);
  const [known, unknown] = [newId(), newId()];
  for (const fileId of [known, unknown]) await files.put(fileId, Buffer.from('bytes'));
  await tryWriteStore(objects);
  const sweep = (before: number) => {
    const findKnown = async () => new Set([known]);
    const shares = Array.from({ length: 24 }, (_, share) => files.sweep({ share, before, findKnown }));
    return Promise.all(shares).then((counts) => counts.reduce((sum, count) => sum + count, 0));
  };
  expect(await sweep(0)).toBe(0);
  expect(await sweep(Number.MAX_SAFE_INTEGER)).toBe(1);
  expect(await files.find(unknown)).toBeUndefined();
  expect(await files.find(known)).toBeDefined();
  // The files of the nodes are younger than a day.
  expect(await sweepStore(first().portalDb, openFileStore(filesOf()))).toBe(0);
});

test('nodes with one store agree, one with a folder of its own is found, and may be declared right', async () => {
  const db = first().portalDb;
  const shared = openFileObjects(filesOf());
  await checkStore(db, shared);
  await Promise.all([joinStore(db, shared, 'one'), joinStore(second().portalDb, shared, 'two')]);
  await joinStore(db, shared, 'one');
  const own = openFileObjects({ dataFolder: join(folder, 'two') });
  const error = await joinStore(db, own, 'three').catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(OtherStore);
  expect(error).toMatchObject({ message: expect.stringContaining('those of s3://files/portal/ on ') });
  await expect(checkStore(db, own)).rejects.toThrow(OtherStore);
  expect(await own.get('store/id')).toBeUndefined();
  await replaceStore(db, own, 'three');
  await checkStore(db, own);
  await expect(checkStore(db, shared)).rejects.toThrow(OtherStore);
  await replaceStore(db, shared, 'one');
  await checkStore(db, shared);
});
