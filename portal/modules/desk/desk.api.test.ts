import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { allCalls } from '#contract/all-calls.ts';
import {
  addAnswerTemplate,
  changeAnswerTemplate,
  listAnswerTemplates,
} from '#contract/conversations/answer-templates.ts';
import { listChatMessages, openChat, sendChatMessage } from '#contract/conversations/chat.ts';
import { createTicket, getTicket, listTickets, replyToTicket } from '#contract/conversations.ts';
import type { Call } from '#contract/define-call.ts';
import {
  beAtDesk,
  changeDesk,
  changeDeskTopic,
  deskCard,
  deskOptions,
  dropDeskView,
  extendDesk,
  fillDeskAnswer,
  joinDesk,
  listDesk,
  noteAtDesk,
  openDesk,
  replyAtDesk,
  saveDeskDraft,
  saveDeskView,
} from '#contract/desk.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { readDeskState, seedAnswers } from './public.ts';

let operator: string;
let colleague: string;

const setClock = (moment: string) => cabinet.clock.set(instantFromIso(moment));

// A Friday at noon in Kyiv.
const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  await Promise.all([1, 2].map(() => seedAnswers(cabinet.portalDb)));
  operator = await cabinet.signIn([], 'admin', ['operator']);
  colleague = await cabinet.signIn([], 'admin', ['operator']);
});

interface Customer {
  readonly token: string;
  readonly account: string;
}

async function customer(type: 'person' | 'entity' = 'person'): Promise<Customer> {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  return { token: await cabinet.signIn([account], type), account };
}

const fieldsOf: Record<string, { name: string; value: string }[]> = {
  billCheck: [{ name: 'period', value: '2026-10' }],
  voltage: [{ name: 'since', value: '2026-11-01' }],
  refund: [
    { name: 'sum', value: '100.00' },
    { name: 'iban', value: 'UA213223130000026007233566001' },
  ],
};

/** Opens a ticket; returns its key. */
async function ask(
  { token, account }: Customer,
  { topicId = 'billCheck', title = 'Неправильна сума', text = 'Перевірте рахунок, будь ласка.' } = {},
) {
  const asked = { topicId, title, text, fields: fieldsOf[topicId], fileIds: [], requestId: newId() };
  const { body } = await cabinet.post(createTicket, { token, account, ...asked });
  return { account, id: body.ticket.id, number: body.ticket.number };
}

type Key = Awaited<ReturnType<typeof ask>>;

const list = async (filter: object = {}, token = operator) =>
  (await cabinet.post(listDesk, { token, ...filter })).body.rows;
const found = async (filter: object) => (await list(filter)).map(({ id }) => id);
const open = async ({ account, id }: Key, token = operator) =>
  (await cabinet.post(openDesk, { token, account, id })).body.conversation;
const reply = ({ account, id }: Key, fields: object = {}, token = operator) => {
  const answer = { text: 'Перевірили: сума правильна.', act: 'answer', fileIds: [], lastSeenSeq: 1 };
  return cabinet.post(replyAtDesk, { token, account, id, ...answer, clientId: newId(), ...fields });
};

