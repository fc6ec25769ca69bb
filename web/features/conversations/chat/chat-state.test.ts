import { expect, test } from 'vitest';
import type { ChatData, ChatHours, ChatMessageData } from '#contract/conversations/chat.ts';
import type { Instant } from '#domain/time/instant.ts';
import {
  type ChatView,
  dayWords,
  deliveryOf,
  hoursWords,
  joinMessages,
  unreadCount,
  withAnswer,
  withLive,
} from './chat-state.ts';

const message = (seq: number, author: ChatMessageData['author'] = 'operator'): ChatMessageData => ({
  ...{ seq, author, text: `${seq}`, sentAt: '2026-11-26T10:00:00.000Z', operatorName: '', files: [] },
});
const seqsOf = (messages: readonly ChatMessageData[]) => messages.map(({ seq }) => seq);
const list = (...seqs: number[]) => seqs.map((seq) => message(seq));
const chat: ChatData = {
  ...{
    id: 'one',
    account: '2390001111',
    state: 'inWork',
    lastSeq: 3,
    customerDeliveredSeq: 3,
    customerReadSeq: 1,
  },
  ...{ staffDeliveredSeq: 2, staffReadSeq: 1, ticket: null },
};
const hours: ChatHours = { isOpen: true, opensAt: null, closesAt: null, answerMinutes: 5 };
const known: ChatView = { chat, messages: list(1, 2, 3), hours };

test.each([
  ['in their order, each once', list(3, 1), list(2, 3), [1, 2, 3]],
  ['from a gap on', list(1, 2), list(5, 6), [5, 6]],
  ['of a part in the middle', list(4, 5), [], [4, 5]],
  ['none', [], [], []],
])('joinMessages gives messages %s', (_, one, other, expected) => {
  expect(seqsOf(joinMessages(one, other))).toEqual(expected);
});

test('withAnswer keeps the furthest marks when answers overtake each other, and drops another chat', () => {
  const late = withAnswer(known, { ...chat, lastSeq: 2, staffReadSeq: 2, customerReadSeq: 0 }, list(2));
  expect(late.chat).toMatchObject({ lastSeq: 3, staffReadSeq: 2, customerReadSeq: 1 });
  expect(seqsOf(late.messages)).toEqual([1, 2, 3]);
  const next = withAnswer(known, { ...chat, id: 'two', lastSeq: 1, staffReadSeq: 0 }, list(1));
  expect(next.chat).toMatchObject({ id: 'two', lastSeq: 1, staffReadSeq: 0 });
  expect(seqsOf(next.messages)).toEqual([1]);
});

test('withLive takes marks and state from the channel', () => {
  const live = {
    ...{ lastSeq: 4, state: 'answered', customerDeliveredSeq: 2, customerReadSeq: 1 },
    ...{ staffDeliveredSeq: 3, staffReadSeq: 3, customerTypedAt: null, staffTypedAt: null },
  };
  const { chat: now } = withLive(known, live);
  expect(now).toMatchObject({ lastSeq: 4, state: 'answered', customerDeliveredSeq: 3, staffReadSeq: 3 });
  expect(now).not.toHaveProperty('staffTypedAt');
  expect(withLive({ ...known, chat: null }, live).chat).toBeNull();
});

test.each([
  [1, 'read'],
  [2, 'delivered'],
  [3, 'sent'],
] as const)('deliveryOf message %i is %s', (seq, mark) => expect(deliveryOf(seq, chat)).toBe(mark));

test('unreadCount counts what others than the customer wrote after the last one seen', () => {
  const messages = [message(1), message(2, 'customer'), message(3), message(4, 'system')];
  expect(unreadCount({ chat, messages })).toBe(2);
  expect(unreadCount({ chat: null, messages })).toBe(0);
});

/** 23:30 in Kyiv. */
const now = Date.parse('2026-11-26T21:30:00Z') as Instant;

test.each([
  ['2026-11-26T06:00:00Z', 'Сьогодні, 26.11.2026'],
  ['2026-11-25T21:59:00Z', 'Учора, 25.11.2026'],
  ['2026-11-24T21:59:00Z', '24.11.2026'],
])('dayWords of %s by the calendar of Kyiv is %s', (wire, words) => expect(dayWords(wire, now)).toBe(words));

test.each([
  [{}, /^На зв’язку\. Зазвичай відповідаємо за 5 хвилин\.$/],
  [{ closesAt: '2026-11-26T22:30:00Z', answerMinutes: 1 }, /до 0:30\. .* за 1 хвилину/],
  [{ isOpen: false, opensAt: '2026-11-26T21:45:00Z' }, /сьогодні з 23:45/],
  [{ isOpen: false, opensAt: '2026-11-27T07:00:00Z' }, /завтра з 9:00/],
  [{ isOpen: false, opensAt: '2026-11-30T07:00:00Z' }, /30\.11\.2026 з 9:00/],
  [{ isOpen: false }, /Зараз нікого немає\. Напишіть/],
])('hoursWords of %j', (change, words) => expect(hoursWords({ ...hours, ...change }, now)).toMatch(words));
