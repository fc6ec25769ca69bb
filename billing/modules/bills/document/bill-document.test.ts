import { expect, test } from 'vitest';
import type { BillData } from '#contract/values/bill.ts';
import { readPdfPages } from '#platform/pdf/testing/read-pdf-objects.ts';
import { allElements, readPdfStructure } from '#platform/pdf/testing/read-pdf-structure.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';
import { createBillDocument } from './bill-document.ts';

const meter = {
  serialNumber: '12345678',
  meterType: 'НІК 2102-02 М1В',
  eic: '62Z0123456789017',
  digitCapacity: 6,
  previousSource: 'calculated',
  currentSource: 'customer',
  coefficient: 1,
  basis: 'actual',
  previousOn: '2026-10-01',
  currentOn: '2026-11-01',
} as const;

const read = { ...meter, ground: null, isReviewPending: false } as const;
const days = { from: '2026-10-01', to: '2026-10-31' };
const line = { kind: 'energy', price: '4.32', ...days, isEstimated: false } as const;

/** The worked month of the domain facts (9.4). */
const bill: BillData = {
  period: '2026-10',
  number: '2390001111-102026',
  issuedOn: '2026-11-03',
  dueOn: '2026-11-20',
  kwh: 120,
  charged: '432.00',
  toPay: '432.50',
  open: '432.00',
  isEstimated: false,
  supplier: {
    name: 'ТОВ «Світло в дім»',
    edrpou: '41234569',
    iban: 'UA113052990000026038000123456',
    bank: 'АТ КБ «ПриватБанк»',
    address: 'м. Тернопіль, вул. Сонячна, 1',
    phones: ['0 800 300 015'],
    email: 'office@example.test',
    emergencyPhones: ['0 800 300 104'],
    complaintContacts: ['Енергетичний омбудсмен: eo.gov.ua', 'НКРЕКП: nerc.gov.ua'],
    fuelMix: {
      year: 2025,
      parts: [
        { name: 'атомна', percent: '55.4' },
        { name: 'теплова', percent: '22.1' },
        { name: 'гідро', percent: '8.9' },
        { name: 'сонце й вітер', percent: '11.2' },
        { name: 'інша', percent: '2.4' },
      ],
      co2GramsPerKwh: 268,
    },
  },
  customer: {
    name: 'Коваленко Олена Петрівна',
    account: '2390001111',
    address: 'м. Тернопіль, вул. Лесі Українки, 12, кв. 34',
    contractNumber: '2390001111-П',
    contractDate: '2019-01-01',
    consumerEic: '62X003485000012Y',
    objectCode: 'K7M2P9',
    tariff: 'Побутовий',
    offer: 'Універсальна послуга',
    phone: '+380 50 ••• •• 01',
    category: 'household',
    zoneScheme: 'two',
    isHeating: false,
  },
  meters: [
    { ...read, zone: 'day', previousValue: 12345, currentValue: 12425, kwh: 80 },
    { ...read, zone: 'night', previousValue: 4100, currentValue: 4140, kwh: 40 },
  ],
  lines: [
    { ...line, zone: 'day', kwh: 80, coefficient: '1', sum: '345.60' },
    { ...line, zone: 'night', kwh: 40, coefficient: '0.5', sum: '86.40' },
  ],
  opening: '0.50',
  recalculated: '0.00',
  benefit: '0.00',
  benefits: [],
  corrected: '0.00',
  corrections: [],
  paid: '0.00',
  payments: [],
  closing: '432.50',
  due: { asOf: '2026-11-05', sum: '432.50', arrears: '0.00', acts: [] },
  vat: '72.00',
  history: [
    { period: '2025-10', kwh: 130, zones: { single: 130 }, lastYearKwh: null },
    { period: '2026-10', kwh: 120, zones: { single: 120 }, lastYearKwh: 130 },
  ],
  qr: 'https://qr.bank.gov.ua/QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQpTVVBQL1NVUFAKMjM5MDAwMTExMS0xMDIwMjYKxevl6vLw7uXt5fDjs_8sIO4v8CAyMzkwMDAxMTExLCAxMC4yMDI2CgpGRUZGCjI2MTIzMTIzNTkwMAoyNjExMDUwOTAwMDAK',
  paymentPurpose: 'Електроенергія, о/р 2390001111, 10.2026',
};

const dueNow = { asOf: '2026-11-05', sum: '432.50', arrears: '0.00', acts: [] };