test('the queue has what is over first, then the least share of the term, page by page', async () => {
  setClock('2026-11-10T10:00:00Z');
  const early = await customer();
  const overdue = await ask(early, { title: 'Прострочене' });
  const long = await ask(early, { topicId: 'refund', title: 'Повернути переплату' });
  setClock('2026-11-18T10:00:00Z');
  const home = await customer();
  const middle = await ask(home, { title: 'Посередині' });
  setClock('2026-11-20T10:00:00Z');
  const fresh = await ask(await customer(), { title: 'Щойно' });
  const rows = await list();
  const shown = rows.filter(({ id }) => [overdue, long, middle, fresh].some((one) => one.id === id));
  const titles = ['Прострочене', 'Повернути переплату', 'Посередині', 'Щойно'];
  expect(shown.map(({ title }) => title)).toEqual(titles);
  const breached = { receivedOn: '2026-11-10', dueOn: '2026-11-17', daysLeft: -3, state: 'breached' };
  expect(shown[0]?.term).toEqual(breached);
  const inTime = { dueOn: '2026-11-27', state: 'inTime' };
  expect(shown[3]).toMatchObject({ term: inTime, isUnread: true, assignee: null });
  expect((await list({ isOverdue: true })).map(({ id }) => id)).toEqual([overdue.id]);
  expect((await list({ topicId: 'refund' })).map(({ id }) => id)).toEqual([long.id]);
  expect(await list({ customerType: 'entity' })).toEqual([]);
  expect(await list({ responsible: 'operator' })).toEqual([]);
  expect((await list({ assignee: 'nobody' })).length).toBe(4);

  await reply(overdue);
  await reply(middle, { act: 'askCustomer' });
  expect((await list()).map(({ id }) => id)).toEqual([long.id, middle.id, fresh.id]);
  expect((await list({ state: 'waitingCustomer' })).map(({ id }) => id)).toEqual([middle.id]);
  const [done] = await list({ state: 'answered' });
  expect(done).toMatchObject({ id: overdue.id, term: null, assignee: expect.anything() });
  expect((await list({ assignee: 'mine' })).map(({ id }) => id)).toEqual([middle.id]);
  expect(await list({ assignee: 'mine' }, colleague)).toEqual([]);
  expect(await readDeskState(cabinet.portalDb)).toEqual({
    counts: [
      { state: 'new', count: 2 },
      { state: 'waitingCustomer', count: 1 },
    ],
    changedAt: '2026-11-20T10:00:00.000Z',
  });
});

test('a queue longer than a page goes on where it ended, though time passes', async () => {
  const shop = await customer();
  const made: string[] = [];
  for (let number = 0; number < 53; number += 1)
    made.push((await ask(shop, { title: `Питання ${number}` })).id);
  const first = (await cabinet.post(listDesk, { token: operator })).body;
  expect(first.rows).toHaveLength(50);
  setClock('2026-11-20T11:00:00Z');
  const second = (await cabinet.post(listDesk, { token: operator, cursor: first.next })).body;
  expect(second.asOf).toBe('2026-11-20T10:00:00.000Z');
  expect(second.next).toBeNull();
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(made.every((id) => ids.includes(id))).toBe(true);
  expect((await cabinet.post(listDesk, { token: operator, cursor: 'AAAA' })).httpStatus).toBe(400);
  const bulk = ids.filter((id) => made.includes(id)).map((id) => ({ account: shop.account, id }));
  const change = (act: string, conversations: object[]) =>
    cabinet.post(changeDesk, { token: operator, conversations, change: { kind: 'state', act } });
  expect((await change('forward', bulk)).body).toMatchObject({ changed: 53, refused: [] });
  const closed = await change('staffClose', [...bulk.slice(0, 2), { account: shop.account, id: newId() }]);
  expect(closed.body).toMatchObject({ changed: 0 });
  expect(closed.body.refused).toHaveLength(3);
  setClock('2026-11-20T10:00:00Z');
});

test('a request whose term is for passing it on is in time once it is forwarded, one by one or many at once', async () => {
  const home = await customer();
  const topicId = 'voltage';
  const [told, first, second] = [await ask(home, { topicId }), await ask(home, { topicId }), await ask(home)];
  await reply(told, { text: 'Передали оператору мережі.', act: 'forward' });
  const conversations = [first, second].map(({ account, id }) => ({ account, id }));
  const change = { kind: 'state', act: 'forward' };
  await cabinet.post(changeDesk, { token: operator, conversations, change });
  const { rows } = await sql<{ id: string; isMet: boolean }>`
    select conversation_id as id, met_at is not null as "isMet" from portal.conversation_clock
    where account_number = ${home.account} and kind = 'legal'`.execute(cabinet.portalDb);
  const isMet = new Map(rows.map((row) => [row.id, row.isMet]));
  expect([told, first, second].map(({ id }) => isMet.get(id))).toEqual([true, true, false]);
});

