import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import {
  closeTicket,
  createTicket,
  getTicket,
  listTickets,
  markTicketRead,
  rateTicket,
  replyToTicket,
  ticketForm,
} from '#contract/conversations.ts';
import { entitySupplierOrders, personOrders } from '#contract/supplier-messages.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import {
  type Actor,
  appendMessage,
  assignMany,
  changeStates,
  changeTopic,
  closeAnswered,
  listTopics,
  markBreaches,
  seedTopics,
  termFigures,
} from './public.ts';
import { runConversationJobs } from './testing/run-conversation-jobs.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const script = '<script>alert(1)</script> & «лапки»';
let operator: Actor & { readonly id: string };
let colleague: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  await Promise.all([seedTopics(cabinet.portalDb), seedTopics(cabinet.portalDb)]);
  await cabinet.signIn([], 'admin', ['operator']);
  await cabinet.signIn([], 'admin', ['operator']);
  const rows = await cabinet.portalDb.selectFrom('portal.administrator').select('identity_id').execute();
  operator = { kind: 'operator', id: rows[0]?.identity_id ?? '' };
  colleague = rows[1]?.identity_id ?? '';
});

interface Own {
  readonly account: string;
  readonly token: string;
}
const makeNumber = async () => (await makeAccount(cabinet.billingDb)).accountNumber;
async function customer(type: 'person' | 'entity' = 'person'): Promise<Own> {
  const account = await makeNumber();
  return { account, token: await cabinet.signIn([account], type) };
}

const period = [{ name: 'period', value: '2026-10' }];
const aboutBill = () => ({
  ...{ topicId: 'billCheck', title: 'Рахунок за жовтень завеликий', fields: period },
  ...{ text: 'Показання інші.\r\n\r\nПеревірте, будь ласка.', fileIds: [] as string[], requestId: newId() },
});

async function open(own: Own, change: object = {}) {
  const { body } = await cabinet.post(createTicket, { ...own, ...aboutBill(), ...change });
  return body.ticket;
}
const read = async (own: Own, id: string) => (await cabinet.post(getTicket, { ...own, id })).body.ticket;
const reply = (own: Own, id: string, change: object = {}) =>
  cabinet.post(replyToTicket, { ...own, id, text: 'Ще одне.', fileIds: [], requestId: newId(), ...change });

const inTransaction = <Result>(
  run: (transaction: Parameters<typeof appendMessage>[0]) => Promise<Result>,
): Promise<Result> => cabinet.portalDb.transaction().execute(run);
const say = ({ account }: Own, id: string, change: object = {}) => {
  const message = { accountNumber: account, conversationId: id, actor: operator, fileIds: [], ...change };
  const answer = { body: 'Перерахували.', clientId: newId(), act: 'answer', ...message } as const;
  return inTransaction((transaction) => appendMessage(transaction, answer, cabinet.clock.now()));
};
const keyOf = ({ account }: Own, conversationId: string) => ({ accountNumber: account, conversationId });
const clocksOf = async (own: Own, id: string) => {
  const { rows } = await sql<Record<string, unknown>>`select * from portal.conversation_clock
    where account_number = ${own.account} and conversation_id = ${id}::uuid order by kind`.execute(
    cabinet.portalDb,
  );
  return rows;
};

