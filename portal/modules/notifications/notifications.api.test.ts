import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BillingClient } from '#billing/client.ts';
import { insertOutboxEvents } from '#billing/modules/events/public.ts';
import { insertPostings } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import {
  getNotifications,
  type NotificationChannel,
  type NotificationKind,
  saveNotification,
} from '#contract/notifications.ts';
import { entriesForPayment } from '#domain/ledger/ledger.ts';
import { moneyFromWire } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { queueMessages } from '../outbox/public.ts';
import { billingOf, relayNews, remindOnce } from './testing/notify-once.ts';

/** The first day of the window of November, half past ten in Kyiv. */
const windowOpen = instantFromIso('2026-11-29T08:30:00Z');

let counter = 0;

const app = provideTestApp({ now: '2026-11-29T08:30:00Z', hasSupplier: true });

beforeEach(async () => {
  app.clock.set(windowOpen);
  // Everybody of the tests before is out of reach.
  await sql`update portal.identity set blocked_at = now()`.execute(app.portalDb);
});

/** A customer with accounts and both contacts; no SMS and mail of the default unless chosen. */
async function makePerson(
  accountNumbers: readonly string[],
  isConfirmed = true,
  type: 'person' | 'entity' = 'person',
) {
  const token = await app.signIn(accountNumbers, type);
  counter += 1;
  const phone = `+3805012345${String(counter).padStart(2, '0')}`;
  const email = `person${counter}@example.test`;
  await sql`
    update portal.identity set phone = ${phone}, email = ${email},
           email_confirmed_at = case when ${isConfirmed}::boolean then now() end
     where identity_id = (select identity_id from portal.identity order by identity_id desc limit 1)
  `.execute(app.portalDb);
  const choose = (kind: NotificationKind, channel: NotificationChannel, isOn: boolean) =>
    app.post(saveNotification, { token, kind, channel, isOn });
  const sent = async () => {
    const { rows } = await sql<{ channel: string; kind: string }>`
      select channel, kind from portal.outgoing_message where recipient in (${phone}, ${email})
       order by kind, channel`.execute(app.portalDb);
    return rows.map(({ kind, channel }) => `${kind} ${channel}`);
  };
  return { token, phone, email, choose, sent };
}

const event = (accountNumber: string, kind: string, payload: Record<string, unknown>, at = app.clock.now()) =>
  insertOutboxEvents(app.billingDb, [{ accountNumber, kind, payload }], at);

/** Books a payment of a sum for energy. */
function pay(accountNumber: string, sum: string) {
  const payment = { event: 'confirmed', purpose: 'energy', amount: moneyFromWire(sum) } as const;
  const posted = { accountNumber, period: billingPeriod('2026-12'), postedAt: app.clock.now() };
  const postings = entriesForPayment(payment).map((entry) => ({ ...posted, entry }));
  return insertPostings(app.billingDb, postings);
}

const relay = () => relayNews(app);

/** Somebody with an account whose readings are steady. */
async function makeReader(fixture: Parameters<typeof makeAccount>[1] = {}, isConfirmed = true) {
  const account = await makeAccount(app.billingDb, { history: steadyHistory, ...fixture });
  return { ...account, ...(await makePerson([account.accountNumber], isConfirmed)) };
}

const remind = () => remindOnce(app);

