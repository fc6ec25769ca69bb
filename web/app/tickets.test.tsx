import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  addTicketFile,
  type ConversationData,
  createTicket,
  getTicket,
  listTickets,
  markTicketRead,
  rateTicket,
  replyToTicket,
  type TicketData,
  ticketForm,
} from '#contract/conversations.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text } from '#web/features/conversations/text.ts';
import { text as filesText } from '#web/lib/files/text.ts';
import * as live from '#web/lib/query/live.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { conversationFixture, ticketFixture } from '#web/testing/fixtures/conversation-fixture.ts';
import { fakeTimers, passTime } from '#web/testing/pass-time.ts';
import { expectAlert, openPage, press, signInAsPerson } from '#web/testing/render.tsx';

const script = '<img src=x onerror="alert(1)"> <b>жирне</b>';
const ticket: TicketData = { ...ticketFixture, title: `Рахунок ${script}` };
const file = {
  id: '0199f000-0000-7000-8000-000000000009',
  name: `рахунок${script}.pdf`,
  kind: 'document' as const,
  bytes: 2048,
  scan: 'clean' as const,
};
const opened: ConversationData = {
  ...conversationFixture,
  ...ticket,
  subject: [{ label: 'Місяць рахунка', value: '10.2026' }],
  receivedOn: '2026-11-20',
  basis: 'NEURC 375, 4.3 (3)',
  messages: [
    { seq: 1, author: 'customer', text: `Питання ${script}`, sentAt: ticket.openedAt, files: [file] },
    { seq: 2, author: 'operator', text: 'Перерахували.', sentAt: ticket.lastMessageAt, files: [] },
  ],
  history: [
    { at: ticket.openedAt, state: 'new' },
    { at: ticket.lastMessageAt, state: 'answered' },
  ],
  canClose: true,
};
const topic = {
  topicId: 'billCheck',
  title: 'Перерахунок',
  hint: 'Перевіримо суму.',
  responsible: 'supplier' as const,
  fields: [{ name: 'period', kind: 'period' as const, label: 'Місяць рахунка', isRequired: true }],
  documents: ['фото лічильника'],
  dueOn: '2026-11-27',
  openTicket: null,
};
const broken = {
  ...topic,
  topicId: 'meterBroken',
  title: 'Лічильник не працює',
  responsible: 'operator' as const,
  fields: [{ name: 'meter', kind: 'meter' as const, label: 'Номер лічильника', isRequired: true }],
  openTicket: { id: ticket.id, number: 1042 },
};
const operator = { name: 'АТ «Обленерго»', phone: '0 800 500 501' };
const known = { meters: ['00123', '00456'], lastPeriod: '2026-10', operator };
const form = { ...success, topics: [topic, broken], ...known };
const path = '/cabinet/person/tickets';
const openTicket = () => openPage(`${path}?ticket=${ticket.id}`);

function start(tickets: readonly TicketData[] = [ticket]): void {
  signInAsPerson();
  leaveOtherCallsPending();
  answer(listTickets, () => ({ ...success, tickets: [...tickets], next: null }));
  answer(getTicket, () => ({ ...success, ticket: opened }));
  answer(ticketForm, () => form);
  answer(markTicketRead, () => success);
}

test('an answered ticket says so, shows markup as text and is marked read once', async () => {
  start();
  const user = await openPage(path);
  const list = await screen.findByRole('list', { name: text.list });
  within(list).getByText(text.isNew);
  within(list).getByText('Відповідь надано');
  await user.click(within(list).getByRole('link', { name: /Рахунок/ }));
  const shown = await screen.findByRole('article');
  expect(shown.querySelector('img, b')).toBeNull();
  within(shown).getByText(`Питання ${script}`);
  within(shown).getByText(file.name);
  expect(within(shown).getByText(text.decides).nextSibling?.textContent).toContain(text.supplierDecides);
  await waitFor(() => expect(payloadsOf(markTicketRead)).toEqual([expect.objectContaining({ seq: 2 })]));
});

test('a reply keeps what was typed when it is refused, and is sent again under the same id', async () => {
  start();
  answer(replyToTicket, () => failure('common.serviceDown'));
  const user = await openTicket();
  await user.type(await screen.findByLabelText(text.reply), 'Дякую, але ні.');
  await press(user, text.send);
  await expectAlert('тимчасово недоступний');
  answer(replyToTicket, () => ({
    ...success,
    ticket: { ...opened, state: 'inWork' as const, status: null, dueOn: '2026-12-01', isNew: false },
  }));
  await press(user, text.send);
  await screen.findByText(/Відповідь до 01\.12\.2026/);
  const ids = payloadsOf(replyToTicket).map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(1);
  expect(screen.getByLabelText<HTMLTextAreaElement>(text.reply).value).toBe('');
});

