import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import { PAYMENT_CONFIRM, PAYMENT_START } from '#billing/api/payments.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { newId } from '#platform/uuid.ts';
import { checkLedger } from './check-ledger.ts';

const billing = provideTestBilling({ hasSupplier: true });

async function makeCustomer(): Promise<string> {
  return (await makeAccount(billing.db)).accountNumber;
}

describe('a balance', () => {
  test('nothing was ever booked: nothing is owed', async () =>
    expect(await billing.ask(BALANCE_GET, { accountNumber: await makeCustomer() })).toEqual({
      now: '0.00',
      monthStart: '0.00',
      afterExpectedCharge: expect.any(String),
      noForecast: null,
      inTransit: '0.00',
      inTransitUntil: null,
      unpaidActs: [],
    }));

  test('charges before this month are in its opening balance, whenever they were booked', async () => {
    const accountNumber = await makeCustomer();
    await makeCharge(billing.db, accountNumber, '2026-09', '100.00');
    await makeCharge(billing.db, accountNumber, '2026-10', '432.50');
    await makeCharge(billing.db, accountNumber, '2026-11', '0.05');
    const balance = await billing.ask(BALANCE_GET, { accountNumber });
    expect(balance).toMatchObject({ now: '532.55', monthStart: '532.50' });
  });

  test('a recalculation that gives back makes an overpayment', async () => {
    const accountNumber = await makeCustomer();
    await makeCharge(billing.db, accountNumber, '2026-10', '-12.34');
    const balance = await billing.ask(BALANCE_GET, { accountNumber });
    expect(balance).toMatchObject({ now: '-12.34', monthStart: '-12.34' });
  });

  test('acts are owed apart, oldest first; a disputed one is not asked for', async () => {
    const accountNumber = await makeCustomer();
    await makeAct(billing.db, accountNumber, { actNumber: 'B', sum: '20.00', drawnOn: '2026-09-02' });
    await makeAct(billing.db, accountNumber, { actNumber: 'A', sum: '10.00', drawnOn: '2026-09-03' });
    await makeAct(billing.db, accountNumber, { actNumber: 'C', sum: '5.00', state: 'disputed' });
    const balance = await billing.ask(BALANCE_GET, { accountNumber });
    expect(balance.now).toBe('0.00');
    expect(balance.unpaidActs).toEqual([
      { number: 'B', date: '2026-09-02', due: null, sum: '20.00', unpaid: '20.00' },
      { number: 'A', date: '2026-09-03', due: null, sum: '10.00', unpaid: '10.00' },
    ]);
  });

  test('an unknown account has none', async () =>
    expect(await billing.call(BALANCE_GET, { accountNumber: '1000000000' })).toMatchObject({
      ok: false,
      code: 'common.notFound',
    }));
});

