import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  addDeskFile,
  beAtDesk,
  type DeskRow,
  deskCard,
  deskOptions,
  listDesk,
  noteAtDesk,
  type OpenedConversation,
  openDesk,
  replyAtDesk,
  saveDeskDraft,
} from '#contract/desk.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text } from '#web/features/desk/text.ts';
import { text as filesText } from '#web/lib/files/text.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { fakeTimers, passTime } from '#web/testing/pass-time.ts';
import { expectAlert, openPage, press, signInAsAdmin } from '#web/testing/render.tsx';

const path = '/cabinet/admin/management/desk';
const answered = { ...success, state: 'answered' } as const;
const idOf = (number: number) => `0199f000-0000-7000-8000-00000000${1000 + number}`;

const row = (number: number): DeskRow => ({
  account: '2390001111',
  id: idOf(number),
  number,
  kind: 'ticket',
  customerType: 'person',
  title: `Питання ${number}`,
  topicId: 'billCheck',
  topic: 'Перерахунок',
  responsible: 'supplier',
  state: 'new',
  term: { receivedOn: '2026-11-10', dueOn: '2026-11-17', daysLeft: -3, state: 'breached' },
  assignee: null,
  openedAt: '2026-11-10T10:00:00.000Z',
  lastMessageAt: '2026-11-10T10:00:00.000Z',
  waitingSince: '2026-11-10T10:00:00.000Z',
  answerBy: null,
  isUnread: number === 1,
});

const message = (seq: number, words: string) => ({
  seq,
  author: 'customer' as const,
  authorName: '',
  text: words,
  sentAt: '2026-11-10T10:00:00.000Z',
  files: [],
});

const acts: OpenedConversation['acts'] = ['take', 'askCustomer', 'forward', 'answer', 'staffMessage'];
const draftFile = {
  id: '0199f000-0000-7000-8000-000000000041',
  name: 'акт.pdf',
  kind: 'document',
  bytes: 1200,
  scan: 'clean',
} as const;

const openedOf = (of: DeskRow): OpenedConversation => ({
  ...of,
  customerName: 'Олена Коваль',
  phone: '+380501112233',
  subject: [],
  basis: 'NEURC 375, 4.3 (3)',
  internalMinutes: 90,
  messages: [],
  customerReadSeq: 0,
  customerDeliveredSeq: 0,
  notes: [],
  events: [],
  draft: 'Моя чернетка',
  draftFiles: [draftFile],
  linked: [],
  joinedTo: null,
  topics: [],
  extension: null,
  acts,
});

let messages = [message(1, 'Перевірте рахунок')];

const answerQueue = (rows: DeskRow[], asOf = '2026-11-20T10:00:00.000Z') =>
  answer(listDesk, () => ({ ...success, rows, next: null, isCut: false, asOf }));
const openFirst = () => openPage(`${path}?account=2390001111&id=${idOf(1)}`);

/** How long a sent answer is held. */
const holdMs = 5000;

beforeEach(() => {
  fakeTimers();
  messages = [message(1, 'Перевірте рахунок')];
  signInAsAdmin();
  leaveOtherCallsPending();
  answerQueue([row(1), row(2)]);
  answer(deskOptions, () => ({ ...success, topics: [], colleagues: [], templates: [], views: [] }));
  answer(deskCard, () => ({
    ...success,
    customer: {
      id: '0199f000-0000-7000-8000-0000000000c1',
      name: 'Коваль Олена',
      phone: '+380501112233',
      email: null,
    },
    contract: { holder: 'Коваль Петро', number: '2390001111/1', tariff: 'Побутовий' },
    accounts: [{ account: '2390001111', address: 'Київ', due: '125.40', overpaid: '0.00' }],
    readings: [],
    bills: [],
    payments: [],
    conversations: [],
  }));
  answer(beAtDesk, () => ({ ...success, others: [{ name: 'Ірина', isTyping: true }], lastSeq: 1 }));
  answer(saveDeskDraft, () => success);
  answer(openDesk, ({ id }) => {
    const conversation = { ...openedOf(row(id === idOf(1) ? 1 : 2)), messages };
    return { ...success, conversation };
  });
});

const queue = () => screen.findByRole('list', { name: text.queue });

test('J and K go through the queue in any layout, Enter opens, Escape goes back step by step; ? lists the keys', async () => {
  const user = await openPage(path);
  const rows = within(await queue()).getAllByRole('button');
  expect(rows[0]?.textContent).toContain('прострочено на 3 дні');
  await user.keyboard('[KeyJ]');
  expect(document.activeElement).toBe(rows[0]);
  await user.keyboard('[KeyJ]');
  expect(document.activeElement).toBe(rows[1]);
  await user.keyboard('[KeyK]{Enter}');
  await screen.findByRole('heading', { level: 2, name: 'Питання 1' });
  await user.keyboard('[KeyR]');
  const field = await screen.findByLabelText(text.replyLabel);
  await expect.poll(() => document.activeElement).toBe(field);
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(field);
  await user.keyboard('{Escape}');
  await screen.findByText(text.choose);
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: text.keys });
});

test('X selects, and A and S are then about the selected ones', async () => {
  const user = await openPage(path);
  await queue();
  await user.keyboard('[KeyJ][KeyX][KeyJ][KeyX]');
  await screen.findByText('Позначено 2 звернення');
  await user.keyboard('[KeyA]');
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByLabelText(text.assignTo);
});

