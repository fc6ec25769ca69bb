import { expect, test } from 'vitest';
import type { CostData } from './api.ts';
import { billScenarios, costSentence } from './meter/cost-panel.tsx';
import { text } from './text.ts';

const cost = { kwh: 100 } as CostData;
const facts = { cost, withoutReading: cost, dateEffect: undefined, isWindowOpen: true };

test('billScenarios compares a first reading with giving none, and a correction with the accepted reading', () => {
  const titles = (isCorrection: boolean) =>
    billScenarios({ ...facts, isCorrection }).map(({ title }) => title);
  expect(titles(false)).toEqual(['З цим показанням', 'Якщо не передасте']);
  expect(titles(true)).toEqual(['З цим показанням', 'Якщо не виправляти']);
});

test('costSentence names no bill where the cost has none', () => {
  const bill = { opening: '0.00', charged: '60.00', recalculated: '0.00', paid: '0.00', toPay: '60.00' };
  const facts = { kwh: 10, sum: '60.00', lines: [], bill };
  const whole = { given: [], left: [] };
  const sentence = (cost: CostData) => costSentence(text.briefCost, cost, whole);
  expect(sentence(facts)).toBe('10 кВт·год на 60,00 грн. Рахунок буде 60,00 грн.');
  expect(sentence({ ...facts, bill: null })).toBe('10 кВт·год на 60,00 грн.');
  const part = costSentence(text.briefCost, { ...facts, bill: null }, { given: ['day'], left: ['night'] });
  expect(part).toContain('10 кВт·год на 60,00 грн.');
  expect(part).not.toContain('ахунок');
});
