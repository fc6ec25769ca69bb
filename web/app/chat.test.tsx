import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import {
  type ChatData,
  type ChatMessageData,
  endChat,
  listChatMessages,
  markChat,
  openChat,
  sendChatMessage,
} from '#contract/conversations/chat.ts';
import { addTicketFile, type ConversationData, rateTicket } from '#contract/conversations.ts';
import { noAccount } from '#contract/fields.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text as buttonText } from '#web/features/conversations/chat/button-text.ts';
import { useChatOutbox } from '#web/features/conversations/chat/chat-outbox.ts';
import { text } from '#web/features/conversations/chat/text.ts';
import { text as ticketText } from '#web/features/conversations/text.ts';
import { text as fileText } from '#web/lib/files/text.ts';
import * as live from '#web/lib/query/live.ts';
import type { DeviceDatabase } from '#web/offline/device-database.ts';
import * as deviceDatabases from '#web/offline/device-database.ts';
import { useSeen } from '#web/offline/seen-data.ts';
import { currentSession, signedIn, useSessionStore } from '#web/session/session-store.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { conversationFixture } from '#web/testing/fixtures/conversation-fixture.ts';
import { balanceFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { fakeTimers, passTime } from '#web/testing/pass-time.ts';
import {
  expectAlert,
  openPage,
  press,
  signInAsAdmin,
  signInAsEntityOfTwo,
  signInAsPerson,
} from '#web/testing/render.tsx';
import { text as layoutText } from './layouts/text.ts';

/** The disk of the device, which outlives a page. */
const rows = new Map<string, { id: string; owner: string }>();
const seen = new Map<string, object>();
const others = new Map<string, object>();

const ofOwner = async (owner: string) =>
  structuredClone([...rows.values()].filter((row) => row.owner === owner));
const storeOf = (kept: Map<string, object>) => ({
  get: async (id: string) => kept.get(id),
  put: async (row: { id?: string; name?: string }) =>
    kept.set(row.id ?? row.name ?? '', structuredClone(row)),
  delete: async (id: string) => kept.delete(id),
  index: () => ({ getAll: ofOwner }),
});
const database = {
  transaction: (name: string) => ({
    store: storeOf(name === 'messages-waiting' ? (rows as Map<string, object>) : others),
    done: Promise.resolve(),
  }),
  getAllFromIndex: (name: string, _index: string, owner: string) =>
    name === 'messages-waiting' ? ofOwner(owner) : Promise.resolve([]),
  get: async (name: string, key: unknown) => (name === 'seen' ? seen.get(String(key)) : undefined),
  getAll: async () => [],
  getAllKeys: async () => [],
  count: async () => 0,
  put: async (name: string, row: { session?: string; key?: string }) => {
    if (name === 'seen') seen.set(`${row.session},${row.key}`, structuredClone(row));
  },
  delete: async (_name: string, id: string) => rows.delete(id),
  clear: async () => undefined,
} as unknown as DeviceDatabase;

const chat: ChatData = {
  id: '0199f000-0000-7000-8000-000000000021',
  account: '2390001111',
  state: 'inWork',
  lastSeq: 2,
  customerDeliveredSeq: 1,
  customerReadSeq: 1,
  staffDeliveredSeq: 1,
  staffReadSeq: 1,
  ticket: null,
};
const open = { isOpen: true, opensAt: null, closesAt: '2026-11-26T16:00:00.000Z', answerMinutes: 5 };
const closed = { isOpen: false, opensAt: '2026-11-27T07:00:00.000Z', closesAt: null, answerMinutes: 5 };
const message = (seq: number, author: ChatMessageData['author'], words: string): ChatMessageData => ({
  seq,
  author,
  text: words,
  sentAt: `2026-11-26T10:${String(seq % 60).padStart(2, '0')}:00.000Z`,
  operatorName: author === 'operator' ? 'Оксана' : '',
  files: [],
});
const two = [message(1, 'customer', 'Чому така сума?'), message(2, 'operator', 'Перевіряю <b>рахунок</b>.')];
const page = '/cabinet/person/bills';
/** The button of the header, with what it says of messages. */
const chatButton = new RegExp(`^${buttonText.chat}(,|$)`);

/** What the server has; the calls of the chat work on it. */
let server: { chat: ChatData | null; messages: ChatMessageData[] };

beforeEach(() => {
  fakeTimers();
  // Not a mock of the module: another file of the same worker may have loaded it before.
  vi.spyOn(deviceDatabases, 'withDeviceDatabase').mockImplementation((work) => work(database));
  rows.clear();
  seen.clear();
  useSeen.setState({ shown: [] });
  useChatOutbox.setState({ messages: undefined, isSending: false });
  server = { chat, messages: two };
  leaveOtherCallsPending();
  answer(openChat, () => ({ ...success, ...server, hours: open }));
  answer(markChat, () => success);
});

// A message on its way would never have its answer, and the next ones of the worker wait for it.
afterEach(() => waitFor(() => expect(useChatOutbox.getState().isSending).toBe(false)));

function takeMessages(hours = open): void {
  answer(sendChatMessage, ({ text: words }) => {
    const seq = (server.messages.at(-1)?.seq ?? 0) + 1;
    const sent = message(seq, 'customer', words);
    server = { chat: { ...(server.chat ?? chat), lastSeq: seq }, messages: [...server.messages, sent] };
    return { ...success, chat: server.chat as ChatData, seq, sentAt: sent.sentAt, hours, message: null };
  });
}

type MessagesAsked = Parameters<Parameters<typeof answer<typeof listChatMessages>>[1]>[0];

/** Answers the messages, of these or of those of the server, that were asked for. */
const answerMessages = (
  isAsked: (message: ChatMessageData, asked: MessagesAsked) => boolean,
  messages?: readonly ChatMessageData[],
) =>
  answer(listChatMessages, (asked) => ({
    ...success,
    chat: server.chat as ChatData,
    messages: (messages ?? server.messages).filter((one) => isAsked(one, asked)),
  }));

/** The chat comes when the page has had a second for its own data. */
async function button(): Promise<HTMLElement> {
  await passTime(1000);
  return screen.findByRole('button', { name: chatButton });
}

async function openWindow(user: UserEvent): Promise<ReturnType<typeof within>> {
  await user.click(await button());
  return within(await screen.findByRole('dialog', { name: text.title }));
}

async function openChatWindow() {
  const user = await openPage(page);
  return { user, shown: await openWindow(user) };
}

async function write(user: UserEvent, words: string): Promise<void> {
  await user.type(await screen.findByRole('textbox', { name: ticketText.reply }), words);
  await press(user, ticketText.send);
}

const log = async () => within(await screen.findByRole('log'));

test.each([
  ['an entity', signInAsEntityOfTwo, '/cabinet/entity/bills'],
  ['staff', signInAsAdmin, '/cabinet/admin'],
])('%s has no chat', async (_, signIn, path) => {
  signIn();
  await openPage(path);
  await passTime(10_000);
  expect(screen.queryByRole('button', { name: chatButton })).toBeNull();
  expect(payloadsOf(openChat)).toEqual([]);
});

test.each([
  '/cabinet/person/settings/account',
  '/cabinet/person/add-apart',
  '/cabinet/person/directory/laws',
])('the chat of the chosen account is on %s', async (path) => {
  signInAsPerson();
  await openPage(path);
  expect(await button()).toBeTruthy();
  expect(payloadsOf(openChat)).toMatchObject([{ account: currentSession().person.account }]);
});

test('a person without an object has a chat that belongs to no account', async () => {
  server = { chat: null, messages: [] };
  signInAsPerson();
  useSessionStore.setState(({ person }) => ({ person: { ...person, account: '', accounts: [] } }));
  takeMessages();
  const user = await openPage('/cabinet/person/add-apart');
  expect(await button()).toBeTruthy();
  expect(payloadsOf(openChat)).toMatchObject([{ account: noAccount }]);
  const shown = await openWindow(user);
  await user.type(shown.getByRole('textbox'), 'Код з рахунку не підходить{Enter}');
  await waitFor(() => expect(payloadsOf(sendChatMessage)).toMatchObject([{ account: noAccount }]));
});

test('a chat that was begun without an object continues under its own account once there is one', async () => {
  server = { chat: { ...chat, account: noAccount }, messages: two };
  signInAsPerson();
  takeMessages();
  const user = await openPage(page);
  await passTime(1000);
  await waitFor(() => expect(payloadsOf(markChat)).toMatchObject([{ account: noAccount, id: chat.id }]));
  expect(payloadsOf(openChat)).toMatchObject([{ account: currentSession().person.account }]);
  const shown = await openWindow(user);
  await shown.findByText('Чому така сума?');
  await user.type(shown.getByRole('textbox'), 'Об’єкт уже додано{Enter}');
  await waitFor(() => expect(payloadsOf(sendChatMessage)).toMatchObject([{ account: noAccount }]));
});

test('the button counts what is new; the open window shows both sides as text, names the operator and marks what was seen', async () => {
  signInAsPerson();
  const user = await openPage(page);
  await button();
  await screen.findByRole('button', { name: `${buttonText.chat}, 1 нове повідомлення` });
  await waitFor(() => expect(payloadsOf(markChat)).toMatchObject([{ delivered: 2, read: 1 }]));
  await openWindow(user);
  const shown = await log();
  const said = await shown.findByText('Перевіряю <b>рахунок</b>.');
  expect(said.closest('li')?.textContent).toContain('Оператор Оксана');
  shown.getByText(text.marks.read);
  await waitFor(() => expect(payloadsOf(markChat).at(-1)).toMatchObject({ delivered: 2, read: 2 }));
  await waitFor(async () => expect((await button()).textContent).toBe(buttonText.chat));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await button());
});

