import { expect, test } from 'vitest';
import type { MessagesState } from './areas-of-accounts.ts';
import { withRead } from './messages-state.ts';

const messages: MessagesState = {
  tickets: [{ id: 'first' }],
  inbox: [
    { id: 'new', isRead: false },
    { id: 'old', isRead: true },
  ],
  suppliers: 1,
};

test('reading a message marks it and lowers the count by one', () => {
  const { inbox, suppliers } = withRead(messages, 'new');
  expect(inbox.every(({ isRead }) => isRead)).toBe(true);
  expect(suppliers).toBe(0);
});

test.each([
  ['one that was read', messages, 'old', 1],
  ['one that is new while the count is zero', { ...messages, suppliers: 0 }, 'new', 0],
])('reading %s does not lower the count', (_, state, id, suppliers) =>
  expect(withRead(state, id).suppliers).toBe(suppliers),
);
