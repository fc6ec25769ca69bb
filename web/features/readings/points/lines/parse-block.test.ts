import { describe, expect, test } from 'vitest';
import { type Kind, pointFixture, pointRowFixture } from '#web/testing/fixtures/point-fixture.ts';
import { parseBlock } from './parse-block.ts';
import { linesOf, type Point } from './points-data.ts';

const eics = ['62Z0000000000001', '62Z0000000000002', '62Z0000000000003', '62Z0000000000004'];

const point = (index: number, kinds: Kind[], isBlocked = false): Point => ({
  ...pointFixture,
  eic: eics[index] ?? '',
  blocked: isBlocked ? { code: 'readings.substation', message: '', opensOn: null } : null,
  rows: kinds.map((kind) => ({
    ...pointRowFixture,
    meterId: `m${index}`,
    serialNumber: `7000${index}`,
    kind,
  })),
});

const lines = linesOf([
  point(0, ['single']),
  point(1, ['day', 'night']),
  point(2, ['single'], true),
  point(3, ['single', 'reactiveImport']),
]);
const placed = (text: string, from = 0) => {
  const { values, ...rest } = parseBlock(text, lines, lines.slice(from));
  return {
    ...rest,
    cells: values.map(({ line, text: value }) => `${line.id.replace('cell-', '')} ${value}`),
  };
};

describe('parseBlock', () => {
  test.each<[string, string, number, string[], object?]>([
    [
      'one column goes down from the cell, past blocked rows',
      '11\n22\r\n33\n44\n',
      0,
      ['m0-single 11', 'm1-day 22', 'm1-night 33', 'm3-single 44'],
    ],
    ['an empty row leaves its cell as it is', '11\n\n33', 0, ['m0-single 11', 'm1-night 33']],
    ['values after the last are counted', '1\n2\n3', 4, ['m3-single 1', 'm3-reactiveImport 2'], { left: 1 }],
    ['a heading is passed over', 'Показання\n12 345,00', 0, ['m0-single 12345']],
    ['EIC and value find their row', `${eics[3]}\t55\n${eics[0]}\t66`, 4, ['m3-single 55', 'm0-single 66']],
    ['values of one EIC fill its registers in order', `${eics[1]}\t5\t6`, 0, ['m1-day 5', 'm1-night 6']],
    ['rows of one serial number fill its registers', '70001\t5\n70001\t6', 0, ['m1-day 5', 'm1-night 6']],
    ['a row of a table gives its last number', `Лавка\t${eics[0]}\t70000\t5\t100\t777`, 0, ['m0-single 777']],
    ['a blocked point takes nothing', `${eics[2]}\t5`, 0, [], { blocked: 1 }],
    ['an unknown EIC is named', '62Z9999999999999\t5', 0, [], { unknown: ['62Z9999999999999'] }],
    ['what is no number stays for its reason', '12a\n', 0, ['m0-single 12a']],
  ])('%s', (_, text, from, cells, rest = {}) => {
    expect(placed(text, from)).toEqual({ unknown: [], blocked: 0, left: 0, ...rest, cells });
  });
});