test('marks say how far own messages have come, once for all that have come as far', async () => {
  server = {
    chat: { ...chat, lastSeq: 4, staffDeliveredSeq: 3, staffReadSeq: 2 },
    messages: [1, 2, 3, 4].map((seq) => message(seq, 'customer', `Слово ${seq}`)),
  };
  signInAsPerson();
  await openChatWindow();
  const items = (await log()).getAllByText(/^Слово/).map((words) => words.closest('li')?.textContent ?? '');
  const { read, delivered, sent } = text.marks;
  const all = [read, delivered, sent];
  const marks = items.map((item) => all.filter((mark) => item.includes(mark)));
  expect(marks).toEqual([[], [read], [delivered], [sent]]);
});

/** A person whose cabinet is known: what they write is kept on the device. */
function signInAs(userId: string, accounts: readonly string[] = ['2390001111']): void {
  const user = { token: userId, userId, expires: '2099-01-01T00:00:00.000Z', phone: '', email: '' };
  const place = { address: 'вул. Садова, 1', objectName: '', greenTarif: false, placeId: 'place' };
  signedIn(
    { ...user, type: 'person', account: accounts[0] ?? '', partner: '' },
    accounts.map((account) => ({ account, ...place })),
  );
}

test('what is written without a network waits in order, is unseen under another sign-in and is sent once', async () => {
  signInAs('olena');
  const { user } = await openChatWindow();
  answer(sendChatMessage, () => 'offline');
  await write(user, 'Перше');
  await write(user, 'Друге');
  await waitFor(async () => expect((await log()).getAllByText(text.waits)).toHaveLength(2));
  expect([...rows.values()]).toMatchObject([{ text: 'Перше' }, { text: 'Друге' }]);

  act(() => signInAs('petro'));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(useChatOutbox.getState().messages).toEqual([]));
  expect(payloadsOf(sendChatMessage).every(({ text: words }) => words === 'Перше')).toBe(true);

  takeMessages();
  act(() => signInAs('olena'));
  await passTime(1000);
  await waitFor(() => expect(rows.size).toBe(0));
  const sent = payloadsOf(sendChatMessage);
  expect(sent.slice(-2).map(({ text: words }) => words)).toEqual(['Перше', 'Друге']);
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2);
  expect(server.messages.map(({ text: words }) => words).slice(2)).toEqual(['Перше', 'Друге']);
});