describe('the books are checked', () => {
  async function makePayment(confirmed: boolean): Promise<string> {
    const accountNumber = await makeCustomer();
    const order = { account: accountNumber, provider: 'sandbox', purpose: 'energy', sum: '10.00' } as const;
    const { payment } = await billing.ask(PAYMENT_START, { ...order, requestId: newId() });
    if (confirmed) {
      const report = { amount: '10.00', currency: 'UAH', providerReference: null, evidence: {} };
      await billing.ask(PAYMENT_CONFIRM, { provider: 'sandbox', orderId: payment.orderId, ...report });
    }
    return accountNumber;
  }

  async function makeBill(accountNumber: string): Promise<void> {
    await makeCharge(billing.db, accountNumber, '2026-09', '100.00');
    await makeCharge(billing.db, accountNumber, '2026-10', '50.00');
    await sql`
      insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
        charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
      values (${accountNumber}, '2026-10', '1', '2026-11-01', '2026-11-20', 10000, 5000, 0, 0, 15000, 1, false)
    `.execute(billing.db);
    await sql`
      insert into billing.charge_line (account_number, period, line_number, kind, zone, block_index, from_date,
        to_date, energy_wh, price_micro, coefficient, amount_kopiykas, tariff_valid_from, is_estimated)
      values (${accountNumber}, '2026-10', 1, 'energy', 'single', 0, '2026-10-01', '2026-11-01', 1,
        4320000, 1000, 5000, '2026-01-01', false)`.execute(billing.db);
  }

  async function problemsOf(accountNumber: string): Promise<string[]> {
    const problems = await checkLedger(billing.db);
    return problems.filter((problem) => problem.accountNumber === accountNumber).map(({ rule }) => rule);
  }

  test('bills and payments that agree with the ledger raise nothing', async () => {
    const accountNumber = await makePayment(true);
    await makeBill(accountNumber);
    expect(await problemsOf(accountNumber)).toEqual([]);
    expect(await problemsOf(await makePayment(false))).toEqual([]);
  });

  test.each([
    ['unbilled charge', `'charge', 'receivable', 'revenue', 7, '2026-10'`, ['bill.charged', 'bill.closing']],
    ['unfounded debt', `'opening', 'receivable', 'opening', 7, '2026-08'`, ['bill.closing', 'bill.opening']],
    ['unbilled payment', `'payment', 'bank', 'receivable', 7, '2026-10'`, ['bill.closing', 'bill.paid']],
    [
      'a correction that no bill shows',
      `'recalculation', 'revenue', 'receivable', 7, '2026-10'`,
      ['bill.closing', 'bill.recalculated'],
    ],
    ['more landed than was on its way', `'landing', 'bank', 'inTransit', 7, '2026-11'`, ['transit.negative']],
  ])('%s is found', async (_, entry, rules) => {
    const accountNumber = await makeCustomer();
    await makeBill(accountNumber);
    await sql`insert into billing.ledger_entry
      (account_number, entry_id, posted_at, kind, debit_account, credit_account, amount_kopiykas, period)
      values (${accountNumber}, ${newId()}, '2026-11-02', ${sql.raw(entry)})`.execute(billing.db);
    expect((await problemsOf(accountNumber)).sort()).toEqual(rules);
  });

  test('a bill whose lines do not add up to it is found', async () => {
    const accountNumber = await makeCustomer();
    await makeBill(accountNumber);
    await sql`update billing.charge_line set amount_kopiykas = 4999
      where account_number = ${accountNumber}`.execute(billing.db);
    expect(await problemsOf(accountNumber)).toEqual(['bill.lines']);
  });

  test.each([
    ['confirmed and not booked', false, `state = 'confirmed'`, ['payment.posted']],
    ['booked and not confirmed', true, `state = 'sent'`, ['payment.posted']],
    ['booked with another sum', true, `amount_kopiykas = 1001, order_kopiykas = 1001`, ['payment.posted']],
    ['that is not the sum of its order', false, `order_kopiykas = 1001`, ['order.sum']],
    ['of an order that has more parts', false, `part_count = 2`, ['order.sum']],
    ['called reversed and still booked', true, `state = 'reversed'`, ['payment.posted']],
    ['matched and not landed', true, `state = 'matched'`, ['payment.landed']],
  ])('a payment %s is found', async (_, confirmed, change, rules) => {
    const accountNumber = await makePayment(confirmed);
    await sql`update billing.payment set ${sql.raw(change)}
      where account_number = ${accountNumber}`.execute(billing.db);
    expect(await problemsOf(accountNumber)).toEqual(rules);
  });

  test('entries that point at nothing are found', async () => {
    const accountNumber = await makeCustomer();
    await sql`insert into billing.ledger_entry (account_number, entry_id, posted_at, kind, debit_account, credit_account,
        amount_kopiykas, period, payment_id, act_number, reverses_entry_id)
      values (${accountNumber}, ${newId()}, '2026-11-02', 'reversal', 'bank', 'revenue', 7, '2026-11', ${newId()}, 'A-9',
        ${newId()})`.execute(billing.db);
    const found = await problemsOf(accountNumber);
    expect(found.sort()).toEqual(['act.unknown', 'payment.unknown', 'reversal.unknown']);
  });

  test('finds parts of an order whose states differ', async () => {
    const [one, other] = [await makeCustomer(), await makeCustomer()];
    const part = { purpose: 'energy' as const, sum: '5.00' };
    const order = { ...part, account: one, also: [{ ...part, account: other }], provider: 'liqpay' };
    const { payment } = await billing.ask(PAYMENT_START, { ...order, requestId: newId() });
    expect([await problemsOf(one), await problemsOf(other)]).toEqual([[], []]);
    await sql`update billing.payment set state = 'failed' where account_number = ${other}`.execute(
      billing.db,
    );
    expect(await problemsOf(one)).toEqual(['order.state']);
    const problem = (await checkLedger(billing.db)).find(({ accountNumber }) => accountNumber === one);
    const states = { expected: 'started', found: 'failed, started' };
    expect(problem).toMatchObject({ subject: payment.orderId, ...states });
  });

  test('a reversal that undoes not the whole is found', async () => {
    const accountNumber = await makePayment(true);
    await sql`
      insert into billing.ledger_entry (account_number, entry_id, posted_at, kind, debit_account, credit_account,
        amount_kopiykas, period, payment_id, reverses_entry_id)
      select account_number, ${newId()}, posted_at, 'reversal', credit_account, debit_account, amount_kopiykas - 1, period,
        payment_id, entry_id from billing.ledger_entry where account_number = ${accountNumber}`.execute(
      billing.db,
    );
    const found = await problemsOf(accountNumber);
    expect(found.toSorted()).toEqual(['allocation.sum', 'payment.posted', 'reversal.whole']);
  });

  test('an act that is called paid and is not is found', async () => {
    const accountNumber = await makeCustomer();
    await makeAct(billing.db, accountNumber, { actNumber: 'A-1', sum: '10.00' });
    expect(await problemsOf(accountNumber)).toEqual([]);
    await sql`update billing.violation_act set state = 'paid'
      where account_number = ${accountNumber}`.execute(billing.db);
    expect(await problemsOf(accountNumber)).toEqual(['act.state']);
  });
});
