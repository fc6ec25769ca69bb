import { expect, test } from 'vitest';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { blockedAdvice, blockedMessage } from './blocked-advice.ts';

test('no reason that is shown names a form, and whoever the catalogue sends to one is asked to call', () => {
  const sent = Object.entries(readingMessages).filter(([, message]) => /форм[уи] звернення/.test(message));
  expect(sent.length).toBeGreaterThan(0);
  for (const [code, message] of sent) {
    expect(blockedMessage({ message })).not.toMatch(/форм/);
    expect(blockedAdvice(code)).toBe('call');
  }
});

test('who is asked for a photo by letter is not told to call beside it', () => {
  expect(readingMessages['readings.personInputBlocked']).toContain('{email}');
  expect(blockedAdvice('readings.personInputBlocked')).toBe('settledStates');
});

test('whose readings come by themselves has nothing to do; whoever else calls', () => {
  expect(blockedAdvice('readings.substation')).toBe('nothingToDo');
  expect(blockedAdvice('billing.commercialMetering')).toBe('nothingToDo');
  expect(blockedAdvice('readings.entityInputBlocked')).toBe('call');
  expect(blockedAdvice('accounts.noContract')).toBe('call');
});