test('what waits is on a new page, and can be taken back', async () => {
  rows.set('0199f000-0000-7000-8000-000000000031', {
    id: '0199f000-0000-7000-8000-000000000031',
    owner: 'olena',
    ...{ account: '2390001111', text: 'Ще з учора', files: [], writtenAt: 1 },
  });
  answer(sendChatMessage, () => 'offline');
  signInAs('olena');
  const { user } = await openChatWindow();
  expect((await (await log()).findByText('Ще з учора')).closest('li')?.textContent).toContain(text.waits);
  await press(user, text.remove);
  await waitFor(() => expect(screen.queryByText('Ще з учора')).toBeNull());
  expect(rows.size).toBe(0);
});

test('a new page without an answer shows the messages that the device kept, also what was sent after the last answer', async () => {
  signInAsPerson();
  takeMessages();
  const { user } = await openChatWindow();
  await write(user, 'Дякую, чекаю.');
  await waitFor(() => expect(JSON.stringify([...seen.values()])).toContain('Дякую, чекаю.'));
  cleanup();

  answer(openChat, () => 'offline');
  await openChatWindow();
  const shown = await log();
  await shown.findByText('Перевіряю <b>рахунок</b>.');
  shown.getByText('Дякую, чекаю.');
  await screen.findByText(text.stale);
  expect(screen.queryByText(/На зв’язку/)).toBeNull();
});

