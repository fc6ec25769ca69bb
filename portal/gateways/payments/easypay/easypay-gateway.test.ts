import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { startProviderServer } from '#portal/testing/providers/provider-server.ts';
import { type PaymentGateway, type PaymentOrder, RefundNotOffered } from '../payment-gateway.ts';
import { type EasypayServer, easypaySecrets, startEasypayServer } from '../testing/fake-easypay-server.ts';
import { describeGateway } from '../testing/gateway-contract.ts';
import { createEasypayGateway, readEasypayNotice, readEasypayState } from './easypay-gateway.ts';
import { easypaySignature } from './easypay-session.ts';

const keys = { partnerKey: 'svitlo', serviceKey: 'SVITLO-ENERGY', secretKey: 'a-secret-of-a-test-merchant' };
const now = instantFromIso('2026-11-20T10:00:00Z');
const order: PaymentOrder = {
  orderId: '2390001111-112026-1',
  amount: parseMoney('432.50') ?? (0n as PaymentOrder['amount']),
  description: 'Електроенергія, о/р 2390001111',
  accountNumber: '2390001111',
  paymentId: 'p-1',
  returnUrl: 'https://cabinet.example.test/cabinet/person/payments/p-1?account=2390001111',
  callbackUrl: 'https://cabinet.example.test/api/payments/callback/easypay',
};
const known = { ...order, providerReference: null };

describeGateway('EasyPay', async () => {
  const clock = fixedClock(now);
  const server = await startEasypayServer(keys, clock);
  const make = () => createEasypayGateway({ ...keys, url: server.url, clock, timeoutMs: 500 });
  return {
    traits: {
      asks: ['createPayment', 'queryState', 'refund'],
      signsReports: true,
      tellsTime: true,
      tellsCurrency: false,
      decisions: ['paid', 'refused', 'returned'],
    },
    gateway: make(),
    restarted: make,
    open: async (_, { payUrl }) => expect((await fetch(payUrl)).status).toBe(200),
    decide: async (orderId, decision, changes) => void server.book.decide(orderId, decision, changes),
    report: async (orderId) => server.reportWith(orderId, {}),
    async forge(orderId, signature) {
      const forged = server.reportWith(orderId, { TransactionStatus: 'Accepted' }, 'a secret of a stranger');
      return signature === 'none' ? { ...forged, headers: {} } : forged;
    },
    returnsOf: async (orderId) => server.book.get(orderId).returns,
    removeOrder: async (orderId) => server.book.removeOrder(orderId),
    makeTrouble: server.makeTrouble,
    passTime: (ms) => clock.set((clock.now() + ms) as Instant),
    secrets: [keys.secretKey, ...easypaySecrets],
    close: server.close,
  };
});

describe('signatures', () => {
  // Each made by hand: printf '%s%s' <key> <body> | openssl dgst -sha256 -binary | base64
  test.each([
    ['test', '{}', 'bFHUY5K7mT32YtqIQYX0JSxYH1ksfjUCTnsS9L2q0HU='],
    [
      'test',
      '{"orderId":"2390001111-112026-1","amount":432.5}',
      '+4oTACnXTMYcCmZx2CMwy39RTq4p1AyH219l1wUBdEY=',
    ],
    [
      'ключ',
      '{"description":"Електроенергія, о/р 2390001111"}',
      '2muOP8GTnTnHyRDuwM6odBg++nPg2c+pqS3x7JVcphM=',
    ],
  ])('key %s, body %s: %s', (secretKey, body, signature) => {
    expect(easypaySignature(body, secretKey)).toBe(signature);
    expect(easypaySignature(Buffer.from(body), secretKey)).toBe(signature);
  });
});

