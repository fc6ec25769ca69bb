import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import {
  PAYMENT_CONFIRM,
  PAYMENT_EXPIRE,
  PAYMENT_FAIL,
  PAYMENT_FIND_BY_ORDER,
  PAYMENT_GET,
  PAYMENT_LAND,
  PAYMENT_PICK_QUERIES,
  PAYMENT_SENT,
} from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { openPaymentStage, type PaymentStage, paid, refused } from './testing/payment-stage.ts';

let stage: PaymentStage;
let billing: TestBilling;

beforeAll(async () => {
  stage = await openPaymentStage();
  billing = stage.billing;
});
afterAll(async () => {
  expect(await checkLedger(billing.db)).toEqual([]);
  await billing.close();
});

async function movesOf(paymentId: string) {
  const result = await sql<{ move: string; evidence: unknown }>`
    select coalesce(from_state, '') || '>' || to_state as move, evidence
    from billing.payment_event where payment_id = ${paymentId} order by event_number`.execute(billing.db);
  return result.rows;
}

async function toldOf(accountNumber: string) {
  const result = await sql<{ kind: string; state: string; sum: string }>`
    select kind, payload ->> 'state' as state, payload ->> 'sum' as sum
    from billing.outbox_event where account_number = ${accountNumber} order by event_id`.execute(billing.db);
  return result.rows;
}

async function auditOf(accountNumber: string) {
  const result = await sql<{ action: string }>`select action from billing.audit_entry
    where account_number = ${accountNumber} and actor = 'test' order by audit_id`.execute(billing.db);
  return result.rows.map((row) => row.action);
}

describe('the way of a payment', () => {
  test('a customer pays the whole debt: it falls at once, is on its way, then lands', async () => {
    const accountNumber = await stage.makeDebtor();
    const payment = await stage.start(accountNumber);
    expect(payment).toMatchObject({ state: 'started', amount: '432.50', payUrl: null, expectedOn: null });

    const sent = await billing.ask(PAYMENT_SENT, {
      accountNumber,
      paymentId: payment.paymentId,
      payUrl: '/pay/1',
      providerReference: null,
    });
    expect(sent.payment).toMatchObject({ state: 'sent', payUrl: '/pay/1' });

    // A Friday in Kyiv: the next working day is Monday.
    const confirmed = await billing.ask(PAYMENT_CONFIRM, paid(payment.orderId));
    expect(confirmed).toMatchObject({
      outcome: 'confirmed',
      payment: { state: 'confirmed', expectedOn: '2026-11-23', confirmedAt: '2026-11-20T10:00:00.000Z' },
    });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({
      now: '0.00',
      monthStart: '432.50',
      inTransit: '432.50',
      inTransitUntil: '2026-11-23',
    });

    billing.clock.set(instantFromIso('2026-11-20T10:02:00Z'));
    const early = { provider: 'sandbox', confirmedUntil: '2026-11-20T09:59:59Z', limit: 10 };
    expect((await billing.ask(PAYMENT_LAND, early)).landed).toBe(0);
    const due = { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 10 };
    expect((await billing.ask(PAYMENT_LAND, due)).landed).toBe(1);
    expect((await billing.ask(PAYMENT_LAND, due)).landed).toBe(0);
    const { payment: landed } = await billing.ask(PAYMENT_GET, {
      accountNumber,
      paymentId: payment.paymentId,
    });
    expect(landed).toMatchObject({ state: 'matched', landedOn: '2026-11-20' });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({
      now: '0.00',
      inTransit: '0.00',
      inTransitUntil: null,
    });
    billing.clock.set(instantFromIso('2026-11-20T10:00:00Z'));

    expect((await movesOf(payment.paymentId)).map(({ move }) => move)).toEqual([
      '>started',
      'started>sent',
      'sent>confirmed',
      'confirmed>landed',
      'landed>matched',
    ]);
    expect(await stage.entriesOf(payment.paymentId)).toEqual([
      'payment inTransit<receivable 43250 2026-11',
      'landing bank<inTransit 43250 2026-11',
    ]);
    expect(await toldOf(accountNumber)).toEqual([
      { kind: 'payment.confirmed', state: 'confirmed', sum: '432.50' },
      { kind: 'payment.landed', state: 'landed', sum: '432.50' },
    ]);
    expect(await auditOf(accountNumber)).toEqual([
      'payment.started',
      'payment.sent',
      'payment.confirmed',
      'payment.landed',
      'payment.matched',
    ]);
  });

  test('more than the debt becomes an overpayment', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId } = await stage.start(accountNumber, '500.00');
    await billing.ask(PAYMENT_CONFIRM, paid(orderId, '500.00'));
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '-67.50' });
  });

  test('the bank refuses: nothing is booked; money proved later still counts', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('failed');
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('already');
    expect(await stage.entriesOf(paymentId)).toEqual([]);
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({
      now: '432.50',
      inTransit: '0.00',
    });
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('confirmed');
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('ignored');
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '0.00' });
    expect((await toldOf(accountNumber)).map(({ kind }) => kind)).toEqual([
      'payment.failed',
      'payment.confirmed',
    ]);
  });

  test('a payment nobody paid expires after its time, and only then', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    const waiting = { startedUntil: '2026-11-20T10:00:00Z', limit: 1000 };
    await billing.ask(PAYMENT_EXPIRE, { startedUntil: '2026-11-20T09:59:59Z', limit: 1000 });
    const get = { accountNumber, paymentId };
    expect((await billing.ask(PAYMENT_GET, get)).payment.state).toBe('started');
    expect((await billing.ask(PAYMENT_EXPIRE, waiting)).expired).toBeGreaterThan(0);
    expect((await billing.ask(PAYMENT_GET, get)).payment.state).toBe('expired');
    const late = { provider: 'sandbox', limit: 1000 };
    expect((await billing.ask(PAYMENT_PICK_QUERIES, late)).orders).toEqual([]);
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('confirmed');
  });

  test('money that comes while the month is closing belongs to the next month', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    await setPeriodState(billing.db, '2026-11', 'closing');
    await billing.ask(PAYMENT_CONFIRM, paid(orderId));
    await setPeriodState(billing.db, '2026-11', 'open');
    expect(await stage.entriesOf(paymentId)).toEqual(['payment inTransit<receivable 43250 2026-12']);
  });
});

