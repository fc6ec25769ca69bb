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
  PAYMENT_LIST,
  PAYMENT_LIST_WAITING,
  PAYMENT_SENT,
  PAYMENT_START,
} from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';

let billing: TestBilling;

beforeAll(async () => {
  billing = await startTestBilling();
  await makeSupplier(billing.db);
});
afterAll(async () => {
  expect(await checkLedger(billing.db)).toEqual([]);
  await billing.close();
});

/** An account that owes 432.50 for October. */
async function makeDebtor(): Promise<string> {
  const { accountNumber } = await makeAccount(billing.db);
  await makeCharge(billing.db, accountNumber, '2026-10', '432.50');
  return accountNumber;
}

async function start(accountNumber: string, amount = '432.50', more: { actNumber?: string } = {}) {
  const { payment } = await billing.ask(PAYMENT_START, {
    accountNumber,
    provider: 'sandbox',
    purpose: more.actNumber === undefined ? 'energy' : 'violationAct',
    actNumber: more.actNumber ?? null,
    amount,
    requestId: newId(),
  });
  return payment;
}

const paid = (orderId: string, amount = '432.50', currency = 'UAH') => ({
  provider: 'sandbox',
  orderId,
  amount,
  currency,
  providerReference: 'bank-1',
  evidence: { status: 'paid', amount },
});
const refused = (orderId: string) => ({
  provider: 'sandbox',
  orderId,
  providerReference: 'bank-1',
  evidence: { status: 'refused' },
});

async function movesOf(paymentId: string) {
  const result = await sql<{ move: string; evidence: unknown }>`
    select coalesce(from_state, '') || '>' || to_state as move, evidence
    from billing.payment_event where payment_id = ${paymentId} order by event_number`.execute(billing.db);
  return result.rows;
}

async function entriesOf(paymentId: string) {
  const result = await sql<{ entry: string }>`
    select kind || ' ' || debit_account || '<' || credit_account || ' ' || amount_kopiykas || ' ' || period as entry
    from billing.ledger_entry where payment_id = ${paymentId} order by posted_at, kind desc`.execute(
    billing.db,
  );
  return result.rows.map((row) => row.entry);
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
    const accountNumber = await makeDebtor();
    const payment = await start(accountNumber);
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
    expect(await entriesOf(payment.paymentId)).toEqual([
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
    const accountNumber = await makeDebtor();
    const { orderId } = await start(accountNumber, '500.00');
    await billing.ask(PAYMENT_CONFIRM, paid(orderId, '500.00'));
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '-67.50' });
  });

  test('the bank refuses: nothing is booked; money proved later still counts', async () => {
    const accountNumber = await makeDebtor();
    const { orderId, paymentId } = await start(accountNumber);
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('failed');
    expect((await billing.ask(PAYMENT_FAIL, refused(orderId))).outcome).toBe('already');
    expect(await entriesOf(paymentId)).toEqual([]);
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
    const accountNumber = await makeDebtor();
    const { orderId, paymentId } = await start(accountNumber);
    const waiting = { startedUntil: '2026-11-20T10:00:00Z', limit: 1000 };
    const found = await billing.ask(PAYMENT_LIST_WAITING, waiting);
    expect(found.payments.map((payment) => payment.paymentId)).toContain(paymentId);
    await billing.ask(PAYMENT_EXPIRE, { startedUntil: '2026-11-20T09:59:59Z', limit: 1000 });
    const get = { accountNumber, paymentId };
    expect((await billing.ask(PAYMENT_GET, get)).payment.state).toBe('started');
    expect((await billing.ask(PAYMENT_EXPIRE, waiting)).expired).toBeGreaterThan(0);
    expect((await billing.ask(PAYMENT_GET, get)).payment.state).toBe('expired');
    expect((await billing.ask(PAYMENT_LIST_WAITING, waiting)).payments).toEqual([]);
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('confirmed');
  });

  test('money that comes while the month is closing belongs to the next month', async () => {
    const accountNumber = await makeDebtor();
    const { orderId, paymentId } = await start(accountNumber);
    await setPeriodState(billing.db, '2026-11', 'closing');
    await billing.ask(PAYMENT_CONFIRM, paid(orderId));
    await setPeriodState(billing.db, '2026-11', 'open');
    expect(await entriesOf(paymentId)).toEqual(['payment inTransit<receivable 43250 2026-12']);
  });
});

