import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { type Callback, type PaymentOrder, type PayPage, RefundRefused } from '../payment-gateway.ts';
import { type LiqpayServer, liqpaySecrets, startLiqpayServer } from '../testing/fake-liqpay-server.ts';
import { jsonAnswer, startFakeProvider } from '../testing/fake-provider.ts';
import { describeGateway } from '../testing/gateway-contract.ts';
import { createOrderBook } from '../testing/order-book.ts';
import {
  createLiqpayGateway,
  type LiqpayVersion,
  liqpaySignature,
  openLiqpay,
  readLiqpayPayment,
} from './liqpay-gateway.ts';

const publicKey = 'i00000000001';
const privateKey = 'a-private-key-of-a-test-merchant';
const order: PaymentOrder = {
  orderId: '2390001111-112026-1',
  amount: parseMoney('432.50') ?? (0n as PaymentOrder['amount']),
  description: 'Електроенергія, о/р 2390001111',
  accountNumber: '2390001111',
  paymentId: 'p-1',
  returnUrl: 'https://cabinet.example.test/cabinet/person/payments/p-1?account=2390001111',
  callbackUrl: 'https://cabinet.example.test/api/payments/callback/liqpay',
};

/** What a browser does with the form. */
async function submit({ payUrl, payFields }: PayPage): Promise<Response> {
  return fetch(payUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...payFields }) });
}

describe.each([3, 7] as const)('version %i', (version: LiqpayVersion) => {
  describeGateway(`LiqPay, version ${version}`, async () => {
    const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
    const server = await startLiqpayServer({ publicKey, privateKey, version }, clock);
    const make = () =>
      createLiqpayGateway({ publicKey, privateKey, version, url: server.url, clock, timeoutMs: 500 });
    return {
      traits: {
        asks: ['queryState', 'refund'],
        signsReports: true,
        tellsTime: true,
        tellsCurrency: true,
        decisions: ['paid', 'refused', 'returned'],
      },
      gateway: make(),
      restarted: make,
      async open(_, page) {
        expect((await submit(page)).status).toBe(303);
      },
      decide: async (orderId, decision, changes) => void server.book.decide(orderId, decision, changes),
      report: async (orderId) => server.reportWith(orderId, {}),
      async forge(orderId, signature): Promise<Callback> {
        const forged = server.reportWith(orderId, { status: 'success' }, 'a key of a stranger');
        if (signature === 'ofAnotherKey') return forged;
        const data = new URLSearchParams(forged.body.toString()).get('data') ?? '';
        return { ...forged, body: Buffer.from(new URLSearchParams({ data }).toString()) };
      },
      returnsOf: async (orderId) => server.book.get(orderId).returns,
      removeOrder: async (orderId) => server.book.removeOrder(orderId),
      makeTrouble: server.makeTrouble,
      passTime: (ms) => clock.set((clock.now() + ms) as Instant),
      secrets: [privateKey, ...liqpaySecrets],
      close: server.close,
    };
  });
});

describe('signatures', () => {
  const data = 'eyJhY3Rpb24iOiJwYXkiLCJhbW91bnQiOjU1MCwiY3VycmVuY3kiOiJVQUgifQ==';

  test.each([
    [3, 'H9g/sVid6hqh3bnLK6geMezwFCw='],
    [7, 'PQ7D2YOiTF4BBPeb6RzVkb5ZM9lgQhIyLVnuerelfAw='],
  ] as const)('version %i of the published data is the published one', (version, signature) => {
    expect(liqpaySignature(data, 'test_private_key', version)).toBe(signature);
    const body = Buffer.from(new URLSearchParams({ data, signature }).toString());
    expect(openLiqpay(body, 'test_private_key', version)).toEqual({
      action: 'pay',
      amount: 550,
      currency: 'UAH',
    });
  });

  test('a signature of one version is none of the other', () => {
    const body = new URLSearchParams({ data, signature: liqpaySignature(data, 'test_private_key', 3) });
    expect(openLiqpay(Buffer.from(body.toString()), 'test_private_key', 7)).toBeUndefined();
  });

  test('a form that names its data or its signature twice says nothing', () => {
    const signature = liqpaySignature(data, 'test_private_key', 3);
    const once = new URLSearchParams({ data, signature }).toString();
    for (const more of ['&data=e30=', `&signature=${encodeURIComponent(signature)}`]) {
      expect(openLiqpay(Buffer.from(once + more), 'test_private_key', 3)).toBeUndefined();
    }
  });
});