test('a ticket is registered with its number, the day of the answer and what it is about, and stands in front', async () => {
  const own = await customer();
  const form = (await cabinet.post(ticketForm, own)).body;
  const topic = form.topics.find(({ topicId }) => topicId === 'billCheck');
  expect(topic).toMatchObject({ responsible: 'supplier', dueOn: '2026-11-27', openTicket: null });
  expect(form.topics.map(({ topicId }) => topicId)).not.toContain('contractTerms');
  expect(form.meters).toHaveLength(1);

  await open(own, { topicId: 'other', fields: [], title: 'Перше' });
  const { body } = await cabinet.post(createTicket, { ...own, ...aboutBill() });
  const { ticket } = body;
  expect(body.message).toBe(`Звернення № ${ticket.number} зареєстровано. Відповідь надамо до 27.11.2026.`);
  expect(ticket).toMatchObject({ state: 'new', status: null, dueOn: '2026-11-27', isNew: false });
  const { tickets } = (await cabinet.post(listTickets, own)).body;
  expect(tickets.map(({ title }) => title)).toEqual(['Рахунок за жовтень завеликий', 'Перше']);
  expect((await cabinet.post(personOrders, own)).body.tickets).toEqual(tickets);
  expect(await read(own, ticket.id)).toMatchObject({
    subject: [{ label: 'Місяць рахунка', value: '10.2026' }],
    messages: [{ seq: 1, author: 'customer', text: 'Показання інші.\n\nПеревірте, будь ласка.', files: [] }],
    history: [{ state: 'new' }],
    canClose: true,
    basis: 'NEURC 375, 4.3 (3)',
  });
  const again = (await cabinet.post(ticketForm, own)).body.topics;
  const { id, number } = ticket;
  expect(again.find(({ topicId }) => topicId === 'billCheck')?.openTicket).toEqual({ id, number });
});

test.each([
  ['a topic of the other customer type', { topicId: 'contractTerms', fields: [] }, 'topicId'],
  ['an unknown topic', { topicId: 'nothing', fields: [] }, 'topicId'],
  ['no value of a required field', { fields: [] }, 'fields.period'],
  ['a month that is none', { fields: [{ name: 'period', value: '2026-13' }] }, 'fields.period'],
  ['a field of no topic', { fields: [...period, { name: 'x', value: '1' }] }, 'fields.x'],
])('%s is refused at its field', async (_, change, path) => {
  const own = await customer();
  const { httpStatus, body } = await cabinet.post(createTicket, { ...own, ...aboutBill(), ...change });
  expect(httpStatus).toBe(400);
  expect(body.issues?.map((issue) => issue.path)).toContain(path);
  expect((await cabinet.post(listTickets, own)).body.tickets).toEqual([]);
});

test('the same ticket sent several times at once is one; another text under its id is refused', async () => {
  const own = await customer();
  const payload = { ...own, ...aboutBill() };
  const answers = await Promise.all([1, 2, 3].map(() => cabinet.post(createTicket, payload)));
  expect(new Set(answers.map(({ body }) => body.ticket.id)).size).toBe(1);
  const other = await cabinet.post(createTicket, { ...payload, text: 'Інше.' });
  expect(outcomeOf(other)).toBe('409 common.requestReused');
  expect((await cabinet.post(listTickets, own)).body.tickets).toHaveLength(1);
});

test('messages of both sides at once are numbered without gaps', async () => {
  const own = await customer();
  const { id } = await open(own);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? reply(own, id) : say(own, id, { act: 'staffMessage' }),
    ),
  );
  const { messages } = await read(own, id);
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
});

test.each([
  ['a changed message', sql`update portal.conversation_message set body = 'x'`, 'append-only'],
  ['a deleted event', sql`delete from portal.conversation_event`, 'append-only'],
  [
    'a number without a message',
    sql`update portal.conversation set last_seq = last_seq + 1`,
    'last_seq_fkey',
  ],
  [
    'a message that skips a number',
    sql`insert into portal.conversation_message select account_number, conversation_id, last_seq + 2, 'system', null, 'x',
      gen_random_uuid(), now(), '' from portal.conversation limit 1`,
    'not the next',
  ],
])('the database refuses %s', async (_, statement, words) => {
  await open(await customer());
  await expect(inTransaction((transaction) => statement.execute(transaction))).rejects.toThrow(words);
});

describe('strangers', () => {
  test('neither another customer nor another cabinet with the same account finds a ticket', async () => {
    const own = await customer();
    const { id } = await open(own);
    const neighbour = { account: own.account, token: await cabinet.signIn([own.account]) };
    for (const stranger of [await customer(), neighbour]) {
      const answers = [
        await cabinet.post(getTicket, { ...stranger, id }),
        await reply(stranger, id),
        await cabinet.post(closeTicket, { ...stranger, id }),
        await cabinet.post(markTicketRead, { ...stranger, id, seq: 1 }),
      ];
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([404, 404, 404, 404]);
      expect((await cabinet.post(listTickets, stranger)).body.tickets).toEqual([]);
    }
    expect((await read(own, id)).messages).toHaveLength(1);
  });
});