describe('what a provider says', () => {
  test.each([
    ['a kopiyka less', '432.49', 'UAH'],
    ['a kopiyka more', '432.51', 'UAH'],
    ['another currency', '432.50', 'USD'],
    ['no sum at all', 'lots', 'UAH'],
  ])('%s is not a confirmation, and is kept as evidence once', async (_, amount, currency) => {
    const accountNumber = await makeDebtor();
    const { orderId, paymentId } = await start(accountNumber);
    for (const _again of [1, 2]) {
      const told = await billing.ask(PAYMENT_CONFIRM, paid(orderId, amount, currency));
      expect(told).toMatchObject({ outcome: 'mismatch', payment: { state: 'started' } });
    }
    expect(await entriesOf(paymentId)).toEqual([]);
    const moves = await movesOf(paymentId);
    expect(moves).toHaveLength(2);
    expect(moves[1]).toMatchObject({
      move: 'started>started',
      evidence: { mismatch: { started: '432.50 UAH', told: `${amount} ${currency}` } },
    });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '432.50' });
    expect((await billing.ask(PAYMENT_CONFIRM, paid(orderId))).outcome).toBe('confirmed');
  });

  test('ten confirmations at once book the money once', async () => {
    const accountNumber = await makeDebtor();
    const { orderId, paymentId } = await start(accountNumber);
    const told = await Promise.all(
      Array.from({ length: 10 }, () => billing.ask(PAYMENT_CONFIRM, paid(orderId))),
    );
    expect(told.map(({ outcome }) => outcome).sort()).toEqual([...Array(9).fill('already'), 'confirmed']);
    expect(await entriesOf(paymentId)).toHaveLength(1);
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '0.00' });
  });

  test('a confirmation and a refusal at once: the money counts, whichever came first', async () => {
    const accountNumber = await makeDebtor();
    const { orderId, paymentId } = await start(accountNumber);
    await Promise.all([
      billing.ask(PAYMENT_FAIL, refused(orderId)),
      billing.ask(PAYMENT_CONFIRM, paid(orderId)),
    ]);
    const { payment } = await billing.ask(PAYMENT_GET, { accountNumber, paymentId });
    expect(payment.state).toBe('confirmed');
    expect(await entriesOf(paymentId)).toHaveLength(1);
  });

  test('two nodes that land at once land each payment once', async () => {
    const accountNumber = await makeDebtor();
    const { orderId, paymentId } = await start(accountNumber);
    await billing.ask(PAYMENT_CONFIRM, paid(orderId));
    const due = { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 1000 };
    await Promise.all([billing.ask(PAYMENT_LAND, due), billing.ask(PAYMENT_LAND, due)]);
    expect(await entriesOf(paymentId)).toHaveLength(2);
  });

  test('an unknown order, or one of another provider, is found nowhere', async () => {
    const { orderId } = await start(await makeDebtor());
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

describe('beginning a payment', () => {
  test('a double tap, even at once, begins one payment', async () => {
    const accountNumber = await makeDebtor();
    const input = {
      accountNumber,
      provider: 'sandbox',
      purpose: 'energy' as const,
      actNumber: null,
      amount: '10.00',
      requestId: newId(),
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => billing.ask(PAYMENT_START, input)));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await billing.ask(PAYMENT_LIST, { accountNumber, limit: 10 })).payments).toHaveLength(1);
  });

  test('every try has an order number of its own, also those that begin at once', async () => {
    const accountNumber = await makeDebtor();
    const payments = await Promise.all(Array.from({ length: 12 }, () => start(accountNumber, '1.00')));
    const numbers = payments.map(({ orderId }) => orderId).sort();
    expect(new Set(numbers).size).toBe(12);
    expect(numbers).toContain(`${accountNumber}-112026-12`);
  });

  test.each([
    ['0.99', false],
    ['1.00', true],
    ['100000.00', true],
    ['100000.01', false],
    ['0.00', false],
    ['-5.00', false],
  ])('%s hryvnias can be paid: %s', async (amount, can) => {
    const accountNumber = await makeDebtor();
    const result = await billing.call(PAYMENT_START, {
      accountNumber,
      provider: 'sandbox',
      purpose: 'energy',
      actNumber: null,
      amount,
      requestId: newId(),
    });
    expect(result).toMatchObject(can ? { ok: true } : { ok: false, code: 'payments.wrongAmount' });
    const { payments } = await billing.ask(PAYMENT_LIST, { accountNumber, limit: 10 });
    expect(payments).toHaveLength(can ? 1 : 0);
  });

  test('an account that does not exist pays nothing, and one sees no payment of another', async () => {
    const accountNumber = await makeDebtor();
    const { paymentId } = await start(accountNumber);
    const stranger = await makeDebtor();
    expect(await billing.call(PAYMENT_GET, { accountNumber: stranger, paymentId })).toMatchObject({
      ok: false,
      code: 'common.notFound',
    });
    const sent = { accountNumber: stranger, paymentId, payUrl: '/x', providerReference: null };
    expect(await billing.call(PAYMENT_SENT, sent)).toMatchObject({ ok: false });
    const input = {
      accountNumber: '1000000000',
      provider: 'sandbox',
      purpose: 'energy' as const,
      actNumber: null,
      amount: '5.00',
      requestId: newId(),
    };
    expect(await billing.call(PAYMENT_START, input)).toMatchObject({ ok: false, code: 'common.notFound' });
  });

  test('the address where it is paid is kept, the first one', async () => {
    const accountNumber = await makeDebtor();
    const { paymentId } = await start(accountNumber);
    for (const payUrl of ['/first', '/second']) {
      const sent = { accountNumber, paymentId, payUrl, providerReference: null };
      expect((await billing.ask(PAYMENT_SENT, sent)).payment.payUrl).toBe('/first');
    }
  });
});

