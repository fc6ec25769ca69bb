import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  listSentMessages,
  newSupplierMessages,
  previewRecipients,
  readMessage,
  sendMessage,
  supplierMessages,
} from '#contract/supplier-messages.ts';
import { text as manager } from '#web/features/supplier-messages/manager/text.ts';
import { text } from '#web/features/supplier-messages/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf } from '#web/testing/fake-api.ts';
import { success } from '#web/testing/page-parts.ts';
import { openPage, signInAsAdmin, signInAsPerson } from '#web/testing/render.tsx';

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
  signInAsPerson();
  leaveOtherCallsPending();
  answerInbox();
  answer(readMessage, () => 'pending');
  const user = await openPage('/cabinet/person/tickets?part=messages');
  await waitFor(() => expect(useSessionStore.getState().messages.suppliers).toBe(1));
  const list = await screen.findByRole('list', { name: text.list });
  expect(within(list).getAllByText(text.isNew)).toHaveLength(1);
  await user.click(within(list).getByRole('link', { name: /Повідомлення 2/ }));
  const shown = await screen.findByRole('article');
  expect(shown.querySelector('img, b, a')).toBeNull();
  expect(within(shown).getByText(`Перший абзац ${script}`)).toBeDefined();
  expect(within(shown).getByText('Другий: https://svitlo.example/')).toBeDefined();
  await waitFor(() => expect(within(list).queryByText(text.isNew)).toBeNull());
  expect(useSessionStore.getState().messages.suppliers).toBe(0);
  expect(payloadsOf(readMessage)).toEqual([expect.objectContaining({ messageId: inbox[0]?.id })]);
});

test('a mark that failed is taken back and said', async () => {
  signInAsPerson();
  leaveOtherCallsPending();
  answerInbox();
  answer(readMessage, () => failure('common.notFound'));
  await openPage(`/cabinet/person/tickets?message=${inbox[0]?.id}`);
  await screen.findByText(new RegExp(text.markFailed.slice(0, 20)));
  await waitFor(() => expect(screen.getAllByText(text.isNew)).toHaveLength(1));
  expect(payloadsOf(readMessage)).toHaveLength(1);
});

test('an administrator sees the message and its recipients before it is sent', async () => {
  signInAsAdmin();
  leaveOtherCallsPending();
  answer(listSentMessages, () => ({ ...success, messages: [], next: null }));
  answer(previewRecipients, () => ({
    ...success,
    recipients: 2,
    unknown: ['9999999999'],
    withoutCabinet: 1,
  }));
  answer(sendMessage, () => ({ ...success, messageId: message(3, false).id, recipients: 2 }));
  const user = await openPage('/cabinet/admin/management/message_manager');
  const recipients = await screen.findByLabelText(manager.recipients);
  await user.type(screen.getByLabelText(manager.messageTitle), 'Планове відключення');
  await user.type(screen.getByLabelText(manager.message), '<b>У вівторок</b>');
  await user.type(recipients, 'Пекарня');
  await user.click(screen.getByRole('button', { name: manager.preview }));
  expect((await screen.findByRole('alert')).textContent).toContain('Пекарня');
  await user.clear(recipients);
  await user.click(recipients);
  await user.paste('1000000001\tПекарня\n1000000002\tМагазини\n9999999999\tНемає');
  await user.click(screen.getByRole('button', { name: manager.preview }));
  const shown = await screen.findByRole('article');
  expect(shown.querySelector('b')).toBeNull();
  expect(shown.textContent).toContain('<b>У вівторок</b>');
  expect(document.activeElement?.textContent).toBe(manager.check);
  await screen.findByText(/9999999999/);
  await user.click(screen.getByRole('button', { name: /Надіслати: 2/ }));
  await screen.findByText(/Надіслано: 2/);
  expect(payloadsOf(sendMessage)).toEqual([
    expect.objectContaining({ title: 'Планове відключення', accounts: ['1000000001', '1000000002'] }),
  ]);
});
