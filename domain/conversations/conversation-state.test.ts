import { expect, test } from 'vitest';
import {
  type ConversationAct,
  type ConversationState,
  conversationActs,
  conversationStates,
  isDone,
  isKept,
  isPaused,
  isReopening,
  stateAfter,
} from './conversation-state.ts';

const no = undefined;
const table: Readonly<Record<ConversationState, readonly (ConversationState | undefined)[]>> = {
  //                customerMessage, customerClose, take, staffMessage, askCustomer, forward, answer, staffClose, expire
  new: ['new', 'closed', 'inWork', 'inWork', 'waitingCustomer', 'waitingOperator', 'answered', no, no],
  inWork: ['inWork', 'closed', 'inWork', 'inWork', 'waitingCustomer', 'waitingOperator', 'answered', no, no],
  waitingCustomer: [
    'inWork',
    'closed',
    'inWork',
    'waitingCustomer',
    'waitingCustomer',
    'waitingOperator',
    'answered',
    'closed',
    no,
  ],
  waitingOperator: [
    'waitingOperator',
    'closed',
    'inWork',
    'waitingOperator',
    'waitingCustomer',
    'waitingOperator',
    'answered',
    no,
    no,
  ],
  answered: [
    'inWork',
    'closed',
    'answered',
    'answered',
    'waitingCustomer',
    'waitingOperator',
    'answered',
    'closed',
    'closed',
  ],
  closed: ['inWork', no, 'inWork', 'closed', no, no, 'answered', no, no],
};

test.each(conversationStates)('from the state %s each act leads where the table says', (state) => {
  expect(conversationActs.map((act) => stateAfter(state, act))).toEqual(table[state]);
});

/** All sequences of so many acts. */
function sequences(length: number): readonly (readonly ConversationAct[])[] {
  if (length === 0) return [[]];
  return sequences(length - 1).flatMap((before) => conversationActs.map((act) => [...before, act]));
}

test('in whatever order things happen a word of the customer is never left with nobody, and only an answer or the customer ends it', () => {
  for (const acts of sequences(4)) {
    let state: ConversationState = 'new';
    let hasAnswer = false;
    for (const act of acts) {
      const before: ConversationState = state;
      const after = stateAfter(before, act);
      if (act === 'customerMessage') {
        expect(after).toBeDefined();
        expect(after !== undefined && isDone(after)).toBe(false);
        if (isDone(before)) expect(after !== undefined && isReopening(before, after)).toBe(true);
      }
      if (act === 'answer') expect(after).toBe('answered');
      if (after === undefined) continue;
      const endsAlone = act === 'staffClose' || act === 'expire';
      if (endsAlone && before !== 'waitingCustomer') expect(hasAnswer).toBe(true);
      hasAnswer = act === 'answer' || (hasAnswer && isDone(after));
      state = after;
    }
  }
});

test.each([
  ['new', false, false],
  ['inWork', false, false],
  ['waitingCustomer', false, true],
  ['waitingOperator', false, true],
  ['answered', true, false],
  ['closed', true, false],
] as const)('%s: done %s, the internal clock stands %s', (state, done, paused) => {
  expect([isDone(state), isPaused(state)]).toEqual([done, paused]);
});

test.each([
  ['waitingOperator', 'QUALITY', true],
  ['waitingOperator', 'RECONNECT', true],
  ['waitingOperator', 'APPEAL_TECH', false],
  ['waitingOperator', null, false],
  ['inWork', 'QUALITY', false],
  ['answered', 'APPEAL', true],
] as const)('%s keeps what %s promises: %s', (state, standardCode, kept) => {
  expect(isKept(state, standardCode)).toBe(kept);
});
