import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { listChatMessages, openChat, sendChatMessage } from '#contract/conversations/chat.ts';
import { listTickets } from '#contract/conversations.ts';
import { replyAtDesk } from '#contract/desk.ts';
import { newId } from '#platform/uuid.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { seedTopics } from '../public.ts';

/** A Friday at noon in Kyiv, inside the hours. */
const noon = '2026-11-20T10:00:00Z';
let cabinet: TestApp;
let operator: string;

beforeAll(async () => {
  cabinet = await startTestApp(noon);
  await makeSupplier(cabinet.billingDb);
  await seedTopics(cabinet.portalDb);
  operator = await cabinet.signIn([], 'admin', ['operator']);
});
afterAll(() => cabinet.close());

interface Own {
  readonly token: string;
  readonly account: string;
}

async function customer(type: 'person' | 'entity' = 'person'): Promise<Own> {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  return { account, token: await cabinet.signIn([account], type) };
}

const send = (own: Own, change: object = {}) =>
  cabinet.post(sendChatMessage, {
    ...own,
    text: 'Чому рахунок більший?',
    fileIds: [],
    clientId: newId(),
    ...change,
  });
const open = async (own: Own) => (await cabinet.post(openChat, own)).body;
const read = async (own: Own, id: string, part: object = { after: 0 }) =>
  (await cabinet.post(listChatMessages, { ...own, id, ...part })).body;
const reply = ({ account }: Own, id: string, change: object = {}) =>
  cabinet.post(replyAtDesk, {
    token: operator,
    account,
    id,
    text: 'Зараз перевірю.',
    act: 'staffMessage',
    lastSeenSeq: 1_000_000,
    clientId: newId(),
    ...change,
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
  expect((await open(own)).messages.map(({ text }) => text)).toEqual([
    'Чому рахунок більший?',
    'Зараз перевірю.',
    'Дякую.',
  ]);
  expect((await cabinet.post(listTickets, own)).body.tickets).toEqual([]);
});