describe('what a provider says', () => {
  test.each([
    ['a kopiyka less', '432.49', 'UAH'],
    ['a kopiyka more', '432.51', 'UAH'],
    ['another currency', '432.50', 'USD'],
    ['no sum at all', 'lots', 'UAH'],
  ])('%s is not a confirmation, and is kept as evidence once', async (_, amount, currency) => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    for (const _again of [1, 2]) {
      const told = await billing.ask(PAYMENT_CONFIRM, paid(orderId, amount, currency));
      expect(told).toMatchObject({ outcome: 'mismatch', payment: { state: 'started' } });
    }
    expect(await stage.entriesOf(paymentId)).toEqual([]);
    const moves = await movesOf(paymentId);
    expect(moves).toHaveLength(2);
    expect(moves[1]).toMatchObject({
      move: 'started>started',
      evidence: { mismatch: { word: 'paid', started: '432.50 UAH', told: `${amount} ${currency}` } },
    });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '432.50' });
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('confirmed');
  });

  test('ten confirmations at once book the money once', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    const told = await Promise.all(
      Array.from({ length: 10 }, () => billing.ask(PAYMENT_CONFIRM, paid(orderId))),
    );
    expect(told.map(({ outcome }) => outcome).sort()).toEqual([...Array(9).fill('already'), 'confirmed']);
    expect(await stage.entriesOf(paymentId)).toHaveLength(1);
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '0.00' });
  });

  test('a confirmation and a refusal at once: the money counts, whichever came first', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    await Promise.all([
      billing.ask(PAYMENT_FAIL, refused(orderId)),
      billing.ask(PAYMENT_CONFIRM, paid(orderId)),
    ]);
    const { payment } = await billing.ask(PAYMENT_GET, { accountNumber, paymentId });
    expect(payment.state).toBe('confirmed');
    expect(await stage.entriesOf(paymentId)).toHaveLength(1);
  });

  test('two nodes that land at once land each payment once', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    await billing.ask(PAYMENT_CONFIRM, paid(orderId));
    const due = { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 1000 };
    await Promise.all([billing.ask(PAYMENT_LAND, due), billing.ask(PAYMENT_LAND, due)]);
    expect(await stage.entriesOf(paymentId)).toHaveLength(2);
  });

  test('an unknown order, or one of another provider, is found nowhere', async () => {
    const { orderId } = await stage.start(await stage.makeDebtor());
    const elsewhere = { ...paid(orderId), provider: 'liqpay' };
    for (const word of [paid('2390000000-112026-99'), elsewhere]) {
      expect(await billing.call(PAYMENT_CONFIRM, word)).toMatchObject({ ok: false, code: 'common.notFound' });
      expect(await billing.call(PAYMENT_FAIL, word)).toMatchObject({ ok: false, code: 'common.notFound' });
    }
    expect(await billing.call(PAYMENT_FIND_BY_ORDER, { provider: 'liqpay', orderId })).toMatchObject({
      ok: false,
    });
    const found = await billing.ask(PAYMENT_FIND_BY_ORDER, { provider: 'sandbox', orderId });
    expect(found.payment.orderId).toBe(orderId);
  });
});

test('the ledger can not be changed, only added to', async () => {
  await stage.start(await stage.makeDebtor());
  for (const statement of [
    'update billing.ledger_entry set amount_kopiykas = 1',
    'delete from billing.ledger_entry',
  ]) {
    await expect(sql.raw(statement).execute(billing.db)).rejects.toThrow('append-only');
  }
});