const reversed = { bookedOn: '2026-11-28', reversedOn: '2026-12-01' };

test.each([
  ['proposed', null, {}, /передбачено компенсацію 200,00.грн. Вирішимо до 12\.01\.2027/],
  ['approved', null, {}, /Компенсацію 200,00.грн затверджено/],
  ['booked', null, { bookedOn: '2026-11-28' }, /Компенсацію 200,00.грн зараховано на рахунок 28\.11\.2026/],
  ['reversed', null, reversed, /Зарахування компенсації 200,00.грн скасовано 01\.12\.2026/],
  ['excluded', 'noData', {}, /Компенсацію не нараховано\. Для відповіді бракувало даних/],
] as const)('a breached term says that its compensation is %s', async (state, exclusion, days, words) => {
  start();
  const row = { sum: '200.00', dueBy: '2027-01-12', bookedOn: null, reversedOn: null };
  const compensations = [{ ...row, state, exclusion, ...days }];
  answer(getTicket, () => ({ ...success, ticket: { ...opened, compensations } }));
  await openTicket();
  const shown = await screen.findByRole('article');
  within(shown).getByText(text.breached);
  within(shown).getByText(words);
});

test('an answer is rated once: what is not chosen is said, then the mark stands', async () => {
  start();
  answer(getTicket, () => ({ ...success, ticket: { ...opened, isNew: false, canRate: true } }));
  answer(rateTicket, () => ({
    ...success,
    ticket: { ...opened, isNew: false, canRate: false, rating: { mark: 4, isSolved: true } },
  }));
  const user = await openTicket();
  await press(user, text.rate);
  await expectAlert(text.rateWanted);
  await user.click(screen.getByRole('radio', { name: text.marks[4] }));
  await user.click(screen.getByRole('radio', { name: text.yes }));
  await press(user, text.rate);
  await screen.findByText(/Ваша оцінка: Добре/);
  expect(payloadsOf(rateTicket)).toEqual([expect.objectContaining({ mark: 4, isSolved: true, text: '' })]);
  expect(screen.queryByRole('button', { name: text.rate })).toBeNull();
});

test('the form says who decides and by when before it is sent; the new ticket stands in front', async () => {
  start();
  answer(createTicket, () => ({
    ...success,
    ticket: { ...ticket, id: opened.id, number: 1043 },
    message: 'Звернення № 1043 зареєстровано. Відповідь надамо до 27.11.2026.',
  }));
  const user = await openPage(`${path}?part=new`);
  await user.selectOptions(await screen.findByLabelText(text.topic), 'billCheck');
  screen.getByText(`${text.decides}: постачальник`);
  screen.getByText('Відповідь — до 27.11.2026.');
  expect(screen.getByLabelText<HTMLInputElement>('Місяць рахунка').value).toBe('2026-10');
  await press(user, text.send);
  await expectAlert(text.textWanted);
  await user.type(screen.getByLabelText(text.body), 'Показання інші.');
  await press(user, text.send);
  await screen.findByText(/№ 1043 зареєстровано/);
  expect(payloadsOf(createTicket)).toEqual([
    expect.objectContaining({
      topicId: 'billCheck',
      title: 'Перерахунок',
      text: 'Показання інші.',
      fields: [{ name: 'period', value: '2026-10' }],
    }),
  ]);
  expect(useSessionStore.getState().messages.tickets[0]).toEqual({ id: opened.id });
});

test('a link fills in topic and meter; an open ticket on the topic is offered instead of a second one', async () => {
  start();
  const user = await openPage(`${path}?part=new&topic=meterBroken&meter=00456`);
  expect((await screen.findByLabelText<HTMLSelectElement>(text.topic)).value).toBe('meterBroken');
  expect(screen.getByRole('link', { name: /0 800 500 501/ }).getAttribute('href')).toBe('tel:0800500501');
  expect(screen.queryByLabelText(text.body)).toBeNull();
  screen.getByRole('link', { name: /Відкрити звернення № 1042/ });
  await press(user, text.anotherQuestion);
  expect(screen.getByLabelText<HTMLSelectElement>('Номер лічильника').value).toBe('00456');
});

