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

async function movesOf(paymentId: string) {
  const result = await sql<{ move: string; evidence: unknown }>`
    select coalesce(from_state, '') || '>' || to_state as move, evidence
    from billing.payment_event where payment_id = ${paymentId} order by event_number`.execute(billing.db);
  return result.rows;
}

async function outboxEventsOf(accountNumber: string) {
  const result = await sql<{ kind: string; state: string; sum: string }>`
    select kind, payload ->> 'state' as state, payload ->> 'sum' as sum
    from billing.outbox_event where account_number = ${accountNumber} order by event_id`.execute(billing.db);
  return result.rows;
}

async function auditOf(accountNumber: string) {
  const { rows } = await sql`select action, before, after from billing.audit_entry
    where account_number = ${accountNumber} and actor = 'test' order by audit_id`.execute(billing.db);
  return rows;
}

describe('payment lifecycle', () => {
  test('a payment of the whole debt reduces it at once, is in transit, then lands', async () => {
    const accountNumber = await fixture.makeDebtor();
    const payment = await fixture.start(accountNumber);
    expect(payment).toMatchObject({ state: 'started', sum: '432.50', payUrl: null, expectedOn: null });

    const { paymentId } = payment;
    const link = { payUrl: '/pay/1', providerReference: null };
    const sent = await billing.ask(PAYMENT_SENT, { accountNumber, paymentId, ...link });
    expect(sent.payment).toMatchObject({ state: 'sent', payUrl: '/pay/1' });

    // A Friday in Kyiv: the next working day is Monday.
    const confirmed = await billing.ask(PAYMENT_CONFIRM, paid(payment.orderId));
    expect(confirmed).toMatchObject({
      outcome: 'confirmed',
      payment: { state: 'confirmed', expectedOn: '2026-11-23', confirmedAt: '2026-11-20T10:00:00.000Z' },
    });
    const onItsWay = { inTransit: '432.50', inTransitUntil: '2026-11-23' };
    const paidBalance = await billing.ask(BALANCE_GET, { accountNumber });
    expect(paidBalance).toMatchObject({ now: '0.00', monthStart: '432.50', ...onItsWay });

    billing.clock.set(instantFromIso('2026-11-20T10:02:00Z'));
    const early = { provider: 'sandbox', confirmedUntil: '2026-11-20T09:59:59Z', limit: 10 };
    expect((await billing.ask(PAYMENT_LAND, early)).landed).toBe(0);
    const due = { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 10 };
    expect((await billing.ask(PAYMENT_LAND, due)).landed).toBe(1);
    expect((await billing.ask(PAYMENT_LAND, due)).landed).toBe(0);
    const { payment: landed } = await billing.ask(PAYMENT_GET, { accountNumber, paymentId });
    expect(landed).toMatchObject({ state: 'matched', landedOn: '2026-11-20' });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({
      now: '0.00',
      inTransit: '0.00',
      inTransitUntil: null,
    });
    billing.clock.set(instantFromIso('2026-11-20T10:00:00Z'));

    const moves = (await movesOf(payment.paymentId)).map(({ move }) => move).join(' ');
    expect(moves).toBe('>started started>sent sent>confirmed confirmed>landed landed>matched');
    expect(await fixture.entriesOf(payment.paymentId)).toEqual([
      'payment inTransit<receivable 43250 2026-11',
      'landing bank<inTransit 43250 2026-11',
    ]);
    expect(await outboxEventsOf(accountNumber)).toEqual([
      { kind: 'payment.confirmed', state: 'confirmed', sum: '432.50' },
      { kind: 'payment.landed', state: 'landed', sum: '432.50' },
    ]);
    // What is in the payment and its evidence is not copied.
    const audited = { before: null, after: { paymentId } };
    expect(await auditOf(accountNumber)).toEqual(
      ['started', 'confirmed', 'landed'].map((step) => ({ action: `payment.${step}`, ...audited })),
    );
  });

  test('a payment above the debt becomes an overpayment', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId } = await fixture.start(accountNumber, '500.00');
    await billing.ask(PAYMENT_CONFIRM, paid(orderId, '500.00'));
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '-67.50' });
  });

  test('a refused payment books nothing; money proved later still counts', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('failed');
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('already');
    expect(await fixture.entriesOf(paymentId)).toEqual([]);
    const balance = await billing.ask(BALANCE_GET, { accountNumber });
    expect(balance).toMatchObject({ now: '432.50', inTransit: '0.00' });
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('confirmed');
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('ignored');
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '0.00' });
    const events = await outboxEventsOf(accountNumber);
    expect(events.map(({ kind }) => kind)).toEqual(['payment.failed', 'payment.confirmed']);
  });

  test('an unpaid payment expires after its time, not before', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
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

  test('a payment confirmed during closing belongs to the next month', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
    await setPeriodState(billing.db, '2026-11', 'closing');
    await billing.ask(PAYMENT_CONFIRM, paid(orderId));
    await setPeriodState(billing.db, '2026-11', 'open');
    expect(await fixture.entriesOf(paymentId)).toEqual(['payment inTransit<receivable 43250 2026-12']);
  });
});

