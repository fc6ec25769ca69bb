import { expect, test } from 'vitest';
import { localDate } from '#domain/time/local-date.ts';
import { dueText } from './due-text.ts';

const bill = { period: '2026-10', dueOn: '2026-11-20' };

test.each([
  ['2026-11-19', 'Рахунок за жовтень\u00a02026, сплатити до 20.11.2026.'],
  ['2026-11-20', 'Рахунок за жовтень\u00a02026. Сьогодні останній день оплати.'],
  ['2026-11-21', 'Рахунок за жовтень\u00a02026. Прострочено: строк був 20.11.2026.'],
])('dueText on %s is: %s', (today, words) => expect(dueText(bill, localDate(today))).toBe(words));
