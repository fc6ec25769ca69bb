import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { PAYMENT_LIST } from '#billing/api/payments.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { newId } from '#platform/uuid.ts';

const billing = provideTestBilling({ hasSupplier: true });

interface PaymentFixture {
  readonly startedAt: string;
  readonly amount?: bigint;
  readonly state?: PaymentState;
  readonly actNumber?: string;
}

/** Creates an account with payments; returns their ids in the same order. */
async function payer(payments: readonly PaymentFixture[]) {
  const { accountNumber } = await makeAccount(billing.db);
  const ids = payments.map(() => newId());
  if (payments.length > 0) {
    await billing.db
      .insertInto('billing.payment')
      .values(
        payments.map(({ startedAt, amount = 100n, state = 'matched', actNumber }, index) => ({
          account_number: accountNumber,
          payment_id: ids[index] ?? '',
          order_id: newId(),
          request_id: newId(),
          provider: 'sandbox',
          purpose: actNumber === undefined ? 'energy' : 'violationAct',
          act_number: actNumber ?? null,
          amount_kopiykas: amount,
          state,
          started_at: startedAt,
        })),
      )
      .execute();
  }
  return { accountNumber, ids };
}

type Filter = Partial<ModuleInput<typeof PAYMENT_LIST>>;

async function idsOf(accountNumber: string, filter: Filter = {}): Promise<string[]> {
  const { payments } = await billing.ask(PAYMENT_LIST, { accountNumber, limit: 100, ...filter });
  return payments.map(({ paymentId }) => paymentId);
}

test('pages of any size cover the history without duplicates or gaps, also with equal start times', async () => {
  // Times that are equal or differ by a microsecond.
  const moment = fc.constantFrom(
    '2026-10-31T22:30:00.000001Z',
    '2026-10-31T22:30:00.000002Z',
    '2026-10-31T22:30:00Z',
    '2026-11-01T08:00:00.5Z',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(moment, { maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      async (moments, limit) => {
        const { accountNumber } = await payer(moments.map((startedAt) => ({ startedAt })));
        const whole = await idsOf(accountNumber);
        const parts: string[] = [];
        let after: Filter['after'];
        do {
          const part = await billing.ask(PAYMENT_LIST, { accountNumber, limit, after });
          expect(part.totals.listed).toBe(moments.length);
          expect(part.payments.length).toBeLessThanOrEqual(limit);
          parts.push(...part.payments.map(({ paymentId }) => paymentId));
          after = part.next ?? undefined;
        } while (after !== undefined);
        expect(parts).toEqual(whole);
        expect(new Set(parts).size).toBe(moments.length);
      },
    ),
    { numRuns: 40 },
  );
});

test('a new payment does not change the next page', async () => {
  const { accountNumber, ids } = await payer([
    { startedAt: '2026-11-03T08:00:00Z' },
    { startedAt: '2026-11-02T08:00:00Z' },
    { startedAt: '2026-11-01T08:00:00Z' },
  ]);
  const first = await billing.ask(PAYMENT_LIST, { accountNumber, limit: 2 });
  await billing.db
    .updateTable('billing.payment')
    .set({ started_at: '2026-11-04T08:00:00Z' })
    .where('payment_id', '=', ids[1] ?? '')
    .execute();
  expect(await idsOf(accountNumber, { after: first.next ?? undefined })).toEqual([ids[2]]);
});

describe('PAYMENT_LIST filter', () => {
  test('uses Kyiv days: a payment at 23:30 UTC belongs to the next day', async () => {
    const { accountNumber, ids } = await payer([
      { startedAt: '2026-10-31T22:30:00Z' },
      { startedAt: '2026-10-31T21:59:59.999Z' },
      { startedAt: '2026-07-10T21:00:00Z' },
      { startedAt: '2026-07-10T20:59:59Z' },
    ]);
    expect(await idsOf(accountNumber, { from: '2026-11-01' })).toEqual([ids[0]]);
    expect(await idsOf(accountNumber, { from: '2026-10-31', to: '2026-10-31' })).toEqual([ids[1]]);
    expect(await idsOf(accountNumber, { from: '2026-07-11', to: '2026-10-30' })).toEqual([ids[2]]);
    expect(await idsOf(accountNumber, { to: '2026-07-10' })).toEqual([ids[3]]);
    expect(await idsOf(accountNumber, { from: '2026-11-02' })).toEqual([]);
  });

  test.each([
    ['inTransit', ['confirmed']],
    ['done', ['landed', 'matched']],
    ['failed', ['failed', 'expired', 'reversed', 'refunded']],
    [undefined, ['started', 'confirmed', 'landed', 'matched', 'failed', 'expired', 'reversed', 'refunded']],
  ] as const)('by the state %s finds what customers call so', async (state, expected) => {
    const states = ['started', 'confirmed', 'landed', 'matched', 'failed', 'expired', 'reversed', 'refunded'];
    const { accountNumber } = await payer(
      states.map((one) => ({ startedAt: '2026-11-01T08:00:00Z', state: one as PaymentState })),
    );
    const { payments } = await billing.ask(PAYMENT_LIST, { accountNumber, limit: 100, state });
    expect(payments.map((payment) => payment.state).sort()).toEqual([...expected].sort());
  });

  test('by purpose separates energy from acts, also in the totals', async () => {
    const { accountNumber } = await payer([
      { startedAt: '2026-11-01T08:00:00Z', amount: 43_250n },
      { startedAt: '2026-11-02T08:00:00Z', amount: 10_000n, state: 'confirmed' },
      { startedAt: '2026-11-03T08:00:00Z', amount: 99_999n, state: 'failed' },
      { startedAt: '2026-11-03T08:00:00Z', amount: 77_700n, state: 'sent' },
      { startedAt: '2026-11-04T08:00:00Z', amount: 461_130n, actNumber: '461130' },
    ]);
    const totals = async (filter: Filter) =>
      (await billing.ask(PAYMENT_LIST, { accountNumber, limit: 1, ...filter })).totals;
    expect(await totals({ purpose: 'energy' })).toEqual({ count: 2, sum: '532.50', listed: 4 });
    expect(await totals({ purpose: 'violationAct' })).toEqual({ count: 1, sum: '4611.30', listed: 1 });
    expect(await totals({ state: 'failed' })).toEqual({ count: 0, sum: '0.00', listed: 1 });
    expect(await totals({})).toEqual({ count: 3, sum: '5143.80', listed: 5 });
  });
});
