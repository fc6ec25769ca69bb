import { expect, test } from 'vitest';
import { showDate, showMoment, showMoney, showPeriod, showSum, showTimeLeft } from './format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('sums have spaces between thousands and two decimals', () => {
  expect(plain(showMoney('1234567.80'))).toBe('1 234 567,80');
  expect(plain(showMoney('0'))).toBe('0,00');
  expect(plain(showMoney('-12.05'))).toBe('−12,05');
  expect(plain(showSum('432.50'))).toBe('432,50 грн');
});

test('dates, moments and periods are Kyiv ones', () => {
  expect(showDate('2026-10-31')).toBe('31.10.2026');
  expect(showMoment('2026-12-02T11:00:00Z')).toBe('02.12.2026 13:00');
  expect(showMoment('2026-07-01T21:30:00Z')).toBe('02.07.2026 00:30');
  expect(plain(showPeriod('2026-10'))).toBe('жовтень 2026');
});

test.each([
  [2 * 24 + 4, 'h', '2 дні 4 год'],
  [24, 'h', '1 день 0 год'],
  [11 * 24 + 1, 'h', '11 днів 1 год'],
  [22 * 24, 'h', '22 дні 0 год'],
  [25 * 24, 'h', '25 днів 0 год'],
  [4.2, 'h', '4 год 12 хв'],
  [0.1, 'h', '6 хв'],
  [-3, 'h', '0 хв'],
])('%d %s left is said as "%s"', (hours, _unit, words) => {
  expect(plain(showTimeLeft(hours * 3_600_000))).toBe(words);
});
