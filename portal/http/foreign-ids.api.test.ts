import { beforeAll, expect, test } from 'vitest';
import { paymentState, startPayment } from '#contract/payments/payments.ts';
import { addPhoto, previewReading } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';

type Customer = Awaited<ReturnType<typeof makeReadingCustomer>>;

let mine: Customer;
let theirs: Customer;

// Inside the reading period.
const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  mine = await makeReadingCustomer(app);
  theirs = await makeReadingCustomer(app);
});

/** The caller's own account with another customer's id. */
const own = () => ({ token: mine.token, account: mine.accountNumber });
function pay(customer: Customer, requestId: string) {
  const { token, accountNumber: account } = customer;
  const order = { provider: 'liqpay', purpose: 'energy', sum: '100.00', requestId };
  return app.post(startPayment, { token, account, ...order });
}

test('a payment of another account is not found through the own account', async () => {
  const { paymentId } = (await pay(theirs, newId())).body.payment;
  expect(outcomeOf(await app.post(paymentState, { ...own(), paymentId }))).toBe('404 common.notFound');
});

test('a photo of another account is refused for an own reading', async () => {
  const { token, accountNumber: account } = theirs;
  const photo = await app.post(addPhoto, { token, account, file: smallJpeg, requestId: newId() });
  const { photoId } = photo.body;
  const { httpStatus } = await mine.submit({ single: '2103' }, { photoId });
  expect(httpStatus).toBe(404);
  expect(await mine.stored()).toEqual([]);
});

test('a meter of another account is refused for the own account', async () => {
  const { meterId } = theirs;
  const asked = await app.post(previewReading, { ...own(), meterId, values: { single: '2103' } });
  expect(asked.body.outcome?.code ?? asked.body.code).toBe('readings.meterNotFound');
  const { body } = await mine.submit({ single: '2103' }, { meterId });
  expect(body.code).toBe('readings.meterNotFound');
  expect([await mine.stored(), await theirs.stored()]).toEqual([[], []]);
});

test('a request id of another account does not return its first response', async () => {
  const requestId = newId();
  const first = await theirs.submit({ single: '2103' }, { requestId });
  const second = await mine.submit({ single: '2110' }, { requestId });
  expect([first.httpStatus, second.httpStatus]).toEqual([200, 200]);
  expect(second.body.receipt.number).not.toBe(first.body.receipt.number);
  expect((await mine.stored()).map(({ value }) => value)).toEqual([2110n]);

  const paymentRequest = newId();
  const [paid, paidToo] = [await pay(theirs, paymentRequest), await pay(mine, paymentRequest)];
  expect([paid.httpStatus, paidToo.httpStatus]).toEqual([200, 409]);
  expect(paidToo.body).toMatchObject({ code: 'common.requestReused' });
  expect(JSON.stringify(paidToo.body)).not.toContain(paid.body.payment.paymentId);
});