test('every block of a bill can be selected as text', async () => {
  const text = readPdfText(await createBillDocument(bill));
  const blocks = [
    'Рахунок за електроенергію',
    'жовтень 2026 року',
    '№ 2390001111-102026 від 03.11.2026',
    'Електроенергія, о/р 2390001111, 10.2026',
    '№ 2390001111-П від 01.01.2019 Комерційна пропозиція «Універсальна послуга»',
    'UA11 3052 9900 0002 6038 0001 2345 6',
    'АТ КБ «ПриватБанк», тільки для оплати електроенергії',
    'ТОВ «Світло в дім», ЄДРПОУ 41234569 м. Тернопіль, вул. Сонячна, 1 office@example.test',
    'Коваленко Олена Петрівна м. Тернопіль, вул. Лесі Українки, 12, кв. 34 +380 50 ••• •• 01',
    'код, щоб додати об’єкт у кабінет: K7M2P9',
    '62X003485000012Y — споживача',
    '62Z0123456789017 — точки обліку',
    'Побутовий споживач, двозонний облік',
    '12345678 НІК 2102-02 М1В · 6 розрядів',
    '012345 01.10 · розрахунок 012425 01.11 · споживач 80 1 80',
    '4,32 0,5 86,40',
    'Разом за період з них ПДВ 20 %: 72,00 120 432,00',
    'Борг на 01.10 0,50 + Нараховано 432,00',
    'Споживання за 13 місяців',
    'З чого ваша електроенергія, 2025 рік атомна — 55,4 %; теплова — 22,1 %; сонце й вітер — 11,2 %',
    'Викиди CO2: 268 г на кВт·год.',
    'Немає світла? Цілодобово: 0 800 300 104',
    'Ваші права: перевірка лічильника',
    'Енергетичний омбудсмен: eo.gov.ua, НКРЕКП: nerc.gov.ua',
    'Відривний талон',
  ];
  for (const block of blocks) expect(text).toContain(block);
  expect(text).toContain('До сплати 432,50 грн Сплатіть до 20.11.2026');
});

test('a reader of it aloud meets headings, tables with titles, and figures that say what they show', async () => {
  const pdf = await createBillDocument(bill, 'https://svitlo.example/cabinet/person/bills/2026-10');
  const elements = allElements(readPdfStructure(pdf));
  const types = elements.map(({ type }) => type);
  expect(types.filter((type) => /^H\d$/.test(type))).toEqual(['H1', ...Array(8).fill('H2')]);
  expect(types.filter((type) => type === 'Figure')).toHaveLength(2);
  expect(types.filter((type) => type === 'Link')).toHaveLength(1);
  const tables = elements.filter(({ type }) => type === 'Table');
  const titles = tables.map((table) => allElements(table).filter(({ type }) => type === 'TH'));
  expect(titles.map((cells) => cells.map(({ scope }) => scope))).toEqual([
    Array(8).fill('Row'),
    Array(7).fill('Column'),
    Array(6).fill('Column'),
  ]);
  for (const row of elements.filter(({ type }) => type === 'TR')) {
    expect(row.parts.map(({ type }) => type).every((type) => type === 'TH' || type === 'TD')).toBe(true);
  }
});

test('it is Ukrainian, titled, carries its fonts, and its link leads to the page that takes the payment', async () => {
  const url = 'https://svitlo.example/cabinet/person/bills/2026-10';
  const pdf = (await createBillDocument(bill, url)).toString('latin1');
  expect(pdf).toMatch(/\/MarkInfo/);
  expect(pdf).toMatch(/\/Lang \(uk-UA\)/);
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
  expect(pdf.match(/\/FontFile2/g)).toHaveLength(3);
  expect(pdf).not.toContain('Helvetica');
  expect(pdf).toContain(`/URI (${url})`);
  expect((await createBillDocument(bill)).toString('latin1')).not.toContain('/URI');
});

test('an ordinary bill is one page, also with an old debt; the debt says what follows from it', async () => {
  const due = { ...dueNow, sum: '1666.50', arrears: '1234.50' };
  const inDebt = { ...bill, opening: '1234.50', due, closing: '1666.50', toPay: '1666.50' };
  const history = Array.from({ length: 13 }, (_, index) => ({
    period: `2026-${String((index % 12) + 1).padStart(2, '0')}`,
    kwh: 100 + index,
    zones: {},
    lastYearKwh: 110,
  }));
  const mobiles = ['67', '50', '63'].map((code) => `+380 ${code} 000 00 15`);
  const phones = ['0 800 300 015', '(0352) 51-09-10', ...mobiles];
  const supplier = { ...bill.supplier, phones, emergencyPhones: ['0 800 300 104', '(0352) 52-10-04'] };
  const paidInPart = { ...inDebt, due: { ...due, sum: '1500.00' } };
  for (const one of [bill, inDebt, paidInPart].map((each) => ({ ...each, supplier }))) {
    const document = await createBillDocument({ ...one, history }, 'https://svitlo.example');
    expect(readPdfPages(document)).toHaveLength(1);
  }
  const text = readPdfText(await createBillDocument(inDebt));
  expect(text).toContain('Борг за минулі місяці: 1 234,50 грн');
  expect(text).toContain('не раніше ніж через 10 робочих днів');
});

