import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { refundPayment } from '#contract/payments/admin-payments.ts';
import { paymentProviders } from '#contract/payments/payments.ts';
import { moneyFromWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { noon, type Provider, provideFakeProviders } from '#portal/testing/hooks/provide-fake-providers.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';

const payers = provideFakeProviders({ LOG_LEVEL: 'debug' });
const { debtor, opened, postCallback, settle } = payers;

afterEach(() => {
  for (const provider of paymentProviders) payers.fakes[provider].makeTrouble(undefined);
});

/** What the payer presses on the provider's page; answers where the browser ends, without following it into the cabinet. */
async function press(provider: Provider, orderId: string, decision: string): Promise<string> {
  const pressed = await fetch(`${payers.fakes[provider].url}/payer/${orderId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision }),
  });
  if (pressed.status === 303) return pressed.headers.get('location') ?? '';
  // A page that posts itself: what a browser does with its form.
  const html = await pressed.text();
  const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, ...field]) => field);
  const back = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: payers.fakes[provider].url, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(fields),
  });
  expect(back.status).toBe(303);
  return new URL(back.headers.get('location') ?? '', action).href;
}

/** What a report is answered by: Portmone's, which anybody may bring, by nothing that is of an order. */
function answerTo(provider: Provider, outcome: string) {
  return { httpStatus: 200, outcome: provider === 'portmone' ? 'heard' : outcome };
}

/** What an operator gives the money back by. */
async function refunder(account: string, paymentId: string) {
  const token = await payers.app.signIn([], 'admin', ['billing']);
  return (requestId: string = newId()) =>
    payers.app.post(refundPayment, { token, account, paymentId, reason: 'paid twice', requestId });
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
  return payers.fakes[provider].requests.filter(isRefund).length;
}

describe.each(paymentProviders)('a customer pays through %s', (provider) => {
  const book = () => payers.fakes[provider].book;
  const report = (orderId: string) => payers.fakes[provider].reportWith(orderId);

  test('debt, page, «Сплатити», back at the payment: no debt, money on its way', async () => {
    const { account, payment, orderId, stateOf, balance } = await opened(provider);
    expect(await stateOf(payment.paymentId)).toBe('sent');
    const page = await press(provider, orderId, 'paid');
    expect(page).toBe(`${payers.origin}/cabinet/person/payments/${payment.paymentId}?of=${account}`);
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
    await settle(1.1);
    expect(await stateOf(payment.paymentId)).toBe('confirmed');
    expect(await balance()).toMatchObject({ debet: '0', inTransit: '432.50' });
  });

  test('a report of an order that nobody began is of no use', async () => {
    const orderId = `2390001111-112026-${90 + paymentProviders.indexOf(provider)}`;
    const addresses = { returnUrl: `${payers.origin}/`, callbackUrl: `${payers.origin}/` };
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
    payers.clock.set((payers.clock.now() + 60_000) as Instant);
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
    const refund = await refunder(account, paymentId);
    payers.fakes[provider].makeTrouble('http503');
    expect((await refund()).body).toMatchObject({ status: 'success', outcome: 'asked' });
    expect(await stateOf(paymentId)).toBe('confirmed');
    payers.fakes[provider].makeTrouble(undefined);
    await settle(1.1);
    expect(await stateOf(paymentId)).toBe('refunded');
    expect((await refund()).body).toMatchObject({ outcome: 'refunded' });
    expect(book().get(orderId).returns).toBe(1);
    expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
  });

  test('a provider that is away at the start says so; the same try goes on when it is back', async () => {
    const customer = await debtor();
    const requestId = newId();
    payers.fakes[provider].makeTrouble('cut');
    const refused = await customer.begin(provider, requestId);
    // LiqPay takes a form from the browser and is not asked before.
    if (provider !== 'liqpay') {
      expect(refused).toMatchObject({ httpStatus: 422, body: { code: 'payments.providerOff' } });
      expect(refused.body.message).toMatch(/^Оплата через \S+ зараз недоступна\. Оберіть інший спосіб\.$/);
    }
    payers.fakes[provider].makeTrouble(undefined);
    const { httpStatus, body } = await customer.begin(provider, requestId);
    expect(httpStatus).toBe(200);
    expect(body.payment.state).toBe('sent');
    expect(await customer.count()).toBe(1);
  });
});

// Any provider's reports and refunds go through the same locks and checks (what each reports is in `gateway-contract.ts`); a report
// of Portmone proves nothing and has the provider asked.
describe.each(['liqpay', 'portmone'] as const)(
  'at once, again, wrong and unsigned through %s',
  (provider) => {
    const book = () => payers.fakes[provider].book;
    const report = (orderId: string) => payers.fakes[provider].reportWith(orderId);

    test('reports before the payer is back, at once and repeated book the money once', async () => {
      const { payment, orderId, stateOf, balance } = await opened(provider);
      book().decide(orderId, 'paid');
      const callback = report(orderId);
      const handled = await Promise.all(Array.from({ length: 6 }, () => postCallback(provider, callback)));
      const outcomes = [...Array(5).fill('already'), 'confirmed'].map(
        (one) => answerTo(provider, one).outcome,
      );
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
        sql`update billing.booking_clock set newest_at = ${at}::timestamptz`.execute(payers.app.billingDb);
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

    test('a kopiyka off confirms nothing', async () => {
      const { payment, orderId, stateOf, balance } = await opened(provider);
      book().decide(orderId, 'paid', { amount: moneyFromWire('432.49') });
      expect(await postCallback(provider, report(orderId))).toMatchObject(answerTo(provider, 'mismatch'));
      expect(await stateOf(payment.paymentId)).toBe('sent');
      expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
    });

    test('a report that nobody signed confirms nothing', async () => {
      const { payment, orderId, stateOf, balance } = await opened(provider);
      const callback = report(orderId);
      const claimed = { SHOPORDERNUMBER: orderId, RESULT: '0', data: 'e30=', signature: 'x' };
      const claims = new URLSearchParams(claimed);
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

    test('eight refunds at once, also beside the job, are one request to the provider', async () => {
      const { account, payment, orderId, stateOf, balance } = await opened(provider);
      await press(provider, orderId, 'paid');
      const { paymentId } = payment;
      const refund = await refunder(account, paymentId);
      const before = refundRequests(provider);
      // Four presses of one button, and four other administrators.
      const pressed = newId();
      const ids = [...Array(4).fill(pressed), newId(), newId(), newId(), newId()] as string[];
      const answers = await Promise.all(ids.map((id) => refund(id)));
      expect(refundRequests(provider) - before).toBe(1);
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(8).fill(200));
      const outcomes = answers.map(({ body }) => body.outcome);
      expect(outcomes.filter((outcome) => outcome !== 'asked' && outcome !== 'refunded')).toEqual([]);
      await settle(1.1);
      expect(refundRequests(provider) - before).toBe(1);
      expect(await stateOf(paymentId)).toBe('refunded');
      expect(book().get(orderId).returns).toBe(1);
      expect(await balance()).toMatchObject({ debet: '432.50', inTransit: '0.00' });
    });

    test('a refund that the jobs of two nodes and calls ask for again is one request to the provider', async () => {
      const { account, payment, orderId, stateOf } = await opened(provider);
      await press(provider, orderId, 'paid');
      const { paymentId } = payment;
      const refund = await refunder(account, paymentId);
      payers.fakes[provider].makeTrouble('http503');
      expect((await refund()).body).toMatchObject({ outcome: 'asked' });
      payers.fakes[provider].makeTrouble(undefined);
      const before = refundRequests(provider);
      await Promise.all([settle(1.1), settle(1.1), refund(), refund(), refund()]);
      // The job leaves an order that a call has locked to its next round.
      await settle(1.1);
      expect(refundRequests(provider) - before).toBe(1);
      expect(await stateOf(paymentId)).toBe('refunded');
      expect(book().get(orderId).returns).toBe(1);
    });
  },
);

test('a browser from Portmone finds its payment also while Portmone is silent, and a report is to come again', async () => {
  const { payment, account, orderId, stateOf } = await opened('portmone');
  payers.fakes.portmone.book.decide(orderId, 'paid');
  payers.fakes.portmone.makeTrouble('http503');
  const page = await press('portmone', orderId, 'paid');
  expect(page).toBe(`${payers.origin}/cabinet/person/payments/${payment.paymentId}?of=${account}`);
  const callback = payers.fakes.portmone.reportWith(orderId);
  const down = { httpStatus: 503, code: 'common.serviceDown' };
  expect(await postCallback('portmone', callback)).toMatchObject(down);
  expect(await stateOf(payment.paymentId)).toBe('sent');
  payers.fakes.portmone.makeTrouble(undefined);
  expect(await postCallback('portmone', callback)).toMatchObject({ httpStatus: 200 });
  expect(await stateOf(payment.paymentId)).toBe('confirmed');
});

test('whoever brings reports that prove nothing makes us ask Portmone seldom, and browsers go on', async () => {
  const limited = await startTestApp(noon, { ...payers.fakes.environment, REQUESTS_PER_MINUTE: '30' });
  try {
    const { requests } = payers.fakes.portmone;
    const before = requests.length;
    const bringTo = async (url: string, place: number) => {
      const payload = `SHOPORDERNUMBER=2390001111-112026-${1000 + place}`;
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
  const form = { method: 'POST', redirect: 'manual', headers, body: 'data=e30' } as const;
  const response = await fetch(payers.origin + page, form);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(page);
});

test.each([
  ['/cabinet/person/payments/1', 'POST'],
  ['/payments/return/portmone//evil.example/', 'POST'],
  ['/payments/return/portmone/https://evil.example/', 'GET'],
  ['/payments/return/nobody/cabinet/admin/payments/1', 'POST'],
])('a return to %s leads home', async (path, method) => {
  const response = await fetch(payers.origin + path, { method, redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/');
});

test('no key, card or person reaches a log, the console, a record of a call or the evidence', async () => {
  await payers.app.flushCallLog();
  const { rows } = await sql<{ place: string; text: string }>`
    select 'api_call' as place, row::text as text from portal.api_call row
    union all select 'fm_call', row::text from portal.fm_call row
    union all select 'error_log', row::text from portal.error_log row
    union all select 'jobs', row::text from graphile_worker._private_jobs row
    union all select 'payment', row::text from billing.payment row
    union all select 'payment_event', row::text from billing.payment_event row
    union all select 'audit', row::text from billing.audit_entry row
    union all select 'outbox', row::text from billing.outbox_event row
  `.execute(payers.app.portalDb);
  const places = [...rows, { place: 'console', text: payers.app.printed.join('\n') }];
  expect(places.filter(({ place }) => place === 'payment_event').length).toBeGreaterThan(20);
  const calls = places.filter(({ place }) => place === 'api_call').map(({ text }) => text);
  expect(calls.length).toBeGreaterThan(20);
  // What came of a report is its outcome.
  expect(calls.filter((text) => text.includes(',already,')).length).toBeGreaterThan(4);
  const found = places.flatMap(({ place, text }) =>
    payers.fakes.secrets.filter((secret) => text.includes(secret)).map((secret) => ({ place, secret })),
  );
  expect(found).toEqual([]);
});
