import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import {
  listSentMessages,
  previewRecipients,
  sendMessage,
} from '#contract/supplier-messages/send-messages.ts';
import {
  entitySupplierOrders,
  newSupplierMessages,
  personOrders,
  readMessage,
  supplierMessages,
  unreadMessages,
} from '#contract/supplier-messages.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const unknown = '9999999999';
const script = '<script>alert(1)</script> & «лапки»';
let operator: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  operator = await cabinet.signIn([], 'admin', ['operator']);
});

const makeNumber = async () => (await makeAccount(cabinet.billingDb)).accountNumber;

/** Sends a message a minute after the last; returns its id. */
async function send(accounts: readonly string[], title = 'Планове відключення', token = operator) {
  cabinet.clock.set((cabinet.clock.now() + 60_000) as Instant);
  const message = { title, text: 'У вівторок.', accounts: [...accounts], requestId: newId() };
  const { body } = await cabinet.post(sendMessage, { token, ...message });
  return body.messageId;
}

const countNew = async (token: string, account: string) =>
  (await cabinet.post(newSupplierMessages, { token, account, partner: '', userType: null } as never)).body
    .data.items.length;

test('the inbox of a person has its messages newest first, and reading one lowers the count by one', async () => {
  const account = await makeNumber();
  const token = await cabinet.signIn([account]);
  const asked = { token, account };
  const [first, second] = [await send([account]), await send([account], 'Зміна тарифу')];
  const { items } = (await cabinet.post(supplierMessages, asked)).body.data;
  expect(items).toEqual([
    expect.objectContaining({ id: second, title: 'Зміна тарифу', isRead: false }),
    expect.objectContaining({ id: first, title: 'Планове відключення', text: 'У вівторок.', isRead: false }),
  ]);
  expect(await countNew(token, account)).toBe(2);

  for (const _ of [1, 2]) {
    const { body } = await cabinet.post(readMessage, { ...asked, messageId: first });
    expect(body).toMatchObject({ status: 'success', unread: 1 });
  }
  expect(await countNew(token, account)).toBe(1);
  const { tickets, inbox } = (await cabinet.post(personOrders, asked)).body;
  expect(tickets).toEqual([]);
  expect(inbox.map(({ id, isRead }) => [id, isRead])).toEqual([
    [second, false],
    [first, true],
  ]);
});

test('one reading does not hide a message from another who has the account', async () => {
  const account = await makeNumber();
  const [one, other] = [await cabinet.signIn([account]), await cabinet.signIn([account])];
  const messageId = await send([account]);
  await cabinet.post(readMessage, { token: one, account, messageId });
  expect([await countNew(one, account), await countNew(other, account)]).toEqual([0, 1]);
});

test('a message to both accounts of a company is read once for both', async () => {
  const [shops, store, foreign] = [await makeNumber(), await makeNumber(), await makeNumber()];
  const token = await cabinet.signIn([shops, store], 'entity');
  const messageId = await send([shops, store, foreign], 'Акт чекає підпису');
  const ofStore = await send([store], 'Ліміт');
  const before = (await cabinet.post(unreadMessages, { token })).body;
  expect(before).toMatchObject({
    total: 2,
    accounts: [shops, store].sort().map((account) => ({ account, unread: account === store ? 2 : 1 })),
    latest: [
      { id: ofStore, title: 'Ліміт', sentAt: '2026-11-20T10:05:00.000Z', accounts: [store] },
      { id: messageId, accounts: [shops, store].sort() },
    ],
  });
  const inStore = async () => {
    const { data } = (
      await cabinet.post(entitySupplierOrders, { token, account: store, partner: null } as never)
    ).body;
    expect(data.findNewOrderAnswersResponse.items).toEqual([]);
    return data.findSupplierOrdersResponse.items.map(({ title, isRead }) => [title, isRead]);
  };
  expect(await inStore()).toEqual([
    ['Ліміт', false],
    ['Акт чекає підпису', false],
  ]);
  expect((await cabinet.post(readMessage, { token, account: shops, messageId })).body.unread).toBe(0);
  expect(await inStore()).toEqual([
    ['Ліміт', false],
    ['Акт чекає підпису', true],
  ]);
  expect((await cabinet.post(unreadMessages, { token })).body).toMatchObject({
    total: 1,
    accounts: [{ account: store, unread: 1 }],
  });
});