test('an answer stops the clocks and says so; a reply reopens and starts the internal one again', async () => {
  const own = await customer();
  const { id } = await open(own, { title: `Увага ${script}`, text: script });
  await inTransaction((transaction) =>
    assignMany(transaction, [keyOf(own, id)], { to: colleague, actor: operator }, cabinet.clock.now()),
  );
  expect((await read(own, id)).state).toBe('inWork');
  await say(own, id, { act: 'askCustomer', body: 'Надішліть фото.' });
  expect((await clocksOf(own, id)).map(({ paused_since }) => paused_since)).toEqual([start, null]);
  cabinet.clock.set((start + hourMs) as Instant);
  await reply(own, id);
  expect(await clocksOf(own, id)).toMatchObject([
    { kind: 'internal', paused_since: null, paused_seconds: 3600 },
    { kind: 'legal', paused_since: null, paused_seconds: 0, due_on: '2026-11-27' },
  ]);
  await say(own, id);
  const answered = await read(own, id);
  const told = { state: 'answered', status: 'Відповідь надано', dueOn: null, isNew: true };
  expect(answered).toMatchObject({ title: `Увага ${script}`, ...told });
  const authors = answered.messages.map(({ author }) => author);
  expect(authors).toEqual(['customer', 'operator', 'customer', 'operator']);
  expect(answered.messages[0]?.text).toBe(script);
  await cabinet.post(markTicketRead, { ...own, id, seq: 4 });
  expect((await read(own, id)).isNew).toBe(false);
  await reply(own, id);
  expect(await read(own, id)).toMatchObject({ state: 'inWork', status: null, dueOn: '2026-11-27' });
  expect((await clocksOf(own, id)).map(({ met_at }) => met_at)).toEqual([null, start + hourMs]);
  cabinet.clock.set(start);
});

test('whoever answers without having seen the newest message is refused, and nothing is sent', async () => {
  const own = await customer();
  const { id } = await open(own);
  await reply(own, id);
  expect(await say(own, id, { lastSeenSeq: 1 })).toEqual({ kind: 'answeredMeanwhile', lastSeq: 2 });
  const answers = await Promise.all([1, 2].map(() => say(own, id, { lastSeenSeq: 2 })));
  expect(answers.map(({ kind }) => kind).sort()).toEqual(['answeredMeanwhile', 'done']);
  expect((await read(own, id)).messages).toHaveLength(3);
  const close = { act: 'staffClose', actor: operator } as const;
  const closed = await inTransaction((transaction) =>
    changeStates(transaction, [keyOf(own, id)], close, cabinet.clock.now()),
  );
  expect(closed).toEqual([]);
  expect(outcomeOf(await cabinet.post(closeTicket, { ...own, id }))).toBe('409 support.notPossible');
});

test('an answer is rated once, and only when there is one', async () => {
  const own = await customer();
  const { id } = await open(own);
  const rate = () => cabinet.post(rateTicket, { ...own, id, mark: 4, isSolved: false, text: 'Довго.' });
  expect((await rate()).body.code).toBe('support.notPossible');
  await say(own, id);
  expect((await read(own, id)).canRate).toBe(true);
  const answers = await Promise.all([rate(), rate()]);
  const marks = answers.map(({ body }) => body.code ?? body.ticket.rating?.mark).sort();
  expect(marks).toEqual([4, 'support.alreadyRated']);
  expect(await read(own, id)).toMatchObject({ rating: { mark: 4, isSolved: false }, canRate: false });
  const { rows } =
    await sql`select mark, comment, answer_seq, is_solved, topic, operator_id from portal.feedback
      where conversation_id = ${id}::uuid`.execute(cabinet.portalDb);
  const kept = { mark: 4, comment: 'Довго.', answer_seq: 2, is_solved: false, topic: 'billCheck' };
  expect(rows).toEqual([{ ...kept, operator_id: operator.id }]);
});

