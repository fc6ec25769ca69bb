import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { addPhoto } from '#contract/readings.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { deleteOldPhotos, deleteUnnamedPhotos } from './sweep-photos.ts';

const jpeg = smallJpeg;

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'));
  app = await startTestApp('2026-10-31T10:00:00Z', { SVITLO_DATA: folder, WORK_SECONDS: '0' });
  await makeSupplier(app.billingDb);
  await setPeriodState(app.billingDb, '2026-09', 'closed');
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const keptFile = (photoId: string) => readFile(join(folder, 'files', photoId.slice(-2), photoId));

async function photosOf(accountNumber: string): Promise<string[]> {
  const rows = await app.portalDb
    .selectFrom('portal.stored_file')
    .select('file_id')
    .where('account_number', '=', accountNumber)
    .execute();
  return rows.map(({ file_id }) => file_id);
}

async function customer() {
  const made = await makeReadingCustomer(app);
  return {
    ...made,
    add: (file: Buffer, requestId = newId()) =>
      app.post(addPhoto, { token: made.token, account: made.accountNumber, requestId, file }),
  };
}

test('the picture is kept as the server wrote it, and the same request again names the same photo', async () => {
  const { add, accountNumber } = await customer();
  const requestId = newId();
  const first = await add(jpeg, requestId);
  const again = await add(jpeg, requestId);
  expect(first.httpStatus).toBe(200);
  expect(again.body).toEqual(first.body);
  const reused = await add(Buffer.concat([jpeg, Buffer.alloc(1)]), requestId);
  expect(outcomeOf(reused)).toBe('409 common.requestReused');
  const { photoId } = first.body;
  const kept = await keptFile(photoId);
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 8, height: 8 });
  const rows = await app.portalDb
    .selectFrom('portal.stored_file')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .execute();
  expect(rows).toMatchObject([{ file_id: photoId, content_type: 'image/jpeg', byte_count: kept.length }]);
});

test('of two pictures at once under one request id one is kept whole, the other is refused', async () => {
  const { add, accountNumber } = await customer();
  const pictures = await Promise.all(
    [12, 16, 20, 24].map((width) =>
      sharp({ create: { width, height: 8, channels: 3, background: '#d00' } })
        .jpeg()
        .toBuffer(),
    ),
  );
  const requestId = newId();
  const answers = await Promise.all(pictures.map((one) => add(one, requestId)));
  const taken = answers.flatMap(({ httpStatus }, index) => (httpStatus === 200 ? [index] : []));
  expect(taken).toHaveLength(1);
  const others = answers.filter(({ httpStatus }) => httpStatus !== 200).map(({ body }) => body.code);
  expect(others).toEqual(Array(3).fill('common.requestReused'));
  const [photoId] = await photosOf(accountNumber);
  expect((await sharp(await keptFile(photoId ?? '')).metadata()).width).toBe(12 + 4 * (taken[0] ?? -1));
});