describe('violation acts', () => {
  async function makeViolator(): Promise<string> {
    const accountNumber = await makeDebtor();
    await makeAct(billing.db, accountNumber, { actNumber: 'A-1', sum: '3000.00', dueOn: '2026-10-10' });
    return accountNumber;
  }

  test('an act is paid apart from energy, in parts, and is then paid', async () => {
    const accountNumber = await makeViolator();
    const first = await start(accountNumber, '1000.00', { actNumber: 'A-1' });
    await billing.ask(PAYMENT_CONFIRM, paid(first.orderId, '1000.00'));
    expect(await entriesOf(first.paymentId)).toEqual(['payment inTransit<actReceivable 100000 2026-11']);
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({
      now: '432.50',
      inTransit: '1000.00',
      unpaidActs: [{ actNumber: 'A-1', owed: '2000.00', dueOn: '2026-10-10' }],
    });
    const rest = await start(accountNumber, '2000.00', { actNumber: 'A-1' });
    await billing.ask(PAYMENT_CONFIRM, paid(rest.orderId, '2000.00'));
    expect((await billing.ask(BALANCE_GET, { accountNumber })).unpaidActs).toEqual([]);
    const state = await sql<{ state: string }>`
      select state from billing.violation_act where account_number = ${accountNumber}`.execute(billing.db);
    expect(state.rows).toEqual([{ state: 'paid' }]);
  });

  test('two halves confirmed at once leave nothing owed', async () => {
    const accountNumber = await makeViolator();
    const halves = await Promise.all([
      start(accountNumber, '1500.00', { actNumber: 'A-1' }),
      start(accountNumber, '1500.00', { actNumber: 'A-1' }),
    ]);
    await Promise.all(halves.map(({ orderId }) => billing.ask(PAYMENT_CONFIRM, paid(orderId, '1500.00'))));
    const state = await sql<{ state: string }>`
      select state from billing.violation_act where account_number = ${accountNumber}`.execute(billing.db);
    expect(state.rows).toEqual([{ state: 'paid' }]);
  });

  test.each([
    ['more than is owed', { actNumber: 'A-1', amount: '3000.01' }, 'payments.wrongAmount'],
    ['an act that does not exist', { actNumber: 'A-2', amount: '10.00' }, 'common.notFound'],
    ['an act that is disputed', { actNumber: 'A-3', amount: '10.00' }, 'common.notFound'],
    ['an act that is not billed yet', { actNumber: 'A-4', amount: '10.00' }, 'common.notFound'],
    ['no act', { actNumber: null, amount: '10.00' }, 'common.notFound'],
  ])('%s can not be paid', async (_, { actNumber, amount }, code) => {
    const accountNumber = await makeViolator();
    await makeAct(billing.db, accountNumber, { actNumber: 'A-3', sum: '50.00', state: 'disputed' });
    await makeAct(billing.db, accountNumber, { actNumber: 'A-4', sum: '50.00', state: 'drawn' });
    const result = await billing.call(PAYMENT_START, {
      accountNumber,
      provider: 'sandbox',
      purpose: 'violationAct',
      actNumber,
      amount,
      requestId: newId(),
    });
    expect(result).toMatchObject({ ok: false, code });
  });
});

test('the ledger can not be changed, only added to', async () => {
  await start(await makeDebtor());
  for (const statement of [
    'update billing.ledger_entry set amount_kopiykas = 1',
    'delete from billing.ledger_entry',
  ]) {
    await expect(sql.raw(statement).execute(billing.db)).rejects.toThrow('append-only');
  }
});