test('two operators answer at once: one counts, the other is refused and the draft stays', async () => {
  const home = await customer();
  const ticket = await ask(home);
  const draft = 'Моя відповідь ще не готова';
  const { account, id } = ticket;
  await cabinet.post(saveDeskDraft, { token: colleague, account, id, text: draft, fileIds: [] });
  const answers = await Promise.all([
    reply(ticket, { text: 'Перша відповідь' }, operator),
    reply(ticket, { text: 'Друга відповідь' }, colleague),
  ]);
  const statuses = answers.map(({ httpStatus }) => httpStatus).sort();
  expect(statuses).toEqual([200, 409]);
  const refused = answers.find(({ httpStatus }) => httpStatus === 409);
  expect(refused?.body).toMatchObject({ code: 'support.answeredMeanwhile', details: { lastSeq: 2 } });
  const { ticket: seen } = (await cabinet.post(getTicket, { ...home, id: ticket.id })).body;
  expect(seen.messages.map(({ author }) => author)).toEqual(['customer', 'operator']);
  const winner = answers[0]?.httpStatus === 200 ? operator : colleague;
  if (winner === operator) expect((await open(ticket, colleague)).draft).toBe(draft);
  // The same answer sent again is stored once.
  const again = { lastSeenSeq: 2, act: 'staffMessage', clientId: newId() };
  for (const _ of [1, 2])
    expect((await reply(ticket, again, colleague)).body).toMatchObject({ status: 'success', seq: 3 });
  const other = await reply(ticket, { ...again, text: 'Інше' }, colleague);
  expect(other.body.code).toBe('common.requestReused');
  expect((await open(ticket, colleague)).draft).toBe('');
});

test('a template is filled for the customer; a place without a value blocks sending and is named', async () => {
  const ticket = await ask(await customer());
  const { templates } = (await cabinet.post(deskOptions, { token: operator })).body;
  expect(templates.map(({ templateId }) => templateId)).toContain('billRight');
  const asked = { token: operator, account: ticket.account, id: ticket.id };
  const { body } = await cabinet.post(fillDeskAnswer, { ...asked, templateId: 'received' });
  expect(body.text).toContain(ticket.account);
  expect(body.text).toContain('до 27.11.2026');
  // The sign-in has no name: that of the account's customer stands in, without the surname.
  expect(body.text).toMatch(/^Вітаємо, Customer \d+!/);
  expect(body.open).toEqual([]);
  await sql`update billing.customer set surname = '', name = '' where customer_id =
    (select customer_id from billing.account where account_number = ${ticket.account})
  `.execute(cabinet.billingDb);
  const nameless = (await cabinet.post(fillDeskAnswer, { ...asked, templateId: 'received' })).body;
  expect(nameless.open).toEqual(['ім’я']);
  const refused = await reply(ticket, { text: nameless.text });
  expect(refused.httpStatus).toBe(422);
  expect(refused.body).toMatchObject({ code: 'support.openPlaces', details: { names: ['ім’я'] } });
  expect(refused.body.message).toContain('ім’я');
  const unknown = await cabinet.post(fillDeskAnswer, { ...asked, templateId: 'nothing' });
  expect(unknown.httpStatus).toBe(404);
});