describe('the form', () => {
  let server: LiqpayServer;
  const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));

  beforeAll(async () => {
    server = await startLiqpayServer({ publicKey, privateKey, version: 3 }, clock);
  });
  afterAll(() => server.close());

  test('goes to the checkout with what is to be paid, in words of LiqPay', async () => {
    const gateway = createLiqpayGateway({ publicKey, privateKey, version: 3, url: server.url, clock });
    const page = await gateway.createPayment(order);
    expect(page).toMatchObject({ payUrl: `${server.url}/api/3/checkout`, providerReference: null });
    expect(Object.keys(page.payFields ?? {})).toEqual(['data', 'signature']);
    const data: unknown = JSON.parse(Buffer.from(page.payFields?.data ?? '', 'base64').toString());
    expect(data).toEqual({
      version: 3,
      public_key: publicKey,
      action: 'pay',
      amount: 432.5,
      currency: 'UAH',
      description: order.description,
      order_id: order.orderId,
      expired_date: '2026-11-20 10:30:00',
      language: 'uk',
      result_url: order.returnUrl,
      server_url: order.callbackUrl,
    });
    expect((await submit(page)).headers.get('location')).toBe(`/payer/${order.orderId}`);
    const stranger = createLiqpayGateway({
      publicKey,
      privateKey: 'another',
      version: 3,
      url: server.url,
      clock,
    });
    expect((await submit(await stranger.createPayment(order))).status).toBe(400);
  });

  test('a wrong key is reported as unavailable, not as an unknown order', async () => {
    const gateway = createLiqpayGateway({
      publicKey,
      privateKey: 'another',
      version: 3,
      url: server.url,
      clock,
    });
    const known = { ...order, providerReference: null };
    await expect(gateway.queryState(known)).rejects.toMatchObject({
      cause: expect.stringContaining('invalid_signature'),
    });
  });

  test.each([
    [{ result: 'ok', status: 'reversed' }, 'returned'],
    [{ result: 'ok', status: 'processing' }, 'waiting'],
    [{ result: 'ok', status: 'failure' }, undefined],
    [{ result: 'error', status: 'error', err_code: 'err_refund' }, undefined],
  ])('a refund answered by %j: %s', async (answer, kind) => {
    const book = createOrderBook(clock);
    const paid = { order_id: order.orderId, status: 'success', amount: 432.5, currency: 'UAH' };
    const stubborn = await startFakeProvider({
      book,
      name: 'LiqPay',
      report: () => ({ headers: {}, body: Buffer.alloc(0) }),
      answer({ body }) {
        const data = new URLSearchParams(body).get('data') ?? '';
        const isRefund = Buffer.from(data, 'base64').includes('"refund"');
        return jsonAnswer(isRefund ? answer : paid);
      },
    });
    const gateway = createLiqpayGateway({ publicKey, privateKey, version: 3, url: stubborn.url, clock });
    const refund = gateway.refund({ ...order, providerReference: '1' });
    if (kind === undefined) await expect(refund).rejects.toBeInstanceOf(RefundRefused);
    else expect(await refund).toMatchObject({ kind, amount: order.amount });
    await stubborn.close();
  });

  test.each([
    ['https://www.liqpay.ua', ['https://www.liqpay.ua', 'https://*.liqpay.ua']],
    ['http://127.0.0.1:4000', ['http://127.0.0.1:4000']],
    ['https://liqpay.ua.evil.test', ['https://liqpay.ua.evil.test']],
  ])('to %s may be sent to %j', (url, origins) => {
    expect(createLiqpayGateway({ publicKey, privateKey, version: 3, url, clock }).formOrigins).toEqual(
      origins,
    );
  });
});