describe('provider status', () => {
  test.each([
    ['a kopiyka less', '432.49', 'UAH'],
    ['a kopiyka more', '432.51', 'UAH'],
    ['another currency', '432.50', 'USD'],
    ['no sum at all', 'lots', 'UAH'],
  ])('stores %s as evidence once and does not confirm', async (_, amount, currency) => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
    for (const _again of [1, 2]) {
      const result = await billing.ask(PAYMENT_CONFIRM, paid(orderId, amount, currency));
      expect(result).toMatchObject({ outcome: 'mismatch', payment: { state: 'started' } });
    }
    expect(await fixture.entriesOf(paymentId)).toEqual([]);
    const moves = await movesOf(paymentId);
    expect(moves).toHaveLength(2);
    expect(moves[1]).toMatchObject({
      move: 'started>started',
      evidence: { mismatch: { status: 'paid', started: '432.50 UAH', reported: `${amount} ${currency}` } },
    });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '432.50' });
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('confirmed');
  });

  test('ten concurrent confirmations book the money once', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
    const confirmations = Array.from({ length: 10 }, () => billing.ask(PAYMENT_CONFIRM, paid(orderId)));
    const results = await Promise.all(confirmations);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual([...Array(9).fill('already'), 'confirmed']);
    expect(await fixture.entriesOf(paymentId)).toHaveLength(1);
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '0.00' });
  });

  test('a concurrent confirmation and refusal: the money counts in either order', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
    const failing = billing.ask(PAYMENT_FAIL, refused(orderId));
    await Promise.all([failing, billing.ask(PAYMENT_CONFIRM, paid(orderId))]);
    const { payment } = await billing.ask(PAYMENT_GET, { accountNumber, paymentId });
    expect(payment.state).toBe('confirmed');
    expect(await fixture.entriesOf(paymentId)).toHaveLength(1);
  });

  test('two nodes landing concurrently land each payment once', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
    await billing.ask(PAYMENT_CONFIRM, paid(orderId));
    const due = { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 1000 };
    await Promise.all([billing.ask(PAYMENT_LAND, due), billing.ask(PAYMENT_LAND, due)]);
    expect(await fixture.entriesOf(paymentId)).toHaveLength(2);
  });

  test('refuses common.notFound for an unknown order and an order of another provider', async () => {
    const { orderId } = await fixture.start(await fixture.makeDebtor());
    const elsewhere = { ...paid(orderId), provider: 'liqpay' };
    for (const report of [paid('2390000000-112026-99'), elsewhere]) {
      expect(await billing.call(PAYMENT_CONFIRM, report)).toMatchObject({ code: 'common.notFound' });
      expect(await billing.call(PAYMENT_FAIL, report)).toMatchObject({ ok: false, code: 'common.notFound' });
    }
    const other = await billing.call(PAYMENT_FIND_BY_ORDER, { provider: 'liqpay', orderId });
    expect(other.ok).toBe(false);
    const found = await billing.ask(PAYMENT_FIND_BY_ORDER, { provider: 'sandbox', orderId });
    expect(found.payment.orderId).toBe(orderId);
  });
});

test('ledger entries cannot be updated or deleted', async () => {
  await fixture.start(await fixture.makeDebtor());
  for (const statement of [
    'update billing.ledger_entry set amount_kopiykas = 1',
    'delete from billing.ledger_entry',
  ]) {
    await expect(sql.raw(statement).execute(billing.db)).rejects.toThrow('append-only');
  }
});