describe('the choice of channels', () => {
  test('of an entity has kinds that a person has not', async () => {
    const { accountNumber } = await makeAccount(app.billingDb, { customerType: 'entity' });
    const entity = await app.signIn([accountNumber], 'entity');
    const { token: person } = await makePerson([]);
    const kindsOf = async (token: string) => {
      const { body } = await app.post(getNotifications, { token });
      return new Set(body.chosen.map(({ kind }) => kind));
    };
    for (const kind of ['actToSign', 'plannedSoon', 'limitNear'] as const)
      for (const [token, isOf] of [
        [entity, true],
        [person, false],
      ] as const) {
        expect((await kindsOf(token)).has(kind)).toBe(isOf);
        const saved = await app.post(saveNotification, { token, kind, channel: 'mail', isOn: true });
        expect(saved.httpStatus).toBe(isOf ? 200 : 400);
      }
  });

  test('is, until one chooses, mail for what has a date or went wrong, and no SMS', async () => {
    const { token, phone, email } = await makePerson([]);
    const { body } = await app.post(getNotifications, { token });
    expect(body).toMatchObject({ phone, email, emailConfirmed: true, devices: 0 });
    const on = (channel: string) =>
      body.chosen.filter((one) => one.channel === channel).map(({ kind }) => kind);
    expect(on('sms')).toEqual([]);
    expect(on('mail').sort()).toEqual([
      ...['accessChanged', 'billIssued', 'dueSoon', 'paymentFailed', 'paymentReturned', 'readingUnderReview'],
      ...['supplierMessage', 'ticketNews', 'violationAct', 'windowCloses', 'windowOpens'],
    ]);
    expect(on('push')).toHaveLength(13);
  });

  test('has SMS in place of mail for what has a last day while no e-mail is confirmed', async () => {
    const { token } = await makePerson([], false);
    const { body } = await app.post(getNotifications, { token });
    const bySms = body.chosen.filter(({ channel }) => channel === 'sms').map(({ kind }) => kind);
    expect(bySms.sort()).toEqual(['dueSoon', 'violationAct', 'windowOpens']);
  });

  test('is kept switch by switch, and is one person’s own', async () => {
    const { token, choose } = await makePerson([]);
    const other = await makePerson([]);
    await choose('billIssued', 'sms', true);
    await choose('billIssued', 'mail', false);
    await choose('billIssued', 'mail', false);
    const of = async (as: string) =>
      (await app.post(getNotifications, { token: as })).body.chosen
        .filter(({ kind, channel }) => kind === 'billIssued' && channel !== 'push')
        .map(({ channel }) => channel);
    expect(await of(token)).toEqual(['sms']);
    expect(await of(other.token)).toEqual(['mail']);
  });

  test('knows only kinds and channels that there are', async () => {
    const { token } = await makePerson([]);
    const unknown = { token, kind: 'code', channel: 'sms', isOn: false };
    expect((await app.post(saveNotification, unknown)).httpStatus).toBe(400);
  });
});

const bill = { number: '1', period: '2026-10', toPay: '432.50', dueOn: '2026-11-20' };