test('a refused message says why; sent again it is another one', async () => {
  signInAs('olena');
  const { user } = await openChatWindow();
  answer(sendChatMessage, () => failure('common.requestReused'));
  await write(user, 'Добрий день');
  await screen.findByText(new RegExp(formatMessage('common.requestReused').slice(0, 20)));
  takeMessages();
  await press(user, text.again);
  await waitFor(() => expect(server.messages).toHaveLength(3));
  await waitFor(() => expect(screen.queryByRole('button', { name: text.again })).toBeNull());
  expect(new Set(payloadsOf(sendChatMessage).map(({ clientId }) => clientId)).size).toBe(2);
});

test('a device that keeps nothing sends at once, and keeps the words in the field when it cannot', async () => {
  signInAsPerson();
  const { user } = await openChatWindow();
  answer(sendChatMessage, () => 'offline');
  await write(user, 'Без сховища');
  await screen.findByText(formatMessage('common.network'));
  takeMessages();
  await press(user, ticketText.send);
  await waitFor(() => expect(server.messages).toHaveLength(3));
  expect(new Set(payloadsOf(sendChatMessage).map(({ clientId }) => clientId)).size).toBe(1);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: ticketText.reply }).value).toBe('');
});

test('outside the hours it says when somebody answers, and which ticket a message became', async () => {
  server = { chat: null, messages: [] };
  answer(openChat, () => ({ ...success, ...server, hours: closed }));
  signInAs('olena');
  const { user, shown } = await openChatWindow();
  await shown.findByText(/відповімо .* з 9:00/);
  shown.getByText(text.empty);
  answer(sendChatMessage, ({ text: words }) => {
    const sent = message(1, 'customer', words);
    const note = message(2, 'system', 'Звернення № 1042 зареєстровано. Відповідь надамо до 27.11.2026.');
    const ticket = { number: 1042, dueOn: '2026-11-27' };
    server = { chat: { ...chat, customerReadSeq: 1, ticket }, messages: [sent, note] };
    const answered = { seq: 1, sentAt: sent.sentAt, hours: closed, message: note.text };
    return { ...success, chat: server.chat as ChatData, ...answered };
  });
  answerMessages(({ seq }, { after = 0 }) => seq > after);
  await write(user, 'Уночі');
  await shown.findByText('Звернення № 1042, відповідь до 27.11.2026.', { exact: false });
  await shown.findByText(/№ 1042 зареєстровано/);
  expect(shown.getByRole('link', { name: text.toTicket }).getAttribute('href')).toContain(chat.id);
});