test('what was typed is there after the form was left', async () => {
  start();
  const user = await openPage(`${path}?part=new&topic=billCheck`);
  await user.type(await screen.findByLabelText(text.body), 'Не дописано');
  await user.click(screen.getAllByRole('link', { name: text.tickets })[0] as HTMLElement);
  await user.click(await screen.findByRole('link', { name: text.newTicket }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>(text.body)).value).toBe('Не дописано');
});

test('a file is sent as it is chosen; a refused one says why and a sixth is not taken', async () => {
  start();
  answer(addTicketFile, () => failure('support.fileRefused', { types: 'PDF', size: 10 }));
  const user = await openTicket();
  const input = await screen.findByLabelText<HTMLInputElement>(filesText.addFile);
  await user.upload(input, new File(['<svg/>'], 'лист.pdf', { type: 'application/pdf' }));
  await expectAlert('не можна додати');
  let number = 0;
  answer(addTicketFile, () => {
    number += 1;
    return {
      ...success,
      file: { ...file, id: `0199f000-0000-7000-8000-00000000001${number}`, name: `${number}.pdf` },
    };
  });
  await user.upload(
    screen.getByLabelText(filesText.addFile),
    Array.from({ length: 6 }, (_, index) => new File(['%PDF-'], `${index}.pdf`, { type: 'application/pdf' })),
  );
  await screen.findByText('5.pdf');
  await expectAlert('не більше ніж 5');
  expect(payloadsOf(addTicketFile)).toHaveLength(6);
});

test('of several refused files each is named with its reason', async () => {
  start();
  answer(addTicketFile, ({ name }) =>
    name === 'b.pdf' ? failure('files.encrypted') : failure('files.damaged'),
  );
  const user = await openTicket();
  const files = ['a.pdf', 'b.pdf'].map((name) => new File(['%PDF-'], name, { type: 'application/pdf' }));
  await user.upload(await screen.findByLabelText(filesText.addFile), files);
  expect((await screen.findByRole('alert')).textContent).toBe(
    `a.pdf: ${formatMessage('files.damaged')}\nb.pdf: ${formatMessage('files.encrypted')}`,
  );
});

test('an HEIC photo that the browser cannot convert is not sent, and says what to do', async () => {
  start();
  const user = await openTicket();
  const input = await screen.findByLabelText<HTMLInputElement>(filesText.addFile);
  const photo = new File(['\0\0\0\x18ftypheic\0\0\0\0'], 'IMG_1.jpg', { type: 'image/jpeg' });
  await user.upload(input, photo);
  expect((await screen.findByRole('alert')).textContent).toBe(formatMessage('readings.photoHeic'));
  expect(payloadsOf(addTicketFile)).toEqual([]);
});

test.each([
  ['clean', '2 КБ', true],
  ['notScanned', '2 КБ, не перевірено на віруси', true],
  ['unavailable', 'перевіряється', false],
  ['infected', 'не пройшов перевірку', false],
] as const)('a file whose scan is %s says so: %s', async (scan, words, isGiven) => {
  start();
  const [first, ...others] = opened.messages;
  const messages = [{ ...first, files: [{ ...file, scan }] }, ...others] as typeof opened.messages;
  answer(getTicket, () => ({ ...success, ticket: { ...opened, messages } }));
  await openTicket();
  await screen.findByText(words);
  expect(
    screen.queryAllByRole('button', { name: formatText(filesText.openFile, { name: file.name }) }),
  ).toHaveLength(isGiven ? 1 : 0);
});

test('a ticket is read until it is as new as the live state, also when an answer on its way was older', async () => {
  fakeTimers();
  start();
  const sentAt = ticket.lastMessageAt;
  const another = { seq: 3, author: 'operator' as const, text: 'І ще одне.', sentAt, files: [] };
  const newer = [...opened.messages, another];
  vi.spyOn(live, 'useLiveSubject').mockReturnValue({
    ...{ lastSeq: 3, state: 'answered', customerTypedAt: null, staffTypedAt: null },
    ...{ customerDeliveredSeq: 2, customerReadSeq: 2, staffDeliveredSeq: 3, staffReadSeq: 3 },
  });
  answer(getTicket, () => {
    const isOld = payloadsOf(getTicket).length < 3;
    return { ...success, ticket: isOld ? opened : { ...opened, messages: newer } };
  });
  await openTicket();
  await screen.findByText('І ще одне.', undefined, { timeout: 10_000 });
  const count = payloadsOf(getTicket).length;
  await passTime(10_000);
  expect(payloadsOf(getTicket)).toHaveLength(count);
});
