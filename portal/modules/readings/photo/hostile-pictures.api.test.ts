import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addPhoto } from '#contract/readings.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { newId } from '#platform/uuid.ts';
import { requestBody } from '#portal/testing/request-body.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { maxPhotosPerPeriod } from './add-photo.ts';
import { type HostilePicture, makeHostilePictures, secretPlace } from './testing/hostile-pictures.ts';

/**
 * Numbers read from buffers by the thread that serves everybody, for one picture: those of the database's answers, and none for
 * each part of the picture, of which there may be 700,000. Its time is measured by `npm run bench -- event-loop`.
 */
const maxNumbersRead = 1000;

let app: TestApp;
let folder: string;
let pictures: readonly HostilePicture[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'));
  app = await startTestApp('2026-10-31T10:00:00Z', { SVITLO_DATA: folder, WORK_SECONDS: '0' });
  await makeSupplier(app.billingDb);
  const all = await makeHostilePictures();
  expect(all.length).toBeGreaterThanOrEqual(50);
  pictures = usualPart(all, 17);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let numbersRead = 0;

function countNumbersRead(): void {
  for (const name of ['readUInt16BE', 'readUInt32BE', 'readUInt32LE'] as const) {
    const read = Buffer.prototype[name];
    vi.spyOn(Buffer.prototype, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      numbersRead += 1;
      return Reflect.apply(read, this, args);
    });
  }
}

let sent = 0;
let customer: { readonly token: string; readonly accountNumber: string };

async function send({ content }: HostilePicture) {
  if (sent % maxPhotosPerPeriod === 0) customer = await makeReadingCustomer(app);
  sent += 1;
  const { token, accountNumber: account } = customer;
  const { type, body } = await requestBody(addPhoto.path, {
    token,
    account,
    requestId: newId(),
    file: content,
  });
  numbersRead = 0;
  const response = await app.app.inject({
    method: 'POST',
    url: addPhoto.path,
    headers: { 'content-type': type },
    payload: body,
  });
  return { answer: response.json(), reads: numbersRead };
}

test('hostile pictures are each refused or cleaned, and none is judged by the thread of the event loop', async () => {
  countNumbersRead();
  const judgedHere: string[] = [];
  const outcomes: [string, string][] = [];
  for (const picture of pictures) {
    const { answer, reads } = await send(picture);
    outcomes.push([picture.name, answer.code ?? 'cleaned']);
    if (reads > maxNumbersRead) judgedHere.push(`${picture.name}: ${reads}`);
    if (answer.photoId === undefined) continue;
    const kept = await readFile(join(folder, 'files', answer.photoId.slice(-2), answer.photoId));
    expect([picture.name, kept.includes(secretPlace)]).toEqual([picture.name, false]);
    const { format, width, height, exif, icc, xmp, orientation } = await sharp(kept).metadata();
    expect({ format, exif, icc, xmp, orientation }).toEqual({ format: 'jpeg' });
    expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
  }
  expect(outcomes).toEqual(pictures.map(({ name, becomes }) => [name, becomes]));
  expect(judgedHere).toEqual([]);
});
