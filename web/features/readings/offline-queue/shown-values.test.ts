import { expect, test } from 'vitest';
import { shownValues } from './shown-values.ts';

test('shownValues lists the typed digits, with zones for several registers', () => {
  expect(shownValues({ values: { single: '021400' } })).toBe('021400');
  const shown = shownValues({ values: { day: '00120', night: '00045', peak: '' } });
  expect(shown).toMatch(/00120.*00045/);
  expect(shown.split(', ')).toHaveLength(2);
});
