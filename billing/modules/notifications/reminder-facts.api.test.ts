import { expect, test } from 'vitest';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import { PAYMENT_CONFIRM, PAYMENT_RETURN, PAYMENT_START } from '#billing/api/payments.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { newId } from '#platform/uuid.ts';

const billing = provideTestBilling({ hasSupplier: true });
const query = queryOn(() => billing.db);

async function makeBilled(): Promise<string> {
  const { accountNumber } = await makeAccount(billing.db);
  await makeCharge(billing.db, accountNumber, '2026-10', '432.50');
  await query`
    insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
      recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${accountNumber}, '2026-10', '1', '2026-11-01', '2026-11-20', 0, 43250, 0, 0, 43250, 100, false)`;
  return accountNumber;
}

async function owedBy(accountNumber: string): Promise<string | undefined> {
  const { accounts } = await billing.ask(REMINDER_FACTS, { accountNumbers: [accountNumber] });
  return accounts[0]?.owed?.sum;
}

test('owed excludes money in transit, and includes it again after a return', async () => {
  const accountNumber = await makeBilled();
  expect(await owedBy(accountNumber)).toBe('432.50');
  const pay = async (amount: string) => {
    const order = { account: accountNumber, provider: 'liqpay', purpose: 'energy', sum: amount } as const;
    const { payment } = await billing.ask(PAYMENT_START, { ...order, requestId: newId() });
    const { orderId } = payment;
    const said = { currency: 'UAH', providerReference: null, evidence: {} };
    const report = { provider: 'liqpay', orderId, amount, ...said };
    return {
      confirm: () => billing.ask(PAYMENT_CONFIRM, report),
      returnMoney: () => billing.ask(PAYMENT_RETURN, report),
    };
  };
  const [part, rest] = [await pay('400.00'), await pay('32.50')];
  expect(await owedBy(accountNumber)).toBe('432.50');
  await part.confirm();
  expect(await owedBy(accountNumber)).toBe('32.50');
  await rest.confirm();
  expect(await owedBy(accountNumber)).toBeUndefined();
  await part.returnMoney();
  expect(await owedBy(accountNumber)).toBe('400.00');
});

test('planned is the next planned payment that an advance does not settle', async () => {
  const { accountNumber } = await makeAccount(billing.db, { customerType: 'entity' });
  await query`insert into billing.planned_payment (account_number, period, part_number, due_on, amount_kopiykas)
    values (${accountNumber}, '2026-11', 1, '2099-11-05', 9000), (${accountNumber}, '2026-11', 2, '2099-11-15', 12000)`;
  const planned = async () => {
    const { accounts } = await billing.ask(REMINDER_FACTS, { accountNumbers: [accountNumber] });
    return accounts[0]?.planned;
  };
  expect(await planned()).toEqual({ period: '2026-11', dueOn: '2099-11-05', sum: '90.00' });
  await makeCharge(billing.db, accountNumber, '2026-10', '-100.00');
  expect(await planned()).toEqual({ period: '2026-11', dueOn: '2099-11-15', sum: '110.00' });
});
