import { expect, test } from 'vitest';
import type { BillData } from '#billing/api/bills.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';
import { createBillDocument } from './bill-document.ts';

const meter = {
  serialNumber: '12345678',
  meterType: 'НІК 2102-02 М1В',
  eic: '62Z0123456789017',
  digitCapacity: 6,
  coefficient: 1,
  basis: 'actual',
  from: '2026-10-01',
  to: '2026-11-01',
} as const;

const line = {
  kind: 'energy',
  price: '4.32',
  from: '2026-10-01',
  to: '2026-10-31',
  isEstimated: false,
} as const;

/** The worked month of the domain facts (9.4). */
const bill: BillData = {
  period: '2026-10',
  number: '2390001111-102026',
  issuedOn: '2026-11-03',
  dueOn: '2026-11-20',
  kwh: 120,
  charged: '432.00',
  toPay: '432.50',
  isEstimated: false,
  supplier: {
    name: 'ТОВ «Світло в дім»',
    edrpou: '41234569',
    iban: 'UA113052990000026038000123456',
    bank: 'АТ КБ «ПриватБанк»',
    address: 'м. Тернопіль, вул. Сонячна, 1',
    phones: ['0 800 300 015'],
    email: 'office@example.test',
    mainUrl: 'https://example.test',
  },
  customer: {
    name: 'Коваленко Олена Петрівна',
    accountNumber: '2390001111',
    address: 'м. Тернопіль, вул. Лесі Українки, 12, кв. 34',
    contractNumber: '2390001111-П',
    contractDate: '2019-01-01',
    consumerEic: '62X003485000012Y',
    objectCode: 'K7M2P9',
    tariff: 'Побутовий, двозонний',
  },
  meters: [
    { ...meter, zone: 'day', previousValue: 12345, currentValue: 12425, kwh: 80 },
    { ...meter, zone: 'night', previousValue: 4100, currentValue: 4140, kwh: 40 },
  ],
  lines: [
    { ...line, zone: 'day', kwh: 80, coefficient: '1', sum: '345.60' },
    { ...line, zone: 'night', kwh: 40, coefficient: '0.5', sum: '86.40' },
  ],
  opening: '0.50',
  recalculated: '0.00',
  paid: '0.00',
  payments: [],
  closing: '432.50',
  vat: '72.00',
  history: [
    { period: '2025-10', kwh: 130, lastYearKwh: null },
    { period: '2026-10', kwh: 120, lastYearKwh: 130 },
  ],
  qr: 'https://qr.bank.gov.ua/QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQpTVVBQL1NVUFAKMjM5MDAwMTExMS0xMDIwMjYKxevl6vLw7uXt5fDjs_8sIO4v8CAyMzkwMDAxMTExLCAxMC4yMDI2CgpGRUZGCjI2MTIzMTIzNTkwMAoyNjExMDUwOTAwMDAK',
  paymentPurpose: 'Електроенергія, о/р 2390001111, 10.2026',
};

test('every block of a bill can be selected as text', async () => {
  const text = readPdfText(await createBillDocument(bill));
  const blocks = [
    'Рахунок за електроенергію',
    'жовтень 2026 року',
    '№ 2390001111-102026 від 03.11.2026',
    'Електроенергія, о/р 2390001111, 10.2026',
    '№ 2390001111-П від 01.01.2019',
    'UA11 3052 9900 0002 6038 0001 2345 6',
    'ТОВ «Світло в дім», ЄДРПОУ 41234569',
    'Коваленко Олена Петрівна',
    '62X003485000012Y',
    'Побутовий, двозонний',
    '012345 012425 80 показання',
    '4,32 0,5 86,40',
    'Разом за період 120 432,00',
    'Борг на 01.10 0,50 + Нараховано 432,00',
    'ПДВ 20 %: 72,00 грн',
    'Споживання за 13 місяців',
    'Відривний талон',
  ];
  for (const block of blocks) expect(text).toContain(block);
  expect(text).toContain('До сплати 432,50 грн Сплатіть до 20.11.2026');
});

test('it is tagged, Ukrainian, titled, and carries its fonts', async () => {
  const pdf = (await createBillDocument(bill)).toString('latin1');
  expect(pdf).toMatch(/\/MarkInfo/);
  expect(pdf).toMatch(/\/Lang \(uk-UA\)/);
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
  expect(pdf).toMatch(/\/StructTreeRoot/);
  expect(pdf).toMatch(/\/FontFile2/);
  expect(pdf).toMatch(/\/S \/Figure/);
  expect(pdf).toMatch(/\/Scope \/Column/);
});

test.each([
  ['format 003', bill.qr],
  [
    'format 002',
    'https://bank.gov.ua/qr/QkNECjAwMgoyClVDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQoKCsXr5ery8O7l7eXw47P_LCDuL_AgMjM5MDAwMTExMSwgMTAuMjAyNgo',
  ],
])('a camera reads the code from the paper: %s', async (_says, qr) => {
  expect(scanPdf(await createBillDocument({ ...bill, qr }))).toBe(qr);
});

test('who has overpaid is asked for nothing', async () => {
  const text = readPdfText(
    await createBillDocument({ ...bill, opening: '-1000.00', closing: '-568.00', toPay: '0.00', qr: null }),
  );
  expect(text).toContain('Сплачувати не потрібно Переплата 568,00 грн');
  expect(text).not.toContain('Скануйте');
});

test('a long bill goes on to another page and loses nothing', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => ({
    ...line,
    zone: 'day' as const,
    kwh: index + 1,
    coefficient: '1',
    sum: `${index + 1}.11`,
  }));
  const pdf = await createBillDocument({ ...bill, lines });
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(1);
  const text = readPdfText(pdf);
  for (const { sum } of lines) expect(text).toContain(sum.replace('.', ','));
});
