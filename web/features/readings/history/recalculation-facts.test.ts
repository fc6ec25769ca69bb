import { expect, test } from 'vitest';
import { recalculationFacts } from './recalculation-request.tsx';

const reading = {
  account: '2390001111',
  meterSerial: '1234567',
  period: '2026-10',
  effectiveDate: '2026-11-01',
  receiptNumber: '5501',
  values: [
    { zone: 'day', value: 12462 },
    { zone: 'night', value: 4140 },
  ],
  right: undefined,
  reason: undefined,
} as const;

test('recalculationFacts lists the facts of a wrong reading and leaves the right value open', () =>
  expect(recalculationFacts(reading).replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Прошу перерахувати спожите за показанням.',
    'Особовий рахунок: 2390001111',
    'Лічильник № 1234567',
    'Період: жовтень 2026',
    'Передано: День 12462, Ніч 4140 станом на 01.11.2026',
    'Квитанція № 5501',
    'Правильно:',
  ]));

test('recalculationFacts includes the values and the reason of a late correction', () => {
  const right = [{ zone: 'single' as const, value: 12426 }];
  const late = { receiptNumber: null, values: [], right, reason: 'Помилка в цифрі' };
  const facts = recalculationFacts({ ...reading, ...late });
  expect(facts).not.toContain('Передано');
  expect(facts).not.toContain('Квитанція');
  expect(facts.split('\n').slice(-2)).toEqual(['Правильно: 12426', 'Причина: Помилка в цифрі']);
});
