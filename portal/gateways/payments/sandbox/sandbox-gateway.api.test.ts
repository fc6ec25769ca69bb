import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/clock.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import type { DB } from '#portal/database.gen.ts';
import { createPaymentGateways } from '../all-gateways.ts';
import type { Callback, PaymentGateway } from '../payment-gateway.ts';
import { describeGateway } from '../testing/gateway-contract.ts';
import { decideBankOrder } from './bank-order-store.ts';
import { createSandboxGateway, signatureHeader } from './sandbox-gateway.ts';
import { isPageKey, pageKey, signBody } from './sandbox-signature.ts';
import { reportOf } from './sandbox-word.ts';

const secret = randomBytes(32);
const provider = 'monobank';
const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
let database: TestDatabase;
let connected: ConnectedDatabase<DB>;
let gateway: PaymentGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<DB>({ url: database.url });
  gateway = createSandboxGateway({ provider, db: connected.db, clock, secret });
});
afterAll(async () => {
  await connected.close();
  await database.close();
});

function signed(report: unknown): Callback {
  const body = Buffer.from(JSON.stringify(report));
  return { body, headers: { [signatureHeader]: signBody(secret, body) } };
}

describeGateway('the test bank', () => ({
  gateway,
  async decide({ orderId }, decision) {
    const order = await decideBankOrder(connected.db, { provider, orderId }, decision, clock.now());
    if (order === undefined) throw new Error('the bank has no such order');
    return signed(reportOf(order));
  },
  tamper: ({ headers, body }) => ({
    headers,
    body: Buffer.from(body.toString().replace('432.50', '432.51')),
  }),
}));

const report = {
  orderId: '2390001111-112026-1',
  status: 'paid',
  amount: '432.50',
  currency: 'UAH',
  bankReference: 'r',
  saidAt: '2026-11-20T10:00:00Z',
};

test.each([
  ['another status', { ...report, status: 'maybe' }],
  ['a sum that is none', { ...report, amount: '432,5' }],
  ['no order', { ...report, orderId: '' }],
  ['a currency that is none', { ...report, currency: 'hryvnia' }],
  ['a list', [report]],
])('a report with %s says nothing, even signed', async (_, wrong) => {
  expect(await gateway.verifyCallback(signed(report))).toMatchObject({ kind: 'paid' });
  expect(await gateway.verifyCallback(signed(wrong))).toBeUndefined();
});

test.each([
  ['of another secret', (body: Buffer) => signBody(randomBytes(32), body)],
  ['cut short', (body: Buffer) => signBody(secret, body).slice(0, 62)],
  ['with more behind it', (body: Buffer) => `${signBody(secret, body)}00`],
  ['empty', () => ''],
])('a signature %s is none', async (_, sign) => {
  const { body } = signed(report);
  expect(await gateway.verifyCallback({ body, headers: { [signatureHeader]: sign(body) } })).toBeUndefined();
});

test('the first decision of a payer stays', async () => {
  const order = {
    orderId: '2390001111-112026-900',
    amount: parseMoney('5.00') ?? (0n as never),
    description: 'Електроенергія',
    accountNumber: '2390001111',
    paymentId: 'x',
    returnUrl: 'https://cabinet.example.test/cabinet',
    callbackUrl: 'https://cabinet.example.test/api',
  };
  await gateway.createPayment(order);
  await decideBankOrder(connected.db, { provider, orderId: order.orderId }, 'refused', clock.now());
  const after = await decideBankOrder(
    connected.db,
    { provider, orderId: order.orderId },
    'paid',
    clock.now(),
  );
  expect(after?.decision).toBe('refused');
});

test('the key of a page opens that page only', () => {
  const key = pageKey(secret, 'a-1');
  expect(isPageKey(secret, 'a-1', key)).toBe(true);
  expect(isPageKey(secret, 'a-2', key)).toBe(false);
  expect(isPageKey(secret, 'a-1', undefined)).toBe(false);
  expect(isPageKey(secret, 'a-1', [key])).toBe(false);
});

test('in production there is no test bank', () => {
  const namesIn = (production: boolean) => [
    ...createPaymentGateways({
      db: connected.db,
      clock,
      config: { production },
      secretFor: () => secret,
    }).keys(),
  ];
  expect(namesIn(false)).toEqual(['liqpay', 'monobank', 'portmone', 'easypay']);
  expect(namesIn(true)).toEqual([]);
});
