import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { applyProviderStatuses } from './provider-status-modules.ts';
import { type PaymentTestFixture, paid, startPaymentFixture } from './testing/payment-fixture.ts';

let fixture: PaymentTestFixture;
beforeAll(async () => {
  fixture = await startPaymentFixture();
});
afterAll(async () => {
  expect(await checkLedger(fixture.billing.db)).toEqual([]);
  await fixture.billing.close();
});

test.each([
  ['partPaid', '200.00', []],
  ['paid', '1000.00', [{ kind: 'act.overpaid', facts: { actNumber: 'Z-1', over: '1000.00' } }]],
])(
  'two orders of one act applied in one batch leave it %s and are counted once',
  async (state, sum, events) => {
    const { db, clock } = fixture.billing;
    const accountNumber = await fixture.makeDebtor();
    await makeAct(db, accountNumber, { actNumber: 'Z-1', sum: '1000.00' });
    const start = () => fixture.start(accountNumber, sum, { actNumber: 'Z-1' });
    const orders = [await start(), await start()];
    const reports = orders.map(({ orderId }, index) => ({
      ...paid(orderId, sum),
      kind: 'paid' as const,
      by: { actor: 'provider:easypay', reference: `callback-${index}` },
    }));
    await applyProviderStatuses({ db, clock }, reports);
    const audit = await sql`
      select actor, reference from billing.audit_entry
       where account_number = ${accountNumber} and action = 'payment.confirmed' order by entry_number`.execute(
      db,
    );
    // Each entry has the request that reported its payment, though one statement writes them all.
    expect(audit.rows).toEqual(reports.map(({ by }) => by));
    const acts =
      await sql`select state from billing.violation_act where account_number = ${accountNumber}`.execute(db);
    expect(acts.rows).toEqual([{ state }]);
    const stored = await sql`
    select kind, facts from billing.operator_event where account_number = ${accountNumber}`.execute(db);
    expect(stored.rows).toEqual(events);
  },
);
