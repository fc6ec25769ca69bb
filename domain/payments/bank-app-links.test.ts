import { expect, test } from 'vitest';
import { bankAppLinks } from './bank-app-links.ts';

test('bankAppLinks opens the code in the apps of four banks unchanged', () => {
  const payload = 'QkNECjAwMwoy';
  const links = bankAppLinks(`https://qr.bank.gov.ua/${payload}`);
  expect(links).toEqual([
    { bank: 'privat24', url: `https://www.privat24.ua/rd/send_qr/nbu/${payload}` },
    { bank: 'monobank', url: `https://mbnk.app/qr/${payload}` },
    { bank: 'pumb', url: `https://mobile-app.pumb.ua/bank.gov.ua/qr/${payload}` },
    { bank: 'raiffeisen', url: `https://my-raif.apps.raiffeisen.ua/qr?payload=${payload}` },
  ]);
});

test('bankAppLinks returns [] for a code of format 002', () => {
  expect(bankAppLinks('https://bank.gov.ua/qr/QkNE')).toEqual([]);
});