test('templates are added, changed in the revision that was read, and switched off, each with who did it', async () => {
  const token = await cabinet.signIn([], 'admin', ['content']);
  const all = async () => (await cabinet.post(listAnswerTemplates, { token })).body.templates;
  const shipped = (await all()).find(({ id }) => id === 'billRight');
  expect(shipped).toMatchObject({ topicId: 'billCheck', isActive: true, revision: 1, events: [] });
  const text = "Вітаємо, {{ ім'я }}! Рахунок {{рахунок}}.";
  const content = { title: 'Показання прийнято', topicId: null, text };
  const created = await cabinet.post(addAnswerTemplate, { token, ...content, requestId: newId() });
  const facts = { isActive: true, revision: 1, events: [{ kind: 'created' }] };
  expect(created.body.template).toMatchObject({ ...content, ...facts });
  const added = (await all()).at(-1);
  if (added === undefined) throw new Error('there is no template');
  expect(added.title).toBe(content.title);
  const wrong = { ...content, text: 'Ваш борг {{борг}} і {{посада}}' };
  for (const call of [addAnswerTemplate, changeAnswerTemplate]) {
    const payload = { token, ...wrong, requestId: newId(), id: added.id, isActive: true, revision: 1 };
    const { httpStatus, body } = await cabinet.post(call, payload);
    expect(outcomeOf({ httpStatus, body })).toBe('422 support.unknownVariable');
    expect(body.message).toContain('борг, посада');
  }
  const unknown = { token, ...content, topicId: 'nothing', requestId: newId() };
  expect((await cabinet.post(addAnswerTemplate, unknown)).httpStatus).toBe(404);

  const ticket = await ask(await customer(), { topicId: 'refund' });
  const filled = { token: operator, account: ticket.account, id: ticket.id, templateId: added.id };
  const filledText = (await cabinet.post(fillDeskAnswer, filled)).body.text;
  expect(filledText).toMatch(/^Вітаємо, Customer \d+! Рахунок \d{10}\.$/);

  const known = { id: added.id, isActive: true, revision: 1 };
  const change = (fields: object) =>
    cabinet.post(changeAnswerTemplate, { token, ...content, ...known, ...fields });
  const changed = await change({ title: 'Показання враховано' });
  expect(changed.body.template).toMatchObject({ title: 'Показання враховано', revision: 2 });
  expect(outcomeOf(await change({ title: 'Показання відхилено' }))).toBe('409 support.templateChanged');
  const off = await change({ title: 'Показання враховано', isActive: false, revision: 2 });
  expect(off.body.template.events.map(({ kind }) => kind)).toEqual(['switchedOff', 'changed', 'created']);
  const offered = async () =>
    (await cabinet.post(deskOptions, { token: operator })).body.templates.map(({ templateId }) => templateId);
  expect(await offered()).not.toContain(added.id);
  expect((await cabinet.post(fillDeskAnswer, filled)).httpStatus).toBe(404);
  await change({ title: 'Показання враховано', isActive: true, revision: 3 });
  expect(await offered()).toContain(added.id);
  expect((await change({ id: 'nothing' })).httpStatus).toBe(404);
  // What staff changed stays when the product brings its templates again.
  await seedAnswers(cabinet.portalDb);
  expect((await all()).find(({ id }) => id === added.id)?.revision).toBe(4);
});

test('a term is extended once, to 45 days at most and before its end, and the customer is told why', async () => {
  const home = await customer();
  const ticket = await ask(home, { topicId: 'refund', title: 'Повернути переплату' });
  const key = { account: ticket.account, id: ticket.id };
  expect((await open(ticket)).extension).toEqual({ from: '2026-12-22', to: '2027-01-04' });
  const wanted = { token: operator, ...key, reason: 'Чекаємо на відповідь банку', clientId: newId() };
  for (const to of ['2026-12-21', '2027-01-05']) {
    const refused = await cabinet.post(extendDesk, { ...wanted, to });
    expect(outcomeOf(refused)).toBe('422 support.extensionOutside');
    expect(refused.body.message).toContain('04.01.2027');
  }
  const blank = await cabinet.post(extendDesk, { ...wanted, to: '2027-01-04', reason: ' ' });
  expect(blank.httpStatus).toBe(400);
  for (const _ of [1, 2]) {
    const { body } = await cabinet.post(extendDesk, { ...wanted, to: '2027-01-04' });
    expect(body).toMatchObject({ status: 'success', dueOn: '2027-01-04', seq: 2 });
  }
  const after = await open(ticket);
  const term = { receivedOn: '2026-11-20', dueOn: '2027-01-04' };
  expect(after).toMatchObject({ extension: null, term, basis: 'Law 393/96, 20', state: 'inWork' });
  expect(after.events.filter(({ kind }) => kind === 'extended')).toMatchObject([
    { actor: 'operator', after: '04.01.2027', reason: wanted.reason },
  ]);
  const { ticket: seen } = (await cabinet.post(getTicket, { ...home, id: ticket.id })).body;
  expect(seen.dueOn).toBe('2027-01-04');
  expect(seen.messages.map(({ text }) => text)).toContain(
    `Строк розгляду звернення № ${ticket.number} продовжено: відповідь надамо до 04.01.2027. Причина: ${wanted.reason}`,
  );
  const { rows } = await sql`
    select from portal.conversation where conversation_id = ${ticket.id}::uuid and news is not null
      and term_days = 45 and term_unit = 'calendar' and extended_from = '2026-12-21'
  `.execute(cabinet.portalDb);
  expect(rows).toHaveLength(1);
  const codeOf = async (of: Key) => {
    const again = { ...wanted, account: of.account, id: of.id, clientId: newId(), to: '2026-12-30' };
    return (await cabinet.post(extendDesk, again)).body.code;
  };
  expect(await codeOf(ticket)).toBe('support.alreadyExtended');
  // A bill is checked in five days whatever happens.
  expect(await codeOf(await ask(await customer()))).toBe('support.notExtendable');
  const answered = await ask(await customer(), { topicId: 'refund' });
  await reply(answered);
  expect((await open(answered)).extension).toBeNull();
  expect(await codeOf(answered)).toBe('support.notPossible');
  const late = await ask(await customer(), { topicId: 'refund' });
  setClock('2026-12-22T10:00:00Z');
  operator = await cabinet.signIn([], 'admin', ['operator']);
  wanted.token = operator;
  expect((await open(late)).extension).toBeNull();
  expect(await codeOf(late)).toBe('support.extensionTooLate');
  setClock('2026-11-20T10:00:00Z');
  operator = await cabinet.signIn([], 'admin', ['operator']);
  // Another topic counts from the receipt, and may then be extended by its own rule.
  const moved = await cabinet.post(changeDeskTopic, { token: operator, ...key, topicId: 'instalments' });
  expect(moved.body.dueOn).toBe('2026-12-21');
  expect((await open(ticket)).extension).toEqual({ from: '2026-12-22', to: '2027-01-04' });
});

