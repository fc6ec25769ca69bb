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
  PAYMENT_REFUND_SETTLE,
  PAYMENT_RETURN,
} from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { newId } from '#platform/uuid.ts';
import {
  type PaymentTestFixture,
  paid,
  refused,
  returned,
  startPaymentFixture,
} from './testing/payment-fixture.ts';

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

async function makePaid(more: { actNumber?: string } = {}) {
  const accountNumber = await fixture.makeDebtor();
  if (more.actNumber !== undefined) {
    await makeAct(billing.db, accountNumber, { actNumber: more.actNumber, sum: '432.50' });
  }
  const { orderId, paymentId } = await fixture.start(accountNumber, '432.50', more);
  await billing.ask(PAYMENT_CONFIRM, paid(orderId));
  return { accountNumber, orderId, paymentId };
}

const land = () =>
  billing.ask(PAYMENT_LAND, { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 1000 });

async function outboxEventsOf(accountNumber: string): Promise<string[]> {
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

const partial = { status: 'returned', started: '432.50 UAH', reported: '100.00 UAH' };

describe('PAYMENT_RETURN', () => {
  test('restores the debt once for a payment in transit', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('reversed');
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('already');
    expect(await fixture.entriesOf(paymentId)).toEqual([
      'reversal receivable<inTransit 43250 2026-11',
      'payment inTransit<receivable 43250 2026-11',
    ]);
    const balance = await billing.ask(BALANCE_GET, { accountNumber });
    expect(balance).toMatchObject({ now: '432.50', inTransit: '0.00' });
    expect(await fixture.movesOf(paymentId)).toEqual(['>started', 'started>confirmed', 'confirmed>reversed']);
    expect(await outboxEventsOf(accountNumber)).toEqual(['payment.confirmed', 'payment.reversed']);
    const { settles, advance } = await billing.ask(PAYMENT_GET, { accountNumber, paymentId });
    expect({ settles, advance }).toEqual({ settles: [], advance: '0.00' });
  });

  test('also books a landed payment out of the bank', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    await land();
    await billing.ask(PAYMENT_RETURN, returned(orderId));
    expect((await fixture.entriesOf(paymentId)).toSorted()).toEqual([
      'landing bank<inTransit 43250 2026-11',
      'payment inTransit<receivable 43250 2026-11',
      'reversal inTransit<bank 43250 2026-11',
      'reversal receivable<inTransit 43250 2026-11',
    ]);
    expect(await fixture.owedBy(accountNumber)).toBe('432.50');
  });

  test('restores the debt of an act', async () => {
    const { accountNumber, orderId } = await makePaid({ actNumber: 'A-1' });
    expect((await billing.ask(BALANCE_GET, { accountNumber })).unpaidActs).toEqual([]);
    await billing.ask(PAYMENT_RETURN, returned(orderId));
    const { unpaidActs } = await billing.ask(BALANCE_GET, { accountNumber });
    expect(unpaidActs).toMatchObject([{ number: 'A-1', sum: '432.50' }]);
  });

  test('books into the open month after the month of the payment was closed', async () => {
    const { orderId, paymentId } = await makePaid();
    await setPeriodState(billing.db, '2026-11', 'closed');
    await billing.ask(PAYMENT_RETURN, returned(orderId));
    await setPeriodState(billing.db, '2026-11', 'open');
    expect(await fixture.entriesOf(paymentId)).toContain('reversal receivable<inTransit 43250 2026-12');
  });

  test('of an unconfirmed payment books both, and notifies the customer of the last state', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { orderId, paymentId } = await fixture.start(accountNumber);
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('reversed');
    expect(await fixture.movesOf(paymentId)).toEqual(['>started', 'started>confirmed', 'confirmed>reversed']);
    expect(await outboxEventsOf(accountNumber)).toEqual(['payment.reversed']);
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('ignored');
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('ignored');
    expect(await fixture.owedBy(accountNumber)).toBe('432.50');
  });

  test('is booked once for ten concurrent calls', async () => {
    const { orderId, paymentId } = await makePaid();
    const returns = Array.from({ length: 10 }, () => billing.ask(PAYMENT_RETURN, returned(orderId)));
    const results = await Promise.all(returns);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual([...Array(9).fill('already'), 'reversed']);
    expect(await fixture.entriesOf(paymentId)).toHaveLength(2);
  });

  test('books nothing for a partial sum and notifies an operator once', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    for (const _again of [1, 2]) {
      const { outcome } = await billing.ask(PAYMENT_RETURN, returned(orderId, '100.00'));
      expect(outcome).toBe('mismatch');
    }
    expect(await fixture.entriesOf(paymentId)).toHaveLength(1);
    expect(await operatorEvents(accountNumber)).toEqual([
      { kind: 'payment.mismatch', facts: expect.objectContaining({ ...partial, orderId }) },
    ]);
  });
});

