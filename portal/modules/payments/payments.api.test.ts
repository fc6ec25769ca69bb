import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { personBalance } from '#contract/balance.ts';
import { listEvents } from '#contract/events.ts';
import { listPayments, paymentState, startPayment } from '#contract/payments/payments.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { jobContext } from '#platform/jobs/testing/job-context.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { createPaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { signatureHeader } from '#portal/gateways/payments/sandbox/sandbox-gateway.ts';
import { sandboxSecret, signBody } from '#portal/gateways/payments/sandbox/sandbox-status.ts';
import { relayEvents } from '#portal/modules/events/public.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { landSandboxPayments } from './public.ts';

const noon = instantFromIso('2026-11-20T10:00:00Z');
const secret = sandboxSecret(testKeys.links, 'liqpay');
const callback = '/api/payments/callback/liqpay';

let origin: string;

const app = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  expect(await checkLedger(app.billingDb)).toEqual([]);
});

const services = () => ({
  billing: testBillingClient(app),
  clock: app.clock,
  gateways: createPaymentGateways({
    ...{ db: app.portalDb, clock: app.clock, config: readConfig({}), links: testKeys.links },
  }),
  reference: newId(),
});

const energy = { provider: 'liqpay', purpose: 'energy' };

/** A signed-in customer who owes 432.50. */
async function debtor(type: 'person' | 'entity' = 'person') {
  const { accountNumber: account } = await makeAccount(app.billingDb, { customerType: type });
  await makeCharge(app.billingDb, account, '2026-10', '432.50');
  const token = await app.signIn([account], type);
  const start = (more: Record<string, unknown> = {}) =>
    app.post(startPayment, { token, account, ...energy, sum: '432.50', requestId: newId(), ...more });
  const state = async (paymentId: string) =>
    (await app.post(paymentState, { token, account, paymentId })).body.payment;
  const balance = async () => (await app.post(personBalance, { token, account })).body.balance;
  return { account, token, start, state, balance };
}

