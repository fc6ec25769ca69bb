import { expect, test } from 'vitest';
import { balanceOf, isSum, registerLines, showDay } from './book-table.tsx';
import type { BookRow } from './book-types.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const register = (fields: Partial<BookRow['registers'][number]>): BookRow['registers'][number] => ({
  meterSerial: 'A',
  zone: 'single',
  digitCapacity: 5,
  coefficient: 1,
  previousValue: 100,
  currentValue: 250,
  kwh: 150,
  basis: 'actual',
  ground: null,
  isReviewPending: false,
  ...fields,
});

const tariff = (fields: Partial<BookRow['tariffs'][number]>): BookRow['tariffs'][number] => ({
  zone: 'single',
  kwh: 150,
  price: '4.32',
  coefficient: '1',
  from: '2026-10-01',
  to: '2026-10-31',
  ...fields,
});

const linesOf = (registers: BookRow['registers'], tariffs: BookRow['tariffs']) =>
  registerLines({
    period: '2026-10',
    registers,
    kwh: 150,
    tariffs,
    opening: '0.00',
    charged: '648.00',
    benefit: '0.00',
    recalculated: '0.00',
    payments: [],
    paid: '0.00',
    closing: '648.00',
    isEstimated: false,
    state: 'closed',
  }).map(({ label, previous, current, kwh, prices }) =>
    [label, previous, current, kwh, ...prices.map(({ text, days }) => `${text} ${days}`.trim())].map(plain),
  );

test('registerLines leaves out the name of a single register and keeps all digits', () =>
  expect(linesOf([register({})], [tariff({})])).toEqual([['', '00100', '00250', '150', '4,32']]));

test('registerLines and priceLines show zones with their price by coefficient', () => {
  const night = register({ zone: 'night', kwh: 1040, digitCapacity: 6 });
  const zones = [register({ zone: 'day', kwh: 80 }), night];
  const tariffs = [tariff({ zone: 'day' }), tariff({ zone: 'night', coefficient: '0.5' })];
  expect(linesOf(zones, tariffs)).toEqual([
    ['День', '00100', '00250', '80', '4,32'],
    ['Ніч', '000100', '000250', '1 040', '2,16'],
  ]);
});

test('registerLines names each of two meters of a month and shows the price once', () => {
  const meters = [register({}), register({ meterSerial: 'B', coefficient: 40 })];
  expect(linesOf(meters, [tariff({})])).toEqual([
    ['№ A', '00100', '00250', '150', '4,32'],
    ['№ B × 40', '00100', '00250', '150'],
  ]);
});

test('priceLines shows a changed tariff with days and blocks with kWh', () => {
  const changed = [
    tariff({ kwh: 50, price: '4.00', to: '2026-10-10' }),
    tariff({ kwh: 100, price: '5.00', from: '2026-10-11' }),
  ];
  expect(linesOf([register({})], changed)).toEqual([
    ['', '00100', '00250', '150', '50 × 4,00 01.10–10.10', '100 × 5,00 11.10–31.10'],
  ]);
  const blocks = [tariff({ kwh: 100, price: '2.64' }), tariff({ kwh: 50 })];
  expect(linesOf([register({})], blocks)).toEqual([['', '00100', '00250', '150', '100 × 2,64', '50 × 4,32']]);
});

test.each([
  ['432.50', '432,50', 'борг'],
  ['-12.00', '12,00', 'переплата'],
  ['0.00', '0,00', 'боргу немає'],
])('balanceOf %s is %s, %s', (wire, sum, label) => expect(balanceOf(wire)).toEqual({ sum, label }));

test('isSum is false for zero; showDay formats a day', () => {
  expect([isSum('0.00'), isSum('-0.01')]).toEqual([false, true]);
  expect(showDay('2026-10-05')).toBe('05.10');
});
