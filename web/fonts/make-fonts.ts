/**
 * Makes the two committed font files of the cabinet from Onest (SIL OFL 1.1): run after the font package changes.
 *
 * Latin and Cyrillic stay two files with a `unicode-range` each. The weight axis is cut to 400–700, the only
 * weights the tokens use. All layout features stay, above all `tnum`: columns of numbers need it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

const scripts = {
  latin: `${range(0x20, 0x7e)}\u00a0\u00a7\u00a9\u00ab\u00bb\u00b0\u00b2\u00b3\u00b7\u00d7\u02bc\u2009\u2011\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2022\u2026\u20ac\u2212`,
  cyrillic: `\u0301${range(0x400, 0x45f)}\u0490\u0491\u2116`,
};

for (const [script, characters] of Object.entries(scripts)) {
  const source = require.resolve(`@fontsource-variable/onest/files/onest-${script}-wght-normal.woff2`);
  const subset = await subsetFont(await readFile(source), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
  await writeFile(new URL(`./onest-${script}.woff2`, import.meta.url), subset);
}
