import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { kopiykas } from '#domain/money.ts';
import { parseNbuQr } from '#domain/payments/parse-nbu-qr.ts';
import { qrModules } from '#platform/pdf/qr-modules.ts';
import { actQr } from './act-qr.ts';
import { paymentPurpose } from './document/text.ts';

const SCALE = 4;
const QUIET = 4;

/** What a camera reads of the code on the paper. */
function scan(content: string): string | undefined {
  const modules = qrModules(content);
  const side = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = modules[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET] === true;
      if (isDark) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return jsQR.default(pixels, side, side)?.data;
}

const bill = {
  recipient: 'ТОВ «Постачальник»',
  iban: 'UA213223130000026007233566001',
  edrpou: '37788553',
  accountNumber: '2390001130',
  purpose: paymentPurpose('2390001130', '461130', '2026-09-07'),
};

test('a bank app reads what is owed and which act it is for', () => {
  const url = actQr({ ...bill, owed: kopiykas(1_284_096) });
  expect(url).not.toBeNull();
  expect(parseNbuQr(scan(url ?? '') ?? '')).toMatchObject({
    format: '003',
    amount: 1_284_096n,
    reference: '2390001130',
    purpose: 'Оплата за актом про порушення № 461130 від 07.09.2026, о/р 2390001130',
    editable: ['amount'],
  });
});

test('nothing owed has no code', () => {
  expect(actQr({ ...bill, owed: kopiykas(0) })).toBeNull();
});
