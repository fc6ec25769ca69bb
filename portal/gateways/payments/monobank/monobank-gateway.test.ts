import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { startProviderServer } from '#portal/testing/providers/provider-server.ts';
import {
  type Callback,
  type KnownOrder,
  type PaymentGateway,
  type PaymentOrder,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';
import {
  type MonobankServer,
  monobankSecrets,
  startMonobankServer,
} from '../testing/fake-monobank-server.ts';
import { describeGateway } from '../testing/gateway-contract.ts';
import type { GatewayHarness } from '../testing/gateway-harness.ts';
import { createMonobankGateway } from './monobank-gateway.ts';

const token = 'mTokenOfTheMerchant-7f3a';
const start = instantFromIso('2026-11-20T10:00:00Z');
const strangersKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const body = (callback: Callback) => callback.body.toString();

/** Signed by OpenSSL: openssl dgst -sha256 -sign key.pem body.json | base64. */
const vector = {
  key: 'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFQW9DVWVISmFlSjJQRmNOS1FtSTlmNWVGZXp1SQpxN0RFRjFpK1NwWDREWDJwOTA1VFkxOGNBcGdmL0plRTJBMG1xUlJ5ektxQ1dWSEgwZng4eC9WYll3PT0KLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg==',
  body: '{"invoiceId":"p2_9ZgpZVsl3","status":"success","amount":43250,"ccy":980,"finalAmount":43250,"createdDate":"2026-11-20T09:58:00Z","modifiedDate":"2026-11-20T10:00:00Z","reference":"2390001111-112026-7"}',
  xSign: 'MEUCIDqF1dbXl1LBm+v9WdT3GS2zAcSwKRhP6+iLtoaTFp/NAiEAnQhDCRU1rAoPFxwBV4ZpaSQvrEAZztfeuXSb7m7KisU=',
};

describeGateway('monobank', async (): Promise<GatewayHarness> => {
  const clock = fixedClock(start);
  const bank = await startMonobankServer(token, clock);
  const { book } = bank;
  const make = () => createMonobankGateway({ token, url: bank.url, clock, timeoutMs: 500 });
  return {
    traits: {
      asks: ['createPayment', 'verifyCallback', 'queryState', 'refund'],
      signsReports: true,
      tellsTime: true,
      tellsCurrency: true,
      decisions: ['paid', 'refused', 'expired', 'returned'],
    },
    gateway: make(),
    restarted: make,
    open: async (_order, page) => void (await fetch(page.payUrl)),
    decide: async (orderId, decision, changes) => void book.decide(orderId, decision, changes),
    report: async (orderId) => bank.reportWith(orderId, {}),
    async forge(orderId, signature) {
      const forged = bank.reportWith(orderId, { status: 'success' }, strangersKey);
      return signature === 'none' ? { ...forged, headers: {} } : forged;
    },
    returnsOf: async (orderId) => book.get(orderId).returns,
    removeOrder: async (orderId) => book.removeOrder(orderId),
    makeTrouble: bank.makeTrouble,
    passTime: (ms) => clock.set((clock.now() + ms) as Instant),
    secrets: [token, ...monobankSecrets],
    close: bank.close,
  };
});

describe('monobank itself', () => {
  const clock = fixedClock(start);
  let bank: MonobankServer;
  let gateway: PaymentGateway;
  let counter = 0;

  beforeAll(async () => {
    bank = await startMonobankServer(token, clock);
    gateway = createMonobankGateway({ token, url: bank.url, clock, timeoutMs: 500 });
  });
  afterAll(() => bank.close());

  function makeOrder(): PaymentOrder {
    counter += 1;
    return {
      orderId: `2390001111-112026-${counter}`,
      amount: parseMoney('432.50') ?? (0n as PaymentOrder['amount']),
      description: 'Електроенергія, о/р 2390001111'.padEnd(400, '.'),
      accountNumber: '2390001111',
      paymentId: newId(),
      returnUrl: 'https://cabinet.example.test/cabinet/person/payments/1?account=2390001111',
      callbackUrl: 'https://cabinet.example.test/api/payments/callback/monobank',
    };
  }

  async function begin(): Promise<KnownOrder> {
    const order = makeOrder();
    const { providerReference } = await gateway.createPayment(order);
    return { orderId: order.orderId, amount: order.amount, providerReference };
  }

  test('gets kopiykas, hryvnias, both addresses and a day of time, once for an order', async () => {
    const order = makeOrder();
    const asked = bank.requests.length;
    await Promise.all([gateway.createPayment(order), gateway.createPayment(order)]);
    await gateway.createPayment(order);
    const [request, ...more] = bank.requests.slice(asked);
    expect(more).toEqual([]);
    expect(request?.headers['x-token']).toBe(token);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      amount: 43250,
      ccy: 980,
      merchantPaymInfo: { reference: order.orderId, destination: order.description.slice(0, 280) },
      redirectUrl: order.returnUrl,
      webHookUrl: order.callbackUrl,
      validity: 1800,
      paymentType: 'debit',
    });
  });

  test('is not believed when its page is none to send a payer to', async () => {
    const { answering, close } = await bankAnswering([
      { invoiceId: 'p2_1', pageUrl: 'javascript:alert(1)' },
      { invoiceId: 'p2_1' },
    ]);
    await expect(answering.createPayment(makeOrder())).rejects.toThrow(ProviderUnavailable);
    await expect(answering.createPayment(makeOrder())).rejects.toThrow(ProviderUnavailable);
    await close();
  });

  test.each([
    ['created', 'waiting'],
    ['processing', 'waiting'],
    ['hold', 'waiting'],
    ['blessed', 'waiting'],
    ['constructor', 'waiting'],
    ['success', 'paid'],
    ['failure', 'refused'],
    ['reversed', 'returned'],
    ['expired', 'expired'],
  ] as const)('«%s» is %s', async (status, kind) => {
    const { orderId } = await begin();
    const reported = await gateway.verifyCallback(bank.reportWith(orderId, { status }));
    expect(reported).toMatchObject({ orderId, kind, amount: 43250n, currency: 'UAH', reportedAt: start });
  });

  test('what is no invoice says nothing, even signed', async () => {
    const { orderId } = await begin();
    expect(await gateway.verifyCallback(bank.reportWith(orderId, { status: 1 }))).toBeUndefined();
    expect(await gateway.verifyCallback(bank.reportWith(orderId, { amount: 432.5 }))).toBeUndefined();
    expect(await gateway.verifyCallback(bank.reportWith(orderId, { reference: null }))).toBeUndefined();
    expect(await gateway.verifyCallback(bank.sign(Buffer.from('"success"')))).toBeUndefined();
    expect(await gateway.verifyCallback(bank.sign(Buffer.from('no JSON')))).toBeUndefined();
  });

  test('a partial refund is reported as the rest, or as the part,', async () => {
    const { orderId, providerReference } = await begin();
    const cancelList = [{ status: 'success', amount: 10000, ccy: 980, modifiedDate: instantToIso(start) }];
    const callback = bank.reportWith(orderId, { status: 'success', finalAmount: 33250, cancelList });
    expect(await gateway.verifyCallback(callback)).toMatchObject({
      kind: 'paid',
      amount: 33250n,
      providerReference,
      evidence: { amount: 43250, finalAmount: 33250, cancelList },
    });
    const reversed = bank.reportWith(orderId, { status: 'reversed', finalAmount: 33250, cancelList });
    expect(await gateway.verifyCallback(reversed)).toMatchObject({ kind: 'returned', amount: 10000n });
  });

  test('money that was paid to another shop of the bank is none of ours', async () => {
    const { orderId } = await begin();
    for (const status of ['success', 'reversed']) {
      const theirs = bank.reportWith(orderId, { status, invoiceId: 'p2_theirOwnShop' });
      expect(await gateway.verifyCallback(theirs)).toBeUndefined();
    }
  });

  test('an unlisted currency is reported by its digits', async () => {
    const { orderId } = await begin();
    const reported = await gateway.verifyCallback(bank.reportWith(orderId, { status: 'success', ccy: 36 }));
    expect(reported?.currency).toBe('036');
  });

  test('the same facts written with other spaces are another body', async () => {
    const { orderId } = await begin();
    const callback = bank.reportWith(orderId, { status: 'success' });
    const spaced = JSON.stringify(JSON.parse(body(callback)), null, 2);
    expect(JSON.parse(spaced)).toEqual(JSON.parse(body(callback)));
    expect(await gateway.verifyCallback({ ...callback, body: Buffer.from(spaced) })).toBeUndefined();
  });

  test.each([
    ['in hexadecimal', (sign: string) => Buffer.from(sign, 'base64').toString('hex')],
    ['not DER', () => Buffer.alloc(64, 7).toString('base64')],
    ['given twice', (sign: string) => [sign, sign]],
    ['very long', (sign: string) => sign.repeat(50)],
    ['empty', () => ''],
  ])('a signature %s is none', async (_, change) => {
    const { orderId } = await begin();
    const callback = bank.reportWith(orderId, { status: 'success' });
    const xSign = change(String(callback.headers['x-sign']));
    expect(await gateway.verifyCallback({ ...callback, headers: { 'x-sign': xSign } })).toBeUndefined();
  });

  test('an answer of another order is nonsense', async () => {
    const [one, other] = [await begin(), await begin()];
    const crossed = { ...one, providerReference: other.providerReference };
    await expect(gateway.queryState(crossed)).rejects.toThrow(ProviderUnavailable);
  });

  test('another token is refused: the bank is as good as away', async () => {
    const stranger = createMonobankGateway({ token: 'another', url: bank.url, clock });
    const known = await begin();
    const answers = await Promise.allSettled([
      stranger.createPayment(makeOrder()),
      stranger.queryState(known),
      stranger.refund(known),
      stranger.verifyCallback(bank.reportWith(known.orderId, {})),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(ProviderUnavailable) });
  });

  test('a refund that the bank is still working on is waiting, one that failed is refused', async () => {
    const known = await begin();
    const { answering, close } = await bankAnswering([
      { status: 'processing', createdDate: instantToIso(start), modifiedDate: instantToIso(start) },
      { status: 'failure', createdDate: instantToIso(start), modifiedDate: instantToIso(start) },
    ]);
    expect(await answering.refund(known)).toMatchObject({ kind: 'waiting', amount: known.amount });
    await expect(answering.refund(known)).rejects.toThrow(RefundRefused);
    await close();
  });

  test('without the number of an invoice nothing can be given back', async () => {
    const known = { ...(await begin()), providerReference: null };
    await expect(gateway.refund(known)).rejects.toThrow(RefundRefused);
  });
});