describe('news', () => {
  test('go by the channels that are on, to everybody who has the account, once', async () => {
    const account = '2390005001';
    const [first, second] = [await makePerson([account]), await makePerson([account])];
    const stranger = await makePerson(['2390005002']);
    await second.choose('billIssued', 'sms', true);
    await second.choose('billIssued', 'mail', false);
    await event(account, 'bill.issued', bill);
    await relay();
    await relay();
    expect(await first.sent()).toEqual(['billIssued mail']);
    expect(await second.sent()).toEqual(['billIssued sms']);
    expect(await stranger.sent()).toEqual([]);
  });

  test('and reminders of a legal entity come as those of a person', async () => {
    const fixture = { customerType: 'entity', history: steadyHistory } as const;
    const { accountNumber } = await makeAccount(app.billingDb, fixture);
    const entity = await makePerson([accountNumber], true, 'entity');
    await event(accountNumber, 'bill.issued', bill);
    await event(accountNumber, 'reading.underReview', { period: '2026-10' });
    await relay();
    expect(await entity.sent()).toEqual(['billIssued mail', 'readingUnderReview mail']);
    await remind();
    expect(await entity.sent()).toContain('windowOpens mail');
  });

  test('of readings of many meters that came together are sent once', async () => {
    const person = await makePerson(['2390005012']);
    const reading = { period: '2026-10' };
    const batch = { accepted: 14, underReview: 4, reviewBy: '2026-12-01' };
    await event('2390005012', 'reading.underReview', { ...reading, batch });
    for (let further = 0; further < 3; further += 1)
      await event('2390005012', 'reading.underReview', { ...reading, isFurther: true });
    await relay();
    expect(await person.sent()).toEqual(['readingUnderReview mail']);
  });

  test('interrupted before they are confirmed, they are sent once', async () => {
    const person = await makePerson(['2390005003']);
    await event('2390005003', 'payment.failed', { sum: '10.00' });
    const broken: BillingClient = {
      call: (module, input, context) =>
        module.name === 'EVENT_CONFIRM'
          ? Promise.reject(new Error('the connection broke'))
          : billingOf(app).call(module, input, context),
    };
    await expect(relayNews(app, broken)).rejects.toThrow('the connection broke');
    await relay();
    expect(await person.sent()).toEqual(['paymentFailed mail']);
  });

  test.each([
    ['a decision', 'billed', { sum: '2073.60', dueOn: '2026-12-20' }, 'до сплати 2 073,60 грн до 20.12.2026'],
    ['a schedule', 'instalments', { sum: '691.20', dueOn: '2026-12-20', parts: 3 }, 'Перша — 691,20 грн'],
    ['a cancellation', 'cancelled', { advance: '1000.00' }, 'Сплачені 1 000,00 грн зараховано авансом'],
  ])('of a violation act (%s) are sent', async (_, step, facts, words) => {
    const { accountNumber } = await makeAccount(app.billingDb);
    const person = await makePerson([accountNumber]);
    const act = { actNumber: 'А-17', drawnOn: '2026-11-01' };
    await event(accountNumber, `violationAct.${step}`, { ...act, ...facts });
    await event(accountNumber, `violationAct.${step}`, { actNumber: 'А-17' });
    await relay();
    expect(await person.sent()).toEqual(['violationAct mail']);
    await app.deliverMessages();
    const [{ text = '' } = {}] = await app.readOutbox(person.email);
    expect(text.replaceAll('\u00a0', ' ')).toContain(words);
    const page = 'https://cabinet.example.com/cabinet/person/docs/violations';
    expect(text).toContain(`${page}?account=${accountNumber}`);
  });

  test.each(['payment.reversed', 'payment.refunded'])('of returned money (%s) are sent', async (kind) => {
    const account = kind === 'payment.reversed' ? '2390005007' : '2390005008';
    const person = await makePerson([account]);
    await event(account, kind, { sum: '10.00' });
    await relay();
    expect(await person.sent()).toEqual(['paymentReturned mail']);
  });

  test('go to no e-mail that is not confirmed', async () => {
    const person = await makePerson(['2390005004'], false);
    await event('2390005004', 'bill.issued', bill);
    await relay();
    expect(await person.sent()).toEqual([]);
  });

  test('older than a day are no news', async () => {
    const person = await makePerson(['2390005005']);
    await event('2390005005', 'bill.issued', bill, (windowOpen - 25 * 3_600_000) as Instant);
    await relay();
    expect(await person.sent()).toEqual([]);
  });

  test('that there are no words for, or that lack a fact, tell nobody', async () => {
    const person = await makePerson(['2390005006']);
    await event('2390005006', 'payment.landed', { sum: '10.00' });
    await event('2390005006', 'bill.issued', { period: '2026-10' });
    await relay();
    expect(await person.sent()).toEqual([]);
  });

  test('do not ring at night: they wait for the morning, mail does not', async () => {
    const person = await makePerson(['2390005007']);
    await person.choose('billIssued', 'sms', true);
    app.clock.set(instantFromIso('2026-11-29T21:00:00Z'));
    await event('2390005007', 'bill.issued', bill);
    await relay();
    const { rows } = await sql<{ channel: string; isLater: boolean }>`
      select m.channel, j.run_at = '2026-11-30T06:00:00Z' as "isLater"
        from portal.outgoing_message m join graphile_worker.jobs j on j.key = m.message_id::text
       where m.recipient in (${person.phone}, ${person.email}) order by m.channel`.execute(app.portalDb);
    expect(rows).toEqual([
      { channel: 'mail', isLater: false },
      { channel: 'sms', isLater: true },
    ]);
  });

  test.each([
    ['owes what the bill asks for', [], 'До сплати 432,50 грн до 20.12.2026.'],
    ['has paid a part, which is on its way', ['400.00'], 'До сплати 32,50 грн до 20.12.2026.'],
    ['has paid all of it', ['400.00', '32.50'], 'Сплачувати нічого не потрібно.'],
  ])('of a new bill ask for what is due now: who %s', async (_says, paid, words) => {
    const { accountNumber } = await makeAccount(app.billingDb);
    await makeCharge(app.billingDb, accountNumber, '2026-11', '432.50');
    for (const sum of paid) await pay(accountNumber, sum);
    const person = await makePerson([accountNumber]);
    const issued = { period: '2026-11', toPay: '432.50', dueOn: '2026-12-20' };
    await event(accountNumber, 'bill.issued', issued);
    await relay();
    await app.deliverMessages();
    const [sent] = await app.readOutbox(person.email);
    expect(sent?.text.replaceAll('\u00a0', ' ')).toContain(words);
  });

  test.each([
    ['billIssued', '400.00', 'рахунок 32,50 грн, сплатити до 20.12.'],
    ['billIssued', '432.50', 'сплачувати нічого.'],
    ['dueSoon', '400.00', 'сплатіть 32,50 грн до 20.12.'],
    ['dueSoon', '432.50', undefined],
    ['paymentReminder', '400.00', 'ви просили нагадати: сплатіть 32,50 грн.'],
    ['paymentReminder', '432.50', undefined],
  ] as const)(
    'that waited for the morning say what is due then: %s after %s paid',
    async (kind, paid, words) => {
      const { accountNumber } = await makeAccount(app.billingDb);
      await makeCharge(app.billingDb, accountNumber, '2026-11', '432.50');
      const person = await makePerson([accountNumber]);
      const params = { account: accountNumber, period: '2026-11', sum: '432.50', dueOn: '2026-12-20' };
      const evening = app.clock.now();
      const message = { channel: 'sms', recipient: person.phone, kind, params } as const;
      await queueMessages({ db: app.portalDb, keys: testKeys }, [message], evening);
      await pay(accountNumber, paid);
      app.clock.set((evening + 10 * 3_600_000) as Instant);
      await app.deliverMessages();
      const { rows } = await sql<{ state: string }>`
      select state from portal.outgoing_message where recipient = ${person.phone}`.execute(app.portalDb);
      expect(rows).toEqual([{ state: words === undefined ? 'expired' : 'sent' }]);
      const [shown] = await app.readOutbox(person.phone);
      if (words !== undefined) expect(shown?.text.replaceAll('\u00a0', ' ')).toContain(words);
    },
  );

  test('are readable in the outbox, with what they are about', async () => {
    const person = await makePerson(['2390005008']);
    await event('2390005008', 'bill.issued', bill);
    await relay();
    await app.deliverMessages();
    const [sent] = await app.readOutbox(person.email);
    expect(sent).toMatchObject({ subject: 'Рахунок за жовтень 2026 — Світло' });
    expect(sent?.text).toContain(
      'https://cabinet.example.com/cabinet/person/bills/2026-10?account=2390005008',
    );
  });
});

