import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import type { ModuleInput } from '#billing/api/define-module.ts';
import {
  PAYMENT_CONFIRM,
  PAYMENT_EXPIRE,
  PAYMENT_FAIL,
  PAYMENT_GET,
  PAYMENT_LAND,
  PAYMENT_LIST,
  PAYMENT_SENT,
  PAYMENT_START,
} from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { newId } from '#platform/uuid.ts';
import { type PaymentTestFixture, paid, refused, startPaymentFixture } from './testing/payment-fixture.ts';

let fixture: PaymentTestFixture;
let billing: TestBilling;

beforeAll(async () => {
  fixture = await startPaymentFixture();
  billing = fixture.billing;
});
afterAll(async () => {
  expect(await checkLedger(billing.db)).toEqual([]);
  await billing.close();
});

type Start = ModuleInput<typeof PAYMENT_START>;

function energy(accountNumber: string, amount: string, period?: string) {
  return { account: accountNumber, purpose: 'energy' as const, sum: amount, period };
}

function ofAct(accountNumber: string, actNumber: string, amount: string) {
  return { account: accountNumber, purpose: 'violationAct' as const, actNumber, sum: amount };
}

const wrong = 'payments.wrongAmount';
const notFound = 'common.notFound';
/** An order of an account, with another part. */
const withPart = (home: string, part: NonNullable<Start['also']>[number]) =>
  order([energy(home, '1.00'), part]);

function order([first, ...also]: [ReturnType<typeof energy>, ...NonNullable<Start['also']>]): Start {
  return { ...first, also, provider: 'liqpay', requestId: newId() };
}

/** Two accounts with debts, the first one also for an act. */
async function makeOwner() {
  const home = await fixture.makeDebtor();
  const garage = await fixture.makeDebtor();
  await makeAct(billing.db, home, { actNumber: 'A-1', sum: '3000.00' });
  const ofGarage = energy(garage, '100.00', '2026-10');
  const input = order([energy(home, '432.50'), ofGarage, ofAct(home, 'A-1', '500.00')]);
  return { home, garage, input };
}

const provider = 'liqpay';
const paidByLiqpay = (orderId: string, amount = '1032.50') => ({ ...paid(orderId, amount), provider });

