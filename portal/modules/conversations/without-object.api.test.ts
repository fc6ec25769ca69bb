import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { personBalance } from '#contract/balance.ts';
import { endChat, openChat, sendChatMessage } from '#contract/conversations/chat.ts';
import {
  addTicketFile,
  createTicket,
  getTicket,
  listTickets,
  replyToTicket,
  ticketFile,
  ticketForm,
} from '#contract/conversations.ts';
import { deskCard, openDesk, replyAtDesk } from '#contract/desk.ts';
import { noAccount } from '#contract/fields.ts';
import { newId } from '#platform/uuid.ts';
import { noticeWords } from '#portal/modules/outbox/notification.template.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { seedTopics } from './public.ts';
import { runConversationJobs } from './testing/run-conversation-jobs.ts';

let operator: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  operator = await cabinet.signIn([], 'admin', ['operator']);
});

const ticket = (fileIds: string[] = []) => ({
  ...{ account: noAccount, topicId: 'other', title: 'Код з рахунку не підходить', fields: [] },
  ...{ text: 'Ввожу код, а об’єкт не додається.', fileIds, requestId: newId() },
});

/** A person without an object and a ticket of theirs. */
async function openTicket() {
  const token = await cabinet.signIn([]);
  const { httpStatus, body } = await cabinet.post(createTicket, { token, ...ticket() });
  expect(httpStatus).toBe(200);
  const own = { token, account: noAccount };
  return { token, own, id: body.ticket.id };
}

/** Gives the person of a conversation an account. */
const connect = (conversationId: string, account: string) =>
  sql`insert into portal.identity_account (identity_id, owner_type, account_number, added_at)
    select cabinet_id, 'person', ${account}, now() from portal.conversation
    where conversation_id = ${conversationId}::uuid`.execute(cabinet.portalDb);

test('a person without an object sends a ticket with a file and reads the answer of the desk', async () => {
  const token = await cabinet.signIn([]);
  const own = { token, account: noAccount };
  const form = (await cabinet.post(ticketForm, own)).body;
  expect(form).toMatchObject({ meters: [], lastPeriod: null, operator: null });
  expect(form.topics.length).toBeGreaterThan(0);
  const picture = { file: smallJpeg, name: 'рахунок.jpg', requestId: newId() };
  const { file } = (await cabinet.post(addTicketFile, { ...own, ...picture })).body;
  const { id } = (await cabinet.post(createTicket, { token, ...ticket([file.id]) })).body.ticket;

  const desk = { token: operator, account: noAccount, id };
  expect((await cabinet.post(openDesk, desk)).body.conversation).toMatchObject({ account: noAccount });
  const card = (await cabinet.post(deskCard, desk)).body;
  expect(card).toMatchObject({ accounts: [], contract: null, bills: [] });
  const answer = { text: 'Код — 8 символів.', act: 'answer', fileIds: [], lastSeenSeq: 9, clientId: newId() };
  expect((await cabinet.post(replyAtDesk, { ...desk, ...answer })).httpStatus).toBe(200);

  const { body } = await cabinet.post(getTicket, { ...own, id });
  expect(body.ticket).toMatchObject({ account: noAccount, state: 'answered' });
  expect(body.ticket.messages.map((message) => message.files.length)).toEqual([1, 0]);
  expect((await cabinet.post(ticketFile, { ...own, fileId: file.id })).httpStatus).toBe(200);
});

test('a chat without an object continues after an object is connected, until it is ended', async () => {
  const token = await cabinet.signIn([]);
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  const send = (own: { account: string }, text: string) =>
    cabinet.post(sendChatMessage, { token, ...own, text, fileIds: [], clientId: newId() });
  const { chat: begun } = (await send({ account: noAccount }, 'Код не підходить.')).body;
  expect(begun.account).toBe(noAccount);
  await connect(begun.id, account);
  const opened = (await cabinet.post(openChat, { token, account })).body;
  expect(opened.chat).toMatchObject({ id: begun.id, account: noAccount });
  expect(opened.messages.map(({ text }) => text)).toEqual(['Код не підходить.']);
  const { body } = await send({ account: noAccount }, 'Дякую, додалося.');
  expect([body.chat.id, body.seq]).toEqual([begun.id, 2]);
  // Another person of the same account sees nothing of it.
  const neighbour = await cabinet.signIn([account]);
  expect((await cabinet.post(openChat, { token: neighbour, account })).body.chat).toBeNull();
  await cabinet.post(endChat, { token, account: noAccount, id: begun.id });
  expect((await cabinet.post(openChat, { token, account })).body.chat).toBeNull();
  const next = (await send({ account }, 'Чому така сума?')).body.chat;
  expect(next).toMatchObject({ account });
  expect((await cabinet.post(openChat, { token, account })).body.chat?.id).toBe(next.id);
});

test('conversations without an object are seen by their person alone', async () => {
  const { id } = await openTicket();
  const other = { token: await cabinet.signIn([]), account: noAccount };
  expect((await cabinet.post(listTickets, other)).body.tickets).toEqual([]);
  expect((await cabinet.post(getTicket, { ...other, id })).httpStatus).toBe(404);
  const { accountNumber } = await makeAccount(cabinet.billingDb);
  const company = await cabinet.signIn([accountNumber], 'entity');
  expect((await cabinet.post(listTickets, { token: company, account: noAccount })).httpStatus).toBe(404);
});

test('no other call takes the place of an account', async () => {
  const token = await cabinet.signIn([]);
  expect((await cabinet.post(personBalance, { token, account: noAccount })).httpStatus).toBe(400);
});

test('a ticket from before the first object is read and answered from the object', async () => {
  const { token, id } = await openTicket();
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  await connect(id, account);
  const own = { token, account };
  expect((await cabinet.post(listTickets, own)).body.tickets.map((one) => one.id)).toEqual([id]);
  const said = { text: 'Дякую, додалося.', fileIds: [], requestId: newId() };
  const { body } = await cabinet.post(replyToTicket, { ...own, id, ...said });
  expect(body.ticket).toMatchObject({ account: noAccount });
  expect(body.ticket.messages).toHaveLength(2);
});

test('news of a ticket without an object reach its person and name no account', async () => {
  const { id } = await openTicket();
  const recipient = 'without-object@example.test';
  const { portalDb: db } = cabinet;
  await sql`update portal.identity set email = ${recipient}, email_confirmed_at = now() where identity_id =
    (select cabinet_id from portal.conversation where conversation_id = ${id}::uuid)`.execute(db);
  await runConversationJobs(cabinet);
  const { rows } = await sql`
    select kind, channel from portal.outgoing_message where recipient = ${recipient}`.execute(db);
  expect(rows).toEqual([{ kind: 'ticketNews', channel: 'mail' }]);
  const facts = { step: 'created', number: '1001', ticket: id, dueOn: '2026-12-20' };
  const { mail, sms, path } = noticeWords('ticketNews', facts);
  expect(mail).toContain('Без об’єкта');
  expect(sms).toContain('Без об’єкта.');
  expect(path).toBe(`/cabinet/person/tickets?ticket=${id}`);
});
