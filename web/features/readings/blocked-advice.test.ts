import { expect, test } from 'vitest';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { blockedAdvice } from './blocked-advice.ts';

test('who is sent to a form is told how until it is there, whoever else is not', () => {
  for (const [code, message] of Object.entries(readingMessages)) {
    expect([code, blockedAdvice(code) === 'callUntilForm']).toEqual([
      code,
      message.includes('Заповніть форму звернення'),
    ]);
  }
});

test('who is asked for a photo by letter is not told to call beside it', () => {
  expect(readingMessages['readings.personInputBlocked']).toContain('{email}');
  expect(blockedAdvice('readings.personInputBlocked')).toBe('saidAlready');
});

test('whose readings come by themselves has nothing to do; whoever else calls', () => {
  expect(blockedAdvice('readings.substation')).toBe('nothingToDo');
  expect(blockedAdvice('accounts.noContract')).toBe('call');
});
