import { expect, test } from 'vitest';
import { kopiykas } from '#domain/money.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { nbuQrLimits, nbuQrLimitsOf } from './nbu-qr-picture.ts';
import { supplierQr, supplierQr002 } from './supplier-qr.ts';
import { parseNbuQr } from './testing/parse-nbu-qr.ts';

const payment = {
  recipient: 'ТОВ "Світло в дім"',
  iban: 'UA113052990000026038000123456',
  edrpou: '41234569',
  amount: kopiykas(43_250),
  reference: '2390001111-102026',
  purpose: 'Електроенергія, о/р 2390001111, 10.2026',
  madeAt: kyivInstant(localDate('2026-11-05'), 9, 0),
  limits: standardRules.payments.person,
};

test('supplierQr builds the code of the domain facts for the worked month to the byte', () => {
  expect(supplierQr(payment)).toBe(
    'https://qr.bank.gov.ua/QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQpTVVBQL1NVUFAKMjM5MDAwMTExMS0xMDIwMjYKxevl6vLw7uXt5fDjs_8sIO4v8CAyMzkwMDAxMTExLCAxMC4yMDI2CgpGRUZGCjI2MTIzMTIzNTkwMAoyNjExMDUwOTAwMDAK',
  );
  expect(supplierQr002(payment)).toBe(
    'https://bank.gov.ua/qr/QkNECjAwMgoyClVDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQoKCsXr5ery8O7l7eXw47P_LCDuL_AgMjM5MDAwMTExMSwgMTAuMjAyNgo',
  );
});

test.each([
  ['2026-11-05', '2026-12-31'],
  ['2026-12-31', '2027-01-31'],
  ['2027-01-30', '2027-02-28'],
])('supplierQr made on %s is valid until the end of %s in Kyiv', (made, until) => {
  const code = parseNbuQr(supplierQr({ ...payment, madeAt: kyivInstant(localDate(made), 9, 0) }) ?? '');
  expect(code).toMatchObject({ validUntil: kyivInstant(localDate(until), 23, 59) });
});

test('supplierQr returns null for nothing to pay and for details that do not fit', () => {
  const nothing = { ...payment, amount: kopiykas(0) };
  expect([supplierQr(nothing), supplierQr002(nothing)]).toEqual([null, null]);
  const longName = { ...payment, recipient: 'Я'.repeat(60) };
  expect(supplierQr(longName)).not.toBeNull();
  expect(supplierQr002(longName)).toBeNull();
  expect(supplierQr({ ...payment, iban: 'DE89370400440532013000' })).toBeNull();
});

test.each([
  [999, false],
  [1000, true],
  [2000, true],
  [2001, false],
])('supplierQr with limits of 10.00 to 20.00 and %i kopiykas: %s', (amount, isMade) => {
  const limits = { least: kopiykas(1000), most: kopiykas(2000) };
  const limited = { ...payment, amount: kopiykas(amount), limits };
  expect([supplierQr(limited), supplierQr002(limited)].map((url) => url !== null)).toEqual([isMade, isMade]);
});

test('each format has the picture limits of the National Bank', () => {
  expect(nbuQrLimitsOf(supplierQr(payment) ?? '')).toBe(nbuQrLimits['003']);
  expect(nbuQrLimitsOf(supplierQr002(payment) ?? '')).toBe(nbuQrLimits['002']);
});
