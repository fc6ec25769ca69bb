import { expect, test } from 'vitest';
import type { CostData } from './api.ts';
import { billScenarios } from './meter/cost-panel.tsx';

const cost = { kwh: 100 } as CostData;
const facts = { cost, withoutReading: cost, dateEffect: undefined, isWindowOpen: true };

test('billScenarios compares a first reading with giving none, and a correction with the accepted reading', () => {
  const titles = (isCorrection: boolean) =>
    billScenarios({ ...facts, isCorrection }).map(({ title }) => title);
  expect(titles(false)).toEqual(['З цим показанням', 'Якщо не передасте']);
  expect(titles(true)).toEqual(['З цим показанням', 'Якщо не виправляти']);
});