test('notes of the staff are in no answer to a customer', async () => {
  const home = await customer();
  const secret = 'СЕКРЕТ7351';
  const ticket = await ask(home);
  const text = `${secret} клієнт уже скаржився`;
  const note = { account: ticket.account, id: ticket.id, text, noteId: newId() };
  for (const _ of [1, 2]) await cabinet.post(noteAtDesk, { token: operator, ...note });
  const other = await ask(home, { title: 'Те саме ще раз' });
  const said = { ...home, text: 'Питання в чаті', fileIds: [], clientId: newId() };
  const chat = (await cabinet.post(sendChatMessage, said)).body.chat;
  await cabinet.post(noteAtDesk, { token: operator, ...note, id: chat.id, noteId: newId() });
  await cabinet.post(joinDesk, { token: operator, account: other.account, id: other.id, to: ticket.number });
  await reply(ticket);
  expect((await open(ticket)).notes).toMatchObject([{ text: note.text }]);
  expect((await open(other)).joinedTo).toMatchObject({ number: ticket.number });
  // Whatever a person may ask for in an account, with the ids of the conversations and the words of the note.
  const calls = allCalls.filter(
    ({ audience, accountField, path }) =>
      (audience === 'person' || audience === 'customer') &&
      accountField !== undefined &&
      path !== '/api/post-drop-objects',
  );
  expect(calls.map(({ path }) => path)).toEqual(
    expect.arrayContaining([getTicket.path, listTickets.path, listChatMessages.path, openChat.path]),
  );
  const namesOne = ({ input }: Call) =>
    ['id', 'conversationId'].some((name) => name in ((input._zod.def as { shape?: object }).shape ?? {}));
  for (const call of calls) {
    const { path } = call;
    for (const { id } of namesOne(call) ? [ticket, other, chat] : [ticket]) {
      const payload = { ...samplePayloads[path], ...home, id, conversationId: id, q: secret };
      const { body } = await cabinet.post(path, payload);
      expect(JSON.stringify(body), path).not.toContain(secret);
    }
  }
  const answers = await Promise.all([
    cabinet.post(getTicket, { ...home, id: ticket.id }),
    cabinet.post(getTicket, { ...home, id: other.id }),
    cabinet.post(listTickets, home),
    cabinet.post(listChatMessages, { ...home, id: chat.id }),
  ]);
  for (const { body } of answers) {
    expect(body.status).toBe('success');
    expect(JSON.stringify(body)).not.toContain(secret);
  }
});

