import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BillingClient } from '#billing/client.ts';
import { insertOutboxEvents } from '#billing/modules/events/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { getNotifications, saveBillFile, saveNotification } from '#contract/notifications.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { readConfig } from '#portal/config.ts';
import { createMessageGateways } from '#portal/gateways/messages/all-gateways.ts';
import { type MailServer, startMailServer } from '#portal/testing/providers/mail-server.ts';
import { startTestApp, type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { endStaleMessages, messageTasks } from '../outbox/public.ts';
import { billingOf, relayNews } from './testing/notify-once.ts';

const mailbox = { user: 'cabinet', password: 'a-password-of-mail-77' };
const dayMs = 86_400_000;

let app: TestApp;
let server: MailServer;
let billing: BillingClient;
let config: ReturnType<typeof readConfig>;
let counter = 0;

beforeAll(async () => {
  server = await startMailServer(mailbox);
  config = readConfig({
    PUBLIC_URL: 'https://cabinet.example.com',
    SMTP_URL: `smtp://${mailbox.user}:${mailbox.password}@127.0.0.1:${server.port}/?tls.rejectUnauthorized=false`,
    MAIL_FROM: 'no-reply@example.test',
  });
  app = await startTestApp('2026-11-03T08:00:00Z');
  await makeSupplier(app.billingDb);
  billing = billingOf(app);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

/** A person with a confirmed address and an object with a bill to come. */
async function makePerson() {
  const history = [{ period: '2026-09', closing: { single: 100 } }];
  const { accountNumber } = await makeAccount(app.billingDb, { history });
  const token = await app.signIn([accountNumber]);
  counter += 1;
  const email = `person${counter}@example.test`;
  await sql`
    update portal.identity set email = ${email}, email_confirmed_at = now()
     where identity_id = (select identity_id from portal.identity order by identity_id desc limit 1)
  `.execute(app.portalDb);
  return { accountNumber, token, email };
}

type Person = Awaited<ReturnType<typeof makePerson>>;

function issue({ accountNumber }: Person, period = '2026-10') {
  const payload = { period, toPay: '432.50', dueOn: '2026-11-20' };
  return insertOutboxEvents(
    app.billingDb,
    [{ accountNumber, kind: 'bill.issued', payload }],
    app.clock.now(),
  );
}

/** A person who asked for files, and the news of a bill. */
async function makeIssued(period?: string) {
  const person = await makePerson();
  await app.post(saveBillFile, { token: person.token, isOn: true });
  await issue(person, period);
  await relay();
  return person;
}

const relay = () => relayNews(app);

/** Sends what waits for nothing but a try, and answers what went wrong. */
async function deliver(client: BillingClient = billing): Promise<string[]> {
  const errors: string[] = [];
  const gateways = createMessageGateways(config);
  const { portalDb: db, clock } = app;
  const tasks = messageTasks({ db, clock, keys: testKeys, billing: client, config, gateways });
  await runJobsOnce({ url: app.url, tasks, onError: (error) => void errors.push(String(error)) });
  return errors;
}

const runDueJobsNow = () =>
  sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.portalDb);
const lettersTo = ({ email }: Person) => server.received.filter(({ recipient }) => recipient === email);

async function letterOf({ email }: Person) {
  const { rows } = await sql<{ state: string; attempts: number }>`
    select state, attempts from portal.outgoing_message where recipient = ${email}`.execute(app.portalDb);
  return rows;
}

/** The queue goes by the clock of the database: what is put off by that of the tests must lie ahead of it. */
const farAhead = instantFromIso('2099-11-03T08:00:00Z');

describe('a bill by e-mail', () => {
  test('comes as PDF after the closing to whoever asked; others get the letter alone, and nothing is drawn for them', async () => {
    const asked = await makePerson();
    const other = await makePerson();
    await app.post(saveBillFile, { token: asked.token, isOn: true });
    await closeMonth(app.url, '2026-10');
    await relay();
    const drawn: string[] = [];
    const watched: BillingClient = {
      call: (module, input, context) => {
        drawn.push(module.name);
        return billing.call(module, input, context);
      },
    };
    expect(await deliver(watched)).toEqual([]);
    expect(drawn).toEqual(['BILL_PDF']);

    const [letter] = lettersTo(asked);
    expect(letter?.subject).toBe('Рахунок за жовтень 2026 — Світло');
    expect(letter?.text).toContain('Рахунок у форматі PDF — у вкладенні.');
    const [file] = letter?.files ?? [];
    const fileName = `Рахунок-${asked.accountNumber}-102026.pdf`;
    expect(file).toMatchObject({ fileName, contentType: 'application/pdf' });
    expect(readPdfText(file?.content ?? Buffer.alloc(0))).toContain(asked.accountNumber);
    expect(file?.content.toString('latin1')).toContain(
      `https://cabinet.example.com/cabinet/person/bills/2026-10?account=${asked.accountNumber}`,
    );
    const [plain] = lettersTo(other);
    expect(plain?.text).not.toContain('у вкладенні');
    expect(plain?.files).toBeUndefined();
  });

  test('is sent once, however often the event is delivered', async () => {
    const person = await makePerson();
    await app.post(saveBillFile, { token: person.token, isOn: true });
    for (let time = 1; time <= 3; time += 1) {
      await issue(person);
      await relay();
      await deliver();
    }
    expect(lettersTo(person)).toHaveLength(1);
    await issue(person, '2026-11');
    await relay();
    await deliver();
    expect(lettersTo(person)).toHaveLength(2);
  });

  test('whose bill is not there comes as a letter alone', async () => {
    const person = await makeIssued('2019-01');
    expect(await deliver()).toEqual([]);
    const [letter] = lettersTo(person);
    expect(letter?.files).toBeUndefined();
    expect(letter?.text).not.toContain('у вкладенні');
  });

  test('waits longer and longer for a mail server that is down, and comes when it is back', async () => {
    app.clock.set(farAhead);
    const person = await makeIssued();
    await server.close();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(await deliver()).toEqual([]);
      const { rows } = await sql<{ at: number }>`
        select run_at as at from graphile_worker._private_jobs`.execute(app.portalDb);
      pauses.push(Math.round(((rows[0]?.at ?? 0) - app.clock.now()) / 1000));
      await runDueJobsNow();
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(await letterOf(person)).toEqual([{ state: 'queued', attempts: 9 }]);
    server = await startMailServer(mailbox, {}, server.port);
    expect(await deliver()).toEqual([]);
    expect(lettersTo(person)).toHaveLength(1);
    expect(await letterOf(person)).toEqual([{ state: 'sent', attempts: 10 }]);
  });

  test('waits for the back end, too', async () => {
    app.clock.set(farAhead);
    const person = await makeIssued();
    await deliver({ call: () => Promise.reject(new Error('away')) });
    expect(await letterOf(person)).toEqual([{ state: 'queued', attempts: 1 }]);
    await runDueJobsNow();
    await deliver();
    expect(lettersTo(person)).toHaveLength(1);
  });

  test('is given up after three days, and not before', async () => {
    app.clock.set(farAhead);
    const person = await makeIssued();
    const stateAfter = async (days: number) => {
      await endStaleMessages(app.portalDb, (app.clock.now() + days * dayMs) as Instant);
      return (await letterOf(person))[0]?.state;
    };
    expect([await stateAfter(2.9), await stateAfter(3)]).toEqual(['queued', 'expired']);
    await runDueJobsNow();
    await deliver();
    expect(lettersTo(person)).toEqual([]);
  });

  test('that the address refuses for good is not tried again', async () => {
    const person = await makeIssued();
    server.failNext('rejectRecipient');
    await deliver();
    expect(await letterOf(person)).toEqual([{ state: 'failed', attempts: 1 }]);
  });
});

describe('the choice of files', () => {
  test('is off until it is asked for, brings the letters with it, and goes without them', async () => {
    const { token } = await makePerson();
    const settings = async () => (await app.post(getNotifications, { token })).body;
    const hasLetters = (body: Awaited<ReturnType<typeof settings>>) =>
      body.chosen.some(({ kind, channel }) => kind === 'billIssued' && channel === 'mail');
    expect((await settings()).billFiles).toBe(false);
    await app.post(saveNotification, { token, kind: 'billIssued', channel: 'mail', isOn: false });
    await app.post(saveBillFile, { token, isOn: true });
    await app.post(saveBillFile, { token, isOn: true });
    const on = await settings();
    expect([on.billFiles, hasLetters(on)]).toEqual([true, true]);
    await app.post(saveBillFile, { token, isOn: false });
    const off = await settings();
    expect([off.billFiles, hasLetters(off)]).toEqual([false, true]);
  });
});
