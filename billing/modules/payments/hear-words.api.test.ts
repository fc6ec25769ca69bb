import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { hearWords } from './hear-words.ts';
import { openPaymentStage, type PaymentStage, paid } from './testing/payment-stage.ts';

let stage: PaymentStage;
beforeAll(async () => {
  stage = await openPaymentStage();
});
afterAll(async () => {
  expect(await checkLedger(stage.billing.db)).toEqual([]);
  await stage.billing.close();
});

test.each([
  ['partPaid', '200.00', []],
  ['paid', '1000.00', [{ kind: 'act.overpaid', facts: { actNumber: 'Z-1', over: '1000.00' } }]],
])(
  'two orders of one act that are heard of at once leave it %s, and are counted once',
  async (state, sum, events) => {
    const { db, clock } = stage.billing;
    const accountNumber = await stage.makeDebtor();
    await makeAct(db, accountNumber, { actNumber: 'Z-1', sum: '1000.00' });
    const start = () => stage.start(accountNumber, sum, { actNumber: 'Z-1' });
    const orders = [await start(), await start()];
    const words = orders.map(({ orderId }) => ({ ...paid(orderId, sum), kind: 'paid' as const }));
    await hearWords({ db, clock }, words, 'test');
    const acts =
      await sql`select state from billing.violation_act where account_number = ${accountNumber}`.execute(db);
    expect(acts.rows).toEqual([{ state }]);
    const told = await sql`
    select kind, facts from billing.operator_event where account_number = ${accountNumber}`.execute(db);
    expect(told.rows).toEqual(events);
  },
);