test('the cabinet answers at once what is asked by a button, and says that it is no operator', async () => {
  answer(personBalance, () => ({
    ...success,
    balance: { ...balanceFixture, debet: '432.50', inTransit: '100.00', inTransitUntil: '2026-11-27' },
  }));
  signInAsPerson();
  const { user, shown } = await openChatWindow();
  await user.click(shown.getByRole('button', { name: text.quickNames.balance }));
  const sum = await shown.findByText(/432,50/);
  expect(sum.closest('li')?.textContent).toContain(text.cabinet);
  expect(sum.closest('li')?.textContent).toContain(text.onlyYou);
  await shown.findByText(/100,00/);
  for (const name of ['pay', 'reading', 'document'] as const)
    await user.click(shown.getByRole('button', { name: text.quickNames[name] }));
  const reading = shown.getByRole('link', { name: text.giveReading });
  expect(reading.getAttribute('href')).toBe('/cabinet/person/indication');
  expect(shown.getByRole('link', { name: text.toBills }).getAttribute('href')).toBe(page);
  expect(shown.getByRole('link', { name: text.toDocuments }).getAttribute('href')).toContain('/docs/');
  expect(payloadsOf(sendChatMessage)).toEqual([]);
});

test('earlier messages come above; a failed load keeps the field and is tried again', async () => {
  answer(openChat, () => failure('common.serviceDown'));
  signInAsPerson();
  const { user } = await openChatWindow();
  // Reads are tried again before they fail.
  await passTime(5000);
  await screen.findByText(text.failed);
  screen.getByRole('textbox', { name: ticketText.reply });
  const all = [1, 2, 3, 4].map((seq) => message(seq, 'operator', `Відповідь ${seq}`));
  server = { chat: { ...chat, lastSeq: 4 }, messages: all.slice(2) };
  answer(openChat, () => ({ ...success, ...server, hours: open }));
  answerMessages(({ seq }, { before = 0 }) => seq < before, all);
  await user.click((await log()).getByRole('button'));
  await press(user, text.earlier);
  await waitFor(async () => expect((await log()).getAllByText(/^Відповідь \d/)).toHaveLength(4));
  expect(payloadsOf(listChatMessages)).toMatchObject([{ before: 3 }]);
  expect(screen.queryByRole('button', { name: text.earlier })).toBeNull();
});

test('a photo is shown before it is sent, a refused one says why, and a message may be a photo alone', async () => {
  signInAs('olena');
  const { user } = await openChatWindow();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  const input = await screen.findByLabelText<HTMLInputElement>(text.addPhoto);
  const photo = new File(['jpeg'], 'лічильник.jpg', { type: 'image/jpeg' });
  answer(addTicketFile, () => failure('support.fileRefused', { types: 'JPEG', size: 10 }));
  await user.upload(input, photo);
  await expectAlert('не можна додати');
  const file = { name: photo.name, kind: 'image' as const, bytes: 4, scan: 'clean' as const };
  const id = '0199f000-0000-7000-8000-000000000041';
  answer(addTicketFile, () => ({ ...success, file: { id, ...file } }));
  await user.upload(input, photo);
  const chosen = await screen.findByRole('list', { name: fileText.files });
  await waitFor(() => expect(chosen.querySelector('img')?.getAttribute('src')).toBe('blob:photo'));
  takeMessages();
  await press(user, ticketText.send);
  await expect
    .poll(() => payloadsOf(sendChatMessage))
    .toMatchObject([{ text: text.fileOnly, fileIds: [id] }]);
});

