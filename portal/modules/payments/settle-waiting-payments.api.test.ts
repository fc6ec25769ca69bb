import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PAYMENT_CONFIRM,
  PAYMENT_FAIL,
  PAYMENT_GET,
  PAYMENT_REFUND_ASK,
  PAYMENT_REFUND_SETTLE,
  PAYMENT_START,
} from '#billing/api/payments.ts';
import { createBilling } from '#billing/billing.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import { createFakeGateway, type FakeGateway } from './testing/fake-gateway.ts';
import { settleWaitingPayments } from './testing/settle-waiting-payments.ts';

const noon = instantFromIso('2026-11-20T10:00:00Z');
const minute = 60_000;

let billing: TestBilling;
const fakeGateways = new Map<string, FakeGateway>();

beforeAll(async () => {
  billing = await startTestBilling();
  await makeSupplier(billing.db);
});
afterAll(async () => {
  expect(await checkLedger(billing.db)).toEqual([]);
  await billing.close();
});
beforeEach(async () => {
  billing.clock.set(noon);
  await sql`update billing.booking_clock set newest_at = 'epoch'`.execute(billing.db);
  for (const provider of ['liqpay', 'monobank']) {
    fakeGateways.set(provider, createFakeGateway(provider));
  }
});

function of(provider: string): FakeGateway {
  const one = fakeGateways.get(provider);
  if (one === undefined) throw new Error(provider);
  return one;
}

/** The front end to a billing, as a node has it. */
function client() {
  const { db, clock } = billing;
  return testBillingClient({ billing: createBilling({ db, clock }), clock });
}

/** A round of the jobs of one node, so many minutes after noon. */
async function round(at: number): Promise<void> {
  billing.clock.set((noon + at * minute) as Instant);
  const { clock } = billing;
  await settleWaitingPayments({ billing: client(), clock, gateways: fakeGateways, reference: newId() });
}

async function begin(provider: string) {
  const { accountNumber } = await makeAccount(billing.db);
  await makeCharge(billing.db, accountNumber, '2026-10', '432.50');
  const order = { provider, purpose: 'energy', sum: '432.50', requestId: newId() } as const;
  const { payment } = await billing.ask(PAYMENT_START, { account: accountNumber, ...order });
  const { orderId, paymentId } = payment;
  const state = async () => (await billing.ask(PAYMENT_GET, { accountNumber, paymentId })).payment.state;
  return { accountNumber, orderId, paymentId, state };
}

const confirm = (provider: string, orderId: string) =>
  billing.ask(PAYMENT_CONFIRM, {
    ...{ provider, orderId, amount: '432.50', currency: 'UAH', providerReference: null, evidence: {} },
  });

describe('a provider that keeps silent', () => {
  test('is asked after pauses that grow, also when the order is over, for two days', async () => {
    const { orderId, state } = await begin('liqpay');
    const asked: number[] = [];
    const watch = async (at: number) => {
      const before = of('liqpay').asked.length;
      await round(at);
      if (of('liqpay').asked.length > before) asked.push(at);
    };
    for (let at = 0; at <= 210; at++) await watch(at);
    for (let at = 240; at <= 80 * 60; at += 60) await watch(at);
    expect(asked.slice(0, 6)).toEqual([1, 3, 8, 23, 83, 143]);
    // From then on after half its age, for two days.
    const later = asked.slice(6).map((at) => Math.floor(at / 60));
    expect(later.length).toBeGreaterThan(4);
    expect(later.at(-1)).toBeGreaterThan(47);
    expect(new Set(of('liqpay').asked)).toEqual(new Set([orderId]));
    expect(await state()).toBe('expired');
  });

  test('is believed when it speaks: paid, refused or over', async () => {
    for (const [statuses, becomes] of [
      ['paid', 'confirmed'],
      ['refused', 'failed'],
      ['expired', 'expired'],
      ['waiting', 'started'],
    ] as const) {
      const { orderId, state } = await begin('monobank');
      of('monobank').statuses.set(orderId, statuses);
      billing.clock.set(noon);
      await round(1);
      expect(await state()).toBe(becomes);
      billing.clock.set(noon);
    }
  });
});

