import { expect, test } from 'vitest';
import { fuelMixFromText } from './column-kind.ts';

test('the sources of a supplier are read with their percents', () => {
  expect(JSON.parse(fuelMixFromText('атомна=55.4; теплова=30;вітер і сонце=14.6;') ?? '')).toEqual([
    { name: 'атомна', percent: '55.4' },
    { name: 'теплова', percent: '30' },
    { name: 'вітер і сонце', percent: '14.6' },
  ]);
});

test.each(['33.3;33.3', 'атомна=33.3;теплова=33.3;гідро=33.3', 'атомна=100.9'])('%j', (text) => {
  expect(fuelMixFromText(text) !== undefined).toBe(!text.startsWith('33'));
});

test.each([
  'атомна',
  'атомна=',
  '=100',
  'атомна=50',
  'атомна=60;теплова=60',
  'атомна=55,4;теплова=44,6',
  ' =100',
])('%j is no mix', (text) => {
  expect(fuelMixFromText(text)).toBeUndefined();
});
