import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PAYMENT_CONFIRM,
  PAYMENT_EXPIRE,
  PAYMENT_FAIL,
  PAYMENT_LAND,
  PAYMENT_REFUND_ASK,
  PAYMENT_RETURN,
} from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import type { TestBilling } from '#billing/testing/start-test-billing.ts';
import { isFinal, type PaymentState } from '#domain/payments/payment-state.ts';
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

/** Events that can happen to an order at any time. */
const happening = fc.record({
  what: fc.constantFrom('paid', 'refused', 'expired', 'returned', 'otherSum', 'land', 'end', 'askRefund'),
  reportedAt: fc.option(
    fc.integer({ min: 0, max: 9 }).map((n) => `2026-11-20T10:0${n}:00Z`),
    { nil: null },
  ),
  isAnswer: fc.boolean(),
});
type PaymentEvent = typeof happening extends fc.Arbitrary<infer One> ? One : never;

interface Subject {
  readonly accountNumber: string;
  readonly orderId: string;
  readonly paymentId: string;
}

async function applyEvent({ accountNumber, orderId, paymentId }: Subject, { what, ...report }: PaymentEvent) {
  const everything = { limit: 1000 };
  const now = '2026-11-20T10:00:00Z';
  switch (what) {
    case 'paid':
      return billing.ask(PAYMENT_CONFIRM, { ...paid(orderId), ...report });
    case 'otherSum':
      return billing.ask(PAYMENT_CONFIRM, { ...paid(orderId, '432.51'), ...report });
    case 'returned':
      return billing.ask(PAYMENT_RETURN, { ...returned(orderId), ...report });
    case 'land':
      return billing.ask(PAYMENT_LAND, { ...everything, provider: 'sandbox', confirmedUntil: now });
    case 'end':
      return billing.ask(PAYMENT_EXPIRE, { ...everything, startedUntil: now });
    case 'askRefund':
      return billing.call(PAYMENT_REFUND_ASK, { accountNumber, paymentId, reason: '-', requestId: newId() });
    default:
      return billing.ask(PAYMENT_FAIL, { ...refused(orderId), ...report, kind: what });
  }
}

async function stateOf(paymentId: string): Promise<PaymentState> {
  const { rows } = await sql<{ state: PaymentState }>`
    select state from billing.payment where payment_id = ${paymentId}`.execute(billing.db);
  return rows[0]?.state ?? 'started';
}

/** Checks the number of entries of each kind, and that the debt agrees with the state. */
async function expectConsistent({ accountNumber, paymentId }: Subject): Promise<void> {
  const kinds = Object.entries(
    Object.groupBy(await fixture.entriesOf(paymentId), (entry) => entry.split(' ')[0] ?? ''),
  ).map(([kind, entries]) => [kind, entries?.length ?? 0] as const);
  const { payment = 0, landing = 0, reversal = 0 } = Object.fromEntries(kinds);
  const state = await stateOf(paymentId);
  const isReceived = ['confirmed', 'landed', 'matched'].includes(state);
  expect(payment).toBe(isReceived || isFinal(state) ? 1 : 0);
  expect(landing).toBeLessThanOrEqual(payment);
  expect(reversal).toBe(isFinal(state) ? payment + landing : 0);
  expect(await fixture.owedBy(accountNumber)).toBe(isReceived ? '0.00' : '432.50');
}

test('events in any order book the money at most once, never lose it, and keep final states', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 8 }), async (list) => {
      const accountNumber = await fixture.makeDebtor();
      const subject = { accountNumber, ...(await fixture.start(accountNumber)) };
      let before = await stateOf(subject.paymentId);
      for (const one of list) {
        await applyEvent(subject, one);
        const now = await stateOf(subject.paymentId);
        if (isFinal(before)) expect(now).toBe(before);
        before = now;
      }
      await expectConsistent(subject);
      // Money that the provider proves in answer to a query is booked, unless it was returned.
      await applyEvent(subject, { what: 'paid', reportedAt: null, isAnswer: true });
      const end = await stateOf(subject.paymentId);
      expect(['confirmed', 'matched', 'reversed', 'refunded']).toContain(end);
      await expectConsistent(subject);
    }),
    { numRuns: 40 },
  );
});

test('concurrent events book the money at most once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 2, maxLength: 8 }), async (list) => {
      const accountNumber = await fixture.makeDebtor();
      const subject = { accountNumber, ...(await fixture.start(accountNumber)) };
      await Promise.all(list.map((one) => applyEvent(subject, one)));
      await expectConsistent(subject);
    }),
    { numRuns: 25 },
  );
});