/** What a browser does on the page of the bank. */
async function press(payUrl: string, decision: string) {
  const response = await fetch(origin + payUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `decision=${decision}`,
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

/** A report as the bank would send it. */
async function report(facts: Record<string, unknown>, signature?: string) {
  const paid = { status: 'paid', amount: '432.50', currency: 'UAH', bankReference: 'r-1' };
  const body = JSON.stringify({ ...paid, reportedAt: '2026-11-20T10:00:00Z', ...facts });
  const response = await fetch(origin + callback, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signature ?? signBody(secret, Buffer.from(body)),
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const orderOf = (payUrl: string) => payUrl.split('/')[3]?.split('?')[0] ?? '';

describe('a customer pays through the test bank', () => {
  test('debt, page, «Сплатити», back in the cabinet: no debt, money on its way, then landed', async () => {
    const { account, token, start, state, balance } = await debtor();
    expect(await balance()).toMatchObject({ debet: '432.50', beginDebet: '432.50', credit: '0' });
    const { httpStatus, body } = await start();
    expect(httpStatus).toBe(200);
    expect(body.payment).toMatchObject({ state: 'sent', sum: '432.50', message: null, account });
    expect(body.payUrl).toMatch(/^\/sandbox-bank\/liqpay\/\d{10}-112026-1\?key=[\w-]{22}$/);

    const page = await fetch(origin + body.payUrl);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('Тестовий банк замість LiqPay');
    expect(html).toContain('432,50');
    expect(html).not.toMatch(/<script|<style|style=|onclick/i);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');

    const pressed = await press(body.payUrl, 'paid');
    expect(pressed).toMatchObject({
      status: 303,
      location: `/cabinet/person/payments/${body.payment.paymentId}?of=${account}`,
    });
    expect(await state(body.payment.paymentId)).toMatchObject({
      state: 'confirmed',
      expectedOn: '2026-11-23',
      message: 'Платіж в дорозі: кошти надійдуть до 23.11.2026. Як борг ця сума не рахується.',
    });
    expect(await balance()).toMatchObject({
      debet: '0',
      credit: '0',
      beginDebet: '432.50',
      inTransit: '432.50',
      inTransitUntil: '2026-11-23',
      ballanceError: false,
    });

    app.clock.set((noon + 119_000) as Instant);
    await landSandboxPayments(services(), 120_000);
    expect((await state(body.payment.paymentId)).state).toBe('confirmed');
    app.clock.set((noon + 120_000) as Instant);
    expect(await landSandboxPayments(services(), 120_000)).toBeGreaterThan(0);
    app.clock.set(noon);
    expect(await state(body.payment.paymentId)).toMatchObject({ state: 'matched', message: null });
    expect(await balance()).toMatchObject({ debet: '0', inTransit: '0.00', inTransitUntil: null });

    await relayEvents(app.portalDb, testBillingClient(app), jobContext());
    const listed = await app.post(listEvents, { token, account });
    expect(listed.body.events.map(({ kind }) => kind)).toEqual(['payment.landed', 'payment.confirmed']);
    expect(listed.body.events[1]?.facts).toMatchObject({
      sum: '432.50',
      provider: 'liqpay',
      paymentId: body.payment.paymentId,
    });
  });

  test('«Відхилити»: nothing is booked and the cabinet says so', async () => {
    const { start, state, balance } = await debtor();
    const { body } = await start();
    expect((await press(body.payUrl, 'refused')).status).toBe(303);
    expect(await state(body.payment.paymentId)).toMatchObject({
      state: 'failed',
      message: 'Банк відхилив платіж. Гроші не списано.',
    });
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
    const page = await fetch(origin + body.payUrl);
    expect(await page.text()).toContain('Платіж відхилено');
  });

  test('a double tap on «Сплатити», and a change of mind, pay once', async () => {
    const { start, balance } = await debtor();
    const { body } = await start({ sum: '100.00' });
    const pressed = await Promise.all([press(body.payUrl, 'paid'), press(body.payUrl, 'paid')]);
    expect(pressed.map(({ status }) => status)).toEqual([303, 303]);
    expect((await press(body.payUrl, 'refused')).status).toBe(303);
    expect(await balance()).toMatchObject({ debet: '332.50', inTransit: '100.00' });
  });

  test('a violation act is paid apart from energy', async () => {
    const { account, start, balance } = await debtor();
    await makeAct(app.billingDb, account, { actNumber: 'АП-7', sum: '3000.00', dueOn: '2026-10-10' });
    expect((await balance()).debetAct.items).toEqual([
      { number: 'АП-7', date: '2026-09-10', sum: '3000.00', unpaid: '3000.00', due: '2026-10-10' },
    ]);
    const { body } = await start({ purpose: 'violationAct', actNumber: 'АП-7', sum: '3000.00' });
    await press(body.payUrl, 'paid');
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '3000.00', debetAct: { items: [] } });
  });

  test('an entity comes back to its own cabinet', async () => {
    const { account, start } = await debtor('entity');
    const { body } = await start();
    const { location } = await press(body.payUrl, 'paid');
    expect(location).toBe(`/cabinet/entity/payments/${body.payment.paymentId}?of=${account}`);
  });

  test('pages of unknown orders, wrong keys and unknown buttons do nothing', async () => {
    const { start, balance } = await debtor();
    const { body } = await start();
    const [path = ''] = body.payUrl.split('?');
    for (const url of [
      path,
      `${path}?key=${'A'.repeat(22)}`,
      '/sandbox-bank/liqpay/2390001111-112026-999?key=x',
    ]) {
      expect((await fetch(origin + url)).status).toBe(404);
      expect((await press(url, 'paid')).status).toBe(404);
    }
    expect((await press(body.payUrl, 'steal')).status).toBe(400);
    expect(await balance()).toMatchObject({ debet: '432.50' });
  });
});

describe('a payment begins', () => {
  test.each([
    ['too little', { sum: '0.99' }, 422, 'payments.wrongAmount'],
    ['for an act that is not there', { purpose: 'violationAct', actNumber: 'X' }, 404, 'common.notFound'],
    ['for an act that is not named', { purpose: 'violationAct' }, 404, 'common.notFound'],
  ])('a payment %s is refused and leaves nothing', async (_, more, httpStatus, code) => {
    const { account, token, start } = await debtor();
    expect(await start(more)).toMatchObject({ httpStatus, body: { code } });
    expect((await app.post(listPayments, { token, account })).body.payments).toEqual([]);
  });
});

describe('what is reported', () => {
  test('forged, unsigned, unknown and wrong reports lead to nothing', async () => {
    const { start, balance, state } = await debtor();
    const { body } = await start();
    const orderId = orderOf(body.payUrl);
    for (const signature of ['ab'.repeat(32), ''])
      expect((await report({ orderId }, signature)).status).toBe(403);
    expect((await report({ orderId: '2390001111-112026-9999' })).status).toBe(404);
    const elsewhere = await fetch(`${origin}/api/payments/callback/nobody`, { method: 'POST', body: 'x' });
    expect(elsewhere.status).toBe(404);
    const wrong = [{ amount: '432.49' }, { currency: 'USD' }];
    for (const facts of wrong) expect((await report({ orderId, ...facts })).body.outcome).toBe('mismatch');
    expect(await balance()).toMatchObject({ debet: '432.50' });
    expect((await state(body.payment.paymentId)).state).toBe('sent');
  });
});

describe('in production', () => {
  test('there is no test bank: no page, no callback, and the provider is off', async () => {
    const production = await startTestApp('2026-11-20T10:00:00Z', { NODE_ENV: 'production' });
    try {
      await makeSupplier(production.billingDb);
      const { accountNumber: account } = await makeAccount(production.billingDb);
      const token = await production.signIn([account]);
      const asked = { token, account, ...energy, sum: '10.00', requestId: newId() };
      const started = await production.post(startPayment, asked);
      expect(outcomeOf(started)).toBe('422 payments.providerOff');
      for (const [method, url] of [
        ['GET', '/sandbox-bank/liqpay/2390001111-112026-1'],
        ['POST', '/sandbox-bank/liqpay/2390001111-112026-1'],
        ['GET', '/sandbox-bank/assets/bank.css'],
        ['POST', callback],
      ] as const) {
        expect((await production.app.inject({ method, url })).statusCode).toBe(404);
      }
    } finally {
      await production.close();
    }
  });
});