test('the entry of the navigation opens the chat, on each page that has a navigation', async () => {
  signInAsPerson();
  const user = await openPage(page);
  await button();
  await press(user, text.title);
  await screen.findByRole('dialog', { name: text.title });
  await press(user, text.close);
  await user.click(screen.getByRole('link', { name: layoutText.indication }));
  await passTime(1000);
  const entries = await screen.findAllByRole('button', { name: text.title });
  expect(entries.map((entry) => entry.closest('nav')?.getAttribute('aria-label'))).toEqual([
    layoutText.sections,
  ]);
});

test('an ended chat says so, is rated once, and the next message begins another', async () => {
  signInAsPerson();
  const { user, shown } = await openChatWindow();
  await shown.findByText(/Перевіряю/);
  answer(endChat, () => {
    server = { chat: null, messages: [] };
    return { ...success, chat: { ...chat, state: 'closed' as const } };
  });
  await user.click(shown.getByRole('button', { name: text.end }));
  await shown.findByText(text.ended);
  shown.getByText(/Перевіряю/);
  answer(rateTicket, () => ({ ...success, ticket: rated }));
  await user.click(shown.getByRole('radio', { name: ticketText.marks[5] }));
  await user.click(shown.getByRole('radio', { name: ticketText.yes }));
  await user.click(shown.getByRole('button', { name: ticketText.rate }));
  await shown.findByText(text.rated);
  expect(payloadsOf(rateTicket)).toMatchObject([{ id: chat.id, mark: 5, isSolved: true }]);
});

const ended = { account: '2390001112', id: chat.id, state: 'closed', messages: two } as const;
const rated: ConversationData = { ...conversationFixture, ...ended, rating: { mark: 5, isSolved: true } };

test('the chat of another account takes the place of the open one', async () => {
  signInAs('olena', ['2390001111', '2390001112']);
  const { user, shown } = await openChatWindow();
  await shown.findByText(/Перевіряю/);
  await user.type(shown.getByRole('textbox', { name: ticketText.reply }), 'Про перший');
  server = { chat: null, messages: [] };
  act(() => {
    const { person } = currentSession();
    useSessionStore.setState({ person: { ...person, account: '2390001112' } });
  });
  await waitFor(() => expect(payloadsOf(openChat).at(-1)).toMatchObject({ account: '2390001112' }));
  await screen.findByText(text.empty);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: ticketText.reply }).value).toBe('');
});

const newer = message(3, 'operator', 'Перевірила: усе правильно.');
const liveState = {
  ...{ lastSeq: 3, state: 'inWork', customerTypedAt: null, staffTypedAt: null },
  ...{ customerDeliveredSeq: 2, customerReadSeq: 2, staffDeliveredSeq: 3, staffReadSeq: 3 },
};

test('a message whose read failed comes before the usual refetch', async () => {
  let state: typeof liveState | undefined;
  let render = () => {};
  const subscribe = (listener: () => void) => {
    render = listener;
    return () => {};
  };
  vi.spyOn(live, 'useLiveSubject').mockImplementation(() => useSyncExternalStore(subscribe, () => state));
  signInAsPerson();
  await openChatWindow();
  answer(listChatMessages, () => 'offline');
  server = { chat: { ...chat, lastSeq: 3 }, messages: [...two, newer] };
  answer(openChat, () => ({ ...success, ...server, hours: open }));
  act(() => {
    state = liveState;
    render();
  });
  await (await log()).findByText(newer.text, undefined, { timeout: 15_000 });
});

test('an answer that was read before the live state came hides no message', async () => {
  vi.spyOn(live, 'useLiveSubject').mockReturnValue(liveState);
  answer(listChatMessages, ({ after = 0 }) => ({
    ...success,
    chat: { ...chat, lastSeq: 3 },
    messages: [...two, newer].filter(({ seq }) => seq > after),
  }));
  signInAsPerson();
  await openChatWindow();
  await (await log()).findByText(newer.text);
  const count = payloadsOf(openChat).length;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(payloadsOf(openChat).length).toBeGreaterThan(count));
  await passTime(1000);
  await (await log()).findByText(newer.text);
});
