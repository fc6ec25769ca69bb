import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import type { InputOf } from '#contract/define-call.ts';
import { decideReview, getReview, listReviews, reviewPhoto } from '#contract/readings/review.ts';
import { giveReviewPhoto } from '#contract/readings/review-photo.ts';
import { addPhoto, listMeters, listReadings } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';

let operator: string;
const app = provideTestApp({ now: '2026-10-30T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  for (const period of ['2026-08', '2026-09']) await setPeriodState(app.billingDb, period, 'closed');
  await setPeriodState(app.billingDb, '2026-10', 'open');
  operator = await app.signIn([], 'admin', ['operator']);
});

async function customerUnderReview(hasPhoto = true) {
  const customer = await makeReadingCustomer(app);
  const account = customer.accountNumber;
  const addOwnPhoto = async () =>
    (await app.post(addPhoto, { token: customer.token, account, requestId: newId(), file: smallJpeg })).body
      .photoId;
  const photoId = await addOwnPhoto();
  const { body } = await customer.submit(
    { single: '2800' },
    hasPhoto ? { photoId } : { confirmed: ['readings.deviation'] },
  );
  expect(body.outcome).toMatchObject({ kind: 'underReview', code: 'readings.operatorCheck' });
  const { body: queue } = await app.post(listReviews, { token: operator, state: 'waiting' });
  const reviewId = queue.reviews.find((one) => one.account === account)?.reviewId ?? '';
  return { ...customer, account, photoId, reviewId, receipt: body.receipt.number, addOwnPhoto };
}

const decide = (account: string, reviewId: string, more: Partial<InputOf<typeof decideReview>> = {}) =>
  app.post(decideReview, { token: operator, account, reviewId, action: 'accept', reason: '', ...more });

test('an operator sees the reading with its photo and asks for another; the customer gives it and is told what was decided', async () => {
  const { account, token, reviewId, photoId, receipt, addOwnPhoto } = await customerUnderReview();
  const { body } = await app.post(getReview, { token: operator, account, reviewId });
  expect(body.review).toMatchObject({
    state: 'waiting',
    phone: '+380501234567',
    photoIds: [photoId],
    causes: [{ kind: 'deviation', kwh: 800, lastYearKwh: 100, percent: 700, inARow: 1 }],
    lastYear: { period: '2025-10', kwh: 100 },
    isPeriodClosed: false,
  });
  const photo = await app.download(reviewPhoto, { token: operator, account, reviewId, photoId });
  expect(photo.statusCode).toBe(200);
  expect(photo.headers['content-type']).toBe('image/jpeg');
  expect(photo.headers['x-content-type-options']).toBe('nosniff');
  expect(photo.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  const unknown = { token: operator, account, reviewId, photoId: newId() };
  expect((await app.post(reviewPhoto, unknown)).httpStatus).toBe(404);

  expect((await decide(account, reviewId, { action: 'askPhoto' })).body).toMatchObject({ decision: null });
  const stateOf = async () => (await app.post(listMeters, { token, account })).body.meters[0]?.review;
  expect(await stateOf()).toMatchObject({ state: 'photoAsked', dueOn: '2026-11-02', receiptNumber: receipt });
  const given = { token, account, receiptNumber: receipt, photoId: await addOwnPhoto() };
  const stranger = await customerUnderReview();
  expect((await app.post(giveReviewPhoto, { ...given, token: stranger.token })).httpStatus).toBe(404);
  expect((await app.post(giveReviewPhoto, { ...given, photoId: stranger.photoId })).httpStatus).toBe(404);
  expect((await app.post(giveReviewPhoto, given)).body).toMatchObject({ dueOn: '2026-11-02' });
  expect((await app.post(giveReviewPhoto, given)).body.code).toBe('readings.photoNotAsked');
  expect(await stateOf()).toMatchObject({ state: 'waiting' });

  const rejected = await decide(account, reviewId, { action: 'reject', reason: 'На фото інший лічильник.' });
  expect(rejected.body).toMatchObject({ decision: 'rejected', isRecalculated: false });
  const late = await decide(account, reviewId);
  expect(late).toMatchObject({ httpStatus: 409, body: { code: 'readings.alreadyDecided' } });
  expect(late.body.message).toContain('відхилено');
  expect(await stateOf()).toMatchObject({ state: 'rejected', reason: 'На фото інший лічильник.' });
  const { body: list } = await app.post(listReadings, { token, account, state: 'rejected' });
  expect(list.readings).toMatchObject([{ value: 2800, review: { state: 'rejected' } }]);
});

function another(single: string): Partial<InputOf<typeof decideReview>> {
  return { action: 'acceptAnother', values: { single } };
}

test.each<[string, Partial<InputOf<typeof decideReview>>, string, RegExp]>([
  ['no reason', { action: 'reject', reason: ' x ' }, 'readings.reasonMissing', /^[^{}]+$/],
  ['no number', another('12,5'), 'readings.digitCapacity', /^[^{}]+$/],
  [
    'less',
    another('1999'),
    'readings.lowerThanPrevious',
    /менші за попередні.* показанням 02000 від 01\.10\.2026\.$/,
  ],
  [
    'too much',
    another('90000'),
    'readings.valueTooLarge',
    / з прийнятим показанням 02000 від 01\.10\.2026\.$/,
  ],
])('%s is refused as %j with %s, and the reading stays in the queue', async (_, more, code, words) => {
  const { account, reviewId, stored } = await customerUnderReview(false);
  const answer = await decide(account, reviewId, more);
  expect(answer).toMatchObject({ httpStatus: 422, body: { code, message: expect.stringMatching(words) } });
  expect(await stored()).toMatchObject([{ status: 'underReview' }]);
});

test('texts of a customer and of an operator are kept and answered as text', async () => {
  const { account, token, reviewId } = await customerUnderReview();
  const reason = '<img src=x onerror=alert(1)> {{name}}';
  expect((await decide(account, reviewId, { action: 'reject', reason })).httpStatus).toBe(200);
  const { body } = await app.post(listMeters, { token, account });
  expect(body.meters[0]?.review?.reason).toBe(reason);
  const { rows } = await sql<{ after: { by: string; reason: string } }>`select after from billing.audit_entry
    where account_number = ${account} and action = 'reading.rejected'`.execute(app.billingDb);
  expect(rows).toMatchObject([{ after: { reason } }]);
});
