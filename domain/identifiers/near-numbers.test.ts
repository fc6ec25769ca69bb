import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearNumbers } from './account-codes.ts';

test.each([
  ['a digit typed wrong', '2390001112', '2390001111'],
  ['two neighbours changed about', '2390010111', '2390001111'],
  ['a digit lost', '239000111', '2390001111'],
  ['a leading zero lost', '390001111', '0390001111'],
  ['a digit doubled', '23990001111', '2390001111'],
])('%s', (_slip, typed, meant) => {
  expect(nearNumbers(typed, [10])).toContain(meant);
});

test('nearNumbers does not include numbers with two typing errors', () => {
  expect(nearNumbers('2390001122', [10])).not.toContain('2390001111');
});

test("nearNumbers returns only other numbers of the right length, each once, within the limit of a statement's parameters", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,14}$/), (number) => {
      const near = nearNumbers(number, [10]);
      expect(near).not.toContain(number);
      expect(new Set(near).size).toBe(near.length);
      expect(near.length).toBeLessThan(200);
      for (const one of near) expect(one).toMatch(/^\d{10}$/);
    }),
  );
});

test('nearNumbers lists every typing error of a short number', () => {
  expect([...nearNumbers('12', [1])].sort()).toEqual(['1', '2']);
  expect([...nearNumbers('1', [1])].sort()).toEqual(['0', '2', '3', '4', '5', '6', '7', '8', '9']);
  const swapped = [...nearNumbers('12', [2])].sort();
  expect(swapped).toContain('21');
  expect(swapped).toHaveLength(19);
  const longer = nearNumbers('1', [2]);
  expect([...longer].sort()).toEqual(
    [...new Set(Array.from({ length: 10 }, (_, digit) => [`${digit}1`, `1${digit}`]).flat())].sort(),
  );
});

test('nearNumbers changes the length by one digit at most, for any lengths', () => {
  const lengths = Array.from({ length: 40 }, (_, length) => length);
  const near = nearNumbers('2390', lengths);
  expect(new Set(near.map((one) => one.length))).toEqual(new Set([3, 4, 5]));
  for (const one of near) expect(one).toMatch(/^\d+$/);
});
