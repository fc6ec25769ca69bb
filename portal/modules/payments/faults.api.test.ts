import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Module } from '#billing/api/define-module.ts';
import {
  PAYMENT_CONFIRM,
  PAYMENT_GET,
  PAYMENT_REFUND_ASK,
  PAYMENT_RETURN,
  PAYMENT_SENT,
  PAYMENT_START,
} from '#billing/api/payments.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingClient } from '#billing/client.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { lockWaiters } from '#platform/testing/lock-waiters.ts';
import { newId } from '#platform/uuid.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import { applyReportedStatus, holdRefund, tryRefund } from './apply-reported-status.ts';
import { createFakeGateway, statusOf } from './testing/fake-gateway.ts';
import { settleWaitingPayments } from './testing/settle-waiting-payments.ts';

const noon = instantFromIso('2026-11-20T10:00:00Z');
let billing: TestBilling;

beforeAll(async () => {
  billing = await startTestBilling();
  await makeSupplier(billing.db);
});
afterAll(async () => {
  expect(await checkLedger(billing.db)).toEqual([]);
  await billing.close();
});

/** A node of its own on the same database. */
function node(): BillingClient {
  const { db, clock } = billing;
  return testBillingClient({ billing: createBilling({ db, clock }), clock });
}

/** A node that dies right after a module has done its work, before anybody hears of it. */
function failingAfter(module: Module): BillingClient {
  const alive = node();
  return {
    ...alive,
    async call(asked, input, context) {
      const result = await alive.call(asked, input, context);
      if (asked.name === module.name) throw new Error('killed');
      return result;
    },
  };
}

async function begin() {
  const { accountNumber } = await makeAccount(billing.db);
  await makeCharge(billing.db, accountNumber, '2026-10', '432.50');
  const order = { provider: 'liqpay', purpose: 'energy', sum: '432.50', requestId: newId() } as const;
  const { payment } = await billing.ask(PAYMENT_START, { account: accountNumber, ...order });
  const { orderId, paymentId } = payment;
  const get = async () => (await billing.ask(PAYMENT_GET, { accountNumber, paymentId })).payment;
  const entries = async () => {
    const { rows } = await sql`select from billing.ledger_entry where payment_id = ${paymentId}`.execute(
      billing.db,
    );
    return rows.length;
  };
  return { accountNumber, orderId, paymentId, get, entries };
}

const applyStatus = (client: BillingClient, orderId: string, kind: 'paid' | 'returned') =>
  applyReportedStatus(client, 'liqpay', statusOf(orderId, kind), newId());

/** A round of the job, so many minutes later. */
async function settle(gateway: ReturnType<typeof createFakeGateway>, minutes: number): Promise<void> {
  billing.clock.set((noon + minutes * 60_000) as Instant);
  const gateways = new Map([['liqpay', gateway]]);
  await settleWaitingPayments({ billing: node(), clock: billing.clock, gateways, reference: newId() });
  billing.clock.set(noon);
}

describe('a server dies', () => {
  test('after the money was booked and before the provider had its answer: the repeated report changes nothing', async () => {
    const { orderId, get, entries } = await begin();
    await expect(applyStatus(failingAfter(PAYMENT_CONFIRM), orderId, 'paid')).rejects.toThrow('killed');
    expect(await applyStatus(node(), orderId, 'paid')).toBe('already');
    expect([(await get()).state, await entries()]).toEqual(['confirmed', 1]);
  });

  test('between the page of the provider and writing it down: the provider is asked, and the money counts', async () => {
    const { accountNumber, paymentId, orderId, get } = await begin();
    const gateway = createFakeGateway('liqpay');
    gateway.statuses.set(orderId, 'paid');
    await settle(gateway, 1);
    expect((await get()).state).toBe('confirmed');
    const page = { payUrl: 'https://pay.test', payFields: null, providerReference: 'r' };
    const late = await billing.ask(PAYMENT_SENT, { accountNumber, paymentId, ...page });
    expect(late.payment).toMatchObject({ state: 'confirmed' });
  });

  test('after the provider gave the money back and before that was booked: the job finds it out', async () => {
    const { accountNumber, paymentId, orderId, get, entries } = await begin();
    await applyStatus(node(), orderId, 'paid');
    const request = { accountNumber, paymentId, reason: 'test', requestId: newId() };
    const { claim } = await billing.ask(PAYMENT_REFUND_ASK, request);
    const gateway = createFakeGateway('liqpay');
    const silent: BillingClient = { ...node(), call: () => Promise.reject(new Error('killed')) };
    const order = { orderId, providerReference: null, amount: statusOf(orderId, 'paid').amount };
    const held = { provider: 'liqpay', orderId, claim: claim ?? '' };
    await expect(
      holdRefund(silent, held, newId(), () => tryRefund(silent, gateway, order, newId())),
    ).rejects.toThrow('killed');
    expect((await get()).state).toBe('confirmed');
    await settle(gateway, 1);
    expect([(await get()).state, gateway.refunds]).toEqual(['confirmed', 1]);
    await settle(gateway, 4);
    expect([(await get()).state, await entries(), gateway.refunds]).toEqual(['refunded', 2, 1]);
  });

  test('after the return was booked: the repeated word gives nothing back twice', async () => {
    const { orderId, get, entries } = await begin();
    await applyStatus(node(), orderId, 'paid');
    await expect(applyStatus(failingAfter(PAYMENT_RETURN), orderId, 'returned')).rejects.toThrow('killed');
    expect(await applyStatus(node(), orderId, 'returned')).toBe('already');
    expect([(await get()).state, await entries()]).toEqual(['reversed', 2]);
  });
});

describe('the database goes away', () => {
  test('in the middle of booking: nothing is booked, and the repeated report books all of it', async () => {
    const { orderId, get, entries } = await begin();
    const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = billing.db.transaction().execute(async (transaction) => {
      await sql`select from billing.payment where order_id = ${orderId} for update`.execute(transaction);
      taken.resolve();
      await held.promise;
    });
    await taken.promise;
    const applying = applyStatus(node(), orderId, 'paid').catch((error: unknown) => String(error));
    await expect.poll(() => lockWaiters(billing.db)).toHaveLength(1);
    const [blocked] = await lockWaiters(billing.db);
    await sql`select pg_terminate_backend(${blocked}::int)`.execute(billing.db);
    expect(await applying).toContain('terminat');
    held.resolve();
    await holder;
    expect([(await get()).state, await entries()]).toEqual(['started', 0]);
    expect(await applyStatus(node(), orderId, 'paid')).toBe('confirmed');
    expect([(await get()).state, await entries()]).toEqual(['confirmed', 1]);
  });
});
