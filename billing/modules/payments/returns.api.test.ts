import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import {
  PAYMENT_CONFIRM,
  PAYMENT_FAIL,
  PAYMENT_FIND,
  PAYMENT_GET,
  PAYMENT_LAND,
  PAYMENT_PICK_QUERIES,
  PAYMENT_REFUND_ASK,
  PAYMENT_REFUND_DROP,
  PAYMENT_RETURN,
} from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { openPaymentStage, type PaymentStage, paid, refused, returned } from './testing/payment-stage.ts';

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

async function makePaid(more: { actNumber?: string } = {}) {
  const accountNumber = await stage.makeDebtor();
  if (more.actNumber !== undefined) {
    await makeAct(billing.db, accountNumber, { actNumber: more.actNumber, sum: '432.50' });
  }
  const { orderId, paymentId } = await stage.start(accountNumber, '432.50', more);
  await billing.ask(PAYMENT_CONFIRM, paid(orderId));
  return { accountNumber, orderId, paymentId };
}

const land = () =>
  billing.ask(PAYMENT_LAND, { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 1000 });

async function toldOf(accountNumber: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from billing.outbox_event where account_number = ${accountNumber} order by event_id`.execute(
    billing.db,
  );
  return rows.map(({ kind }) => kind);
}

async function operatorEvents(accountNumber: string) {
  const { rows } = await sql`
    select kind, facts from billing.operator_event where account_number = ${accountNumber}`.execute(
    billing.db,
  );
  return rows;
}

describe('money goes back', () => {
  test('that was on its way: the debt is there again, once', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('reversed');
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('already');
    expect(await stage.entriesOf(paymentId)).toEqual([
      'reversal receivable<inTransit 43250 2026-11',
      'payment inTransit<receivable 43250 2026-11',
    ]);
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({
      now: '432.50',
      inTransit: '0.00',
    });
    expect(await stage.movesOf(paymentId)).toEqual(['>started', 'started>confirmed', 'confirmed>reversed']);
    expect(await toldOf(accountNumber)).toEqual(['payment.confirmed', 'payment.reversed']);
    const { settles, advance } = await billing.ask(PAYMENT_GET, { accountNumber, paymentId });
    expect({ settles, advance }).toEqual({ settles: [], advance: '0.00' });
  });

  test('that had landed: it leaves the bank too', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    await land();
    await billing.ask(PAYMENT_RETURN, returned(orderId));
    expect((await stage.entriesOf(paymentId)).toSorted()).toEqual([
      'landing bank<inTransit 43250 2026-11',
      'payment inTransit<receivable 43250 2026-11',
      'reversal inTransit<bank 43250 2026-11',
      'reversal receivable<inTransit 43250 2026-11',
    ]);
    expect(await stage.owedBy(accountNumber)).toBe('432.50');
  });

  test('for an act: it is owed again', async () => {
    const { accountNumber, orderId } = await makePaid({ actNumber: 'A-1' });
    expect((await billing.ask(BALANCE_GET, { accountNumber })).unpaidActs).toEqual([]);
    await billing.ask(PAYMENT_RETURN, returned(orderId));
    expect((await billing.ask(BALANCE_GET, { accountNumber })).unpaidActs).toMatchObject([
      { actNumber: 'A-1', owed: '432.50' },
    ]);
  });

  test('after its month was closed: in the month that is open', async () => {
    const { orderId, paymentId } = await makePaid();
    await setPeriodState(billing.db, '2026-11', 'closed');
    await billing.ask(PAYMENT_RETURN, returned(orderId));
    await setPeriodState(billing.db, '2026-11', 'open');
    expect(await stage.entriesOf(paymentId)).toContain('reversal receivable<inTransit 43250 2026-12');
  });

  test('of which nobody had told that it came: both are written down, and the customer hears the end', async () => {
    const accountNumber = await stage.makeDebtor();
    const { orderId, paymentId } = await stage.start(accountNumber);
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('reversed');
    expect(await stage.movesOf(paymentId)).toEqual(['>started', 'started>confirmed', 'confirmed>reversed']);
    expect(await toldOf(accountNumber)).toEqual(['payment.reversed']);
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('ignored');
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('ignored');
    expect(await stage.owedBy(accountNumber)).toBe('432.50');
  });

  test('ten times at once: once', async () => {
    const { orderId, paymentId } = await makePaid();
    const heard = await Promise.all(
      Array.from({ length: 10 }, () => billing.ask(PAYMENT_RETURN, returned(orderId))),
    );
    expect(heard.map(({ outcome }) => outcome).sort()).toEqual([...Array(9).fill('already'), 'reversed']);
    expect(await stage.entriesOf(paymentId)).toHaveLength(2);
  });

  test('only a part of it: nothing is booked, and an operator is told, once', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    for (const _again of [1, 2]) {
      const { outcome } = await billing.ask(PAYMENT_RETURN, returned(orderId, '100.00'));
      expect(outcome).toBe('mismatch');
    }
    expect(await stage.entriesOf(paymentId)).toHaveLength(1);
    expect(await operatorEvents(accountNumber)).toEqual([
      {
        kind: 'payment.mismatch',
        facts: expect.objectContaining({
          word: 'returned',
          started: '432.50 UAH',
          told: '100.00 UAH',
          orderId,
        }),
      },
    ]);
  });
});

describe('an operator gives money back', () => {
  const ask = (accountNumber: string, paymentId: string, reason = 'Сплачено двічі') =>
    billing.call(PAYMENT_REFUND_ASK, { accountNumber, paymentId, reason });

  test('asked with a reason, it is a refund when the provider says so, and not before', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    await land();
    for (const reason of ['Сплачено двічі', 'Ще раз']) {
      expect(await ask(accountNumber, paymentId, reason)).toMatchObject({ ok: true });
    }
    expect(await stage.owedBy(accountNumber)).toBe('0.00');
    const [found] = (await billing.ask(PAYMENT_FIND, { query: orderId })).payments;
    expect(found).toMatchObject({ canRefund: false, refund: { reason: 'Сплачено двічі' } });

    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('refunded');
    expect(await stage.owedBy(accountNumber)).toBe('432.50');
    expect(await stage.movesOf(paymentId)).toEqual([
      '>started',
      'started>confirmed',
      'confirmed>landed',
      'landed>matched',
      'matched>matched',
      'matched>refunded',
    ]);
    const audit = await sql`
      select action from billing.audit_entry where account_number = ${accountNumber} and actor = 'test'
        and after ->> 'refundAsked' = 'Сплачено двічі'`.execute(billing.db);
    expect(audit.rows).toEqual([{ action: 'payment.refundAsked' }]);
    expect(await ask(accountNumber, paymentId)).toMatchObject({ ok: false, code: 'payments.notRefundable' });
  });

  test('until then the provider is asked again, also when the money lands meanwhile', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    await ask(accountNumber, paymentId);
    await land();
    const now = billing.clock.now();
    billing.clock.set((now + 60_000) as typeof now);
    const { orders } = await billing.ask(PAYMENT_PICK_QUERIES, { provider: 'sandbox', limit: 1000 });
    billing.clock.set(now);
    expect(orders.find((one) => one.orderId === orderId)).toMatchObject({
      amount: '432.50',
      isRefundAsked: true,
    });
  });

  test('the provider says no: it is asked no more, and an operator is told why', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    await ask(accountNumber, paymentId);
    const no = { provider: 'sandbox', orderId, evidence: { refundRefused: 'too late' } };
    for (const _again of [1, 2]) await billing.ask(PAYMENT_REFUND_DROP, no);
    expect(await operatorEvents(accountNumber)).toMatchObject([
      { kind: 'payment.refundRefused', facts: { refundRefused: 'too late' } },
    ]);
    const [found] = (await billing.ask(PAYMENT_FIND, { query: orderId })).payments;
    expect(found).toMatchObject({ canRefund: true, refund: null });
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('reversed');
  });

  test('nothing that is not there can be given back', async () => {
    const accountNumber = await stage.makeDebtor();
    const waiting = await stage.start(accountNumber);
    expect(await ask(accountNumber, waiting.paymentId)).toMatchObject({ code: 'payments.notRefundable' });
    const { accountNumber: other, paymentId } = await makePaid();
    expect(await ask(accountNumber, paymentId)).toMatchObject({ code: 'common.notFound' });
    expect(
      await billing.call(PAYMENT_REFUND_DROP, { provider: 'liqpay', orderId: 'x', evidence: {} }),
    ).toMatchObject({
      code: 'common.notFound',
    });
    expect(await stage.owedBy(other)).toBe('0.00');
  });

  test('a payment is found by account, order and the number that the provider gave it', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    await sql`update billing.payment set provider_reference = 'ref-77' where payment_id = ${paymentId}`.execute(
      billing.db,
    );
    for (const query of [accountNumber, orderId, 'ref-77', ` ${orderId} `]) {
      const { payments } = await billing.ask(PAYMENT_FIND, { query });
      expect(payments).toMatchObject([{ payment: { paymentId }, canRefund: true, refund: null }]);
      expect(payments[0]?.events.map(({ state }) => state)).toEqual(['started', 'confirmed']);
    }
    expect((await billing.ask(PAYMENT_FIND, { query: '%' })).payments).toEqual([]);
  });
});