describe('what LiqPay says of a payment', () => {
  const merchant = { publicKey, isSandbox: false };
  const payment = {
    order_id: order.orderId,
    status: 'success',
    amount: 432.5,
    currency: 'UAH',
    public_key: publicKey,
    payment_id: 165_629,
  };

  test.each<readonly [string, string]>([
    ['success', 'paid'],
    ['wait_accept', 'paid'],
    ['failure', 'refused'],
    ['error', 'refused'],
    ['reversed', 'returned'],
    ...[
      ['subscribed', 'unsubscribed'],
      ['3ds_verify', 'otp_verify', 'cvv_verify', 'captcha_verify', 'phone_verify', 'p24_verify', 'mp_verify'],
      ['ivr_verify', 'pin_verify', 'password_verify', 'receiver_verify', 'sender_verify', 'senderapp_verify'],
      ['wait_qr', 'wait_sender', 'processing', 'prepared', 'hold_wait', 'invoice_wait', 'cash_wait'],
      ['wait_secure', 'wait_reserve', 'wait_compensation', 'wait_card', 'wait_lc', 'try_again'],
      ['a_status_of_tomorrow', 'constructor', '__proto__'],
    ]
      .flat()
      .map((status) => [status, 'waiting'] as const),
  ])('status %s: %s', (status, kind) => {
    expect(readLiqpayPayment({ ...payment, status }, merchant)?.kind).toBe(kind);
  });

  test('a test payment counts with test keys alone', () => {
    const test = { ...payment, status: 'sandbox' };
    expect(readLiqpayPayment(test, merchant)?.kind).toBe('refused');
    expect(readLiqpayPayment(test, { ...merchant, isSandbox: true })?.kind).toBe('paid');
    const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
    const keys = { privateKey, version: 3, url: 'https://www.liqpay.ua', clock } as const;
    expect(createLiqpayGateway({ ...keys, publicKey }).isSandbox).toBe(false);
    expect(createLiqpayGateway({ ...keys, publicKey: 'sandbox_i1' }).isSandbox).toBe(true);
  });

  test('a payment of another merchant is none of ours', () => {
    expect(readLiqpayPayment({ ...payment, public_key: 'sandbox_i00000000001' }, merchant)).toBeUndefined();
  });

  test('a partial refund reports the refunded part', () => {
    const part = { ...payment, status: 'reversed', refund_amount: 100.1 };
    expect(readLiqpayPayment(part, merchant)).toMatchObject({ kind: 'returned', amount: 10_010n });
    const rest = { ...payment, status: 'success', refund_amount: '100.10' };
    expect(readLiqpayPayment(rest, merchant)).toMatchObject({ kind: 'paid', amount: 33_240n });
    expect(readLiqpayPayment({ ...rest, refund_amount: 'some' }, merchant)).toBeUndefined();
  });

  test.each([
    ['a sum with parts of a kopiyka', { amount: 432.505 }],
    ['a sum below zero', { amount: -1 }],
    ['a sum that is none', { amount: 'much' }],
    ['no order', { order_id: '' }],
    ['no status', { status: undefined }],
    ['a currency that is none', { currency: 'hryvnia' }],
  ])('with %s it says nothing', (_, facts) => {
    expect(readLiqpayPayment({ ...payment, ...facts }, merchant)).toBeUndefined();
  });

  test.each([
    [0.01, 1n],
    [0.1, 10n],
    [4.35, 435n],
    ['4.35', 435n],
    [1.005e2, 10_050n],
    [99_999_999.99, 9_999_999_999n],
  ])('the sum %s is %s kopiykas', (amount, kopiykas) => {
    expect(readLiqpayPayment({ ...payment, amount }, merchant)?.amount).toBe(kopiykas);
  });

  test.each([
    { end_date: '2026-11-18 10:00:00' },
    { create_date: -1, paytype: 7 },
    { payment_id: { id: 1 }, err_code: 'x'.repeat(65) },
    { receiver_commission: ['1'], transaction_id: true },
  ])('what decides nothing refuses no report: %j', (facts) => {
    const [name = ''] = Object.keys(facts);
    const read = readLiqpayPayment({ ...payment, ...facts }, merchant);
    expect(read).toMatchObject({ kind: 'paid', amount: 43_250n });
    expect(read?.evidence).not.toHaveProperty(name, expect.anything());
  });

  test('the newest moment counts', () => {
    const moments = { create_date: 1000, end_date: 2000, refund_date_last: 3000 };
    expect(readLiqpayPayment({ ...payment, ...moments }, merchant)?.reportedAt).toBe(3000);
    expect(readLiqpayPayment(payment, merchant)?.reportedAt).toBeNull();
  });
});