describe('a provider that is down', () => {
  test('postpones only its own orders, and none of them ends meanwhile', async () => {
    const [down, up] = [await begin('liqpay'), await begin('monobank')];
    of('liqpay').isDown = true;
    of('monobank').statuses.set(up.orderId, 'paid');
    await expect(round(1)).rejects.toThrow('did not answer');
    expect([await down.state(), await up.state()]).toEqual(['started', 'confirmed']);

    await expect(round(40)).rejects.toThrow('did not answer');
    expect(await down.state()).toBe('started');
    of('liqpay').isDown = false;
    of('liqpay').statuses.set(down.orderId, 'paid');
    await round(40 + 80);
    expect(await down.state()).toBe('confirmed');
  });

  test('for one order alone is asked about all others', async () => {
    const orders = [];
    for (let n = 0; n < 25; n++) orders.push(await begin('liqpay'));
    for (const { orderId } of orders) of('liqpay').statuses.set(orderId, 'paid');
    of('liqpay').unavailableOrders.add(orders[0]?.orderId ?? '');
    await expect(round(1)).rejects.toThrow('did not answer');
    const states = await Promise.all(orders.map(({ state }) => state()));
    expect(states).toEqual(['started', ...Array(24).fill('confirmed')]);
  });

  test('is left alone after the first orders of a round', async () => {
    for (let n = 0; n < 25; n++) await begin('liqpay');
    of('liqpay').isDown = true;
    await expect(round(1)).rejects.toThrow('did not answer');
    expect(of('liqpay').asked.length).toBeLessThanOrEqual(10);
  });
});

test('two nodes ask about each order once', async () => {
  const orders = [await begin('liqpay'), await begin('liqpay'), await begin('liqpay')];
  for (const { orderId } of orders) of('liqpay').statuses.set(orderId, 'paid');
  await Promise.all([round(1), round(1)]);
  for (const { state } of orders) expect(await state()).toBe('confirmed');
  // What is settled is asked about no more.
  await round(90);
  const asked = of('liqpay').asked.filter((one) => orders.some(({ orderId }) => orderId === one));
  expect(asked.toSorted()).toEqual(orders.map(({ orderId }) => orderId).toSorted());
});

test('an old word of money after a newer refusal has the provider asked at once', async () => {
  const { orderId, state } = await begin('liqpay');
  const report = { provider: 'liqpay', orderId, providerReference: null, evidence: {} };
  await billing.ask(PAYMENT_FAIL, { ...report, reportedAt: '2026-11-20T09:59:00Z' });
  const old = { ...report, amount: '432.50', currency: 'UAH', reportedAt: '2026-11-20T09:58:00Z' };
  expect((await billing.ask(PAYMENT_CONFIRM, old)).outcome).toBe('stale');
  expect(await state()).toBe('failed');
  of('liqpay').statuses.set(orderId, 'paid');
  await round(0);
  expect(await state()).toBe('confirmed');
});

describe('a requested refund', () => {
  async function askedBack(provider = 'liqpay') {
    const payment = await begin(provider);
    await confirm(provider, payment.orderId);
    of(provider).statuses.set(payment.orderId, 'paid');
    const { accountNumber, paymentId } = payment;
    const request = { accountNumber, paymentId, reason: 'test', requestId: newId() };
    const { claim } = await billing.ask(PAYMENT_REFUND_ASK, request);
    const { orderId } = payment;
    const end = { provider, orderId, claim: claim ?? '', outcome: 'asked', refusal: null } as const;
    await billing.ask(PAYMENT_REFUND_SETTLE, end);
    return payment;
  }

  test('is asked for again while the provider still has it, until it went back', async () => {
    const { state } = await askedBack();
    of('liqpay').refunding = 'later';
    await round(1);
    expect([await state(), of('liqpay').refunds]).toEqual(['confirmed', 1]);
    of('liqpay').refunding = 'returns';
    await round(3);
    expect([await state(), of('liqpay').refunds]).toEqual(['refunded', 2]);
    await round(100);
    expect(of('liqpay').refunds).toBe(2);
  });

  test('from a provider that takes no refunds by a call is found out when it went back by hand', async () => {
    const { orderId, state } = await askedBack();
    of('liqpay').refunding = 'notOffered';
    await round(1);
    expect(await state()).toBe('confirmed');
    of('liqpay').statuses.set(orderId, 'returned');
    await round(3);
    expect(await state()).toBe('refunded');
  });

  test('and refused stays where it is, and is asked for no more', async () => {
    const { state } = await askedBack();
    of('liqpay').refunding = 'refuses';
    await round(1);
    await round(3);
    expect([await state(), of('liqpay').refunds]).toEqual(['confirmed', 1]);
  });
});
