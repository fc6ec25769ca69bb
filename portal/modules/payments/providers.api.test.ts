import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { personBalance } from '#contract/balance.ts';
import { refundPayment } from '#contract/payments/admin-payments.ts';
import { listPayments, paymentProviders, paymentState, startPayment } from '#contract/payments/payments.ts';
import { moneyFromWire } from '#domain/money.ts';
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
import { startTestApp, type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { settleWaitingPayments } from './testing/settle-waiting-payments.ts';

const noon = '2026-11-20T10:00:00Z';
type Provider = (typeof paymentProviders)[number];

/** Of the fake servers; that of the server stands at noon until it is moved. */
const clock = fixedClock(instantFromIso(noon));
let fixture: AppWithFakeProviders;
let fakes: FakeProviders;
let app: TestApp;
let origin: string;

beforeAll(async () => {
  fixture = await startWithFakeProviders(noon, clock, { LOG_LEVEL: 'debug' });
  ({ fakes, app, origin } = fixture);
});
afterEach(() => {
  for (const provider of paymentProviders) fakes[provider].makeTrouble(undefined);
});
afterAll(async () => {
  expect(await checkLedger(app.billingDb)).toEqual([]);
  await fixture.close();
});

/** A signed-in customer who owes 432.50 and pays through this provider. */
async function debtor(provider: Provider) {
  const { accountNumber: account } = await makeAccount(app.billingDb);
  await makeCharge(app.billingDb, account, '2026-10', '432.50');
  const token = await app.signIn([account]);
  const begin = (requestId: string = newId()) =>
    app.post(startPayment, { token, account, provider, purpose: 'energy', sum: '432.50', requestId });
  const stateOf = async (paymentId: string) =>
    (await app.post(paymentState, { token, account, paymentId })).body.payment.state;
  const balance = async () => (await app.post(personBalance, { token, account })).body.balance;
  const count = async () => (await app.post(listPayments, { token, account })).body.payments.length;
  return { account, begin, stateOf, balance, count };
}

/** A payment that the payer has opened at the provider. */
async function opened(provider: Provider) {
  const customer = await debtor(provider);
  const { httpStatus, body } = await customer.begin();
  expect(httpStatus).toBe(200);
  const { payUrl, payFields, payment } = body;
  const page = await fetch(
    payUrl,
    payFields === null ? {} : { method: 'POST', body: new URLSearchParams(payFields) },
  );
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('432.50');
  return { ...customer, payment, orderId: payment.orderId };
}

/** What the payer presses on the provider's page; answers where the browser ends, without following it into the cabinet. */
async function press(provider: Provider, orderId: string, decision: string): Promise<string> {
  const pressed = await fetch(`${fakes[provider].url}/payer/${orderId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision }),
  });
  if (pressed.status === 303) return pressed.headers.get('location') ?? '';
  // A page that posts itself: what a browser does with its form.
  const html = await pressed.text();
  const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const back = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: fakes[provider].url, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(fields as string[][]),
  });
  expect(back.status).toBe(303);
  return new URL(back.headers.get('location') ?? '', action).href;
}

/** The provider's report, brought to where the provider brings it. */
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

/** What a report is answered by: Portmone's, which anybody may bring, by nothing that is of an order. */
function answerTo(provider: Provider, outcome: string) {
  return { httpStatus: 200, outcome: provider === 'portmone' ? 'heard' : outcome };
}

/** How often a fake server was asked to give money back. */
function refundRequests(provider: Provider): number {
  const isRefund = ({ path, body }: { readonly path: string; readonly body: string }) => {
    if (provider === 'liqpay') {
      const data = new URLSearchParams(body).get('data') ?? '';
      return Buffer.from(data, 'base64').toString('utf8').includes('"action":"refund"');
    }
    if (provider === 'portmone') return body.includes('"method":"return"');
    return path.endsWith(provider === 'monobank' ? '/invoice/cancel' : '/merchant/cancelOrder');
  };
  return fakes[provider].requests.filter(isRefund).length;
}

/** A minute later the job asks the providers about what is due. */
async function settle(): Promise<void> {
  app.clock.set((app.clock.now() + 61_000) as Instant);
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

describe.each(paymentProviders)('a customer pays through %s', (provider) => {
  const book = () => fakes[provider].book;
  const report = (orderId: string) => fakes[provider].reportWith(orderId);

  test('debt, page, «Сплатити», back at the payment: no debt, money on its way', async () => {
    const { account, payment, orderId, stateOf, balance } = await opened(provider);
    expect(await stateOf(payment.paymentId)).toBe('sent');
    const page = await press(provider, orderId, 'paid');
    expect(page).toBe(`${origin}/cabinet/person/payments/${payment.paymentId}?of=${account}`);
    expect(await stateOf(payment.paymentId)).toBe('confirmed');
    expect(await balance()).toMatchObject({ debet: '0', inTransit: '432.50' });
  });

  test('a bank that says no leaves the debt', async () => {
    const { payment, orderId, stateOf, balance } = await opened(provider);
    await press(provider, orderId, 'refused');
    expect(await stateOf(payment.paymentId)).toBe('failed');
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
  });

  test('a report that is lost costs no money: the provider is asked', async () => {
    const { payment, orderId, stateOf, balance } = await opened(provider);
    book().decide(orderId, 'paid');
    await settle();
    expect(await stateOf(payment.paymentId)).toBe('confirmed');
    expect(await balance()).toMatchObject({ debet: '0', inTransit: '432.50' });
  });

  test('a kopiyka off confirms nothing', async () => {
    const { payment, orderId, stateOf, balance } = await opened(provider);
    book().decide(orderId, 'paid', { amount: moneyFromWire('432.49') });
    expect(await postCallback(provider, report(orderId))).toMatchObject(answerTo(provider, 'mismatch'));
    expect(await stateOf(payment.paymentId)).toBe('sent');
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
  });

  test('a report of an order that nobody began is of no use', async () => {
    const orderId = `2390001111-112026-${90 + paymentProviders.indexOf(provider)}`;
    const addresses = { returnUrl: `${origin}/`, callbackUrl: `${origin}/` };
    book().open({ orderId, amount: moneyFromWire('432.50'), currency: 'UAH', ...addresses });
    book().decide(orderId, 'paid');
    const answer = { httpStatus: 404, code: 'common.notFound' };
    expect(await postCallback(provider, report(orderId))).toMatchObject(
      provider === 'portmone' ? answerTo(provider, 'unknownOrder') : answer,
    );
  });

  test('money that the bank takes back is owed again, whatever is said late of it', async () => {
    const { payment, orderId, stateOf, balance } = await opened(provider);
    await press(provider, orderId, 'paid');
    const paid = report(orderId);
    clock.set((clock.now() + 60_000) as Instant);
    book().decide(orderId, 'returned');
    expect(await postCallback(provider, report(orderId))).toMatchObject(answerTo(provider, 'reversed'));
    expect(await postCallback(provider, paid)).toMatchObject(answerTo(provider, 'ignored'));
    expect(await stateOf(payment.paymentId)).toBe('reversed');
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
  });

  test('an operator gives the money back, once, also when the provider is away at first', async () => {
    const { account, payment, orderId, stateOf, balance } = await opened(provider);
    await press(provider, orderId, 'paid');
    const { paymentId } = payment;
    const token = await app.signIn([], 'admin', ['billing']);
    const refund = () =>
      app.post(refundPayment, { token, account, paymentId, reason: 'paid twice', requestId: newId() });
    fakes[provider].makeTrouble('http503');
    expect((await refund()).body).toMatchObject({ status: 'success', outcome: 'asked' });
    expect(await stateOf(paymentId)).toBe('confirmed');
    fakes[provider].makeTrouble(undefined);
    await settle();
    expect(await stateOf(paymentId)).toBe('refunded');
    expect((await refund()).body).toMatchObject({ outcome: 'refunded' });
    expect(book().get(orderId).returns).toBe(1);
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
  });

  test('a report that nobody signed confirms nothing', async () => {
    const { payment, orderId, stateOf, balance } = await opened(provider);
    const callback = report(orderId);
    const claims = new URLSearchParams({
      SHOPORDERNUMBER: orderId,
      RESULT: '0',
      data: 'e30=',
      signature: 'x',
    });
    for (const forged of [
      { ...callback, headers: { 'content-type': 'application/json' } },
      { headers: {}, body: Buffer.from(claims.toString()) },
      { headers: {}, body: Buffer.from(JSON.stringify({ reference: orderId, status: 'success' })) },
    ]) {
      const { httpStatus, outcome } = await postCallback(provider, forged);
      const saysNothing = outcome === (provider === 'portmone' ? 'heard' : 'waiting');
      if (!saysNothing) expect(httpStatus).toBe(403);
    }
    expect(await stateOf(payment.paymentId)).toBe('sent');
    expect(await balance()).toMatchObject({ debet: '432.50' });
  });

  test('a provider that is away at the start says so; the same try goes on when it is back', async () => {
    const customer = await debtor(provider);
    const requestId = newId();
    fakes[provider].makeTrouble('cut');
    const refused = await customer.begin(requestId);
    // LiqPay takes a form from the browser and is not asked before.
    if (provider !== 'liqpay') {
      expect(refused).toMatchObject({ httpStatus: 422, body: { code: 'payments.providerOff' } });
      expect(refused.body.message).toMatch(/^Оплата через \S+ зараз недоступна\. Оберіть інший спосіб\.$/);
    }
    fakes[provider].makeTrouble(undefined);
    const { httpStatus, body } = await customer.begin(requestId);
    expect(httpStatus).toBe(200);
    expect(body.payment.state).toBe('sent');
    expect(await customer.count()).toBe(1);
  });
});

// Any provider's reports and refunds go through the same locks; a report of Portmone proves nothing and has the provider asked.
describe.each(['liqpay', 'portmone'] as const)('at once and again through %s', (provider) => {
  const book = () => fakes[provider].book;
  const report = (orderId: string) => fakes[provider].reportWith(orderId);

  test('reports before the payer is back, at once and repeated book the money once', async () => {
    const { payment, orderId, stateOf, balance } = await opened(provider);
    book().decide(orderId, 'paid');
    const callback = report(orderId);
    const handled = await Promise.all(Array.from({ length: 6 }, () => postCallback(provider, callback)));
    const outcomes = [...Array(5).fill('already'), 'confirmed'].map((one) => answerTo(provider, one).outcome);
    expect(handled.map(({ outcome }) => outcome).sort()).toEqual(outcomes);
    await press(provider, orderId, 'paid');
    expect(await postCallback(provider, callback)).toMatchObject(answerTo(provider, 'already'));
    expect(await stateOf(payment.paymentId)).toBe('confirmed');
    expect(await balance()).toMatchObject({ debet: '0', inTransit: '432.50' });
  });

  test('a report that comes while the clock is behind is to come again, and books the money then', async () => {
    const { payment, orderId, stateOf, balance } = await opened(provider);
    book().decide(orderId, 'paid');
    const newestIs = (at: string) =>
      sql`update billing.booking_clock set newest_at = ${at}::timestamptz`.execute(app.billingDb);
    await newestIs('2026-12-24T10:00:00Z');
    try {
      expect(await postCallback(provider, report(orderId))).toMatchObject({ httpStatus: 503 });
      expect(await stateOf(payment.paymentId)).toBe('sent');
      expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
    } finally {
      await newestIs('epoch');
    }
    expect(await postCallback(provider, report(orderId))).toMatchObject(answerTo(provider, 'confirmed'));
    expect(await stateOf(payment.paymentId)).toBe('confirmed');
    expect(await balance()).toMatchObject({ debet: '0', inTransit: '432.50' });
  });

  test('eight refunds at once, also beside the job, are one request to the provider', async () => {
    const { account, payment, orderId, stateOf, balance } = await opened(provider);
    await press(provider, orderId, 'paid');
    const { paymentId } = payment;
    const token = await app.signIn([], 'admin', ['billing']);
    const refund = (requestId: string = newId()) =>
      app.post(refundPayment, { token, account, paymentId, reason: 'paid twice', requestId });
    const before = refundRequests(provider);
    // Four presses of one button, and four other administrators.
    const pressed = newId();
    const ids = [...Array(4).fill(pressed), newId(), newId(), newId(), newId()] as string[];
    const answers = await Promise.all(ids.map(refund));
    expect(refundRequests(provider) - before).toBe(1);
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(8).fill(200));
    const outcomes = answers.map(({ body }) => body.outcome);
    expect(outcomes.filter((outcome) => outcome !== 'asked' && outcome !== 'refunded')).toEqual([]);
    await settle();
    expect(refundRequests(provider) - before).toBe(1);
    expect(await stateOf(paymentId)).toBe('refunded');
    expect(book().get(orderId).returns).toBe(1);
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
  });

  test('a refund that the jobs of two nodes and calls ask for again is one request to the provider', async () => {
    const { account, payment, orderId, stateOf } = await opened(provider);
    await press(provider, orderId, 'paid');
    const { paymentId } = payment;
    const token = await app.signIn([], 'admin', ['billing']);
    const refund = () =>
      app.post(refundPayment, { token, account, paymentId, reason: 'paid twice', requestId: newId() });
    fakes[provider].makeTrouble('http503');
    expect((await refund()).body).toMatchObject({ outcome: 'asked' });
    fakes[provider].makeTrouble(undefined);
    const before = refundRequests(provider);
    await Promise.all([settle(), settle(), refund(), refund(), refund()]);
    // The job leaves an order that a call has locked to its next round.
    await settle();
    expect(refundRequests(provider) - before).toBe(1);
    expect(await stateOf(paymentId)).toBe('refunded');
    expect(book().get(orderId).returns).toBe(1);
  });
});

// EasyPay knows the hryvnia alone.
test.each(paymentProviders.filter((provider) => provider !== 'easypay'))(
  'another currency from %s confirms nothing',
  async (provider) => {
    const { payment, orderId, stateOf } = await opened(provider);
    fakes[provider].book.decide(orderId, 'paid', { currency: 'USD' });
    const callback = fakes[provider].reportWith(orderId);
    expect(await postCallback(provider, callback)).toMatchObject(answerTo(provider, 'mismatch'));
    expect(await stateOf(payment.paymentId)).toBe('sent');
  },
);

test('a browser from Portmone finds its payment also while Portmone is silent, and a report is to come again', async () => {
  const { payment, account, orderId, stateOf } = await opened('portmone');
  fakes.portmone.book.decide(orderId, 'paid');
  fakes.portmone.makeTrouble('http503');
  const page = await press('portmone', orderId, 'paid');
  expect(page).toBe(`${origin}/cabinet/person/payments/${payment.paymentId}?of=${account}`);
  const callback = fakes.portmone.reportWith(orderId);
  expect(await postCallback('portmone', callback)).toMatchObject({
    httpStatus: 503,
    code: 'common.serviceDown',
  });
  expect(await stateOf(payment.paymentId)).toBe('sent');
  fakes.portmone.makeTrouble(undefined);
  expect(await postCallback('portmone', callback)).toMatchObject({ httpStatus: 200 });
  expect(await stateOf(payment.paymentId)).toBe('confirmed');
});

test('whoever brings reports that prove nothing makes us ask Portmone seldom, and browsers go on', async () => {
  const limited = await startTestApp(noon, { ...fakes.environment, REQUESTS_PER_MINUTE: '30' });
  try {
    const { requests } = fakes.portmone;
    const before = requests.length;
    const bringTo = async (url: string, place: number) => {
      const payload = new URLSearchParams({
        SHOPORDERNUMBER: `2390001111-112026-${1000 + place}`,
      }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await limited.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    for (let place = 0; place < 3; place += 1) {
      expect(await bringTo('/payments/return/portmone/x', place)).toBe(303);
      expect(await bringTo('/api/payments/callback/portmone', place + 10)).toBe(200);
    }
    expect(requests).toHaveLength(before + 6);
    expect(await bringTo('/payments/return/portmone/x', 4)).toBe(303);
    expect(await bringTo('/api/payments/callback/portmone', 14)).toBe(429);
    expect(requests).toHaveLength(before + 6);
  } finally {
    await limited.close();
  }
});

test('a browser that is posted to the page of a payment reads it', async () => {
  const page = '/cabinet/person/payments/0199f000-0000-7000-8000-000000000004?of=2390001111';
  const headers = { origin: 'https://bank.example.test', 'sec-fetch-site': 'cross-site' };
  const response = await fetch(origin + page, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: 'data=e30',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(page);
});

test.each([
  ['/cabinet/person/payments/1', 'POST'],
  ['/payments/return/portmone//evil.example/', 'POST'],
  ['/payments/return/portmone/https://evil.example/', 'GET'],
  ['/payments/return/nobody/cabinet/admin/payments/1', 'POST'],
])('a return to %s leads home', async (path, method) => {
  const response = await fetch(origin + path, { method, redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/');
});

test('no key, card or person reaches a log, the console, a record of a call or the evidence', async () => {
  await app.flushCallLog();
  const { rows } = await sql<{ place: string; text: string }>`
    select 'api_call' as place, row::text as text from portal.api_call row
    union all select 'fm_call', row::text from portal.fm_call row
    union all select 'error_log', row::text from portal.error_log row
    union all select 'jobs', row::text from graphile_worker._private_jobs row
    union all select 'payment', row::text from billing.payment row
    union all select 'payment_event', row::text from billing.payment_event row
    union all select 'audit', row::text from billing.audit_entry row
    union all select 'outbox', row::text from billing.outbox_event row
  `.execute(app.portalDb);
  const places = [...rows, { place: 'console', text: app.printed.join('\n') }];
  expect(places.filter(({ place }) => place === 'payment_event').length).toBeGreaterThan(20);
  expect(places.filter(({ place }) => place === 'api_call').length).toBeGreaterThan(20);
  const found = places.flatMap(({ place, text }) =>
    fakes.secrets.filter((secret) => text.includes(secret)).map((secret) => ({ place, secret })),
  );
  expect(found).toEqual([]);
});
