import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { landingWords } from '#contract/values/landing-words.template.ts';
import { DayNight } from './landing-parts.tsx';

const shown = (prices: { day: string; night: string } | undefined) =>
  render(<DayNight words={landingWords} prices={prices} isMissing={false} />).container.textContent ?? '';

test('the offer of the day-night meter has the share of the tariff, none until it is known, and is not made without one', () => {
  expect(shown({ day: '4.32', night: '2.808' })).toContain('коштує на 35 % дешевше');
  expect(shown(undefined)).toContain('електроенергія коштує дешевше');
  expect(shown({ day: '4.32', night: '4.32' })).toBe('');
});
