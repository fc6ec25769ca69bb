import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { addPhoto } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import { jpegSegment, makeJpeg, smallJpeg } from '#portal/testing/make-picture.ts';
import { makeReadingCustomer } from '#portal/testing/reading-customer.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

const jpeg = smallJpeg;

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'));
  app = await startTestApp('2026-10-31T10:00:00Z', { SVITLO_DATA: folder });
  await makeSupplier(app.billingDb);
  await setPeriodState(app.billingDb, '2026-09', 'closed');
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function customer() {
  const made = await makeReadingCustomer(app);
  return {
    ...made,
    add: (content: string, requestId = newId()) =>
      app.post(addPhoto, { token: made.token, account: made.accountNumber, requestId, content }),
  };
}

test('the picture is kept as it came, and the same request again names the same photo', async () => {
  const { add, accountNumber } = await customer();
  const requestId = newId();
  const first = await add(jpeg.toString('base64'), requestId);
  const again = await add(jpeg.toString('base64'), requestId);
  expect(first.httpStatus).toBe(200);
  expect(again.body).toEqual(first.body);
  const { photoId } = first.body;
  expect(await readFile(join(folder, 'files', photoId.slice(-2), photoId))).toEqual(jpeg);
  const rows = await app.portalDb
    .selectFrom('portal.stored_file')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .execute();
  expect(rows).toMatchObject([{ file_id: photoId, content_type: 'image/jpeg', byte_count: jpeg.length }]);
});

test('the place where a photo was taken is kept nowhere', async () => {
  const { add } = await customer();
  const comment = jpegSegment(0xfe, 'GPS 50.4501 30.5234');
  const { photoId } = (await add(makeJpeg(comment).toString('base64'))).body;
  const { byte_count } = await app.portalDb
    .selectFrom('portal.stored_file')
    .select('byte_count')
    .where('file_id', '=', photoId)
    .executeTakeFirstOrThrow();
  expect(await readFile(join(folder, 'files', photoId.slice(-2), photoId))).toEqual(jpeg);
  expect(byte_count).toBe(jpeg.length);
});

test('a photo as HEIC is refused with advice how to make another', async () => {
  const { add } = await customer();
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const { httpStatus, body } = await add(heic.toString('base64'));
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'readings.photoHeic' });
  expect(body.message).toContain('Найбільш сумісний');
});

test('with a photo a value that is too large is looked at by an operator', async () => {
  const { add, submit, stored, accountNumber } = await customer();
  expect((await submit({ single: '9000' })).body.code).toBe('readings.valueTooLarge');
  const { photoId } = (await add(jpeg.toString('base64'))).body;
  const { httpStatus, body } = await submit({ single: '9000' }, { photoId });
  expect(httpStatus).toBe(200);
  expect(body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.operatorCheck' });
  expect(await stored()).toMatchObject([{ status: 'underReview' }]);
  const { photo_id } = await app.billingDb
    .selectFrom('billing.reading_submission')
    .select('photo_id')
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  expect(photo_id).toBe(photoId);
});

test("a reading may not name a photo of somebody else's account", async () => {
  const owner = await customer();
  const other = await customer();
  const { photoId } = (await owner.add(jpeg.toString('base64'))).body;
  for (const call of [other.submit, other.correct]) {
    const { httpStatus, body } = await call({ single: '9000' }, { photoId });
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 404, code: 'common.notFound' });
  }
  expect(await other.stored()).toEqual([]);
});

test.each([
  ['a PDF', Buffer.from('%PDF-1.7').toString('base64')],
  ['a photo cut off on its way', jpeg.subarray(0, -4).toString('base64')],
  ['no base64', 'не фото'],
  ['nothing', ''],
  ['more than 5 MB', Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]).toString('base64')],
])('%s is refused as a photo and kept nowhere', async (_, content) => {
  const { add, accountNumber } = await customer();
  const { httpStatus, body } = await add(content);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'readings.photoRefused' });
  expect(body.message).toContain('5 МБ');
  const rows = await app.portalDb
    .selectFrom('portal.stored_file')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .execute();
  expect(rows).toEqual([]);
});

test('a stranger adds no photo, nobody is asked to sign in, and all problems are told at once', async () => {
  const { accountNumber } = await customer();
  const payload = { account: accountNumber, requestId: newId(), content: jpeg.toString('base64') };
  expect((await app.post(addPhoto, payload)).httpStatus).toBe(401);
  const stranger = await app.signIn([]);
  expect((await app.post(addPhoto, { ...payload, token: stranger })).httpStatus).toBe(404);
  const bad = await app.post(addPhoto, { token: stranger, account: 'x', requestId: 'y' });
  expect(bad.httpStatus).toBe(400);
  expect(bad.body.issues?.map(({ path }) => path)).toEqual(['account', 'requestId', 'content']);
});
