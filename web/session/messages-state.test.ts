import { expect, test } from 'vitest';
import { emptied, inboxRead, type MessagesState, ticketAdded } from './areas-of-accounts.ts';

const messages: MessagesState = {
  tickets: [{ id: 'first' }],
  inbox: [
    { id: 'new', isRead: false },
    { id: 'old', isRead: true },
  ],
  suppliers: 1,
};

test('a new ticket stands before the others', () => {
  expect(ticketAdded(messages, { id: 'second' }).tickets).toEqual([{ id: 'second' }, { id: 'first' }]);
});

test('a message that is read is marked, and there is one new message less', () => {
  const read = inboxRead(messages, 'new');
  expect(read.inbox).toEqual([
    { id: 'new', isRead: true },
    { id: 'old', isRead: true },
  ]);
  expect(read.suppliers).toBe(0);
});

test('the count of new messages never falls below zero', () => {
  expect(inboxRead({ ...messages, suppliers: 0 }, 'new')).toMatchObject({ suppliers: 0 });
});

test.each(['old', 'unknown'])('a message that is %s changes nothing', (id) => {
  expect(inboxRead(messages, id)).toBe(messages);
});

test('choosing another account empties tickets and inbox', () => {
  expect(emptied(messages)).toEqual({ tickets: [], inbox: [], suppliers: 1 });
});
