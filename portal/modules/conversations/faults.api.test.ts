import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  addTicketFile,
  createTicket,
  getTicket,
  replyToTicket,
  ticketFile,
} from '#contract/conversations.ts';
import { listDesk, openDesk, replyAtDesk } from '#contract/desk.ts';
import { exportFeedback } from '#contract/feedback/given-feedback.ts';
import { giveFeedback } from '#contract/feedback.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { newId } from '#platform/uuid.ts';
import { type MailServer, startMailServer } from '#portal/testing/providers/mail-server.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { seedTopics } from './public.ts';
import { runConversationJobs } from './testing/run-conversation-jobs.ts';

const script = `<script>alert(1)</script><img src=x onerror=alert(1)> & «лапки» {{рахунок}}`;
const account = { user: 'cabinet', password: 'secret-77' };
let cabinet: TestApp;
let folder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let mailPort: number;
let mail: MailServer | undefined;
let operator: string;

beforeAll(async () => {
  folder = await temporaryDataFolder();
  mailPort = await freePort();
  cabinet = await startTestApp('2026-11-20T10:00:00Z', {
    SVITLO_DATA: folder.path,
    WORK_SECONDS: '0',
    SMTP_URL: `smtp://cabinet:secret-77@127.0.0.1:${mailPort}/?tls.rejectUnauthorized=false`,
    MAIL_FROM: 'no-reply@example.test',
  });
  await makeSupplier(cabinet.billingDb);
  await seedTopics(cabinet.portalDb);
  operator = await cabinet.signIn([], 'admin', ['operator']);
});
afterAll(async () => {
  await cabinet.close();
  await mail?.close();
  await folder.remove();
});

/** A customer of this name who reads mail. */
async function customer(email: string, surname = 'Коваль') {
  const { accountNumber } = await makeAccount(cabinet.billingDb);
  const token = await cabinet.signIn([accountNumber]);
  await sql`update portal.identity i set email = ${email}, email_confirmed_at = now(), surname = ${surname}, name = 'Олена'
    from portal.identity_account a where a.identity_id = i.identity_id and a.account_number = ${accountNumber}
  `.execute(cabinet.portalDb);
  return { account: accountNumber, token };
}

const said = { topicId: 'other', title: 'Питання', text: 'Чому?', fields: [], fileIds: [] };
const ticket = (change: object = {}) => ({ ...said, requestId: newId(), ...change });

/** Does the jobs of conversations, then sends what waits, whatever pause it is in. */
async function deliver(): Promise<void> {
  await runConversationJobs(cabinet);
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())
  `.execute(cabinet.portalDb);
  await cabinet.deliverMessages();
}

const mailsTo = async (recipient: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from portal.outgoing_message where recipient = ${recipient}`.execute(cabinet.portalDb);
  return rows.map(({ state }) => state);
};

test('while the mail server is down customers and staff write, and what was to be mailed comes once when it is back', async () => {
  const own = await customer('down@example.test');
  const { body: opened } = await cabinet.post(createTicket, { ...own, ...ticket() });
  const { id } = opened.ticket;
  await deliver();
  expect(await mailsTo('down@example.test')).toEqual(['queued']);
  const reply = { ...own, id, text: 'Ще одне', fileIds: [], requestId: newId() };
  expect((await cabinet.post(replyToTicket, reply)).body.ticket.messages).toHaveLength(2);
  const desk = { token: operator, account: own.account, id };
  const answer = { ...desk, text: 'Перевіримо.', act: 'answer', lastSeenSeq: 2 };
  expect((await cabinet.post(replyAtDesk, { ...answer, clientId: newId() })).body).toMatchObject({ seq: 3 });
  await deliver();

  mail = await startMailServer(account, {}, mailPort);
  for (let time = 1; time <= 3; time += 1) await deliver();
  // That it is registered, and that it is answered.
  expect(await mailsTo('down@example.test')).toEqual(['sent', 'sent']);
  const letters = mail.received.filter(({ recipient }) => recipient === 'down@example.test');
  expect(new Set(letters.map(({ text }) => text)).size).toBe(2);
  expect(letters).toHaveLength(2);
  expect((await cabinet.post(getTicket, { ...own, id })).body.ticket.messages).toHaveLength(3);
});

test('a script in a title, a message, a name and the name of a file is text in answers, files, mails and exports', async () => {
  const own = await customer('script@example.test', script);
  const fileName = `${script.replaceAll('/', '')}".pdf`;
  const file = Buffer.from('%PDF-1.7\n1 0 obj');
  const added = await cabinet.post(addTicketFile, { ...own, file, name: fileName, requestId: newId() });
  const fileId = added.body.file.id;
  const scripted = ticket({ title: script, text: script, fileIds: [fileId] });
  const { body } = await cabinet.post(createTicket, { ...own, ...scripted });
  const { id } = body.ticket;

  const shown = await cabinet.post(getTicket, { ...own, id });
  expect(shown.body.ticket).toMatchObject({ title: script, messages: [{ text: script }] });
  const queue = await cabinet.post(listDesk, { token: operator });
  expect(queue.body.rows.map(({ title }) => title)).toContain(script);
  const opened = await cabinet.post(openDesk, { token: operator, account: own.account, id });
  expect(opened.body.conversation.customerName).toContain(script);
  for (const { headers } of [shown, queue, opened])
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });

  const loaded = await cabinet.post(ticketFile, { ...own, fileId });
  const disposition = String(loaded.headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.!~*'()-]+$/);
  expect(loaded.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });

  const answer = { token: operator, account: own.account, id, act: 'askCustomer', lastSeenSeq: 1 };
  await cabinet.post(replyAtDesk, { ...answer, text: '<script>alert(2)</script>', clientId: newId() });
  mail ??= await startMailServer(account, {}, mailPort);
  await deliver();
  const [letter] = mail.received.filter(({ recipient }) => recipient === 'script@example.test');
  expect(letter).toBeDefined();
  // Plain text, of which nothing is run; what a customer wrote is not in it.
  expect(JSON.stringify(letter)).not.toMatch(/text\/html|alert\(/);

  const formula = `=HYPERLINK("http://evil.test";"${script}")`;
  const feedback = { mark: 2, text: formula, page: '/cabinet/person', occasion: 'page', version: 'test' };
  const given = await cabinet.post(giveFeedback, { token: own.token, ...feedback });
  expect(given.body.status).toBe('success');
  const csv = await cabinet.post(exportFeedback, { token: operator, format: 'csv' });
  const text = Buffer.from(csv.body as never).toString('utf8');
  expect(text).toContain(`"'${formula.replaceAll('"', '""')}"`);
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
});