test('a message of another account is not found through the own one, and stays unread there', async () => {
  const [mine, theirs] = [await makeNumber(), await makeNumber()];
  const [token, owner] = [await cabinet.signIn([mine]), await cabinet.signIn([theirs])];
  const messageId = await send([theirs]);
  for (const account of [mine, theirs]) {
    const { httpStatus, body } = await cabinet.post(readMessage, { token, account, messageId });
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 404, code: 'common.notFound' });
  }
  expect(await countNew(owner, theirs)).toBe(1);
  expect((await cabinet.post(unreadMessages, { token })).body).toMatchObject({ total: 0, latest: [] });
});

test('what was typed arrives as it was typed: markup is text', async () => {
  const account = await makeNumber();
  const token = await cabinet.signIn([account]);
  const text = `  ${script}\r\n\r\nhttps://svitlo.example/  `;
  const message = { title: `  Увага\n${script} `, text, accounts: [account, account], requestId: newId() };
  const { body } = await cabinet.post(sendMessage, { token: operator, ...message });
  expect(body.recipients).toBe(1);
  const [item] = (await cabinet.post(supplierMessages, { token, account })).body.data.items;
  expect(item).toMatchObject({ title: `Увага ${script}`, text: `${script}\n\nhttps://svitlo.example/` });
});

test('a preview names unknown accounts and counts those without a cabinet; sending to an unknown one is refused whole', async () => {
  const [home, alone] = [await makeNumber(), await makeNumber()];
  const token = await cabinet.signIn([home]);
  const accounts = [home, unknown, alone, home];
  expect((await cabinet.post(previewRecipients, { token: operator, accounts })).body).toMatchObject({
    recipients: 2,
    unknown: [unknown],
    withoutCabinet: 1,
  });
  const message = { title: 'Увага', text: 'Текст', accounts, requestId: newId() };
  const refused = await cabinet.post(sendMessage, { token: operator, ...message });
  expect(refused.httpStatus).toBe(422);
  expect(refused.body).toMatchObject({ code: 'accounts.unknownNumbers', details: { unknown: [unknown] } });
  expect(refused.body.message).toContain(unknown);
  expect(await countNew(token, home)).toBe(0);
});

test('the history says who sent what to how many, and in how many accounts it was read', async () => {
  const [first, second] = [await makeNumber(), await makeNumber()];
  const messageId = await send([first, second], 'Оновлені договори');
  const [one, other] = [await cabinet.signIn([first]), await cabinet.signIn([first, second])];
  await cabinet.post(readMessage, { token: one, account: first, messageId });
  const { messages } = (await cabinet.post(listSentMessages, { token: operator, cursor: '' } as never)).body;
  expect(messages[0]).toMatchObject({ id: messageId, accounts: 2, readAccounts: 1, account: null });
  expect(messages[0]?.sentBy).not.toBe('');
  await cabinet.post(readMessage, { token: other, account: first, messageId });
  const again = (await cabinet.post(listSentMessages, { token: operator })).body.messages[0];
  expect(again).toMatchObject({ readAccounts: 2 });
});

test('the history comes in parts', async () => {
  const account = await makeNumber();
  for (let number = 0; number < 21; number += 1) await send([account], `Повідомлення ${number}`);
  const part = (await cabinet.post(listSentMessages, { token: operator })).body;
  expect(part.messages.map(({ title }) => title)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Повідомлення ${20 - index}`),
  );
  const rest = (await cabinet.post(listSentMessages, { token: operator, cursor: part.next ?? '' })).body;
  expect(rest.messages[0]).toMatchObject({ title: 'Повідомлення 0', account });
  const { httpStatus } = await cabinet.post(listSentMessages, { token: operator, cursor: 'AAAA' });
  expect(httpStatus).toBe(400);
});

test('what was sent cannot be changed', async () => {
  await expect(
    sql`update portal.supplier_message set title = 'Інша'`.execute(cabinet.portalDb),
  ).rejects.toThrow('stays as it was sent');
});
