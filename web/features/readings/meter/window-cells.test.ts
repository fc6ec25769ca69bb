import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTypedOut, layCells } from './register-field.tsx';

const shown = (typed: string, previous: number, isBeingTyped = true, capacity = 6) =>
  layCells(typed, capacity, previous, isBeingTyped)
    .cells.map(({ char, kind }) => (kind === 'next' ? '|' : char || '_'))
    .join('');

test.each([
  ['nothing yet', '', 12345, '|_____'],
  ['leading zeros', '0124', 12345, '0124|_'],
  ['no leading zeros', '124', 12345, '0124|_'],
  ['a complete value', '012425', 12345, '012425'],
  ['a value with one digit more', '100020', 99950, '100020'],
  ['a first reading of a new meter', '7', 0, '000007'],
])('layCells aligns the digits when the customer types %s', (_, typed, previous, cells) =>
  expect(shown(typed, previous)).toBe(cells),
);

test.each([
  ['12425', '012425'],
  ['12', '000012'],
  ['', '______'],
])('layCells pads the value "%s" after blur', (typed, cells) =>
  expect(shown(typed, 12345, false)).toBe(cells),
);

test('layCells marks a surplus digit and a comma instead of dropping them', () => {
  expect(layCells('1234567', 6, 12345, true).cells.at(-1)).toMatchObject({ char: '7', kind: 'wrong' });
  expect(layCells('12,5', 6, 12, true).cells.find(({ kind }) => kind === 'wrong')?.char).toBe(',');
});

test('layCells keeps every typed character in order from the offset', () =>
  fc.assert(
    fc.property(
      fc.string({ maxLength: 9 }),
      fc.integer({ min: 4, max: 8 }),
      fc.integer({ min: 0, max: 9_999 }),
      fc.boolean(),
      (typed, capacity, previous, isBeingTyped) => {
        const { cells, offset } = layCells(typed, capacity, previous, isBeingTyped);
        expect(cells.length).toBeGreaterThanOrEqual(capacity);
        expect(
          cells
            .slice(offset, offset + typed.length)
            .map(({ char }) => char)
            .join(''),
        ).toBe(typed);
      },
    ),
  ));

test('isTypedOut is true only for a complete value', () => {
  expect(isTypedOut('12', 6, 12345)).toBe(false);
  expect(isTypedOut('12000', 6, 12345)).toBe(true);
  expect(isTypedOut('01200', 6, 12345)).toBe(false);
  expect(isTypedOut('012000', 6, 12345)).toBe(true);
  expect(isTypedOut('12,', 6, 12345)).toBe(true);
});
