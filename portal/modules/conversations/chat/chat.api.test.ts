import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import {
  endChat,
  listChatMessages,
  markChat,
  openChat,
  sendChatMessage,
  typeInChat,
} from '#contract/conversations/chat.ts';
import { addTicketFile, createTicket, getTicket, listTickets, ticketFile } from '#contract/conversations.ts';
import { beAtDesk, changeDeskTopic, listDesk, openDesk, replyAtDesk } from '#contract/desk.ts';
import { addTermChange, listTermChanges } from '#contract/service-terms/term-changes.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { lockWaiters } from '#platform/testing/lock-waiters.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { jpegSegment, makeJpeg } from '#portal/testing/make-picture.ts';
import { appendMessage, followedConversations, seedTopics, tendChats } from '../public.ts';
import { runConversationJobs } from '../testing/run-conversation-jobs.ts';

/** A Friday at noon in Kyiv, inside the hours. */
const noon = '2026-11-20T10:00:00Z';
const evening = '2026-11-20T17:30:00Z';
let operator: string;

const cabinet = provideTestApp({ now: noon, hasSupplier: true });

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  operator = await cabinet.signIn([], 'admin', ['operator']);
});

const setClock = (moment: string) => cabinet.clock.set(instantFromIso(moment));

beforeEach(() => setClock(noon));

interface Own {
  readonly token: string;
  readonly account: string;
}

async function customer(type: 'person' | 'entity' = 'person'): Promise<Own> {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  return { account, token: await cabinet.signIn([account], type) };
}

const send = (own: Own, change: object = {}) => {
  const message = { text: 'Чому рахунок більший?', fileIds: [], clientId: newId(), ...change };
  return cabinet.post(sendChatMessage, { ...own, ...message });
};
const open = async (own: Own) => (await cabinet.post(openChat, own)).body;
const read = async (own: Own, id: string, part: object = { after: 0 }) =>
  (await cabinet.post(listChatMessages, { ...own, id, ...part })).body;
const reply = ({ account }: Own, id: string, change: object = {}) =>
  cabinet.post(replyAtDesk, {
    ...{ token: operator, account, id, text: 'Зараз перевірю.', act: 'staffMessage', fileIds: [] },
    ...{ lastSeenSeq: 1_000_000, clientId: newId(), ...change },
  });

test('a chat begins with its first message, goes on in the next ones, and has one number after the other', async () => {
  const own = await customer();
  expect(await open(own)).toMatchObject({
    chat: null,
    messages: [],
    hours: { isOpen: true, opensAt: null, closesAt: '2026-11-20T16:00:00.000Z', answerMinutes: 5 },
  });
  const first = (await send(own)).body;
  expect(first).toMatchObject({ seq: 1, message: null, chat: { state: 'new', lastSeq: 1, ticket: null } });
  const { id } = first.chat;
  await reply(own, id);
  const second = (await send(own, { text: 'Дякую.' })).body;
  expect(second).toMatchObject({ seq: 3, chat: { id, customerReadSeq: 3, staffReadSeq: 2 } });
  expect((await read(own, id, { after: 1 })).messages.map(({ seq, author }) => [seq, author])).toEqual([
    [2, 'operator'],
    [3, 'customer'],
  ]);
  expect((await read(own, id, { before: 3 })).messages.map(({ seq }) => seq)).toEqual([1, 2]);
  const texts = (await open(own)).messages.map(({ text }) => text);
  expect(texts).toEqual(['Чому рахунок більший?', 'Зараз перевірю.', 'Дякую.']);
  expect((await cabinet.post(listTickets, own)).body.tickets).toEqual([]);
});

test('the same message again has the same number; another text under its id, and the id of another customer, are refused', async () => {
  const own = await customer();
  const clientId = newId();
  const answers = await Promise.all([1, 2, 3].map(() => send(own, { clientId })));
  expect(answers.map(({ body }) => [body.seq, body.chat.id])).toEqual(
    answers.map(() => [1, answers[0]?.body.chat.id]),
  );
  expect((await send(own, { clientId, text: 'Інше.' })).body.code).toBe('common.requestReused');
  const neighbour = { account: own.account, token: await cabinet.signIn([own.account]) };
  expect((await send(neighbour, { clientId })).body.code).toBe('common.requestReused');
  expect((await open(neighbour)).chat).toBeNull();
  await cabinet.post(endChat, { ...own, id: answers[0]?.body.chat.id });
  expect((await send(own, { clientId })).body).toMatchObject({ seq: 1, chat: { state: 'closed' } });
});

