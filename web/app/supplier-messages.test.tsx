import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  listSentMessages,
  previewRecipients,
  recallMessage,
  recipientChoices,
  sendMessage,
} from '#contract/supplier-messages/send-messages.ts';
import { newSupplierMessages, readMessage, supplierMessages } from '#contract/supplier-messages.ts';
import { text as ticketWords } from '#web/features/conversations/text.ts';
import { text as manager } from '#web/features/supplier-messages/manager/text.ts';
import { text } from '#web/features/supplier-messages/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsAdmin, openAsPerson, press } from '#web/testing/render.tsx';

const script = '<img src=x onerror="alert(1)"> <b>жирне</b>';
const message = (number: number, isRead: boolean) => ({
  id: `0199f000-0000-7000-8000-00000000000${number}`,
  title: `Повідомлення ${number} ${script}`,
  text: `Перший абзац ${script}\n\nДругий: https://svitlo.example/`,
  sentAt: '2026-11-20T10:00:00.000Z',
  isRead,
});
const inbox = [message(2, false), message(1, true)];

function answerInbox(): void {
  answer(supplierMessages, () => ({ ...success, data: { items: inbox } }));
  answer(newSupplierMessages, () => ({ ...success, data: { items: inbox.slice(0, 1) } }));
}

test('opening a message marks it read once, lowers the count at once and shows markup as text', async () => {
  answerInbox();
  answer(readMessage, () => 'pending');
  const user = await openAsPerson('/cabinet/person/tickets?part=messages');
  await waitFor(() => expect(useSessionStore.getState().messages.suppliers).toBe(1));
  const list = await screen.findByRole('list', { name: text.list });
  const tabs = within(screen.getByRole('navigation', { name: ticketWords.parts }));
  const current = tabs.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map(({ textContent }) => textContent)).toEqual([ticketWords.messages]);
  expect(within(list).getAllByText(text.isNew)).toHaveLength(1);
  await user.click(within(list).getByRole('link', { name: /Повідомлення 2/ }));
  const shown = await screen.findByRole('article');
  expect(shown.querySelector('img, b, a')).toBeNull();
  within(shown).getByText(`Перший абзац ${script}`);
  within(shown).getByText('Другий: https://svitlo.example/');
  await waitFor(() => expect(within(list).queryByText(text.isNew)).toBeNull());
  expect(useSessionStore.getState().messages.suppliers).toBe(0);
  expect(payloadsOf(readMessage)).toEqual([expect.objectContaining({ messageId: inbox[0]?.id })]);
});

test('a mark that failed is taken back and said', async () => {
  answerInbox();
  answer(readMessage, () => failure('common.notFound'));
  await openAsPerson(`/cabinet/person/tickets?message=${inbox[0]?.id}`);
  await screen.findByText(new RegExp(text.markFailed.slice(0, 20)));
  await waitFor(() => expect(screen.getAllByText(text.isNew)).toHaveLength(1));
  expect(payloadsOf(readMessage)).toHaveLength(1);
});

test('an administrator sees the message and its recipients before it is sent', async () => {
  answer(listSentMessages, () => ({ ...success, messages: [], next: null }));
  const preview = { recipients: 2, isWhole: true, sample: [], unknown: ['9999999999'], withoutCabinet: 1 };
  answer(previewRecipients, () => ({ ...success, ...preview }));
  answer(sendMessage, () => ({ ...success, messageId: message(3, false).id, recipients: 2 }));
  const user = await openAsAdmin('/cabinet/admin/management/message_manager');
  const recipients = await screen.findByLabelText(manager.recipients);
  await user.type(screen.getByLabelText(manager.messageTitle), 'Планове відключення');
  await user.type(screen.getByLabelText(manager.message), '<b>У вівторок</b>');
  await user.type(recipients, 'Пекарня');
  await press(user, manager.preview);
  await expectAlert('Пекарня');
  await user.clear(recipients);
  await user.click(recipients);
  await user.paste('1000000001\tПекарня\n1000000002\tМагазини\n9999999999\tНемає');
  await press(user, manager.preview);
  const [shown] = await screen.findAllByRole('article');
  expect(shown?.querySelector('b')).toBeNull();
  expect(shown?.textContent).toContain('<b>У вівторок</b>');
  expect(document.activeElement?.textContent).toBe(manager.check);
  await screen.findByText(/9999999999/);
  await press(user, /Надіслати: 2/);
  await screen.findByText(/Надіслано: 2/);
  expect(payloadsOf(sendMessage)).toEqual([
    expect.objectContaining({ title: 'Планове відключення', accounts: ['1000000001', '1000000002'] }),
  ]);
});

const sentRow = {
  id: message(4, false).id,
  title: 'Зміна реквізитів',
  text: 'Нові реквізити.',
  sentAt: '2026-11-20T10:00:00.000Z',
  sentBy: 'Савчук Назар',
  state: 'delivered' as const,
  audience: { kind: 'rule' as const, rule: { settlement: 'м. Калинів' } },
  reason: 'Закон вимагає',
  accounts: 1500,
  expected: 1500,
  readAccounts: 7,
  account: null,
  stoppedBy: '',
  recalled: null,
  notices: [{ channel: 'mail' as const, state: 'sent' as const, count: 900 }],
};

test('a message to a group is sent to a rule, with a reason when it goes to very many, and can be recalled', async () => {
  answer(listSentMessages, () => ({ ...success, messages: [sentRow], next: null }));
  answer(recipientChoices, () => ({ ...success, tariffs: [], regions: [], settlements: ['м. Калинів'] }));
  answer(previewRecipients, () => ({
    ...success,
    recipients: 1500,
    isWhole: true,
    sample: [{ account: '2390001111', name: 'Коваль Олена', address: 'м. Калинів' }],
    unknown: [],
    withoutCabinet: null,
  }));
  answer(sendMessage, () => ({ ...success, messageId: sentRow.id, recipients: 1500 }));
  answer(recallMessage, () => failure('messages.alreadyRecalled'));
  const user = await openAsAdmin('/cabinet/admin/management/message_manager');
  await user.type(await screen.findByLabelText(manager.messageTitle), 'Борг');
  await user.type(screen.getByLabelText(manager.message), 'Сплатіть борг.');
  await user.selectOptions(screen.getByLabelText(manager.to_), 'rule');
  const settlement = await screen.findByLabelText(manager.settlement);
  await press(user, manager.preview);
  await screen.findAllByText(manager.noCondition);
  await user.selectOptions(settlement, 'м. Калинів');
  await user.type(screen.getByLabelText(manager.debtSum), '99,5');
  await user.type(screen.getByLabelText(manager.debtDays), '30');
  await press(user, manager.preview);
  await screen.findByText(/Коваль Олена/);
  await press(user, /Надіслати: 1/);
  expect(payloadsOf(sendMessage)).toEqual([]);
  await user.type(screen.getByLabelText(manager.reason), 'Строк минув');
  await press(user, /Надіслати: 1/);
  await screen.findByText(/^Надіслано: 1/);
  const rule = { settlement: 'м. Калинів', debt: { sum: '99.50', days: 30 } };
  expect(payloadsOf(sendMessage)).toMatchObject([{ rule, reason: 'Строк минув' }]);
  await press(user, manager.recall);
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(manager.recallReason), 'Хибна дата');
  await user.click(within(dialog).getByRole('button', { name: manager.recall }));
  await within(dialog).findByText(/вже відкликано/);
});
