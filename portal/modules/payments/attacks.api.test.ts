import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { personBalance } from '#contract/balance.ts';
import { type paymentProviders, paymentState, startPayment } from '#contract/payments/payments.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { createPaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import type { Callback } from '#portal/gateways/payments/payment-gateway.ts';
import type { FakeProviders } from '#portal/gateways/payments/testing/fake-providers.ts';
import {
  type AppWithFakeProviders,
  startWithFakeProviders,
} from '#portal/testing/providers/start-with-fake-providers.ts';
import { type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { settleWaitingPayments } from './testing/settle-waiting-payments.ts';

const noon = '2026-11-20T10:00:00Z';
type Provider = (typeof paymentProviders)[number];

const clock = fixedClock(instantFromIso(noon));
let fixture: AppWithFakeProviders;
let fakes: FakeProviders;
let app: TestApp;
let origin: string;

beforeAll(async () => {
  fixture = await startWithFakeProviders(noon, clock);
  ({ fakes, app, origin } = fixture);
});
afterAll(async () => {
  expect(await checkLedger(app.billingDb)).toEqual([]);
  await fixture.close();
});

/** A customer who owes 432.50. */
async function debtor() {
  const { accountNumber: account } = await makeAccount(app.billingDb);
  await makeCharge(app.billingDb, account, '2026-10', '432.50');
  const token = await app.signIn([account]);
  // A session lasts a day, some tests longer.
  const fresh = () => app.signIn([account]);
  const begin = (provider: Provider, requestId: string = newId()) =>
    app.post(startPayment, { token, account, provider, purpose: 'energy', sum: '432.50', requestId });
  const stateOf = async (paymentId: string) =>
    (await app.post(paymentState, { token: await fresh(), account, paymentId })).body.payment.state;
  const balance = async () => (await app.post(personBalance, { token: await fresh(), account })).body.balance;
  return { account, begin, stateOf, balance };
}

/** An order that the payer has opened at the provider. */
async function open(provider: Provider) {
  const customer = await debtor();
  const { httpStatus, body } = await customer.begin(provider);
  expect(httpStatus).toBe(200);
  const { payUrl, payFields, payment } = body;
  await fetch(payUrl, payFields === null ? {} : { method: 'POST', body: new URLSearchParams(payFields) });
  return { ...customer, payment, payFields, orderId: payment.orderId };
}

/** Brings a report to where providers bring them. */
async function postCallback(provider: Provider, { headers, body }: Callback) {
  const sent = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const response = await fetch(`${origin}/api/payments/callback/${provider}`, {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body: body.toString('utf8'),
  });
  const answer = (await response.json()) as { readonly outcome?: string; readonly code?: string };
  return { httpStatus: response.status, ...answer };
}

/** So many minutes later the job asks the providers. */
async function settle(minutes: number): Promise<void> {
  app.clock.set((app.clock.now() + minutes * 60_000) as Instant);
  await settleWaitingPayments({
    reference: newId(),
    billing: createBillingClient({
      transport: inProcess(app.billing),
      record: () => undefined,
      clock: app.clock,
    }),
    clock: app.clock,
    gateways: createPaymentGateways({
      db: app.portalDb,
      clock: app.clock,
      config: readConfig(fakes.environment),
      links: testKeys.links,
    }),
  });
}

describe('nobody pays without money', () => {
  test('by what LiqPay was told of the order, sent back as if it were a report', async () => {
    const { orderId, payFields, payment, stateOf } = await open('liqpay');
    expect(orderId).toBe(payment.orderId);
    const body = Buffer.from(new URLSearchParams(payFields ?? {}).toString());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await postCallback('liqpay', { headers, body })).toMatchObject({ httpStatus: 403 });
    expect(await stateOf(payment.paymentId)).toBe('sent');
  });

  test('by an invoice of another shop of the same bank that names our order', async () => {
    const { orderId, payment, stateOf, balance } = await open('monobank');
    const body = Buffer.from(
      JSON.stringify({
        invoiceId: 'p2_theirOwnShop',
        status: 'success',
        amount: 43_250,
        finalAmount: 43_250,
        ccy: 980,
        reference: orderId,
        modifiedDate: noon,
      }),
    );
    const response = await postCallback('monobank', fakes.monobank.sign(body));
    expect(response.httpStatus).toBe(403);
    expect(await stateOf(payment.paymentId)).toBe('sent');
    expect(await balance()).toMatchObject({ debet: '432.50' });
  });

  test("by a report of one provider about another's order", async () => {
    const { orderId, payment, stateOf } = await open('liqpay');
    fakes.easypay.book.open({
      orderId,
      amount: payment.orderSum as never,
      currency: 'UAH',
      returnUrl: origin,
      callbackUrl: origin,
    });
    fakes.easypay.book.decide(orderId, 'paid', { amount: 43_250n as never });
    const answer = await postCallback('easypay', fakes.easypay.reportWith(orderId));
    expect(answer).toMatchObject({ httpStatus: 404 });
    expect(await stateOf(payment.paymentId)).toBe('sent');
  });
});

