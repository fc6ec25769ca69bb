import { expect, test } from 'vitest';
import { addEnergy, formatKwh, fromKwh, toKwh, wattHours } from './energy.ts';

test.each([
  [0, '0'],
  [500, '0,5'],
  [1, '0,001'],
  [80_000, '80'],
  [1_234_000, '1\u00a0234'],
  [1_234_560_070, '1\u00a0234\u00a0560,07'],
  [-2_500, '\u22122,5'],
])('toKwh and formatKwh: %i Wh are %j kWh', (energy, text) => {
  expect(formatKwh(wattHours(energy))).toBe(text);
});

test('wattHours refuses fractions', () => {
  expect(fromKwh(120)).toBe(120_000);
  expect(toKwh(wattHours(1_234))).toBe(1.234);
  expect(addEnergy(fromKwh(80), fromKwh(40))).toBe(fromKwh(120));
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => wattHours(wrong)).toThrow(RangeError);
    expect(() => fromKwh(wrong)).toThrow(RangeError);
  }
});
