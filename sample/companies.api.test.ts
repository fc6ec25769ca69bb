import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityBalance, personBalance } from '#contract/balance.ts';
import { getInvoice, listInvoices } from '#contract/invoices.ts';
import {
  calendarLinkCall,
  getNotifications,
  notificationKinds,
  renewCalendarLink,
} from '#contract/notifications.ts';
import { getPaymentReminder, remindOfPayment } from '#contract/payments/payment-reminders.ts';
import { listPayments, paymentOptions } from '#contract/payments/payments.ts';
import { type Kopiykas, moneyFromWire, subtractMoney } from '#domain/money.ts';
import { float8, int8, nullable, typedSql } from '#platform/database/typed-sql.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

const day = '2026-11-22';
const lastClosed = '2026-10';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(`${day}T10:00:00Z`, {}, { database: await createSampleDatabase(day) });
});
afterAll(() => app.close());

/** What the tables say of an account with a contract. */
async function booksOf(account: string) {
  const { rows } = await typedSql({
    energy: int8<Kopiykas>(),
    reactive: nullable(int8<Kopiykas>()),
    charged: int8<Kopiykas>(),
    paymentCount: float8(),
  })`
    select (select coalesce(sum(case 'receivable' when debit_account then amount_kopiykas when credit_account then -amount_kopiykas
        else 0 end), 0)::bigint from billing.ledger_entry where account_number = b.account_number) as energy,
      (select sum(case 'reactiveReceivable' when debit_account then amount_kopiykas else -amount_kopiykas end)::bigint
        from billing.ledger_entry where account_number = b.account_number
          and 'reactiveReceivable' in (debit_account, credit_account)) as reactive,
      b.charged_kopiykas as charged, (select count(*)::float8 from billing.payment p where p.account_number = b.account_number) as "paymentCount"
    from billing.bill b where account_number = ${account} and period = ${lastClosed}`.execute(app.billingDb);
  const [books] = rows;
  if (books === undefined) throw new Error(`${account} has no bill of ${lastClosed}`);
  return books;
}

const signed = ({ debt, overpaid }: { readonly debt: string; readonly overpaid: string }) =>
  subtractMoney(moneyFromWire(debt), moneyFromWire(overpaid));

test.each(['1', '2', '3', '4', '5', '6', '7'].map((place) => `100000000${place}`))(
  'the calls that persons have too answer company account %s as its books say',
  async (account) => {
    const books = await booksOf(account);
    const token = await app.signIn([account], 'entity');
    await sql`update portal.identity set phone = ${`+38067${account.slice(-7)}`}
      where identity_id = (select identity_id from portal.identity order by identity_id desc limit 1)`.execute(
      app.portalDb,
    );
    const ask = { token, account };

    const { balance } = (await app.post(entityBalance, ask)).body;
    expect(signed(balance.energy)).toBe(books.energy);
    expect(balance.reactive && signed(balance.reactive)).toBe(books.reactive);
    const { balance: now } = (await app.post(personBalance, ask)).body;
    const sides = [balance.energy.debt, balance.energy.overpaid].map((sum) => (sum === '0.00' ? '0' : sum));
    expect([now.debet, now.credit]).toEqual(sides);

    const { invoices } = (await app.post(listInvoices, ask)).body;
    expect(invoices[0]).toMatchObject({ period: lastClosed });
    const { invoice } = (await app.post(getInvoice, { ...ask, period: lastClosed, payee: 'supplier' })).body;
    expect(moneyFromWire(invoice.gross)).toBe(books.charged);

    expect((await app.post(paymentOptions, { ...ask, purpose: 'energy' })).httpStatus).toBe(200);
    const { totals } = (await app.post(listPayments, { ...ask, withSettled: true })).body;
    expect(totals.listed).toBe(books.paymentCount);

    const on = '2026-11-25';
    expect((await app.post(remindOfPayment, { ...ask, on })).body).toMatchObject({ on, channels: ['sms'] });
    expect((await app.post(getPaymentReminder, ask)).body).toMatchObject({ on });
    const { chosen } = (await app.post(getNotifications, { token })).body;
    expect(new Set(chosen.map(({ kind }) => kind))).toEqual(new Set(notificationKinds));

    const { path } = (await app.post(renewCalendarLink, { token })).body;
    expect((await app.post(calendarLinkCall, { token })).body.path).toBe(path);
    const calendar = await app.app.inject({ url: path ?? '' });
    expect(calendar.statusCode).toBe(200);
    const unfolded = calendar.payload.replaceAll('\r\n ', '');
    expect(unfolded).toContain(`window-2026-11-${account}@svitlo`);
    expect(unfolded).not.toContain('/cabinet/person');
  },
);