describe('a call', () => {
  const clock = fixedClock(now);
  let server: EasypayServer;
  let gateway: PaymentGateway;

  beforeEach(async () => {
    clock.set(now);
    server = await startEasypayServer(keys, clock);
    gateway = createEasypayGateway({ ...keys, url: server.url, clock });
  });
  afterEach(() => server.close());

  const pathsAsked = () => server.requests.map(({ path }) => path.replace(/^.*\//, ''));

  test('makes an app, a page, and an order with all that EasyPay wants', async () => {
    const page = await gateway.createPayment(order);
    expect(page.payUrl).toBe(`${server.url}/payer/${order.orderId}`);
    expect(pathsAsked()).toEqual(['createApp', 'createPage', 'createOrder']);
    const asked = server.requests[2];
    expect(asked?.headers).toMatchObject({
      partnerkey: 'svitlo',
      locale: 'ua',
      'content-type': 'application/json',
    });
    expect(asked?.headers.sign).toBe(easypaySignature(asked?.body ?? '', keys.secretKey));
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      order: {
        serviceKey: 'SVITLO-ENERGY',
        orderId: order.orderId,
        description: order.description,
        amount: 432.5,
        additionalItems: { 'Merchant.UrlNotify': order.callbackUrl },
      },
      urls: { success: order.returnUrl, failed: order.returnUrl },
    });
  });

  test('takes a page of its own, and the same app for a day', async () => {
    await gateway.createPayment(order);
    await gateway.queryState(known);
    clock.set((now + 24 * 3_600_000) as Instant);
    await gateway.queryState(known);
    expect(pathsAsked()).toEqual([
      ...['createApp', 'createPage', 'createOrder'],
      ...['createPage', 'orderState'],
      ...['createApp', 'createPage', 'orderState'],
    ]);
  });

  test('makes a new app when the one it has is known no more', async () => {
    await gateway.createPayment(order);
    server.clearApps();
    await expect(gateway.queryState(known)).rejects.toMatchObject({ cause: 'no page: APP_NOT_REGISTERED' });
    expect(await gateway.queryState(known)).toMatchObject({ kind: 'waiting' });
  });

  test('a wrong secret is reported as unavailable, not as an unknown order', async () => {
    const stranger = createEasypayGateway({ ...keys, secretKey: 'another', url: server.url, clock });
    await expect(stranger.createPayment(order)).rejects.toMatchObject({ cause: 'no order: SIGN_IS_INVALID' });
    await expect(stranger.queryState(known)).rejects.toMatchObject({
      cause: expect.stringContaining('SIGN'),
    });
  });

  test.each([403, 404, 405])(
    'a refund that EasyPay answers by HTTP %i is for its own cabinet',
    async (httpStatus) => {
      await gateway.createPayment(order);
      server.book.decide(order.orderId, 'paid');
      server.stopRefunds(httpStatus);
      await expect(gateway.refund(known)).rejects.toBeInstanceOf(RefundNotOffered);
    },
  );

  test('a refund that EasyPay took and then fell silent about is on its way', async () => {
    await gateway.createPayment(order);
    server.book.decide(order.orderId, 'paid');
    server.makeTroubleAfter('/api/merchant/cancelOrder', 'http500');
    expect(await gateway.refund(known)).toMatchObject({ kind: 'waiting', amount: order.amount });
    server.makeTrouble(undefined);
    expect(await gateway.refund(known)).toMatchObject({ kind: 'returned', amount: order.amount });
    expect(server.book.get(order.orderId).returns).toBe(1);
  });
});

test('a refund that EasyPay still works on is not asked for again', async () => {
  const asked: string[] = [];
  const refunds = [
    { refundTransactionId: 2, paymentState: 'pending', refundAmount: 432.5, dateAccepted: null },
  ];
  const orderState = {
    orderId: order.orderId,
    transactionId: 1,
    amount: 432.5,
    paymentState: 'accepted',
    refunds,
  };
  const server = await startProviderServer(({ path }) => {
    asked.push(path);
    return { httpStatus: 200, body: { appId: 'a', pageId: 'p', ...orderState, error: null } };
  });
  const gateway = createEasypayGateway({ ...keys, url: server.url, clock: fixedClock(now) });
  const known = { orderId: order.orderId, amount: order.amount, providerReference: '1' };
  expect(await gateway.refund(known)).toMatchObject({ kind: 'waiting', amount: order.amount });
  expect(asked).not.toContain('/api/merchant/cancelOrder');
  await server.close();
});