describe('no money is lost', () => {
  test('because the provider gets the number by which a statement lands the order', async () => {
    const { account, orderId, payFields } = await open('liqpay');
    const signed: unknown = JSON.parse(Buffer.from(payFields?.data ?? '', 'base64').toString());
    const description = `Замовлення ${orderId}: Електроенергія, о/р ${account}`;
    expect(signed).toMatchObject({ order_id: orderId, description });
  });

  test('when a try that was cut off is refused through another provider and goes on through its own', async () => {
    const customer = await debtor();
    const requestId = newId();
    fakes.monobank.makeTrouble('cut');
    expect((await customer.begin('monobank', requestId)).httpStatus).toBe(422);
    fakes.monobank.makeTrouble(undefined);
    const other = await customer.begin('easypay', requestId);
    expect([other.httpStatus, other.body.code]).toEqual([409, 'common.requestReused']);
    const { body, httpStatus } = await customer.begin('monobank', requestId);
    expect(httpStatus).toBe(200);
    const { provider, orderId, paymentId } = body.payment;
    const place = fakes[provider as Provider].book.find(orderId);
    expect(place, `the order waits at ${provider}`).toBeDefined();
    fakes[provider as Provider].book.decide(orderId, 'paid');
    await settle(61);
    expect(await customer.stateOf(paymentId)).toBe('confirmed');
  });

  test('when a refused payer tries again on the same page and the report is lost', async () => {
    const { orderId, payment, stateOf } = await open('portmone');
    fakes.portmone.book.decide(orderId, 'refused');
    await settle(2);
    expect(await stateOf(payment.paymentId)).toBe('failed');
    fakes.portmone.book.decide(orderId, 'paid');
    await settle(61);
    await settle(61);
    expect(await stateOf(payment.paymentId)).toBe('confirmed');
  });

  test.each(['liqpay', 'monobank', 'portmone', 'easypay'] as const)(
    'when it comes through %s in the last minutes of the day and the report is lost',
    async (provider) => {
      const { orderId, payment, stateOf } = await open(provider);
      for (let hour = 0; hour < 24; hour += 1) await settle(59);
      await settle(15);
      fakes[provider].book.decide(orderId, 'paid');
      for (let hour = 0; hour < 30; hour += 1) await settle(61);
      expect(await stateOf(payment.paymentId)).toBe('confirmed');
    },
  );
});

describe('nobody learns of the payments of others', () => {
  test('by guessing the number of an order paid through Portmone', async () => {
    const { orderId } = await open('portmone');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = async (number: string) => {
      const body = Buffer.from(new URLSearchParams({ SHOPORDERNUMBER: number }).toString());
      return postCallback('portmone', { headers, body });
    };
    fakes.portmone.book.decide(orderId, 'paid');
    const answers = [await ask(orderId), await ask(orderId), await ask('2390001111-112026-77')];
    const shapes = new Set(
      answers.map(({ httpStatus, outcome, code }) => `${httpStatus} ${outcome} ${code}`),
    );
    expect([...shapes]).toHaveLength(1);
  });
});