test('assigning, transfer, topic and joining are events with who did it; the topic counts from the receipt', async () => {
  const home = await customer();
  const ticket = await ask(home);
  const key = { account: ticket.account, id: ticket.id };
  const { colleagues } = (await cabinet.post(deskOptions, { token: operator })).body;
  const to = colleagues.find(({ id }) => id !== undefined)?.id;
  setClock('2026-11-24T10:00:00Z');
  const later = await cabinet.signIn([], 'admin', ['operator']);
  const reason = 'Спеціаліст із перерахунків';
  const assign = { conversations: [key], change: { kind: 'assign', to }, reason };
  expect((await cabinet.post(changeDesk, { token: later, ...assign })).body.changed).toBe(1);
  const before = await open(ticket, later);
  expect(before).toMatchObject({ state: 'inWork', assignee: { id: to } });
  expect(before.topics.find(({ topicId }) => topicId === 'refund')?.dueOn).toBe('2026-12-21');
  const topic = { ...key, topicId: 'refund', reason: 'Про переплату' };
  expect((await cabinet.post(changeDeskTopic, { token: later, ...topic })).body.dueOn).toBe('2026-12-21');
  const after = await open(ticket, later);
  expect(after.term).toMatchObject({ receivedOn: '2026-11-20', dueOn: '2026-12-21' });
  const kinds = after.events.map(({ kind }) => kind);
  expect(kinds).toEqual(['opened', 'assigned', 'stateChanged', 'topicChanged']);
  expect(after.events[1]).toMatchObject({ actor: 'operator', reason });
  expect(after.events[3]?.after).not.toBe('');
  // A Friday from noon, a Monday and a Tuesday to noon, all of it in work.
  expect(after.internalMinutes).toBe((6 + 9 + 3) * 60);
  setClock('2026-11-20T10:00:00Z');
  const nobody = { kind: 'assign', to: newId() };
  const refused = await cabinet.post(changeDesk, { token: operator, conversations: [key], change: nobody });
  expect(refused.httpStatus).toBe(404);
  const foreign = await ask(await customer());
  const joined = await cabinet.post(joinDesk, { token: operator, ...key, to: foreign.number });
  expect(joined.body.code).toBe('support.notSameCustomer');
  const missing = await cabinet.post(joinDesk, { token: operator, ...key, to: 999_999 });
  expect(missing.httpStatus).toBe(404);
});

test('a joined conversation leaves the queue, is linked at the other, and comes back', async () => {
  const home = await customer();
  const [first, second, third] = [await ask(home), await ask(home), await ask(home)];
  const join = (key: Key, to: number | null) =>
    cabinet.post(joinDesk, { token: operator, account: key.account, id: key.id, to });
  await join(third, second.number);
  await join(second, first.number);
  const shownOf = async () =>
    (await list({ state: 'new' })).filter(({ account }) => account === home.account).map(({ id }) => id);
  expect(await shownOf()).toEqual([first.id]);
  expect((await open(first)).linked.map(({ number }) => number)).toEqual([second.number, third.number]);
  expect((await join(first, second.number)).httpStatus).toBe(404);
  await join(second, null);
  expect((await shownOf()).sort()).toEqual([first.id, second.id].sort());
});

test('search finds words in other forms, and a number before words', async () => {
  const home = await customer();
  const ticket = await ask(home, {
    topicId: 'voltage',
    title: 'Перерахунок за об’єктом',
    text: 'Просимо перерахувати напругу за червень, EIC 62Z1234567890123.',
  });
  const inOtherForms = ["об'єкти", 'перерахунки', 'напругою', 'ПЕРЕРАХУНКУ червня'];
  // Latin letters in a Cyrillic word, as a keyboard left in English makes them.
  for (const q of [...inOtherForms, 'нaпpyгoю', '62z1234567890123', '62Z12345'])
    expect([q, await found({ q })]).toEqual([q, expect.arrayContaining([ticket.id])]);
  expect((await list({ q: String(ticket.number) }))[0]?.id).toBe(ticket.id);
  expect((await list({ q: home.account })).map(({ id }) => id)).toEqual([ticket.id]);
  // Without the topic the 53 questions of a neighbouring account may fill the page.
  const { account } = home;
  expect(await found({ q: account.slice(0, 8), topicId: 'voltage' })).toContain(ticket.id);
  expect(await list({ q: 'жирафа' })).toEqual([]);
  expect(await list({ q: "'; drop table x; --" })).toEqual([]);
  expect(await list({ q: 'перерахунки', state: 'closed' })).toEqual([]);
  await sql`update portal.identity set phone = '+380671234567' where identity_id in
    (select identity_id from portal.identity_account where account_number = ${home.account})
  `.execute(cabinet.portalDb);
  for (const q of ['0671234567', '067 123-45-67', '+38 (067) 123 45 67', '380671234567'])
    expect([q, await found({ q })]).toEqual([q, [ticket.id]]);
});

