import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addPhoto } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import { requestBody } from '#portal/testing/request-body.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { maxPhotosPerPeriod } from './add-photo.ts';
import { type HostilePicture, makeHostilePictures, secretPlace } from './testing/hostile-pictures.ts';

/** Of the thread that serves everybody, for one picture: reading the request, judging it, answering. */
const maxMs = 50;

let app: TestApp;
let folder: string;
let pictures: readonly HostilePicture[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photos-'));
  app = await startTestApp('2026-10-31T10:00:00Z', { SVITLO_DATA: folder, WORK_SECONDS: '0' });
  await makeSupplier(app.billingDb);
  pictures = await makeHostilePictures();
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Processor time of this thread alone: what other processes and a busy machine take is not in it. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
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
  const startedAt = threadMs();
  const response = await app.app.inject({
    method: 'POST',
    url: addPhoto.path,
    headers: { 'content-type': type },
    payload: body,
  });
  return { spentMs: threadMs() - startedAt, answer: response.json() };
}

const cheaper = <Sent extends { spentMs: number }>(one: Sent, other: Sent) =>
  other.spentMs < one.spentMs ? other : one;

/**
 * Processor time counts double on a processor that others use too. Then the limit is what an ordinary picture of as many bytes
 * takes in the same seconds, three times; both are sent in turn, and the cheapest of each counts.
 */
async function sendUntilQuick(picture: HostilePicture, ordinary: HostilePicture) {
  let cheapest = await send(picture);
  let limitMs = maxMs;
  let base: { spentMs: number } | undefined;
  for (let left = 20; left > 0 && cheapest.spentMs >= limitMs; left -= 1) {
    // What the tests before have left is not collected in the time of this picture.
    globalThis.gc?.();
    base = cheaper(await send(ordinary), base ?? { spentMs: Number.POSITIVE_INFINITY });
    limitMs = Math.max(maxMs, 3 * base.spentMs);
    cheapest = cheaper(cheapest, await send(picture));
  }
  return { ...cheapest, isSlow: cheapest.spentMs >= limitMs };
}

test('at least 50 hostile pictures are each refused or cleaned in less than 50 ms of the event loop', async () => {
  expect(pictures.length).toBeGreaterThanOrEqual(50);
  const ordinary = pictures.find(({ name }) => name === 'noise of 5 MB') as HostilePicture;
  const slow: string[] = [];
  const outcomes: [string, string][] = [];
  for (const picture of pictures) {
    const { spentMs, isSlow, answer } = await sendUntilQuick(picture, ordinary);
    outcomes.push([picture.name, answer.code ?? 'cleaned']);
    if (isSlow) slow.push(`${picture.name}: ${Math.round(spentMs)} ms`);
    if (answer.photoId === undefined) continue;
    const kept = await readFile(join(folder, 'files', answer.photoId.slice(-2), answer.photoId));
    expect([picture.name, kept.includes(secretPlace)]).toEqual([picture.name, false]);
    const { format, width, height, exif, icc, xmp, orientation } = await sharp(kept).metadata();
    expect({ format, exif, icc, xmp, orientation }).toEqual({ format: 'jpeg' });
    expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
  }
  expect(outcomes).toEqual(pictures.map(({ name, becomes }) => [name, becomes]));
  expect(slow).toEqual([]);
}, 120_000);
