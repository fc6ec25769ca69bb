import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BillingClient } from '#billing/client.ts';
import { insertPostings } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { dropObject } from '#contract/accounts/accounts.ts';
import { saveNotification } from '#contract/notifications.ts';
import { getPaymentReminder, remindOfPayment } from '#contract/payments/payment-reminders.ts';
import { entriesForPayment } from '#domain/ledger/ledger.ts';
import { parseMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { readConfig } from '#portal/config.ts';
import { signInMember } from '#portal/testing/callers/make-member.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { askForPaymentReminders, paymentReminderTasks } from './send-payment-reminders.ts';

/** 20 November, noon in Kyiv. */
const today = instantFromIso('2026-11-20T10:00:00Z');
const morningOf = (day: number) => instantFromIso(`2026-11-${day}T08:05:00Z`);

let billing: BillingClient;
let counter = 0;
const config = readConfig({ PUBLIC_URL: 'https://cabinet.example.com' });

const app = provideTestApp({ hasSupplier: true });

beforeAll(() => {
  billing = testBillingClient(app);
});
beforeEach(async () => {
  app.clock.set(today);
  await sql`delete from portal.payment_reminder`.execute(app.portalDb);
});

/** A person with a confirmed e-mail, or none, who has an account that owes. */
async function makeDebtor({
  owes = '432.50',
  isConfirmed = true,
  hasPhone = false,
  type = 'person' as 'person' | 'entity',
} = {}) {
  const fixture = { history: steadyHistory, customerType: type };
  const { accountNumber: account } = await makeAccount(app.billingDb, fixture);
  if (owes !== '0.00') await makeCharge(app.billingDb, account, '2026-10', owes);
  const token = await app.signIn([account], type);
  counter += 1;
  const email = `debtor${counter}@example.test`;
  const phone = `+3805098765${String(counter).padStart(2, '0')}`;
  await sql`
    update portal.identity set phone = case when ${hasPhone}::boolean then ${phone} end, email = ${email}, email_confirmed_at = case when ${isConfirmed}::boolean then now() end
     where identity_id = (select identity_id from portal.identity order by identity_id desc limit 1)
  `.execute(app.portalDb);
  return { account, token, email, phone };
}

/** Money that a provider has confirmed and no register has brought yet. */
async function payOnTheWay(accountNumber: string, sum: string): Promise<void> {
  const amount = parseMoney(sum) ?? zeroMoney;
  await insertPostings(
    app.billingDb,
    entriesForPayment({ event: 'confirmed', amount, purpose: 'energy' }).map((entry) => ({
      accountNumber,
      period: billingPeriod('2026-11'),
      entry,
      postedAt: app.clock.now(),
    })),
  );
}

/** What the job does now. */
async function remind(): Promise<void> {
  const { clock, portalDb: db } = app;
  await askForPaymentReminders(db);
  await runJobsOnce({
    url: app.url,
    tasks: paymentReminderTasks({ db, billing, clock, keys: testKeys, config }),
    onError: (error) => {
      throw error;
    },
  });
}

async function waiting(): Promise<number> {
  const { rows } = await sql`select from portal.payment_reminder`.execute(app.portalDb);
  return rows.length;
}

/** Texts of the reminders that were sent to somebody. */
async function sentTo(email: string): Promise<readonly string[]> {
  await app.deliverMessages();
  const messages = await app.readOutbox(email);
  return messages.map(({ subject, text }) => `${subject}\n${text}`.replaceAll('\u00a0', ' '));
}

const none = { partner: '', currAccount: '' };

describe('a reminder of paying', () => {
  test('is one of an account: set, moved to another day, removed', async () => {
    const { token, account } = await makeDebtor();
    expect((await app.post(getPaymentReminder, { token, account })).body).toMatchObject({
      on: null,
      channels: ['mail'],
    });
    for (const on of ['2026-11-21', '2026-12-19']) {
      const { body } = await app.post(remindOfPayment, { token, account, on });
      expect(body).toMatchObject({ status: 'success', on, channels: ['mail'] });
    }
    expect((await app.post(getPaymentReminder, { token, account })).body.on).toBe('2026-12-19');
    await app.post(remindOfPayment, { token, account, on: null });
    await app.post(remindOfPayment, { token, account, on: null });
    expect((await app.post(getPaymentReminder, { token, account })).body.on).toBeNull();
  });

  test('is not set for a day that is over, too late or none, nor where it could reach nobody', async () => {
    const { token, account } = await makeDebtor({ isConfirmed: false });
    const set = (on: string) => app.post(remindOfPayment, { token, account, on });
    for (const on of ['2026-11-19', '2026-11-20', '2027-11-22', '2026-02-30', 'tomorrow'])
      expect((await set(on)).body.issues).toMatchObject([{ path: 'on', code: 'field.invalid' }]);
    expect(outcomeOf(await set('2026-11-21'))).toBe('422 payments.noReminderChannel');
  });

  test('goes by the channels that are on for due dates, and by SMS where none is, for the person asked for it, and names the phone', async () => {
    const { token, account, phone } = await makeDebtor({ hasPhone: true });
    const switchChannel = (channel: string, isOn: boolean) =>
      app.post(saveNotification, { token, kind: 'dueSoon', channel, isOn });
    await switchChannel('mail', false);
    await switchChannel('sms', true);
    expect((await app.post(getPaymentReminder, { token, account })).body.channels).toEqual(['sms']);
    for (const channel of ['sms', 'mail', 'push']) await switchChannel(channel, false);
    expect((await app.post(getPaymentReminder, { token, account })).body).toMatchObject({
      channels: ['sms'],
      to: `+380 50 … ${phone.slice(-2)}`,
    });
    await app.post(remindOfPayment, { token, account, on: '2026-11-23' });
    app.clock.set(morningOf(23));
    await remind();
    expect(await sentTo(phone)).toEqual([expect.stringContaining('ви просили нагадати')]);
  });

  test('is set and sent for a person of a company, and leads to the balance in its cabinet', async () => {
    const { account } = await makeDebtor({ type: 'entity' });
    const token = await signInMember(app, account, { role: 'accountant' });
    const { body } = await app.post(remindOfPayment, { token, account, on: '2026-11-23' });
    expect(body).toMatchObject({ status: 'success', on: '2026-11-23', channels: ['mail'] });
    app.clock.set(morningOf(23));
    await remind();
    const [text] = await sentTo(body.to ?? '');
    expect(text).toContain('До сплати 432,50 грн.');
    expect(text).toContain(`https://cabinet.example.com/cabinet/entity/bills/balance?account=${account}`);
    expect(text).toContain('https://cabinet.example.com/cabinet/entity/settings/notifications');
    expect(text).not.toContain('/cabinet/person');
  });

  test('is sent once, on its day from ten, and is gone then', async () => {
    const { token, account, email } = await makeDebtor();
    await app.post(remindOfPayment, { token, account, on: '2026-11-23' });
    app.clock.set(instantFromIso('2026-11-23T07:55:00Z'));
    await remind();
    expect(await sentTo(email)).toEqual([]);
    app.clock.set(morningOf(23));
    await Promise.all([remind(), remind()]);
    await remind();
    const [text, ...others] = await sentTo(email);
    expect(others).toEqual([]);
    expect(text).toContain('Ви просили нагадати про оплату. До сплати 432,50 грн.');
    expect(text).toContain(`https://cabinet.example.com/cabinet/person?account=${account}`);
    expect(await waiting()).toBe(0);
  });

  test('names what is owed for violation acts too, and the last day of payment while it is to come', async () => {
    const { token, account, email } = await makeDebtor();
    await makeAct(app.billingDb, account, { actNumber: 'R-1', sum: '500.00' });
    await makeAct(app.billingDb, account, { actNumber: 'R-2', sum: '700.00', state: 'disputed' });
    await sql`
      insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
        charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
      values (${account}, '2026-10', '1', '2026-11-03', '2026-11-25', 0, 43250, 0, 0, 43250, 100000, false)
    `.execute(app.billingDb);
    await app.post(remindOfPayment, { token, account, on: '2026-11-24' });
    app.clock.set(morningOf(24));
    await remind();
    expect(await sentTo(email)).toEqual([
      expect.stringContaining('До сплати 932,50 грн. Останній день оплати — 25.11.2026.'),
    ]);
  });

  test.each<[string, string, (token: string, account: string) => Promise<unknown>]>([
    ['nothing is due', '0.00', async () => {}],
    ['the money is on its way', '432.50', (_, account) => payOnTheWay(account, '432.50')],
    [
      'its object was dropped',
      '432.50',
      (token, account) => app.post(dropObject, { token, account, ...none }),
    ],
  ])('is not sent when %s, and is gone', async (_, owes, prepare) => {
    const { token, account, email } = await makeDebtor({ owes });
    await app.post(remindOfPayment, { token, account, on: '2026-11-21' });
    await prepare(token, account);
    app.clock.set(morningOf(21));
    await remind();
    expect(await sentTo(email)).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('that was missed while the server was down comes when it is up again', async () => {
    const { token, account, email } = await makeDebtor();
    await app.post(remindOfPayment, { token, account, on: '2026-11-21' });
    app.clock.set(instantFromIso('2026-11-25T03:00:00Z'));
    await remind();
    expect(await sentTo(email)).toHaveLength(1);
  });
});
