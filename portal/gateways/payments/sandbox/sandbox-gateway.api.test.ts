import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import type { DB } from '#portal/database.gen.ts';
import type { Callback, PaymentGateway } from '../payment-gateway.ts';
import { describeGateway } from '../testing/gateway-contract.ts';
import { decideBankOrder, findBankOrder, returnBankOrder } from './bank-order-store.ts';
import { createSandboxGateway, signatureHeader } from './sandbox-gateway.ts';
import { isPageKey, pageKey, reportOf, signBody } from './sandbox-status.ts';

const provider = 'monobank';
const secret = randomBytes(32);
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

function signed(report: unknown, key = secret): Callback {
  const body = Buffer.from(JSON.stringify(report));
  return { body, headers: { [signatureHeader]: signBody(key, body) } };
}

async function reportNow(orderId: string) {
  const order = await findBankOrder(connected.db, { provider, orderId });
  if (order === undefined) throw new Error('the bank has no such order');
  return reportOf(order);
}

describeGateway('the test bank', async () => {
  const currencies = new Map<string, string>();
  const { db } = connected;
  return {
    traits: {
      asks: [],
      signsReports: true,
      tellsTime: true,
      tellsCurrency: true,
      decisions: ['paid', 'refused', 'returned'],
    },
    gateway,
    restarted: () => createSandboxGateway({ provider, db, clock, secret }),
    open: async () => undefined,
    async decide(orderId, decision, { amount, currency } = {}) {
      if (currency !== undefined) currencies.set(orderId, currency);
      if (amount !== undefined) {
        await sql`update portal.sandbox_bank_order set amount_kopiykas = ${amount} where order_id = ${orderId}`.execute(
          db,
        );
      }
      const key = { provider, orderId };
      if (decision === 'returned') await returnBankOrder(db, key, clock.now());
      else if (decision !== 'expired') await decideBankOrder(db, key, decision, clock.now());
    },
    async report(orderId) {
      const report = await reportNow(orderId);
      return signed({ ...report, currency: currencies.get(orderId) ?? report.currency });
    },
    async forge(orderId, signature) {
      const forged = signed({ ...(await reportNow(orderId)), status: 'paid' }, randomBytes(32));
      return signature === 'none' ? { ...forged, headers: {} } : forged;
    },
    returnsOf: async (orderId) => ((await reportNow(orderId)).status === 'returned' ? 1 : 0),
    async removeOrder(orderId) {
      await sql`delete from portal.sandbox_bank_order where order_id = ${orderId}`.execute(db);
    },
    makeTrouble: () => undefined,
    passTime: (ms) => clock.set((clock.now() + ms) as Instant),
    secrets: [secret.toString('hex')],
    close: async () => undefined,
  };
});

const report = {
  orderId: '2390001111-112026-1',
  status: 'paid',
  amount: '432.50',
  currency: 'UAH',
  bankReference: 'r',
  reportedAt: '2026-11-20T10:00:00Z',
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
