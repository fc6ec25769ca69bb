import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { nbuQrLimitsOf } from '#domain/payments/nbu-qr-picture.ts';
import { qrModules, qrPath } from './qr-path.ts';

const PAYLOAD =
  'https://qr.bank.gov.ua/QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQpTVVBQL1NVUFAKMjM5MDAwMTExMS0xMDIwMjYKxevl6vLw7uXt5fDjs_8sIO4v8CAyMzkwMDAxMTExLCAxMC4yMDI2CgpGRUZGCjI2MTIzMTIzNTkwMAoyNjExMDUwOTAwMDAK';
const SIGN = 0.2;
const SCALE = 4;
const QUIET = 4;

function readBack(modules: boolean[][], path: string): string | undefined {
  const side = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) {
    for (let dy = 0; dy < SCALE; dy++) {
      for (let dx = 0; dx < SCALE; dx++) {
        const row = (Number(y) + QUIET) * SCALE + dy;
        const column = (Number(x) + QUIET) * SCALE + dx;
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return jsQR.default(pixels, side, side)?.data;
}

test.each([
  ['format 003', PAYLOAD],
  [
    'format 002',
    'https://bank.gov.ua/qr/QkNECjAwMgoyClVDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQoKCsXr5ery8O7l7eXw47P_LCDuL_AgMjM5MDAwMTExMSwgMTAuMjAyNgo',
  ],
])('a reader finds the payload though a sign in the centre covers a part: %s', (_says, payload) => {
  const modules = qrModules(payload, nbuQrLimitsOf(payload));
  expect(readBack(modules, qrPath(modules, SIGN))).toBe(payload);
});

test('what the shape has no room for is refused', () =>
  expect(() => qrModules('a'.repeat(600))).toThrow(RangeError));

test('an app for sign-in codes finds the secret in a code without a sign', () => {
  const uri =
    'otpauth://totp/%D0%A1%D0%B2%D1%96%D1%82%D0%BB%D0%BE:%2B380501110001?issuer=%D0%A1%D0%B2%D1%96%D1%82%D0%BB%D0%BE&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';
  const modules = qrModules(uri);
  expect(readBack(modules, qrPath(modules))).toBe(uri);
});

test('nothing dark lies below the sign, and all of it is there without one', () => {
  const modules = qrModules(PAYLOAD);
  const middle = Math.floor(modules.length / 2);
  expect(qrPath(modules, SIGN)).not.toContain(`M${middle} ${middle}h`);
  const dark = modules.flat().filter(Boolean).length;
  expect(qrPath(modules).match(/M/g)).toHaveLength(dark);
});
