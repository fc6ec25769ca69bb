import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { qrModules, qrPath } from './qr-path.ts';

const PAYLOAD =
  'https://qr.bank.gov.ua/QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQpTVVBQL1NVUFAKMjM5MDAwMTExMS0xMDIwMjYKxevl6vLw7uXt5fDjs_8sIO4v8CAyMzkwMDAxMTExLCAxMC4yMDI2CgpGRUZGCjI2MTIzMTIzNTkwMAoyNjExMDUwOTAwMDAK';
const SCALE = 4;
const QUIET = 4;

test('a reader finds the payload though the circle in the centre covers a part', () => {
  const modules = qrModules(PAYLOAD);
  const side = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of qrPath(modules).matchAll(/M(\d+) (\d+)/g)) {
    for (let dy = 0; dy < SCALE; dy++) {
      for (let dx = 0; dx < SCALE; dx++) {
        const row = (Number(y) + QUIET) * SCALE + dy;
        const column = (Number(x) + QUIET) * SCALE + dx;
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  expect(jsQR.default(pixels, side, side)?.data).toBe(PAYLOAD);
});

test('nothing dark lies below the circle', () => {
  const modules = qrModules(PAYLOAD);
  const middle = Math.floor(modules.length / 2);
  expect(qrPath(modules)).not.toContain(`M${middle} ${middle}h`);
});
