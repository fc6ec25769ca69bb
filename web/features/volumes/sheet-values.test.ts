import { expect, test } from 'vitest';
import { moveSheet, placeBlock, putCells, readCell, type SheetState } from './sheet-values.ts';

const eics = ['62Z000000000001B', '62Z0000000000029', '62Z0000000000037'];
const [first = '', second = '', third = ''] = eics;
const blank: SheetState = { cells: {}, past: [], future: [], typing: undefined };

test.each([
  ['a column goes down from the cell', '100\n200\n', second, { [second]: '100', [third]: '200' }, []],
  ['a heading is skipped', 'кВт·год\n1 500,00', first, { [first]: '1500' }, []],
  ['an empty cell leaves what stands there', '100\n\n300', first, { [first]: '100', [third]: '300' }, []],
  [
    'rows that name a point go to it',
    `${third}\tShop\t10\t3 000\n62Z000000000004X\t5`,
    first,
    { [third]: '3000' },
    ['62Z000000000004X'],
  ],
  ['what is no number stays to be seen', 'abc\n12,5', first, { [first]: '12,5' }, []],
] as const)('placeBlock: %s', (_title, block, from, values, unknown) =>
  expect(placeBlock(block, eics, from)).toEqual({ values, unknown }),
);

test.each([
  ['', null],
  ['1 234', 1234],
  ['0', 0],
  ['12,5', undefined],
  ['-1', undefined],
  ['1000000000', undefined],
])('readCell of "%s" is %s', (text, kwh) => expect(readCell(text)).toBe(kwh));

test('a run of typing in a cell and a pasted block are one step of undo each', () => {
  let state = putCells(blank, { [first]: '1' }, first);
  state = putCells(state, { [first]: '12' }, first);
  state = putCells(state, { [second]: '5', [third]: '6' });
  const undone = moveSheet(state, 'undo');
  expect(undone.cells).toEqual({ [first]: '12' });
  expect(moveSheet(undone, 'undo').cells).toEqual({});
  expect(moveSheet(moveSheet(undone, 'undo'), 'undo').cells).toEqual({});
  expect(moveSheet(undone, 'redo').cells).toEqual(state.cells);
});
