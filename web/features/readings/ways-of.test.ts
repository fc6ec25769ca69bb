import { expect, test } from 'vitest';
import type { CostData } from './reading-types.ts';
import { waysOf } from './ways-of.ts';

const cost = { kwh: 100 } as CostData;
const facts = { cost, withoutReading: cost, dateEffect: undefined, isWindowOpen: true };

test('a first reading is laid beside not giving it, a correction beside leaving what was accepted', () => {
  const titles = (isCorrection: boolean) => waysOf({ ...facts, isCorrection }).map(({ title }) => title);
  expect(titles(false)).toEqual(['З цим показанням', 'Якщо не передасте']);
  expect(titles(true)).toEqual(['З цим показанням', 'Якщо не виправляти']);
});