/** A gateway whose bank answers with these bodies, one after the other. */
async function bankAnswering(bodies: readonly unknown[]) {
  const left = [...bodies];
  const server = await startProviderServer(() => ({ httpStatus: 200, body: left.shift() }));
  const answering = createMonobankGateway({ token, url: server.url, clock: fixedClock(start) });
  return { answering, close: server.close };
}

describe('the key of the bank', () => {
  const clock = fixedClock(start);
  let bank: MonobankServer;
  let gateway: PaymentGateway;
  const later = (ms: number) => clock.set((clock.now() + ms) as Instant);

  beforeAll(async () => {
    bank = await startMonobankServer(token, clock);
    gateway = createMonobankGateway({ token, url: bank.url, clock, timeoutMs: 500 });
    const amount = parseMoney('1.00') ?? (0n as never);
    const url = 'https://cabinet.example.test/';
    bank.book.open({ orderId: 'a-112026-1', amount, currency: 'UAH', returnUrl: url, callbackUrl: url });
  });
  afterAll(() => bank.close());

  const genuine = () => bank.reportWith('a-112026-1', { status: 'success' });
  const forged = () => bank.reportWith('a-112026-1', { status: 'success' }, strangersKey);
  const verify = (callback: Callback) => gateway.verifyCallback(callback);

  test('is asked for once, also by many reports at once', async () => {
    const words = await Promise.all(Array.from({ length: 8 }, () => verify(genuine())));
    expect(words.map((reported) => reported?.kind)).toEqual(Array(8).fill('paid'));
    expect(bank.keyQuestions()).toBe(1);
  });

  test('when it was changed, the new one is asked for and the report is believed', async () => {
    later(60_000);
    bank.rotateKey();
    expect(await verify(genuine())).toMatchObject({ kind: 'paid' });
    expect(bank.keyQuestions()).toBe(2);
  });

  test('a flood of forged reports makes one question a minute, and genuine ones go on', async () => {
    later(60_000);
    const flood = await Promise.all(Array.from({ length: 50 }, () => verify(forged())));
    for (let place = 0; place < 50; place += 1) flood.push(await verify(forged()));
    expect(flood.filter((reported) => reported !== undefined)).toEqual([]);
    expect(bank.keyQuestions()).toBe(3);
    expect(await verify(genuine())).toMatchObject({ kind: 'paid' });
    later(59_999);
    expect(await verify(forged())).toBeUndefined();
    expect(bank.keyQuestions()).toBe(3);
    later(1);
    expect(await verify(forged())).toBeUndefined();
    expect(bank.keyQuestions()).toBe(4);
  });

  test('while the bank gives none, a report that fits no known key is to come again', async () => {
    later(60_000);
    bank.rotateKey();
    bank.makeTrouble('http503');
    await expect(verify(genuine())).rejects.toThrow(ProviderUnavailable);
    bank.makeTrouble(undefined);
    await expect(verify(genuine())).rejects.toThrow(ProviderUnavailable);
    later(5000);
    expect(await verify(genuine())).toMatchObject({ kind: 'paid' });
  });

  test.each([
    ['of another curve', generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
    ['of another kind', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ])('%s is none', async (_, { publicKey, privateKey }) => {
    const key = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64');
    const server = await startProviderServer(() => ({ httpStatus: 200, body: { key } }));
    const misled = createMonobankGateway({ token, url: server.url, clock });
    const callback = bank.reportWith('a-112026-1', { status: 'success' }, privateKey);
    const xSign = String(callback.headers['x-sign']).slice(0, 150);
    const short = { ...callback, headers: { 'x-sign': xSign } };
    await expect(misled.verifyCallback(short)).rejects.toThrow(ProviderUnavailable);
    await server.close();
  });

  test('a signature that OpenSSL made is understood', async () => {
    const server = await startProviderServer(({ path }) => ({
      httpStatus: 200,
      body: path.endsWith('/pubkey') ? { key: vector.key } : JSON.parse(vector.body),
    }));
    const other = createMonobankGateway({ token, url: server.url, clock });
    const headers = { 'x-sign': vector.xSign };
    expect(await other.verifyCallback({ headers, body: Buffer.from(vector.body) })).toMatchObject({
      orderId: '2390001111-112026-7',
      kind: 'paid',
      amount: 43250n,
    });
    await server.close();
  });
});