test('an answer that came too late is refused, stays in its field, and the newer message is shown', async () => {
  answer(replyAtDesk, () => {
    messages = [...messages, message(2, 'Ще одне питання')];
    return failure('support.answeredMeanwhile', {}, { lastSeq: 2 });
  });
  const user = await openFirst();
  const field = await screen.findByLabelText<HTMLTextAreaElement>(text.replyLabel);
  expect(field.value).toBe('Моя чернетка');
  const send = async () => {
    await press(user, text.send);
    await passTime(holdMs);
  };
  await send();
  await expectAlert(formatMessage('support.answeredMeanwhile'));
  await screen.findByText('Ще одне питання');
  expect(field.value).toBe('Моя чернетка');
  answer(replyAtDesk, () => ({ ...answered, seq: 3 }));
  await send();
  await screen.findByText(text.sent);
  expect(payloadsOf(replyAtDesk).map(({ lastSeenSeq }) => lastSeenSeq)).toEqual([1, 2]);
  expect(field.value).toBe('');
});

test('a sent answer is held for five seconds: Escape takes it back, another conversation sends it at once, with its files', async () => {
  answer(replyAtDesk, () => ({ ...answered, seq: 2 }));
  answer(addDeskFile, () => ({
    ...success,
    file: { ...draftFile, id: '0199f000-0000-7000-8000-000000000042', name: 'лист.pdf' },
  }));
  const user = await openFirst();
  const field = await screen.findByLabelText<HTMLTextAreaElement>(text.replyLabel);
  screen.getByText('акт.pdf');
  await user.upload(
    screen.getByLabelText(filesText.addFile),
    new File(['%PDF-'], 'лист.pdf', { type: 'application/pdf' }),
  );
  await screen.findByText('лист.pdf');
  const send = () => press(user, text.send);
  await send();
  await screen.findByText(text.held);
  await passTime(holdMs - 1000);
  expect(field.closest('fieldset')?.disabled).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.queryByText(text.held)).toBeNull();
  expect(field.value).toBe('Моя чернетка');
  expect(payloadsOf(replyAtDesk)).toEqual([]);
  const fileIds = [draftFile.id, '0199f000-0000-7000-8000-000000000042'];
  await expect.poll(() => payloadsOf(saveDeskDraft).at(-1)).toMatchObject({ text: 'Моя чернетка', fileIds });
  await send();
  await screen.findByText(text.held);
  await user.click(within(await queue()).getByRole('button', { name: /Питання 2/ }));
  await expect.poll(() => payloadsOf(replyAtDesk)).toMatchObject([{ text: 'Моя чернетка', fileIds }]);
});

test('an open place of a template blocks sending and is named', async () => {
  answer(replyAtDesk, () => ({ ...answered, seq: 2 }));
  const user = await openFirst();
  const field = await screen.findByLabelText(text.replyLabel);
  await user.clear(field);
  await user.click(field);
  await user.paste('Вітаємо, {{ім’я}}!');
  screen.getByText(/Не заповнено: ім’я/);
  await press(user, text.send);
  expect(payloadsOf(replyAtDesk)).toEqual([]);
});

test('a note has a composer of its own, and goes by its own call', async () => {
  answer(noteAtDesk, () => success);
  const user = await openFirst();
  await screen.findByLabelText(text.replyLabel);
  await press(user, text.noteTab);
  await user.type(screen.getByLabelText(text.noteLabel), 'Дзвонив двічі');
  await press(user, text.addNote);
  await screen.findByText(text.noteAdded);
  expect(payloadsOf(noteAtDesk)).toMatchObject([{ text: 'Дзвонив двічі' }]);
  expect(payloadsOf(replyAtDesk)).toEqual([]);
});

test('who else is there, and what the customer owes, stand beside', async () => {
  await openFirst();
  await screen.findByText('Зараз тут: Ірина пише');
  await screen.findByText(/125,40/);
  screen.getByText('Договір на Коваль Петро');
  screen.getByText('Підстава: НКРЕКП № 375, п. 4.3 (3)');
});

test('a chat says that it is one and by when it is to be answered; its answer goes at once', async () => {
  const ofChat = { kind: 'chat', topicId: null, topic: '', term: null } as const;
  const chat = { ...row(2), ...ofChat, answerBy: '2026-11-10T10:05:00.000Z' };
  answerQueue([chat], '2026-11-10T10:00:00.000Z');
  const answerOfStaff = { ...message(2, 'Зараз гляну'), author: 'operator' as const, authorName: 'Ірина' };
  const marks = { customerReadSeq: 1, customerDeliveredSeq: 2, draft: '', draftFiles: [] };
  const opened = { ...openedOf(chat), messages: [...messages, answerOfStaff], ...marks };
  answer(openDesk, () => ({ ...success, conversation: opened }));
  answer(replyAtDesk, () => ({ ...answered, seq: 3 }));
  const user = await openPage(`${path}?account=2390001111&id=${idOf(2)}`);
  const [shown] = within(await queue()).getAllByRole('button');
  expect(shown?.textContent).toContain('№ 2 · чат');
  expect(shown?.textContent).toContain('мали відповісти до 12:05');
  await screen.findByText(/Клієнт отримав/);
  await user.type(await screen.findByLabelText(text.replyLabel), 'Усе гаразд');
  await press(user, text.send);
  await screen.findByText(text.sent);
  expect(payloadsOf(replyAtDesk)).toMatchObject([{ text: 'Усе гаразд', act: 'answer', lastSeenSeq: 2 }]);
});