test('first messages of two devices at once are of one chat, in order and without gaps', async () => {
  const own = await customer();
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, index) => send(own, { text: `Слово ${index}` })),
  );
  expect(new Set(sent.map(({ body }) => body.chat.id)).size).toBe(1);
  expect(sent.map(({ body }) => body.seq).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test.each([
  ['no text', { text: ' \n' }, 'text'],
  ['a topic of legal entities', { topicId: 'contractTerms' }, 'topicId'],
])('%s is refused at its field', async (_, change, path) => {
  const own = await customer();
  const { httpStatus, body } = await send(own, change);
  expect([httpStatus, body.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  expect((await open(own)).chat).toBeNull();
});

test('a chat is for persons, and for the one whose it is', async () => {
  const own = await customer();
  const { id } = (await send(own)).body.chat;
  const company = await customer('entity');
  const calls = (who: Own) => [
    cabinet.post(listChatMessages, { ...who, id }),
    cabinet.post(markChat, { ...who, id, delivered: 1, read: 1 }),
    cabinet.post(typeInChat, { ...who, id }),
    cabinet.post(endChat, { ...who, id }),
  ];
  const statuses = async (who: Own) => (await Promise.all(calls(who))).map(({ httpStatus }) => httpStatus);
  expect(await statuses(company)).toEqual([403, 403, 403, 403]);
  expect([(await send(company)).httpStatus, (await cabinet.post(openChat, company)).httpStatus]).toEqual([
    403, 403,
  ]);
  const sameAccount = { account: own.account, token: await cabinet.signIn([own.account]) };
  for (const stranger of [sameAccount, await customer()])
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404]);
  expect((await open(own)).chat).toMatchObject({ id, state: 'new' });
});

test('a photo comes with a message; its name and the text stay what they are', async () => {
  const own = await customer();
  const script = '<script>alert(1)</script>';
  const file = makeJpeg(jpegSegment(0xfe, 'x'));
  const photo = { name: `${script}.jpg`, file, requestId: newId() };
  const added = await cabinet.post(addTicketFile, { ...own, ...photo });
  const fileId = added.body.file.id;
  const sent = (await send(own, { text: script, fileIds: [fileId] })).body;
  const { messages } = await open(own);
  expect(messages).toMatchObject([{ text: script, files: [{ id: fileId, kind: 'image' }] }]);
  expect((await cabinet.post(ticketFile, { ...own, fileId })).headers['content-type']).toBe('image/jpeg');
  expect((await send(own, { fileIds: [fileId] })).httpStatus).toBe(404);
  const seen = await cabinet.post(openDesk, { token: operator, account: own.account, id: sent.chat.id });
  const messagesSeen = [{ text: script, files: [{ id: fileId }] }];
  expect(seen.body.conversation).toMatchObject({ title: script, messages: messagesSeen });
});

test('outside the hours a message becomes a ticket in the same conversation, with its number and day', async () => {
  setClock('2026-11-19T10:00:00Z');
  const own = await customer();
  const before = (await send(own, { text: 'Де рахунок?' })).body.chat.id;
  await reply(own, before, { act: 'answer' });
  setClock('2026-11-19T17:30:00Z');
  const { hours } = await open(own);
  expect(hours).toMatchObject({ isOpen: false, opensAt: '2026-11-20T07:00:00.000Z', closesAt: null });
  const { body } = await send(own, { topicId: 'billCheck' });
  // A Thursday after hours counts as received on Friday; five working days.
  expect(body.message).toBe(
    `Звернення № ${body.chat.ticket?.number} зареєстровано. Відповідь надамо до 27.11.2026.`,
  );
  const registered = { id: before, state: 'inWork', lastSeq: 4, ticket: { dueOn: '2026-11-27' } };
  expect(body.chat).toMatchObject(registered);
  const { messages } = await read(own, before);
  expect(messages.map(({ author }) => author)).toEqual(['customer', 'operator', 'customer', 'system']);
  expect(messages.at(-1)?.text).toBe(body.message);
  const [ticket] = (await cabinet.post(listTickets, own)).body.tickets;
  const shownTicket = { topicId: 'billCheck', dueOn: '2026-11-27', title: 'Де рахунок?' };
  expect(ticket).toMatchObject({ id: before, ...shownTicket });
  // What follows is of the ticket, and is registered once.
  const further = (await send(own, { text: 'І ще.' })).body;
  expect(further).toMatchObject({ seq: 5, message: null, chat: { id: before } });
  expect((await cabinet.post(getTicket, { ...own, id: before })).body.ticket.receivedOn).toBe('2026-11-20');
  // Once it is answered, the next question in the hours is another chat.
  setClock('2026-11-20T09:00:00Z');
  await reply(own, before, { act: 'answer' });
  const next = (await send(own)).body;
  expect(next).toMatchObject({ seq: 1, chat: { ticket: null } });
  expect(next.chat.id).not.toBe(before);
});

test('a chat whose customer writes while it is about to be ended stays open', async () => {
  const own = await customer();
  const { id } = (await send(own)).body.chat;
  await reply(own, id, { act: 'answer' });
  const key = { accountNumber: own.account, conversationId: id };
  const later = instantFromIso('2026-11-21T10:21:00Z');
  let tending: Promise<void> | undefined;
  await cabinet.portalDb.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ by: string }>`
      select opened_by as by from portal.conversation where conversation_id = ${id}::uuid for update`.execute(
      transaction,
    );
    tending = tendChats(cabinet.portalDb, later);
    await expect.poll(() => lockWaiters(cabinet.portalDb)).toHaveLength(1);
    const actor = { kind: 'customer', id: rows[0]?.by ?? '' } as const;
    const message = { body: 'Ще питання.', clientId: newId(), fileIds: [], act: 'customerMessage' } as const;
    const said = { ...key, actor, ...message };
    expect(await appendMessage(transaction, said, later)).toMatchObject({ kind: 'done', seq: 3 });
  });
  await tending;
  expect((await open(own)).chat).toMatchObject({ id, lastSeq: 3, state: 'inWork' });
});