test('another topic counts the term from the receipt', async () => {
  const own = await customer();
  const { id } = await open(own);
  const later = (start + 3 * dayMs) as Instant;
  const topic = (await listTopics(cabinet.portalDb, null)).find(({ topicId }) => topicId === 'complaint');
  if (topic === undefined) throw new Error('no topic');
  const change = await inTransaction((transaction) =>
    changeTopic(transaction, keyOf(own, id), topic, { actor: operator }, later),
  );
  expect(change).toEqual({ kind: 'done', dueOn: '2026-12-21' });
  const term = { dueOn: '2026-12-21', receivedOn: '2026-11-20' };
  expect(await read(own, id)).toMatchObject({ topicId: 'complaint', ...term });
});

test('what was answered 30 days ago is closed, and a term that ended without an answer is a breach', async () => {
  const [own, late] = [await customer(), await customer()];
  const [{ id }, { id: lateId }] = [await open(own), await open(late)];
  await say(own, id);
  await closeAnswered(cabinet.portalDb, (start + 30 * dayMs) as Instant);
  expect((await read(own, id)).state).toBe('answered');
  const later = (start + 31 * dayMs) as Instant;
  await closeAnswered(cabinet.portalDb, later);
  const terms = async (now: Instant) => {
    const figures = await termFigures(cabinet.portalDb, { now: () => now }).read();
    return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
  };
  const [dueOn] = (await clocksOf(late, lateId)).map(({ due_on }) => kyivMidnight(localDate(String(due_on))));
  expect((await terms(dueOn ?? later)).svitlo_terms_ending).toBeGreaterThan(0);
  expect((await terms(later)).svitlo_terms_late).toBeGreaterThanOrEqual(2);
  await markBreaches(cabinet.portalDb, later);
  expect(await terms(later)).toMatchObject({ svitlo_terms_late: 0 });
  expect(await read(own, id)).toMatchObject({ state: 'closed', status: 'Відповідь надано' });
  expect((await clocksOf(late, lateId)).map(({ breached_at }) => breached_at)).toEqual([later, later]);
  expect((await clocksOf(own, id)).map(({ breached_at }) => breached_at)).toEqual([null, null]);
});

test('a company reads the answers that are new in its inbox; its people see its tickets', async () => {
  const own = await customer('entity');
  const { id } = await open(own, { title: 'Договірні обсяги' });
  const inbox = async () =>
    (await cabinet.post(entitySupplierOrders, own)).body.data.findNewOrderAnswersResponse.items;
  expect(await inbox()).toEqual([]);
  await say(own, id, { body: script });
  expect(await inbox()).toMatchObject([
    { id, ticketId: id, title: 'Договірні обсяги', text: script, isRead: false },
  ]);
  await cabinet.post(markTicketRead, { ...own, id, seq: 2 });
  expect(await inbox()).toEqual([]);
});

test('the customer is told once in ten minutes, of the newest step', async () => {
  const own = await customer();
  await sql`update portal.identity set email = 'a@example.test', email_confirmed_at = now() where identity_id in
    (select identity_id from portal.identity_account where account_number = ${own.account})
  `.execute(cabinet.portalDb);
  const { portalDb: db } = cabinet;
  const deliver = () => runConversationJobs(cabinet);
  const sent = async () =>
    (
      await sql`select kind, channel from portal.outgoing_message where recipient = 'a@example.test'`.execute(
        db,
      )
    ).rows;
  const { id } = await open(own);
  await deliver();
  expect(await sent()).toEqual([{ kind: 'ticketNews', channel: 'mail' }]);
  await say(own, id, { act: 'askCustomer' });
  await say(own, id);
  const { rows } = await sql`select c.news from graphile_worker.jobs j
    join portal.conversation c on c.conversation_id::text = j.key where j.key = ${id}`.execute(db);
  expect(rows).toEqual([{ news: 'answered' }]);
  await deliver();
  expect((await sent()).length).toBeLessThanOrEqual(2);
});
