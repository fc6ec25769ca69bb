import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import {
  type PaymentGateway,
  type PaymentOrder,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';
import {
  type PortmoneServer,
  portmoneSecrets,
  startPortmoneServer,
} from '../testing/fake-portmone-server.ts';
import { describeGateway } from '../testing/gateway-contract.ts';
import type { GatewayHarness } from '../testing/gateway-harness.ts';
import { createPortmoneGateway } from './portmone-gateway.ts';

const payee = {
  payeeId: '1185',
  login: 'WDISHOP_Svitlo',
  password: 'a-Password-of-Portmone',
  key: 'k3y-of-Portmone-9c1d',
};
const start = instantFromIso('2026-11-20T10:00:00Z');

describeGateway('Portmone', async (): Promise<GatewayHarness> => {
  const clock = fixedClock(start);
  const portmone = await startPortmoneServer(payee, clock);
  const { book } = portmone;
  const make = () => createPortmoneGateway({ ...payee, url: portmone.url, clock, timeoutMs: 500 });
  const browserSays = (orderId: string, RESULT: string) =>
    portmone.browserReport({ SHOPORDERNUMBER: orderId, RESULT, BILL_AMOUNT: '432.50' });
  return {
    traits: {
      asks: ['createPayment', 'verifyCallback', 'queryState', 'refund'],
      signsReports: false,
      tellsTime: true,
      tellsCurrency: true,
      decisions: ['paid', 'refused', 'returned'],
    },
    gateway: make(),
    restarted: make,
    open: async (_order, page) => void (await fetch(page.payUrl)),
    decide: async (orderId, decision, changes) => void book.decide(orderId, decision, changes),
    report: async (orderId) => browserSays(orderId, book.get(orderId).state === 'paid' ? '0' : '3000'),
    forge: async (orderId) => browserSays(orderId, '0'),
    returnsOf: async (orderId) => book.get(orderId).returns,
    removeOrder: async (orderId) => book.removeOrder(orderId),
    makeTrouble: portmone.makeTrouble,
    passTime: (ms) => clock.set((clock.now() + ms) as Instant),
    secrets: [payee.password, payee.key, ...portmoneSecrets],
    close: portmone.close,
  };
});

describe('Portmone itself', () => {
  const clock = fixedClock(start);
  let portmone: PortmoneServer;
  let gateway: PaymentGateway;
  let counter = 0;

  beforeAll(async () => {
    portmone = await startPortmoneServer(payee, clock);
    gateway = createPortmoneGateway({ ...payee, url: portmone.url, clock, timeoutMs: 500 });
  });
  afterAll(() => portmone.close());

  function makeOrder(): PaymentOrder {
    counter += 1;
    return {
      orderId: `2390001111-112026-${counter}`,
      amount: parseMoney('432.50') ?? (0n as PaymentOrder['amount']),
      description: 'Електроенергія, о/р 2390001111'.padEnd(400, '.'),
      accountNumber: '2390001111',
      paymentId: newId(),
      returnUrl: 'https://cabinet.example.test/cabinet/person/payments/1?account=2390001111',
      callbackUrl: 'https://cabinet.example.test/api/payments/callback/portmone',
    };
  }

  async function begin() {
    const order = makeOrder();
    await gateway.createPayment(order);
    return { ...order, providerReference: null };
  }

  test('gets the sum, the signature and the return address, but not the password', async () => {
    const asked = portmone.requests.length;
    const order = await begin();
    await gateway.createPayment(order);
    const [request, ...more] = portmone.requests.slice(asked);
    expect(more).toEqual([]);
    expect(request?.body).not.toContain(payee.password);
    expect(request?.body).not.toContain(payee.key);
    const backUrl =
      'https://cabinet.example.test/payments/return/portmone/cabinet/person/payments/1?account=2390001111';
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      method: 'createLinkPayment',
      payee: { payeeId: '1185', login: payee.login, dt: '20261120120000' },
      order: {
        shopOrderNumber: order.orderId,
        billAmount: '432.50',
        billCurrency: 'UAH',
        description: order.description.slice(0, 250),
        successUrl: backUrl,
        failureUrl: backUrl,
        preauthFlag: 'N',
      },
    });
  });

  test('what a browser says of sum and result counts for nothing', async () => {
    const { orderId } = await begin();
    const claims = { SHOPORDERNUMBER: orderId, BILL_AMOUNT: '1000000.00', RESULT: '0', APPROVALCODE: '1' };
    expect(await gateway.verifyCallback(portmone.browserReport(claims))).toMatchObject({ kind: 'waiting' });
    portmone.book.decide(orderId, 'paid');
    const denial = { SHOPORDERNUMBER: orderId, RESULT: '3000' };
    expect(await gateway.verifyCallback(portmone.browserReport(denial))).toMatchObject({
      kind: 'paid',
      amount: 43250n,
    });
  });

  test.each([
    ['no order', {}],
    ['an order of another shape', { SHOPORDERNUMBER: "1' or '1'='1" }],
    ['a very long order', { SHOPORDERNUMBER: `${'9'.repeat(80)}-112026-1` }],
    ['an order in small letters', { shopordernumber: '2390001111-112026-1' }],
  ])('a browser that names %s makes us ask nothing', async (_, fields) => {
    const asked = portmone.requests.length;
    expect(await gateway.verifyCallback(portmone.browserReport(fields))).toBeUndefined();
    expect(portmone.requests).toHaveLength(asked);
  });

  test('a browser that names two orders is not understood', async () => {
    const [one, other] = [await begin(), await begin()];
    const body = Buffer.from(`SHOPORDERNUMBER=${one.orderId}&SHOPORDERNUMBER=${other.orderId}`);
    expect(await gateway.verifyCallback({ headers: {}, body })).toBeUndefined();
  });

  test('an order of ours that Portmone does not know leads to nothing', async () => {
    const report = portmone.browserReport({ SHOPORDERNUMBER: '2390001111-112026-999', RESULT: '0' });
    expect(await gateway.verifyCallback(report)).toBeUndefined();
  });

  test('many browsers at once make one question', async () => {
    const { orderId } = await begin();
    const asked = portmone.requests.length;
    const report = portmone.browserReport({ SHOPORDERNUMBER: orderId, RESULT: '0' });
    await Promise.all(Array.from({ length: 20 }, () => gateway.verifyCallback(report)));
    expect(portmone.requests).toHaveLength(asked + 1);
    await gateway.verifyCallback(report);
    expect(portmone.requests).toHaveLength(asked + 2);
  });

  test('a card that was refused may be followed by one that pays', async () => {
    const { orderId, amount } = await begin();
    const tried = { shopOrderNumber: orderId, shopBillId: 1, billAmount: 432.5 };
    const known = { orderId, amount, providerReference: null };
    portmone.setTries(orderId, [{ ...tried, status: 'REJECTED' }]);
    expect(await gateway.queryState(known)).toMatchObject({ kind: 'refused' });
    portmone.setTries(orderId, [
      { ...tried, status: 'REJECTED' },
      { ...tried, status: 'PAYED', shopBillId: 2 },
    ]);
    expect(await gateway.queryState(known)).toMatchObject({ kind: 'paid', providerReference: '2' });
  });

  test.each([
    ['login', { login: 'somebody' }],
    ['password', { password: 'wrong' }],
    ['payee', { payeeId: '1' }],
  ])('with a wrong %s Portmone is as good as away', async (_, wrong) => {
    const known = await begin();
    const stranger = createPortmoneGateway({ ...payee, ...wrong, url: portmone.url, clock });
    const report = portmone.browserReport({ SHOPORDERNUMBER: known.orderId });
    const answers = await Promise.allSettled([
      stranger.queryState(known),
      stranger.verifyCallback(report),
      stranger.refund(known),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(ProviderUnavailable) });
  });

  test('with a wrong key no page is made', async () => {
    const stranger = createPortmoneGateway({ ...payee, key: 'wrong', url: portmone.url, clock });
    await expect(stranger.createPayment(makeOrder())).rejects.toThrow(ProviderUnavailable);
  });

  test('a sum that was paid otherwise is not given back as another', async () => {
    const known = await begin();
    portmone.book.decide(known.orderId, 'paid', { amount: parseMoney('432.49') ?? known.amount });
    await expect(gateway.refund(known)).rejects.toThrow(RefundRefused);
    expect(portmone.book.get(known.orderId).returns).toBe(0);
  });
});
