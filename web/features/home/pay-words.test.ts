import { expect, test } from 'vitest';
import { localDate } from '#domain/time/local-date.ts';
import { payWords } from './pay-words.ts';

const bill = { period: '2026-10', dueOn: '2026-11-20' };

test.each([
  ['2026-11-19', 'Рахунок за жовтень\u00a02026, сплатити до 20.11.2026.'],
  ['2026-11-20', 'Рахунок за жовтень\u00a02026. Сьогодні останній день оплати.'],
  ['2026-11-21', 'Рахунок за жовтень\u00a02026. Строк оплати минув 20.11.2026.'],
])('on %s home says: %s', (today, words) => {
  expect(payWords(bill, localDate(today))).toBe(words);
});