async function statesOf(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from billing.payment where order_id = ${orderId} order by part_number`.execute(billing.db);
  return rows.map(({ state }) => state);
}

describe('order with several parts', () => {
  test('creates one part per account and act, and one sum for the provider', async () => {
    const { home, garage, input } = await makeOwner();
    const { payment, parts } = await billing.ask(PAYMENT_START, input);
    expect(parts[0]).toEqual(payment);
    expect(parts).toMatchObject([
      { account: home, purpose: 'energy', sum: '432.50', period: null },
      { account: garage, purpose: 'energy', sum: '100.00', period: '2026-10' },
      { account: home, purpose: 'violationAct', actNumber: 'A-1', sum: '500.00' },
    ]);
    for (const part of parts) {
      expect(part).toMatchObject({ orderId: payment.orderId, orderSum: '1032.50', partCount: 3 });
    }

    const page = { payUrl: 'https://pay', payFields: { data: 'x' }, providerReference: 'r-9' };
    const { account: accountNumber, paymentId } = payment;
    const sent = await billing.ask(PAYMENT_SENT, { accountNumber, paymentId, ...page });
    for (const part of sent.parts) expect(part).toMatchObject({ state: 'sent', ...page });

    expect((await billing.ask(PAYMENT_CONFIRM, paidByLiqpay(payment.orderId))).outcome).toBe('confirmed');
    expect(await fixture.owedBy(home)).toBe('0.00');
    expect(await fixture.owedBy(garage)).toBe('332.50');
    expect(await billing.ask(BALANCE_GET, { accountNumber: home })).toMatchObject({
      inTransit: '932.50',
      unpaidActs: [{ number: 'A-1', sum: '2500.00' }],
    });

    const due = { provider: 'liqpay', confirmedUntil: '2026-11-20T10:00:00Z', limit: 10 };
    expect((await billing.ask(PAYMENT_LAND, due)).landed).toBe(1);
    expect(await statesOf(payment.orderId)).toEqual(['matched', 'matched', 'matched']);
    for (const part of parts) expect(await fixture.entriesOf(part.paymentId)).toHaveLength(2);
    const [, ofGarage = payment] = parts;
    const asked = { accountNumber: garage, paymentId: ofGarage.paymentId };
    const found = await billing.ask(PAYMENT_GET, asked);
    expect(found.parts.map((part) => part.paymentId)).toEqual(parts.map((part) => part.paymentId));
  });

  test('notifies each account of its own part only', async () => {
    const { garage, input } = await makeOwner();
    const { payment } = await billing.ask(PAYMENT_START, input);
    await billing.ask(PAYMENT_CONFIRM, paidByLiqpay(payment.orderId));
    const { rows } = await sql`
      select kind, payload ->> 'sum' as sum from billing.outbox_event where account_number = ${garage}`.execute(
      billing.db,
    );
    expect(rows).toEqual([{ kind: 'payment.confirmed', sum: '100.00' }]);
  });

  test('does not confirm the order by the sum of one part', async () => {
    const { home, input } = await makeOwner();
    const { payment } = await billing.ask(PAYMENT_START, input);
    const part = await billing.ask(PAYMENT_CONFIRM, paidByLiqpay(payment.orderId, '432.50'));
    expect(part.outcome).toBe('mismatch');
    expect(await fixture.owedBy(home)).toBe('432.50');
    expect(await statesOf(payment.orderId)).toEqual(['started', 'started', 'started']);
  });

  test('a refusal and an expiry end all parts', async () => {
    const [one, other] = [await makeOwner(), await makeOwner()];
    const first = await billing.ask(PAYMENT_START, one.input);
    await billing.ask(PAYMENT_FAIL, { ...refused(first.payment.orderId), provider: 'liqpay' });
    expect(await statesOf(first.payment.orderId)).toEqual(['failed', 'failed', 'failed']);
    const second = await billing.ask(PAYMENT_START, other.input);
    const due = { startedUntil: '2026-11-20T10:00:00Z', provider: 'liqpay', limit: 1000 };
    const { expired } = await billing.ask(PAYMENT_EXPIRE, due);
    expect(expired).toBeGreaterThan(0);
    expect(await statesOf(second.payment.orderId)).toEqual(['expired', 'expired', 'expired']);
  });

  test('a repeated request id, also concurrently, starts one order with all parts', async () => {
    const { home, garage, input } = await makeOwner();
    const answers = await Promise.all(Array.from({ length: 5 }, () => billing.ask(PAYMENT_START, input)));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await billing.ask(PAYMENT_LIST, { accountNumber: home, limit: 9 })).payments).toHaveLength(2);
    expect((await billing.ask(PAYMENT_LIST, { accountNumber: garage, limit: 9 })).payments).toHaveLength(1);
  });

  test('concurrent orders have different numbers and parts', async () => {
    const { home, garage } = await makeOwner();
    const input = () => order([energy(home, '2.00'), energy(garage, '3.00')]);
    const starts = Array.from({ length: 8 }, () => billing.ask(PAYMENT_START, input()));
    const orders = await Promise.all(starts);
    expect(new Set(orders.map(({ payment }) => payment.orderId)).size).toBe(8);
    for (const { parts } of orders) expect(parts.map(({ sum }) => sum)).toEqual(['2.00', '3.00']);
  });

  test.each<[string, (owner: { home: string; garage: string }) => Start, string]>([
    ['more than an act owes', ({ home }) => withPart(home, ofAct(home, 'A-1', '3000.01')), wrong],
    ['an act that is not there', ({ home }) => withPart(home, ofAct(home, 'A-9', '1.00')), notFound],
    ['another account’s act', ({ home, garage }) => withPart(home, ofAct(garage, 'A-1', '1.00')), notFound],
    ['an account that is not there', ({ home }) => withPart(home, energy('1000000000', '1.00')), notFound],
    ['the same twice', ({ home }) => order([energy(home, '1.00'), energy(home, '2.00')]), notFound],
    ['a part of nothing', ({ home, garage }) => withPart(home, energy(garage, '0.00')), wrong],
    ['too much', ({ home, garage }) => order([energy(home, '60000.00'), energy(garage, '40000.01')]), wrong],
  ])('refuses %s and starts no part', async (_, make, code) => {
    const owner = await makeOwner();
    expect(await billing.call(PAYMENT_START, make(owner))).toMatchObject({ ok: false, code });
    for (const accountNumber of [owner.home, owner.garage]) {
      expect((await billing.ask(PAYMENT_LIST, { accountNumber, limit: 9 })).payments).toEqual([]);
    }
  });

  test('accepts small parts when the whole sum is within the limits', async () => {
    const { home, garage } = await makeOwner();
    const small = order([energy(home, '0.40'), energy(garage, '0.60')]);
    const { payment } = await billing.ask(PAYMENT_START, small);
    expect(payment).toMatchObject({ sum: '0.40', orderSum: '1.00' });
  });
});

describe('months settled by a payment', () => {
  async function settledBy(accountNumber: string, amount: string, period?: string) {
    const { payment } = await billing.ask(PAYMENT_START, order([energy(accountNumber, amount, period)]));
    await billing.ask(PAYMENT_CONFIRM, paidByLiqpay(payment.orderId, amount));
    const { paymentId } = payment;
    return async () => {
      const { settles, advance } = await billing.ask(PAYMENT_GET, { accountNumber, paymentId });
      return [...settles.map((part) => `${part.period} ${part.sum}`), `over ${advance}`];
    };
  }

  test('are the oldest debt first, or the chosen month and then the oldest debt', async () => {
    const accountNumber = await fixture.makeDebtor();
    await makeCharge(billing.db, accountNumber, '2026-08', '100.00');
    const named = await settledBy(accountNumber, '450.00', '2026-10');
    expect(await named()).toEqual(['2026-10 432.50', '2026-08 17.50', 'over 0.00']);
    const oldest = await settledBy(accountNumber, '100.00');
    expect(await oldest()).toEqual(['2026-08 82.50', 'over 17.50']);
  });

  test('an overpayment settles the next charge', async () => {
    const accountNumber = await fixture.makeDebtor();
    const payment = await settledBy(accountNumber, '500.00');
    expect(await payment()).toEqual(['2026-10 432.50', 'over 67.50']);
    await makeCharge(billing.db, accountNumber, '2026-11', '60.00');
    expect(await payment()).toEqual(['2026-10 432.50', '2026-11 60.00', 'over 7.50']);
  });

  test('are empty for an act and for an unconfirmed payment', async () => {
    const { home } = await makeOwner();
    const first = { ...ofAct(home, 'A-1', '10.00'), provider: 'liqpay', requestId: newId() };
    const { payment } = await billing.ask(PAYMENT_START, first);
    await billing.ask(PAYMENT_CONFIRM, paidByLiqpay(payment.orderId, '10.00'));
    const waiting = await billing.ask(PAYMENT_START, order([energy(home, '5.00')]));
    for (const { paymentId } of [payment, waiting.payment]) {
      const found = await billing.ask(PAYMENT_GET, { accountNumber: home, paymentId });
      expect(found).toMatchObject({ settles: [], advance: '0.00' });
    }
  });
});
