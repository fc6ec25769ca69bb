import { expect, test } from 'vitest';
import { formatText } from '#contract/messages/format-text.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { windowParams } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { windowWords } from './window-words.ts';

const standard = standardRules.readings.window.person;
const told = (code: 'readings.accepted' | 'readings.personInputBlocked', rules: Partial<typeof standard>) =>
  formatText(readingMessages[code], windowWords(code, windowParams(code, { ...standard, ...rules })));

test.each([
  [{}, 'в останні 2 дні місяця або перші 3 дні наступного.'],
  [{ lastDays: 1, firstDays: 1 }, 'в останній день місяця або перший день наступного.'],
  [{ lastDays: 5, firstDays: 0 }, 'в останні 5 днів місяця.'],
  [{ lastDays: 0, firstDays: 21 }, 'в перші 21 день місяця.'],
  [{ lastDays: 0, firstDays: 0 }, 'щомісяця.'],
])('readings.accepted names the days of the window: %j', (rules, end) => {
  expect(told('readings.accepted', rules)).toBe(`Показання прийнято. Радимо передавати показання ${end}`);
});

test('readings.accepted speaks of the next month when it was given in the window', () => {
  const params = { ...windowParams('readings.accepted', standard), inWindow: 1 };
  expect(formatText(readingMessages['readings.accepted'], windowWords('readings.accepted', params))).toBe(
    'Показання прийнято. Наступного разу передайте так само: в останні 2 дні місяця або перші 3 дні наступного.',
  );
});

test.each([
  [{}, 'до 13:00 2-го числа наступного місяця.'],
  [{ closingDay: 1, closingHour: 24 }, 'до кінця 1-го числа наступного місяця.'],
  // Nothing is taken after the first days, whatever the closing day is.
  [{ closingDay: 9, closingHour: 10 }, 'до кінця 3-го числа наступного місяця.'],
  [{ firstDays: 0 }, 'до кінця місяця.'],
])('readings.personInputBlocked names the end of the window for photos: %j', (rules, end) => {
  expect(told('readings.personInputBlocked', rules)).toMatch(new RegExp(`${end.replaceAll('.', '\\.')}$`));
});

test('windowParams and windowWords return {} for other codes', () => {
  expect(windowParams('readings.rollOver', standard)).toEqual({});
  expect(windowWords('readings.rollOver', {})).toEqual({});
});
