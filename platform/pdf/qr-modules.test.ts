import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { isUnderBadge, qrModules } from './qr-modules.ts';

const QUIET = 4;
const SCALE = 4;

/** The code as a camera sees it: four modules of white around, a white circle with a dark sign in the centre. */
function read(text: string): string | undefined {
  const modules = qrModules(text);
  const side = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const row = Math.floor(y / SCALE) - QUIET;
      const column = Math.floor(x / SCALE) - QUIET;
      const isSign = Math.abs(x - side / 2) < 4 * SCALE && Math.abs(y - side / 2) < 4 * SCALE;
      const isDark = isUnderBadge(row, column, modules.length) ? isSign : modules[row]?.[column] === true;
      if (isDark) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return jsQR.default(pixels, side, side)?.data;
}

const prefix = 'https://qr.bank.gov.ua/';

test.each([40, 200, 250, 300, 400, 475])(
  'a payment code of %i characters reads back under its sign',
  (length) => {
    const text = prefix + 'QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVB'.repeat(12).slice(0, length);
    expect(read(text)).toBe(text);
  },
);

test('no code has more modules than the National Bank allows', () => {
  for (const length of [40, 300, 475]) {
    expect(qrModules(prefix + 'a'.repeat(length)).length).toBeLessThanOrEqual(85);
  }
});
