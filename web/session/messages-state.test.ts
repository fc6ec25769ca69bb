import { expect, test } from 'vitest';
import { emptied, type MessagesState } from './areas-of-accounts.ts';

const messages: MessagesState = {
  tickets: [{ id: 'first' }],
  inbox: [
    { id: 'new', isRead: false },
    { id: 'old', isRead: true },
  ],
  suppliers: 1,
};

test('choosing another account empties tickets and inbox', () => {
  expect(emptied(messages)).toEqual({ tickets: [], inbox: [], suppliers: 1 });
});
