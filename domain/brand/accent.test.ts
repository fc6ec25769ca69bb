import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contrastOf,
  failingPair,
  grounds,
  leastContrast,
  nearestAccent,
  standardAccent,
  type Theme,
} from './accent.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const theme = fc.constantFrom<Theme>('light', 'dark');

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ffc53d', '#fffdf8', 1.55],
  ['#1d4ed8', '#1d4ed8', 1],
])('the contrast of %s and %s is %f', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
});

test('contrast is the same both ways, and between 1 and 21', () => {
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      const contrast = contrastOf(one, other);
      expect(contrast).toBe(contrastOf(other, one));
      expect(contrast).toBeGreaterThanOrEqual(1);
      expect(contrast).toBeLessThanOrEqual(21);
    }),
  );
});

test('a pair fails just when one ground has too little contrast; the nearest accent passes on all, and stays when it passed', () => {
  fc.assert(
    fc.property(colour, theme, (accent, of) => {
      const least = Math.min(...Object.values(grounds[of]).map((ground) => contrastOf(accent, ground)));
      expect(failingPair(accent, of)?.contrast).toBe(least < leastContrast ? least : undefined);
      const nearest = nearestAccent(accent, of);
      expect(failingPair(nearest, of)).toBeUndefined();
      if (least >= leastContrast) expect(nearest).toBe(accent);
    }),
  );
});

test('the nearest accent keeps the hue', () => {
  expect(nearestAccent('#ff8800', 'light')).toMatch(/^#[89a-c][0-9a-f][4-6][0-9a-f]0[0-4]$/);
  expect(nearestAccent('#003300', 'dark')).toMatch(/^#00[0-9a-f]{2}00$/);
});

test('grounds and standard accents are those of the tokens, and the standard ones pass', async () => {
  const css = await readFile(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8');
  const light = css.slice(0, css.indexOf('[data-theme="dark"]'));
  const dark = css.slice(light.length, css.indexOf('@media'));
  for (const [of, part] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)?.[1];
    const { notice, ...others } = grounds[of];
    for (const [name, value] of Object.entries({
      ...others,
      'info-ground': notice,
      link: standardAccent[of],
    }))
      expect([name, token(name)]).toEqual([name, value]);
    expect(failingPair(standardAccent[of], of)).toBeUndefined();
  }
});