test('a part-paid bill asks for what is due now, keeps what it asked for, and warns of nothing', async () => {
  const due = { ...dueNow, sum: '132.50' };
  const pdf = await createBillDocument({ ...bill, due }, 'https://svitlo.example');
  const text = readPdfText(pdf);
  expect(text).toContain(
    'Було виставлено 432,50 грн Строк оплати 20.11.2026 На 05.11.2026 до сплати 132,50 грн',
  );
  expect(text).toMatch(/Сума, грн 132,50/);
  expect(text).not.toContain('Борг за минулі місяці');
  expect(readPdfPages(pdf)).toHaveLength(1);
});

test.each([
  ['paid off', { ...dueNow, sum: '0.00' }, 'На 05.11.2026 рахунок сплачено'],
  ['older than the last one', null, 'Цю суму враховано в наступних рахунках: сплачуйте за останнім'],
])('a bill that is %s asks for nothing: no code, no link, no warning', async (_says, due, words) => {
  const pdf = await createBillDocument({ ...bill, due, qr: null });
  const text = readPdfText(pdf);
  expect(text).toContain(`Було виставлено 432,50 грн Строк оплати 20.11.2026 ${words}`);
  expect(text).not.toContain('До сплати 432,50');
  for (const word of ['Скануйте', 'Сплатити онлайн', 'Борг за минулі']) expect(text).not.toContain(word);
  expect(pdf.toString('latin1')).not.toContain('/URI');
});

test('violation acts are listed separately, each with its sum', async () => {
  const acts = [
    { actNumber: '461130', owed: '12840.96' },
    { actNumber: '461131', owed: '100.00' },
  ];
  const text = readPdfText(await createBillDocument({ ...bill, due: { ...dueNow, acts } }));
  expect(text).toContain('За актами про порушення, окремо від цього рахунку: 12 940,96 грн');
  expect(text).toContain('№ 461130 — 12 840,96 грн; № 461131 — 100,00 грн.');
  expect(text).toContain('До сплати 432,50 грн');
});

test('a supplier who tells nothing of sources, night line and complaints has none of them on the bill', async () => {
  const supplier = { ...bill.supplier, emergencyPhones: [], complaintContacts: [], fuelMix: null };
  const text = readPdfText(await createBillDocument({ ...bill, supplier }));
  for (const word of ['З чого', 'CO2', 'Немає світла', 'омбудсмен']) expect(text).not.toContain(word);
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

const by = (ground: string, isReviewPending = false) => ({ basis: 'estimated', ground, isReviewPending });

test.each([
  [by('lastYear'), 'за торішнім споживанням', 'Фактичних показань не було'],
  [by('lastActual'), 'за середнім споживанням', 'Фактичних показань не було'],
  [by('norm'), 'за нормою споживання', 'Фактичних показань не було'],
  [by('lastYear', true), 'показання перевіряє оператор', 'Показання перевіряє оператор'],
] as const)('a register that no reading ends says so: %j', async (basis, mark, note) => {
  const [first, ...others] = bill.meters;
  const meters = [{ ...first, ...basis }, ...others] as BillData['meters'];
  const document = await createBillDocument({ ...bill, isEstimated: true, meters });
  const text = readPdfText(document).replaceAll('\n', ' ');
  expect(text).toContain(mark);
  expect(text).toContain(note);
});

test('who has overpaid is asked for nothing', async () => {
  const text = readPdfText(
    await createBillDocument({
      ...bill,
      opening: '-1000.00',
      closing: '-568.00',
      toPay: '0.00',
      due: { ...dueNow, sum: '0.00' },
      qr: null,
    }),
  );
  expect(text).toContain('Сплачувати не потрібно На день рахунку переплата 568,00 грн');
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

test('benefits and corrections are listed apart from payments, each with its reason', async () => {
  const changed: BillData = {
    ...bill,
    recalculated: '-10.00',
    benefit: '-128.00',
    benefits: [
      { kind: 'subsidy', title: '', sum: '-20.00' },
      { kind: 'benefit', title: 'Учасник бойових дій', sum: '-108.00' },
    ],
    corrected: '12.00',
    corrections: [{ date: '2026-10-20', reason: 'Недорахований тариф', sum: '12.00' }],
    closing: '306.50',
    toPay: '306.50',
  };
  const text = readPdfText(await createBillDocument(changed));
  for (const part of [
    '− Перерахунок 10,00',
    '− Пільги 128,00',
    '+ Коригування 12,00',
    'Пільги та субсидії: субсидія — 20,00 грн; Учасник бойових дій — 108,00 грн.',
    'Коригування: 20.10.2026 — 12,00 грн (Недорахований тариф).',
  ])
    expect(text).toContain(part);
});