test('search finds the conversations of a metering point by its EIC code, also in Cyrillic letters', async () => {
  const home = await customer();
  const ticket = await ask(home);
  const { rows } = await sql<{ eic: string }>`select eic_code as eic from billing.metering_point
    where account_number = ${home.account}`.execute(cabinet.billingDb);
  const eic = rows[0]?.eic ?? '';
  const cyrillic = eic.replace('X', 'Х').replace('A', 'А');
  for (const q of [eic, eic.toLowerCase(), ` ${eic.slice(0, 3)} ${eic.slice(3)}`, cyrillic])
    expect([q, await found({ q })]).toEqual([q, [ticket.id]]);
  expect(await list({ q: '62Z9999999999999' })).toEqual([]);
});

test('who else has it open and types is told, and forgotten after 45 seconds', async () => {
  const ticket = await ask(await customer());
  const key = { account: ticket.account, id: ticket.id };
  await cabinet.post(beAtDesk, { token: colleague, ...key, isTyping: true });
  const here = async () => (await cabinet.post(beAtDesk, { token: operator, ...key, isTyping: false })).body;
  expect(await here()).toMatchObject({ lastSeq: 1, others: [{ isTyping: true }] });
  setClock('2026-11-20T10:00:30Z');
  expect(await here()).toMatchObject({ others: [{ isTyping: false }] });
  setClock('2026-11-20T10:00:46Z');
  expect((await here()).others).toEqual([]);
  setClock('2026-11-20T10:00:00Z');
});

test('the card has the accounts of the customer, and its other conversations', async () => {
  const home = await customer();
  const [ticket, other] = [await ask(home), await ask(home, { title: 'Друге звернення' })];
  const { body } = await cabinet.post(deskCard, { token: operator, account: ticket.account, id: ticket.id });
  expect(body.customer).toMatchObject({ email: null });
  expect(body.contract?.holder).not.toBe('');
  expect(body.accounts).toMatchObject([{ account: home.account, due: '0.00' }]);
  expect(body.conversations.map(({ id }) => id)).toEqual([other.id]);
  const missing = await cabinet.post(deskCard, { token: operator, account: home.account, id: newId() });
  expect(missing.httpStatus).toBe(404);
});

test('saved filters are the own ones', async () => {
  const view = { name: 'Мої прострочені', search: { assignee: 'mine', overdue: 'yes' }, viewId: newId() };
  const save = (name: string, more: object = {}) =>
    cabinet.post(saveDeskView, { token: operator, name, search: {}, viewId: newId(), ...more });
  for (const _ of [1, 2])
    expect((await save(view.name, view)).body.views).toEqual([
      { id: view.viewId, name: view.name, search: view.search },
    ]);
  expect((await cabinet.post(deskOptions, { token: colleague })).body.views).toEqual([]);
  const drop = (token: string) => cabinet.post(dropDeskView, { token, viewId: view.viewId });
  expect((await drop(colleague)).httpStatus).toBe(404);
  expect((await drop(operator)).body.views).toEqual([]);
  for (let number = 0; number < 20; number += 1) await save(`Фільтр ${number}`);
  expect(outcomeOf(await save('Ще один'))).toBe('409 support.tooManyViews');
});

test('the customer answers, and the conversation waits for the staff again', async () => {
  const home = await customer();
  const ticket = await ask(home);
  await reply(ticket);
  expect((await open(ticket)).state).toBe('answered');
  const said = { text: 'Не згоден', fileIds: [], requestId: newId() };
  await cabinet.post(replyToTicket, { ...home, id: ticket.id, ...said });
  const row = (await list({ state: 'inWork' })).find(({ id }) => id === ticket.id);
  expect(row).toMatchObject({ state: 'inWork', isUnread: true, term: { dueOn: '2026-11-27' } });
  await open(ticket);
  expect((await list({ state: 'inWork' })).find(({ id }) => id === ticket.id)?.isUnread).toBe(false);
});
