import { sql } from 'kysely';
import { BALANCE_GET } from '#billing/api/balance.ts';
import { PAYMENT_START } from '#billing/api/payments.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { newId } from '#platform/uuid.ts';

/** Sandbox report of a paid order. */
export const paid = (orderId: string, amount = '432.50', currency = 'UAH') => ({
  provider: 'sandbox',
  orderId,
  amount,
  currency,
  providerReference: 'bank-1',
  evidence: { status: 'paid', amount },
});

/** Sandbox report of a refused order. */
export const refused = (orderId: string) => ({
  provider: 'sandbox',
  orderId,
  providerReference: 'bank-1',
  evidence: { status: 'refused' },
});

/** Sandbox report of a returned order. */
export const returned = (orderId: string, amount = '432.50', currency = 'UAH') => ({
  ...paid(orderId, amount, currency),
  evidence: { status: 'returned', amount },
});

/** Billing with a supplier, for payment tests. */
export interface PaymentTestFixture {
  readonly billing: TestBilling;
  /** Creates an account that owes 432.50 for October. */
  makeDebtor(): Promise<string>;
  /** Starts a payment of energy, or of an act when given. */
  start(
    accountNumber: string,
    amount?: string,
    more?: { actNumber?: string },
  ): Promise<{ readonly orderId: string; readonly paymentId: string }>;
  /** States of a payment and its stored reports, in order. */
  movesOf(paymentId: string): Promise<string[]>;
  /** Current energy debt of an account. */
  owedBy(accountNumber: string): Promise<string>;
  /** Ledger entries of a payment, in order. */
  entriesOf(paymentId: string): Promise<string[]>;
}

export async function startPaymentFixture(): Promise<PaymentTestFixture> {
  const billing = await startTestBilling();
  // Tests of other rules start many orders of one account.
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
        account: accountNumber,
        provider: 'sandbox',
        purpose: more.actNumber === undefined ? 'energy' : 'violationAct',
        actNumber: more.actNumber,
        sum: amount,
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