test('a chat that nobody answers becomes a ticket after the silence, and at the end of the hours', async () => {
  const four = await Promise.all([1, 2, 3, 4].map(() => customer()));
  const [silent, fresh, answered, worked] = four as [Own, Own, Own, Own];
  const begin = async (own: Own) => (await send(own)).body.chat.id;
  const silentId = await begin(silent);
  setClock('2026-11-20T10:20:00Z');
  const [freshId, answeredId, workedId] = [await begin(fresh), await begin(answered), await begin(worked)];
  await reply(answered, answeredId, { act: 'answer' });
  await reply(worked, workedId);
  const ticketOf = async (own: Own) => (await open(own)).chat?.ticket ?? null;
  const tend = () => tendChats(cabinet.portalDb, cabinet.clock.now());
  setClock('2026-11-20T10:31:00Z');
  await tend();
  expect(await ticketOf(silent)).toMatchObject({ dueOn: '2026-12-21' });
  for (const own of [fresh, answered, worked]) expect(await ticketOf(own)).toBeNull();
  setClock('2026-11-20T16:01:00Z');
  await Promise.all([tend(), tend()]);
  expect(await ticketOf(fresh)).toMatchObject({ dueOn: '2026-12-21' });
  expect(await ticketOf(worked)).not.toBeNull();
  expect(await ticketOf(answered)).toBeNull();
  expect((await read(fresh, freshId)).messages.map(({ author }) => author)).toEqual(['customer', 'system']);
  expect((await read(silent, silentId)).chat.lastSeq).toBe(2);
  // A day after the answer it is over, and its messages remain.
  await tendChats(cabinet.portalDb, instantFromIso('2026-11-21T10:21:00Z'));
  expect((await open(answered)).chat).toBeNull();
  expect((await read(answered, answeredId)).messages).toHaveLength(2);
});

test('an operator makes a ticket of a chat with a topic, received when it was asked, unless it is answered', async () => {
  const own = await customer();
  const { id } = (await send(own)).body.chat;
  await reply(own, id);
  setClock('2026-11-20T12:00:00Z');
  const change = () =>
    cabinet.post(changeDeskTopic, { token: operator, account: own.account, id, topicId: 'billCheck' });
  expect((await change()).body.dueOn).toBe('2026-11-27');
  expect((await read(own, id, { after: 2 })).messages.map(({ author, text }) => [author, text])).toEqual([
    ['system', expect.stringMatching(/^Звернення № \d+ зареєстровано\. Відповідь надамо до 27\.11\.2026\.$/)],
  ]);
  expect((await change()).httpStatus).toBe(200);
  expect((await read(own, id)).chat.lastSeq).toBe(3);
  const other = await customer();
  const answered = (await send(other)).body.chat.id;
  await reply(other, answered, { act: 'answer' });
  const topic = { account: other.account, id: answered, topicId: 'billCheck' };
  const refused = await cabinet.post(changeDeskTopic, { token: operator, ...topic });
  expect(refused.body.code).toBe('support.notPossible');
});

