import { expect, test } from 'vitest';
import { shownValues } from './shown-values.ts';

test('what was typed is told digit by digit, with its zone where there are several', () => {
  expect(shownValues({ values: { single: '021400' } })).toBe('021400');
  const told = shownValues({ values: { day: '00120', night: '00045', peak: '' } });
  expect(told).toMatch(/00120.*00045/);
  expect(told.split(', ')).toHaveLength(2);
});
