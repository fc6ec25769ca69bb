import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTypedOut, keptOf, layCells, windowDigits } from './window-cells.ts';

const shown = (typed: string, previous: number, isBeingTyped = true, capacity = 6) =>
  layCells(typed, capacity, previous, isBeingTyped)
    .cells.map(({ char, kind }) => (kind === 'next' ? '|' : char || '_'))
    .join('');

test.each([
  ['nothing yet', '', 12345, '|_____'],
  ['leading zeros as the meter shows them', '0124', 12345, '0124|_'],
  ['without leading zeros, under the previous digits', '124', 12345, '0124|_'],
  ['a whole value', '012425', 12345, '012425'],
  ['a value that grew by a digit', '100020', 99950, '100020'],
  ['a first reading of a new meter', '7', 0, '000007'],
])('while the customer types %s, digits stand where the meter has them', (_, typed, previous, cells) => {
  expect(shown(typed, previous)).toBe(cells);
});

test.each([
  ['12425', '012425'],
  ['12', '000012'],
  ['', '______'],
])('a value that was left, "%s", is padded to the window', (typed, cells) => {
  expect(shown(typed, 12345, false)).toBe(cells);
});

test('a digit too many and a comma are marked and not swallowed', () => {
  expect(layCells('1234567', 6, 12345, true).cells.at(-1)).toMatchObject({ char: '7', kind: 'wrong' });
  expect(layCells('12,5', 6, 12, true).cells.find(({ kind }) => kind === 'wrong')?.char).toBe(',');
});

test('whatever is typed is in the window, in its order, from the offset on', () => {
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
  );
});

test('a pasted value loses its spaces and nothing else', () => {
  expect(keptOf(' 12\u00a0425\n')).toBe('12425');
  expect(keptOf('12425,7')).toBe('12425,7');
});

test('a value is judged when it is typed out, not in the middle of typing', () => {
  expect(isTypedOut('12', 6, 12345)).toBe(false);
  expect(isTypedOut('12000', 6, 12345)).toBe(true);
  expect(isTypedOut('01200', 6, 12345)).toBe(false);
  expect(isTypedOut('012000', 6, 12345)).toBe(true);
  expect(isTypedOut('12,', 6, 12345)).toBe(true);
});

test('the window of a six-digit meter shows 12345 with its zero', () => {
  expect(windowDigits(12345, 6)).toBe('012345');
});
