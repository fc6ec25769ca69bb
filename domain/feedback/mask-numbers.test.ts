import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskNumbers } from './mask-numbers.ts';

test.each([
  ['картка 4149 4991 1234 5678, дякую', 'картка •••• •••• •••• ••••, дякую'],
  ['4149499112345678', '••••••••••••••••'],
  ['5168-7420-1234-5678', '••••-••••-••••-••••'],
  ['+380 (50) 123-45-67', '+••• (••) •••-••-••'],
  ['050 123 45 67', '••• ••• •• ••'],
  ['0501234567.', '••••••••••.'],
  ['80501234567', '•••••••••••'],
  ['рахунок 2390001111 0501234567', 'рахунок •••••••••• ••••••••••'],
])('maskNumbers hides the digits in %j', (text, masked) => {
  expect(maskNumbers(text)).toBe(masked);
});

test.each([
  'рахунок 2390001111',
  'показання 12345, 012400',
  'з 01.11.2026 по 30.11.2026',
  'сплачено 1 234,56 грн',
  'EIC 62Z5100000247A0V',
  '',
])('maskNumbers leaves %j', (text) => {
  expect(maskNumbers(text)).toBe(text);
});

test('maskNumbers leaves no card number, however it is grouped, and keeps the length', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 13, maxLength: 19 });
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom('', ' ', '-', '  '),
      fc.integer({ min: 1, max: 4 }),
      (card, gap, size) => {
        const written = card
          .map((digit, place) => (place % size === 0 && place > 0 ? gap : '') + digit)
          .join('');
        const masked = maskNumbers(`номер ${written} мій`);
        expect(masked).not.toMatch(/\d/);
        expect(masked).toHaveLength(`номер ${written} мій`.length);
      },
    ),
  );
});