describe('PAYMENT_REFUND_ASK', () => {
  const ask = (
    accountNumber: string,
    paymentId: string,
    reason = 'Сплачено двічі',
    requestId: string = newId(),
  ) => billing.call(PAYMENT_REFUND_ASK, { accountNumber, paymentId, reason, requestId });
  const claimOf = async (accountNumber: string, paymentId: string) => {
    const requested = await ask(accountNumber, paymentId);
    if (!requested.ok || requested.data.claim === null) throw new Error('no claim');
    return requested.data.claim;
  };

  test('becomes a refund when the provider reports the return, not before', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    await land();
    for (const reason of ['Сплачено двічі', 'Ще раз']) {
      expect(await ask(accountNumber, paymentId, reason)).toMatchObject({ ok: true });
    }
    expect(await fixture.owedBy(accountNumber)).toBe('0.00');
    const [found] = (await billing.ask(PAYMENT_FIND, { query: orderId })).payments;
    expect(found).toMatchObject({ canRefund: false, refund: { reason: 'Сплачено двічі' } });

    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('refunded');
    expect(await fixture.owedBy(accountNumber)).toBe('432.50');
    const moves = (await fixture.movesOf(paymentId)).slice(2).join(' ');
    expect(moves).toBe('confirmed>landed landed>matched matched>matched matched>refunded');
    const audit = await sql`
      select action from billing.audit_entry where account_number = ${accountNumber} and actor = 'test'
        and after ->> 'refundAsked' = 'Сплачено двічі'`.execute(billing.db);
    expect(audit.rows).toEqual([{ action: 'payment.refundAsked' }]);
    const refunded = { ok: true, data: { claim: null, outcome: 'refunded' } };
    expect(await ask(accountNumber, paymentId)).toMatchObject(refunded);
  });

  test('gives one claim to eight concurrent requests, and none to a repeated one', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    const requestIds = Array.from({ length: 8 }, () => newId());
    const requests = await Promise.all(requestIds.map((id) => ask(accountNumber, paymentId, 'Двічі', id)));
    const claims = requests.map((one) => (one.ok ? one.data.claim : 'refused'));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    const first = requestIds[claims.findIndex((claim) => claim !== null)] ?? '';
    expect(await ask(accountNumber, paymentId, 'Двічі', first)).toMatchObject({
      ok: true,
      data: { claim: null, outcome: 'asked' },
    });
    const reused = { ok: false, code: 'common.requestReused' };
    expect(await ask(accountNumber, paymentId, 'Інша причина', first)).toEqual(reused);
    const claim = claims.find((one) => one !== null) ?? '';
    const end = { provider: 'sandbox', orderId, claim, outcome: 'refused', refusal: 'пізно' } as const;
    await billing.ask(PAYMENT_REFUND_SETTLE, end);
    expect(await ask(accountNumber, paymentId, 'Двічі', first)).toMatchObject({
      ok: true,
      data: { claim: null, outcome: 'refused', refusal: 'пізно' },
    });
    // A different request id.
    expect(await ask(accountNumber, paymentId)).toMatchObject({ ok: true, data: { outcome: null } });
  });

  test('a claim of a killed process expires, then the job repeats the request', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    const killed = await claimOf(accountNumber, paymentId);
    const noon = billing.clock.now();
    const pickAt = async (ms: number) => {
      billing.clock.set((noon + ms) as typeof noon);
      const { orders } = await billing.ask(PAYMENT_PICK_QUERIES, { provider: 'sandbox', limit: 1000 });
      return orders.find((one) => one.orderId === orderId);
    };
    expect(await pickAt(120_000)).toBeUndefined();
    const picked = await pickAt(181_000);
    expect(picked?.refundClaim).toEqual(expect.any(String));
    expect(picked?.refundClaim).not.toBe(killed);
    // The settlement of the killed process is ignored.
    const late = { provider: 'sandbox', orderId, claim: killed, outcome: 'refused', refusal: 'x' } as const;
    await billing.ask(PAYMENT_REFUND_SETTLE, late);
    const [found] = (await billing.ask(PAYMENT_FIND, { query: orderId })).payments;
    expect(found).toMatchObject({ canRefund: false, refund: { reason: 'Сплачено двічі' } });
    billing.clock.set(noon);
  });

  test('the provider is queried until the return, also when the money lands meanwhile', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    const claim = await claimOf(accountNumber, paymentId);
    const end = { provider: 'sandbox', orderId, claim, outcome: 'asked', refusal: null } as const;
    await billing.ask(PAYMENT_REFUND_SETTLE, end);
    await land();
    const now = billing.clock.now();
    billing.clock.set((now + 60_000) as typeof now);
    const { orders } = await billing.ask(PAYMENT_PICK_QUERIES, { provider: 'sandbox', limit: 1000 });
    billing.clock.set(now);
    const claimed = orders.find((one) => one.orderId === orderId);
    expect(claimed).toMatchObject({ amount: '432.50', refundClaim: expect.any(String) });
  });

  test('a refusal of the provider ends the queries and notifies an operator with the reason', async () => {
    const { accountNumber, orderId, paymentId } = await makePaid();
    const claim = await claimOf(accountNumber, paymentId);
    const no = { provider: 'sandbox', orderId, claim, outcome: 'refused', refusal: 'too late' } as const;
    for (const _again of [1, 2]) await billing.ask(PAYMENT_REFUND_SETTLE, no);
    expect(await operatorEvents(accountNumber)).toMatchObject([
      { kind: 'payment.refundRefused', facts: { refundRefused: 'too late' } },
    ]);
    const [found] = (await billing.ask(PAYMENT_FIND, { query: orderId })).payments;
    expect(found).toMatchObject({ canRefund: true, refund: null });
    expect((await billing.ask(PAYMENT_RETURN, returned(orderId))).outcome).toBe('reversed');
  });

  test('refuses payments without money', async () => {
    const accountNumber = await fixture.makeDebtor();
    const waiting = await fixture.start(accountNumber);
    expect(await ask(accountNumber, waiting.paymentId)).toMatchObject({ code: 'payments.notRefundable' });
    const { accountNumber: other, paymentId } = await makePaid();
    expect(await ask(accountNumber, paymentId)).toMatchObject({ code: 'common.notFound' });
    expect(
      await billing.call(PAYMENT_REFUND_SETTLE, {
        provider: 'liqpay',
        orderId: 'x',
        claim: newId(),
        outcome: 'asked',
        refusal: null,
      }),
    ).toMatchObject({ code: 'common.notFound' });
    expect(await fixture.owedBy(other)).toBe('0.00');
  });

  test('PAYMENT_FIND finds a payment by account, order id and provider reference', async () => {
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