test('a chat that is ended is left; a ticket that it has become goes on', async () => {
  const own = await customer();
  const { id } = (await send(own)).body.chat;
  for (const _ of [1, 2])
    expect((await cabinet.post(endChat, { ...own, id })).body.chat).toMatchObject({ state: 'closed' });
  setClock(evening);
  const second = (await send(own)).body.chat;
  expect(second.id).not.toBe(id);
  expect((await cabinet.post(endChat, { ...own, id: second.id })).body.chat).toMatchObject({
    state: 'new',
    ticket: { dueOn: '2026-12-23' },
  });
  expect((await open(own)).chat).toBeNull();
});

test('both sides see what the other has got, has read, and that it types', async () => {
  const own = await customer();
  const { id } = (await send(own)).body.chat;
  const subject = `${own.account}/${id}`;
  const state = async () =>
    (await followedConversations(cabinet.portalDb).read([subject])).get(subject) as Record<string, unknown>;
  expect(await state()).toMatchObject({ staffDeliveredSeq: 0, staffReadSeq: 0 });
  await cabinet.post(listDesk, { token: operator });
  expect(await state()).toMatchObject({ staffDeliveredSeq: 1, staffReadSeq: 0 });
  await cabinet.post(openDesk, { token: operator, account: own.account, id });
  expect(await state()).toMatchObject({ staffDeliveredSeq: 1, staffReadSeq: 1, staffTypedAt: null });
  await reply(own, id);
  expect(await state()).toMatchObject({ lastSeq: 2, customerDeliveredSeq: 1, customerReadSeq: 1 });
  const mark = (delivered: number, seen: number) =>
    cabinet.post(markChat, { ...own, id, delivered, read: seen });
  await mark(2, 0);
  expect(await state()).toMatchObject({ customerDeliveredSeq: 2, customerReadSeq: 1 });
  await mark(0, 900);
  await mark(1, 1);
  expect(await state()).toMatchObject({ customerDeliveredSeq: 2, customerReadSeq: 2, customerTypedAt: null });
  await cabinet.post(typeInChat, { ...own, id });
  await cabinet.post(beAtDesk, { token: operator, account: own.account, id, isTyping: true });
  expect(await state()).toMatchObject({
    customerTypedAt: expect.any(String),
    staffTypedAt: expect.any(String),
  });
  await sql`update portal.chat_typing set typed_at = typed_at - interval '6 seconds'`.execute(
    cabinet.portalDb,
  );
  expect(await state()).toMatchObject({ customerTypedAt: null, staffTypedAt: null });
});

test('a chat that waits stands in the queue before tickets that are in time, late ones by how late they are', async () => {
  const [late, early] = [await customer(), await customer()];
  setClock('2026-11-19T10:00:00Z');
  const lateId = (await send(late)).body.chat.id;
  setClock('2026-11-19T10:04:00Z');
  const earlyId = (await send(early)).body.chat.id;
  const ticketOwner = await customer();
  const said = { title: 'Питання', text: 'Чому?', fields: [], fileIds: [] };
  const asked = { topicId: 'other', ...said, requestId: newId() };
  const ticketId = (await cabinet.post(createTicket, { ...ticketOwner, ...asked })).body.ticket.id;
  setClock('2026-11-19T10:06:00Z');
  const rows = (await cabinet.post(listDesk, { token: operator })).body.rows;
  const shown = rows.filter(({ id }) => [lateId, earlyId, ticketId].includes(id));
  expect(shown.map(({ id, kind, answerBy, term }) => [id, kind, answerBy, term?.dueOn])).toEqual([
    [lateId, 'chat', '2026-11-19T10:05:00.000Z', undefined],
    [earlyId, 'chat', '2026-11-19T10:09:00.000Z', undefined],
    [ticketId, 'ticket', null, '2026-12-21'],
  ]);
  const overdue = (await cabinet.post(listDesk, { token: operator, isOverdue: true })).body.rows;
  expect([lateId, earlyId].filter((id) => overdue.some((row) => row.id === id))).toEqual([lateId]);
  // Whoever answers has it, an answer to what was seen before a newer word is refused, and it waits no more.
  await send(late, { text: 'Алло?' });
  expect((await reply(late, lateId, { lastSeenSeq: 1 })).body.code).toBe('support.answeredMeanwhile');
  await reply(late, lateId, { act: 'answer' });
  const found = (await cabinet.post(listDesk, { token: operator, q: 'Алло', state: 'answered' })).body.rows;
  expect(found).toMatchObject([
    { id: lateId, kind: 'chat', state: 'answered', answerBy: null, assignee: {} },
  ]);
});

