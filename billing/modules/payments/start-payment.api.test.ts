import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import {
  PAYMENT_CONFIRM,
  PAYMENT_GET,
  PAYMENT_LIST,
  PAYMENT_SENT,
  PAYMENT_START,
} from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { newId } from '#platform/uuid.ts';
import { type PaymentTestFixture, paid, startPaymentFixture } from './testing/payment-fixture.ts';

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

const ofEnergy = { provider: 'sandbox', purpose: 'energy' } as const;

describe('PAYMENT_START', () => {
  test('starts one payment for a repeated request id, also concurrently', async () => {
    const accountNumber = await fixture.makeDebtor();
    const input = { ...ofEnergy, account: accountNumber, sum: '10.00', requestId: newId() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => billing.ask(PAYMENT_START, input)));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await billing.ask(PAYMENT_LIST, { accountNumber, limit: 10 })).payments).toHaveLength(1);
  });

  test('gives every attempt its own order number, also concurrently', async () => {
    const accountNumber = await fixture.makeDebtor();
    const starts = Array.from({ length: 12 }, () => fixture.start(accountNumber, '1.00'));
    const payments = await Promise.all(starts);
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
  ])('amount %s is accepted: %s', async (amount, can) => {
    const accountNumber = await fixture.makeDebtor();
    const input = { ...ofEnergy, account: accountNumber, sum: amount, requestId: newId() };
    const result = await billing.call(PAYMENT_START, input);
    expect(result).toMatchObject(can ? { ok: true } : { ok: false, code: 'payments.wrongAmount' });
    const { payments } = await billing.ask(PAYMENT_LIST, { accountNumber, limit: 10 });
    expect(payments).toHaveLength(can ? 1 : 0);
  });

  test('refuses an unknown account; PAYMENT_GET refuses a payment of another account', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { paymentId } = await fixture.start(accountNumber);
    const stranger = await fixture.makeDebtor();
    expect(await billing.call(PAYMENT_GET, { accountNumber: stranger, paymentId })).toMatchObject({
      ok: false,
      code: 'common.notFound',
    });
    const sent = { accountNumber: stranger, paymentId, payUrl: '/x', providerReference: null };
    expect(await billing.call(PAYMENT_SENT, sent)).toMatchObject({ ok: false });
    const energy = { provider: 'sandbox', purpose: 'energy' as const, sum: '5.00' };
    const input = { ...energy, account: '1000000000', requestId: newId() };
    expect(await billing.call(PAYMENT_START, input)).toMatchObject({ ok: false, code: 'common.notFound' });
  });

  test('PAYMENT_SENT keeps the first payment URL', async () => {
    const accountNumber = await fixture.makeDebtor();
    const { paymentId } = await fixture.start(accountNumber);
    for (const payUrl of ['/first', '/second']) {
      const sent = { accountNumber, paymentId, payUrl, providerReference: null };
      expect((await billing.ask(PAYMENT_SENT, sent)).payment.payUrl).toBe('/first');
    }
  });
});

describe('PAYMENT_START of a violation act', () => {
  async function makeViolator(): Promise<string> {
    const accountNumber = await fixture.makeDebtor();
    await makeAct(billing.db, accountNumber, { actNumber: 'A-1', sum: '3000.00', dueOn: '2026-10-10' });
    return accountNumber;
  }

  test('pays an act in parts, separately from energy', async () => {
    const accountNumber = await makeViolator();
    const first = await fixture.start(accountNumber, '1000.00', { actNumber: 'A-1' });
    await billing.ask(PAYMENT_CONFIRM, paid(first.orderId, '1000.00'));
    const entries = await fixture.entriesOf(first.paymentId);
    expect(entries).toEqual(['payment inTransit<actReceivable 100000 2026-11']);
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({
      now: '432.50',
      inTransit: '1000.00',
      unpaidActs: [{ number: 'A-1', sum: '2000.00', due: '2026-10-10' }],
    });
    const rest = await fixture.start(accountNumber, '2000.00', { actNumber: 'A-1' });
    await billing.ask(PAYMENT_CONFIRM, paid(rest.orderId, '2000.00'));
    expect((await billing.ask(BALANCE_GET, { accountNumber })).unpaidActs).toEqual([]);
    const state = await sql<{ state: string }>`
      select state from billing.violation_act where account_number = ${accountNumber}`.execute(billing.db);
    expect(state.rows).toEqual([{ state: 'paid' }]);
  });

  test('two halves confirmed concurrently leave nothing owed', async () => {
    const accountNumber = await makeViolator();
    const halves = await Promise.all([
      fixture.start(accountNumber, '1500.00', { actNumber: 'A-1' }),
      fixture.start(accountNumber, '1500.00', { actNumber: 'A-1' }),
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
    ['no act', { actNumber: undefined, amount: '10.00' }, 'common.notFound'],
  ])('refuses %s', async (_, { actNumber, amount }, code) => {
    const accountNumber = await makeViolator();
    await makeAct(billing.db, accountNumber, { actNumber: 'A-3', sum: '50.00', state: 'disputed' });
    await makeAct(billing.db, accountNumber, { actNumber: 'A-4', sum: '50.00', state: 'drawn' });
    const ofAct = { provider: 'sandbox', purpose: 'violationAct', actNumber, sum: amount } as const;
    const input = { ...ofAct, account: accountNumber, requestId: newId() };
    const result = await billing.call(PAYMENT_START, input);
    expect(result).toMatchObject({ ok: false, code });
  });
});
