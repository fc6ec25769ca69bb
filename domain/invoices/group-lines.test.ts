import { expect, test } from 'vitest';
import { kopiykas } from '../money.ts';
import { groupLines, type PointLine } from './group-lines.ts';

const line: PointLine = {
  kind: 'energy',
  component: 'distribution',
  eic: 'A',
  forPeriod: '2026-04',
  quantity: 100,
  price: '2.75218',
  priceFrom: '2026-04-01',
  source: 'act',
  equivalent: null,
  amount: kopiykas(27_522),
};
const classes = new Map([
  ['A', 2],
  ['B', 2],
  ['C', 1],
]);
const classOf = (eic: string) => classes.get(eic) ?? null;

test('groupLines adds up points with the same version of a price', () => {
  const groups = groupLines([line, { ...line, eic: 'B', quantity: 50, amount: kopiykas(13_761) }], classOf);
  expect(groups).toMatchObject([
    { name: 'Послуга розподілу, 2 клас', quantity: 150, amount: 41_283n, pointCount: 2 },
  ]);
});

test.each([
  ['voltage class', { eic: 'C' }],
  ['price', { price: '2.80000' }],
  ['month', { kind: 'adjustment', forPeriod: '2026-03' }],
  ['source', { source: 'another act' }],
  ['equivalent of reactive energy', { equivalent: '0.08' }],
  ['part of the price', { component: 'margin' }],
] as const)('groupLines keeps lines of another %s apart', (_, other) => {
  expect(groupLines([line, { ...line, ...other }], classOf)).toHaveLength(2);
});

test('groupLines names an adjustment, and a part of reactive energy by its kind', () => {
  const [adjustment, reactive] = groupLines(
    [
      { ...line, kind: 'adjustment', component: 'margin' },
      { ...line, kind: 'reactiveCompensation', component: 'reactive' },
    ],
    classOf,
  );
  expect(adjustment?.name).toBe('Коригування: Маржа постачальника');
  expect(reactive?.name).toBe('Надбавка за недостатню компенсацію');
});
