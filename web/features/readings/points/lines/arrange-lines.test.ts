import { describe, expect, test } from 'vitest';
import { pointFixture, pointRowFixture } from '#web/testing/fixtures/point-fixture.ts';
import { windowFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { type Arrangement, arrangeLines, lineStateOf } from './arrange-lines.ts';
import { emptyEntry } from './assess-meter.ts';
import { type Line, linesOf, type Point } from './points-data.ts';

const unset = { state: undefined, sort: undefined, group: undefined };
const none: Arrangement = { term: '', isDescending: false, ...unset };

const point = (name: string, previousValue: number, facts: Partial<Point> = {}): Point => ({
  ...pointFixture,
  eic: `62Z000000000000${name}`,
  object: `Крамниця ${name}`,
  address: 'вул. Зелена, 5',
  costCentre: name === '2' ? 'Схід' : 'Захід',
  rows: [{ ...pointRowFixture, meterId: name, serialNumber: `700${name}`, previousValue }],
  ...facts,
});

const lines = linesOf([point('10', 300), point('2', 100), point('1', 200)]);
const facts = { stateOf: () => 'empty' as const, energyOf: ({ row }: Line) => row.previousValue };
const shown = (arrangement: Partial<Arrangement>) =>
  arrangeLines(lines, { ...none, ...arrangement }, facts).map((group) => [
    group.name,
    ...group.lines.map(({ meter }) => meter.meterId),
  ]);

const byCentre = [
  ['Захід', '1', '10'],
  ['Схід', '2'],
];

describe('arrangeLines', () => {
  test.each<[string, Partial<Arrangement>, ReturnType<typeof shown>]>([
    ['keeps the order of the server', {}, [[undefined, '10', '2', '1']]],
    ['sorts numbers in names as numbers', { sort: 'object' }, [[undefined, '1', '2', '10']]],
    ['sorts downwards', { sort: 'previous', isDescending: true }, [[undefined, '10', '1', '2']]],
    ['groups by cost centre', { group: 'costCentre', sort: 'object' }, byCentre],
    ['finds every word in any field', { term: 'зелена 7002' }, [[undefined, '2']]],
    ['finds nothing where a state is absent', { state: 'error' }, [[undefined]]],
  ])('%s', (_, arrangement, expected) => expect(shown(arrangement)).toEqual(expected));
});

describe('lineStateOf', () => {
  const problem = (type: 'question' | 'error') => ({ kind: 'single' as const, code: 'c', message: '', type });
  const typed = { ...emptyEntry, values: { single: '5' } };
  const blocked = { code: 'readings.substation', message: '', opensOn: null };
  const lineOf = (one: Point) => linesOf([one])[0] as Line;
  const open = lineOf(point('1', 1));
  const given = point('1', 1);
  const withCurrent = lineOf({
    ...given,
    rows: given.rows.map((row) => ({ ...row, currentValue: 5, currentDate: '2026-12-01' })),
  });
  test.each([
    ['empty', open, emptyEntry, []],
    ['ready', open, typed, []],
    ['error', open, typed, [problem('question'), problem('error')]],
    ['question', open, typed, [problem('question')]],
    ['given', withCurrent, emptyEntry, []],
    ['given', withCurrent, typed, []],
    ['ready', withCurrent, { ...emptyEntry, values: { single: '6' } }, []],
    ['blocked', lineOf(point('1', 1, { blocked })), emptyEntry, []],
    ['error', lineOf(point('1', 1, { blocked })), typed, [problem('error')]],
  ] as const)('is %s', (state, line, entry, problems) =>
    expect(lineStateOf(line, entry, { problems }, { window: windowFixture })).toBe(state),
  );
});