describe('a reminder', () => {
  test('of the window is sent once while there is no reading, however often the job runs', async () => {
    const person = await makeReader();
    await person.choose('windowOpens', 'sms', true);
    await remind();
    await remind();
    await Promise.all([remind(), remind()]);
    expect(await person.sent()).toEqual(['windowOpens mail', 'windowOpens sms']);
  });

  test('reaches a verified phone by itself and carries a link that stops it without signing in', async () => {
    const { accountNumber } = await makeAccount(app.billingDb, { history: steadyHistory });
    const person = await makePerson([accountNumber], false);
    await remind();
    expect(await person.sent()).toEqual(['windowOpens sms']);
    await app.deliverMessages();
    const [{ text } = { text: '' }] = await app.readOutbox(person.phone);
    const url =
      / Вимкнути: https:\/\/cabinet\.example\.com(\/stop\/linkkey1\.[\w-]{36})$/.exec(text)?.[1] ?? '';
    // Three SMS of Cyrillic.
    expect(text.length).toBeLessThanOrEqual(201);
    const isOn = async () =>
      (await app.post(getNotifications, { token: person.token })).body.chosen
        .filter(({ kind }) => kind === 'windowOpens')
        .map(({ channel }) => channel);

    // What checks links only opens them.
    const asked = await app.app.inject({ url });
    expect(asked.statusCode).toBe(200);
    expect(asked.payload).toContain('Не нагадувати про відкриття вікна');
    expect(asked.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await isOn()).toEqual(['sms', 'mail', 'push']);
    const forged = `${url.slice(0, -1)}${url.endsWith('A') ? 'Q' : 'A'}`;
    // The kind is signed, too.
    const [before = '', signed = ''] = url.split('.');
    const ofPaying = `${before}.${Buffer.concat([Buffer.from([2]), Buffer.from(signed, 'base64url').subarray(1)]).toString('base64url')}`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const wrong of [forged, ofPaying, `/stop/other.${signed}`, '/stop/x', '/stop/%00']) {
      const { statusCode } = await app.app.inject({ method: 'POST', url: wrong, headers: form, payload: '' });
      expect([wrong, statusCode]).toEqual([wrong, 404]);
    }
    expect(await isOn()).toEqual(['sms', 'mail', 'push']);
    const stopped = await app.app.inject({ method: 'POST', url, headers: form, payload: '' });
    expect([stopped.statusCode, stopped.payload.includes('Більше не нагадуватимемо')]).toEqual([200, true]);
    expect(await isOn()).toEqual([]);
    // Used before, it asks nothing, until the reminder is on again.
    expect((await app.app.inject({ url })).payload).toContain('Більше не нагадуватимемо');
    await person.choose('windowOpens', 'sms', true);
    expect((await app.app.inject({ url })).payload).toContain('Не нагадувати про відкриття вікна');
  });

  test('comes to nobody who has given the reading', async () => {
    const person = await makeReader();
    await person.choose('windowOpens', 'sms', true);
    const reading = { period: '2026-11', effectiveDate: '2026-12-01', values: { single: 2103 } };
    await giveReading(app.billingDb, { ...person, ...reading });
    await remind();
    app.clock.set(instantFromIso('2026-12-02T07:30:00Z'));
    await remind();
    expect(await person.sent()).toEqual([]);
  });

  test('comes to who gave a reading before the window: the days after it would be counted by average', async () => {
    const person = await makeReader();
    await person.choose('windowOpens', 'sms', true);
    const reading = { period: '2026-11', effectiveDate: '2026-11-22', values: { single: 2080 } };
    await giveReading(app.billingDb, { ...person, ...reading });
    await remind();
    expect(await person.sent()).toEqual(['windowOpens mail', 'windowOpens sms']);
  });

  test.each([
    ['whose input is closed', { inputBlocked: true }],
    ['at a substation', { pointState: 'substation' }],
    ['without a contract any more', { contractEndedOn: '2026-10-31' }],
  ] as const)('of the window comes to no account %s', async (_, fixture) => {
    const person = await makeReader(fixture);
    await person.choose('windowOpens', 'sms', true);
    await remind();
    expect(await person.sent()).toEqual([]);
  });

  test('of its last day comes on the last day, beside that of the first', async () => {
    const person = await makeReader();
    await person.choose('windowOpens', 'sms', true);
    await remind();
    app.clock.set(instantFromIso('2026-12-02T07:30:00Z'));
    await remind();
    expect(await person.sent()).toEqual(['windowCloses mail', 'windowOpens mail', 'windowOpens sms']);
  });

  test('of the windows of several objects is one message', async () => {
    const [one, two] = [
      await makeAccount(app.billingDb, { history: steadyHistory }),
      await makeAccount(app.billingDb, { history: steadyHistory }),
    ];
    const person = await makePerson([one.accountNumber, two.accountNumber]);
    await person.choose('windowOpens', 'sms', true);
    await remind();
    expect(await person.sent()).toEqual(['windowOpens mail', 'windowOpens sms']);
  });

  test('that is off comes when it is switched on in time', async () => {
    const person = await makeReader();
    for (const channel of ['push', 'mail'] as const) await person.choose('windowOpens', channel, false);
    await remind();
    expect(await person.sent()).toEqual([]);
    await person.choose('windowOpens', 'sms', true);
    await remind();
    expect(await person.sent()).toEqual(['windowOpens sms']);
  });

  test('of the last day of payment comes three days before it, only while something is owed', async () => {
    const debtor = await makeAccount(app.billingDb, { history: steadyHistory });
    const payer = await makeAccount(app.billingDb, { history: steadyHistory });
    for (const { accountNumber } of [debtor, payer]) {
      await sql`
        insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
          charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
        values (${accountNumber}, '2026-10', '1', '2026-11-03', '2026-11-20', 0, 43250, 0, 0, 43250, 100000, false)
      `.execute(app.billingDb);
      await makeCharge(app.billingDb, accountNumber, '2026-10', '432.50');
    }
    await makeCharge(app.billingDb, payer.accountNumber, '2026-10', '-432.50');
    const [owes, paid] = [await makePerson([debtor.accountNumber]), await makePerson([payer.accountNumber])];
    app.clock.set(instantFromIso('2026-11-16T10:00:00Z'));
    await remind();
    expect(await owes.sent()).toEqual([]);
    app.clock.set(instantFromIso('2026-11-17T10:00:00Z'));
    await remind();
    await remind();
    expect([await owes.sent(), await paid.sent()]).toEqual([['dueSoon mail'], []]);
  });
});