/** A photo as a phone takes it: 12 megapixels lying on its side, with EXIF, place, device and a profile of colours. */
async function phonePhoto(): Promise<Buffer> {
  const upperHalf = await sharp({ create: { width: 4032, height: 1512, channels: 3, background: '#d00' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#00d' } })
    .composite([{ input: upperHalf, top: 0, left: 0 }])
    .withExif({
      IFD0: { Make: 'Phone', Model: 'Model 15' },
      IFD3: { GPSLatitude: '50/1 27/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
}

test('a photo of a phone is kept upright, reduced, in sRGB, and the place where it was taken is kept nowhere', async () => {
  const { add } = await customer();
  const photo = await phonePhoto();
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, hasProfile: true });
  const { photoId } = (await add(photo)).body;
  const kept = await keptFile(photoId);
  const { width, height, exif, icc, orientation } = await sharp(kept).metadata();
  expect({ width, height, exif, icc, orientation }).toEqual({ width: 1200, height: 1600 });
  // What lay above is on the right of what is upright.
  const right = await sharp(kept).extract({ left: 900, top: 0, width: 200, height: 1600 }).toBuffer();
  const { dominant } = await sharp(right).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);
  expect(kept.includes('Model 15')).toBe(false);
});

test.each(['png', 'webp'] as const)(
  'a photo as %s is kept as a JPEG, what was transparent is white',
  async (format) => {
    const { add } = await customer();
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const create = { width: 40, height: 30, channels: 4, background } as const;
    const photo = await sharp({ create }).toFormat(format).toBuffer();
    const kept = await keptFile((await add(photo)).body.photoId);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 });
    expect((await sharp(kept).stats()).dominant.r).toBeGreaterThan(240);
  },
);

test('an account may add ten photos in a month of Kyiv, also at once; the eleventh is refused, its reading is not', async () => {
  const { add, submit, accountNumber } = await customer();
  const answers = await Promise.all(Array.from({ length: 14 }, () => add(jpeg)));
  const codes = answers.map(({ httpStatus, body }) => `${httpStatus} ${body.code ?? ''}`).toSorted();
  expect(codes).toEqual([...Array(10).fill('200 '), ...Array(4).fill('422 readings.tooManyPhotos')]);
  expect(answers.find(({ httpStatus }) => httpStatus === 422)?.body.message).toContain('10 фото');
  expect(await photosOf(accountNumber)).toHaveLength(10);
  expect((await submit({ single: '2100' })).httpStatus).toBe(200);
  app.clock.set(instantFromIso('2026-10-31T22:00:00Z'));
  expect((await add(jpeg)).httpStatus).toBe(200);
  app.clock.set(instantFromIso('2026-10-31T10:00:00Z'));
});

test('photos that no reading names go after two days with their files, those of readings stay', async () => {
  const { add, submit, accountNumber } = await customer();
  const named = (await add(jpeg)).body.photoId;
  const loose = (await add(jpeg)).body.photoId;
  expect((await submit({ single: '9000' }, { photoId: named })).httpStatus).toBe(200);
  const files = openFileStore({ dataFolder: folder });
  const billing = createBillingClient({
    transport: inProcess(app.billing),
    record: () => undefined,
    clock: app.clock,
  });
  const stores = { db: app.portalDb, files };
  const sweepAt = (iso: string) =>
    deleteUnnamedPhotos(
      { ...stores, billing },
      (instantFromIso(iso) - 48 * 3_600_000) as Instant,
      500,
      newId(),
    );
  await sweepAt('2026-11-02T10:59:00Z');
  expect((await photosOf(accountNumber)).toSorted()).toEqual([named, loose].toSorted());
  await sweepAt('2026-11-02T11:01:00Z');
  expect(await photosOf(accountNumber)).toEqual([named]);
  expect(await files.find(loose)).toBeUndefined();
  expect(await files.find(named)).toBeDefined();
  // It is known to be named and is not asked about again.
  await sql`delete from billing.reading_submission where photo_id = ${named}::uuid`
    .execute(app.billingDb)
    .catch(() => undefined);
  await sweepAt('2026-12-31T12:00:00Z');
  expect(await photosOf(accountNumber)).toEqual([named]);

  // Its term is that of photos of readings.
  await deleteOldPhotos(stores, instantFromIso('2026-10-31T10:00:00Z'), 10);
  expect(await photosOf(accountNumber)).toEqual([named]);
  await deleteOldPhotos(stores, instantFromIso('2026-10-31T10:00:01Z'), 10);
  expect([await photosOf(accountNumber), await files.find(named)]).toEqual([[], undefined]);
});

test('a photo that is about to be swept can be named by no reading or correction any more', async () => {
  const { add, submit, correct } = await customer();
  const { photoId } = (await add(jpeg)).body;
  await sql`update portal.stored_file set stored_at = '2026-10-29T09:59:59Z' where file_id = ${photoId}::uuid`.execute(
    app.portalDb,
  );
  expect(outcomeOf(await submit({ single: '9000' }, { photoId }))).toBe('404 common.notFound');
  expect((await submit({ single: '2100' })).httpStatus).toBe(200);
  expect(outcomeOf(await correct({ single: '2105' }, { photoId }))).toBe('404 common.notFound');
});

test.each([
  ['a value that is too large', '9000', 'readings.valueTooLarge', 7000],
  ['a lower value', '1990', 'readings.lowerThanPrevious', null],
])(
  'with a photo %s is looked at by an operator, and counts nothing until then',
  async (_, single, code, kwh) => {
    const { add, submit, stored, accountNumber } = await customer();
    expect((await submit({ single })).body.code).toBe(code);
    const { photoId } = (await add(jpeg)).body;
    const { outcome, receipt } = (await submit({ single }, { photoId })).body;
    const registers = [{ zone: 'single', value: Number(single), kwh }];
    expect(outcome).toMatchObject({ kind: 'underReview', code: 'readings.operatorCheck', registers });
    expect(receipt.totalKwh).toBe(kwh ?? 0);
    expect(await stored()).toMatchObject([{ value: BigInt(single), status: 'underReview' }]);
    const { photo_id } = await app.billingDb
      .selectFrom('billing.reading_submission')
      .select('photo_id')
      .where('account_number', '=', accountNumber)
      .executeTakeFirstOrThrow();
    expect(photo_id).toBe(photoId);
  },
);

const large = Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]);
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
test.each([
  ['a PDF', 'readings.photoRefused', 'до 5 МБ. Це документ PDF. Сфотографуйте', Buffer.from('%PDF-1.7')],
  ['a photo cut off on its way', 'files.damaged', 'пошкоджено', jpeg.subarray(0, -4)],
  ['a text', 'readings.photoRefused', 'Це текстовий файл.', Buffer.from('не фото')],
  ['nothing', 'readings.photoRefused', 'Це порожній файл.', Buffer.alloc(0)],
  ['more than 5 MB', 'readings.photoRefused', 'до 5 МБ', large],
  ['HEIC, with advice how to make another,', 'readings.photoHeic', 'Найбільш сумісний', heic],
] as const)('%s is refused as a photo and kept nowhere', async (_, code, words, file) => {
  const { add, accountNumber } = await customer();
  const answer = await add(file);
  expect(outcomeOf(answer)).toBe(`422 ${code}`);
  expect(answer.body.message).toContain(words);
  expect(await photosOf(accountNumber)).toEqual([]);
});
