import { sql } from 'kysely';
import { BALANCE_GET } from '#billing/api/balance.ts';
import { PAYMENT_START } from '#billing/api/payments.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { newId } from '#platform/uuid.ts';

/** What the sandbox says of an order that was paid. */
export const paid = (orderId: string, amount = '432.50', currency = 'UAH') => ({
  provider: 'sandbox',
  orderId,
  amount,
  currency,
  providerReference: 'bank-1',
  evidence: { status: 'paid', amount },
});

/** What the sandbox says of an order that it refused. */
export const refused = (orderId: string) => ({
  provider: 'sandbox',
  orderId,
  providerReference: 'bank-1',
  evidence: { status: 'refused' },
});

/** What the sandbox says of an order whose money went back. */
export const returned = (orderId: string, amount = '432.50', currency = 'UAH') => ({
  ...paid(orderId, amount, currency),
  evidence: { status: 'returned', amount },
});

/** A billing with a supplier, for tests of payments. */
export interface PaymentStage {
  readonly billing: TestBilling;
  /** An account that owes 432.50 for October. */
  makeDebtor(): Promise<string>;
  /** Begins a payment of energy, or of an act where one is named. */
  start(
    accountNumber: string,
    amount?: string,
    more?: { actNumber?: string },
  ): Promise<{ readonly orderId: string; readonly paymentId: string }>;
  /** The states that a payment went through, with words that were kept, in turn. */
  movesOf(paymentId: string): Promise<string[]>;
  /** What an account owes for energy now. */
  owedBy(accountNumber: string): Promise<string>;
  /** What was booked of a payment, in turn. */
  entriesOf(paymentId: string): Promise<string[]>;
}

export async function openPaymentStage(): Promise<PaymentStage> {
  const billing = await startTestBilling();
  // Tests of other things begin many orders of one account.
  await makeSupplier(billing.db, { rules: { payments: { underWay: 100, perDay: 1000 } } });
  return {
    billing,
    async makeDebtor() {
      const { accountNumber } = await makeAccount(billing.db);
      await makeCharge(billing.db, accountNumber, '2026-10', '432.50');
      return accountNumber;
    },
    async start(accountNumber, amount = '432.50', more = {}) {
      const { payment } = await billing.ask(PAYMENT_START, {
        accountNumber,
        provider: 'sandbox',
        purpose: more.actNumber === undefined ? 'energy' : 'violationAct',
        actNumber: more.actNumber ?? null,
        amount,
        requestId: newId(),
      });
      return payment;
    },
    async movesOf(paymentId) {
      const { rows } = await sql<{ move: string }>`
        select coalesce(from_state, '') || '>' || to_state as move
        from billing.payment_event where payment_id = ${paymentId} order by event_number`.execute(billing.db);
      return rows.map(({ move }) => move);
    },
    async owedBy(accountNumber) {
      return (await billing.ask(BALANCE_GET, { accountNumber })).now;
    },
    async entriesOf(paymentId) {
      const { rows } = await sql<{ entry: string }>`
        select kind || ' ' || debit_account || '<' || credit_account || ' ' || amount_kopiykas || ' ' || period as entry
        from billing.ledger_entry where payment_id = ${paymentId} order by posted_at, kind desc`.execute(
        billing.db,
      );
      return rows.map(({ entry }) => entry);
    },
  };
}