test('an answer is told by the channels when no open page has it', async () => {
  const own = await customer();
  await sql`update portal.identity set email = ${`${own.account}@example.test`}, email_confirmed_at = now() where identity_id in
    (select identity_id from portal.identity_account where account_number = ${own.account})`.execute(
    cabinet.portalDb,
  );
  const { id } = (await send(own)).body.chat;
  /** Seconds until the job of the news is due; undefined: there is none. */
  const waits = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_at)::float8 - ${cabinet.clock.now() / 1000}::float8 as seconds
      from graphile_worker.jobs where key = ${id}`.execute(cabinet.portalDb);
    return rows[0]?.seconds;
  };
  const tell = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second' where key = ${id}`.execute(
      cabinet.portalDb,
    );
    await runConversationJobs(cabinet);
    const { rows } =
      await sql`select from portal.outgoing_message where recipient = ${`${own.account}@example.test`}
      and channel = 'mail'`.execute(cabinet.portalDb);
    return rows.length;
  };
  expect(await waits()).toBeUndefined();
  await reply(own, id, { act: 'answer' });
  expect(await waits()).toBeCloseTo(20, 0);
  await cabinet.post(markChat, { ...own, id, delivered: 2, read: 0 });
  expect(await tell()).toBe(0);
  setClock('2026-11-20T10:11:00Z');
  await reply(own, id, { act: 'answer' });
  expect(await tell()).toBe(1);
  await reply(own, id, { act: 'answer' });
  expect(await waits()).toBeCloseTo(600, 0);
});

test('a wait that has begun keeps the minutes of its day when a version with others takes effect', async () => {
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  const { inForce, revision } = (await cabinet.post(listTermChanges, { token: owner })).body;
  const chat = inForce.find(({ content }) => content.kind === 'chat')?.content;
  if (chat?.kind !== 'chat') throw new Error('no hours of chats');
  const wholeDay = { opensAt: '00:00', closesAt: '24:00', ticketAfterMinutes: 10, endsAfterMinutes: 60 };
  // A Tuesday.
  const version = { validFrom: '2026-11-24', revision, reason: 'Наказ 12', requestId: newId() };
  const planned = { token: owner, content: { ...chat, ...wholeDay }, ...version };
  expect((await cabinet.post(addTermChange, planned)).httpStatus).toBe(200);
  setClock('2026-11-23T15:50:00Z');
  operator = await cabinet.signIn([], 'admin', ['operator']);
  const [silent, waiting] = [await customer(), await customer()];
  const silentId = (await send(silent)).body.chat.id;
  await reply(silent, silentId, { act: 'answer' });
  const stateOf = async (own: Own, id: string) => (await read(own, id)).chat;
  setClock('2026-11-23T22:00:00Z');
  operator = await cabinet.signIn([], 'admin', ['operator']);
  const later = await customer();
  const [laterId, waitingId] = [(await send(later)).body.chat.id, (await send(waiting)).body.chat.id];
  await reply(later, laterId, { act: 'answer' });
  await tendChats(cabinet.portalDb, instantFromIso('2026-11-23T22:09:00Z'));
  expect((await stateOf(waiting, waitingId)).ticket).toBeNull();
  await tendChats(cabinet.portalDb, instantFromIso('2026-11-23T22:11:00Z'));
  expect((await stateOf(waiting, waitingId)).ticket).not.toBeNull();
  // Six hours after its answer the chat of the day before goes on; the one of this day is over after an hour.
  await tendChats(cabinet.portalDb, instantFromIso('2026-11-23T23:01:00Z'));
  const states = [await stateOf(silent, silentId), await stateOf(later, laterId)].map(({ state }) => state);
  expect(states).toEqual(['answered', 'closed']);
  await tendChats(cabinet.portalDb, instantFromIso('2026-11-24T15:51:00Z'));
  expect((await stateOf(silent, silentId)).state).toBe('closed');
});