test('the partner of the documentation is a test, for everybody knows its secret', () => {
  const made = { ...keys, url: 'https://merchantapi.easypay.ua', clock: fixedClock(now) };
  expect(createEasypayGateway(made).isSandbox).toBe(false);
  expect(createEasypayGateway({ ...made, partnerKey: 'easypay-test' }).isSandbox).toBe(true);
});

describe('a notice', () => {
  const notice = {
    OperationType: 'Payment',
    PartnerKey: keys.partnerKey,
    ServiceKey: keys.serviceKey,
    TransactionStatus: 'Accepted',
    MerchantOrderId: order.orderId,
    DateTime: '2026-11-20T12:24:18',
    Amount: 432.5,
    TransactionId: 1_859_083_939,
  };

  test.each([
    ['Payment', 'Accepted', 'paid'],
    ['Payment', 'Declined', 'refused'],
    ['Payment', 'Pending', 'waiting'],
    ['Refund', 'Accepted', 'returned'],
    ['Refund', 'Declined', 'waiting'],
    ['Payout', 'Accepted', 'waiting'],
  ])('of a %s that is %s: %s', (OperationType, TransactionStatus, kind) => {
    expect(readEasypayNotice({ ...notice, OperationType, TransactionStatus }, keys)?.kind).toBe(kind);
  });

  test.each([
    ['2026-11-20T12:24:18', '2026-11-20T10:24:18Z'],
    ['2026-07-20T12:24:18.1234567', '2026-07-20T09:24:18Z'],
    ['2026-11-20T12:24:18+03:00', '2026-11-20T09:24:18Z'],
    ['2026-11-20T12:24:18Z', '2026-11-20T12:24:18Z'],
  ])('of %s was made at %s', (DateTime, moment) => {
    expect(readEasypayNotice({ ...notice, DateTime }, keys)?.reportedAt).toBe(instantFromIso(moment));
  });

  test.each(['yesterday', '2026-13-45T12:24:18+03:00', '2026-11-20T25:00:00', null, undefined])(
    'of %s says no moment',
    (DateTime) => {
      expect(readEasypayNotice({ ...notice, DateTime }, keys)).toMatchObject({
        kind: 'paid',
        reportedAt: null,
      });
    },
  );

  test.each([
    ['another partner', { PartnerKey: 'easypay-test' }],
    ['another service', { ServiceKey: 'MERCHANT-TEST' }],
    ['no order', { MerchantOrderId: '' }],
    ['a sum that is none', { Amount: 'much' }],
    ['a sum below zero', { Amount: -432.5 }],
  ])('of %s says nothing', (_, facts) => {
    expect(readEasypayNotice({ ...notice, ...facts }, keys)).toBeUndefined();
  });
});

describe('the state of an order', () => {
  const state = { orderId: order.orderId, transactionId: 1_413_668_587, amount: 3, paymentState: 'accepted' };
  const refund = (
    refundAmount: number,
    paymentState = 'accepted',
    dateAccepted = '2026-11-20T12:14:45+02:00',
  ) => ({
    refundTransactionId: 1_413_669_380,
    paymentState,
    refundAmount,
    dateAccepted,
  });

  test.each([
    ['accepted', [], 'paid', 300n],
    ['declined', [], 'refused', 300n],
    ['pending', [], 'waiting', 300n],
    ['none', [], 'waiting', 300n],
    ['tomorrow', [], 'waiting', 300n],
    ['declined', [refund(1.1), refund(1.9)], 'returned', 300n],
    ['accepted', [refund(3)], 'returned', 300n],
    ['accepted', [refund(1.1)], 'paid', 190n],
    ['accepted', [refund(3, 'pending')], 'paid', 300n],
    ['declined', [refund(1.1)], 'returned', 110n],
  ])('%s with refunds %j: %s', (paymentState, refunds, kind, amount) => {
    expect(readEasypayState({ ...state, paymentState, refunds })).toMatchObject({ kind, amount });
  });

  test('that is returned is so since its last refund', () => {
    const refunds = [refund(1.1), refund(1.9, 'accepted', '2026-11-21T12:14:45+02:00')];
    const reported = readEasypayState({ ...state, paymentState: 'declined', refunds });
    expect(reported?.reportedAt).toBe(instantFromIso('2026-11-21T10:14:45Z'));
  });
});
