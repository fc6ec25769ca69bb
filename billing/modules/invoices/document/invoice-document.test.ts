import { expect, test } from 'vitest';
import type { InvoiceData } from '#contract/values/invoice.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { readPdfPages } from '#platform/pdf/testing/read-pdf-objects.ts';
import { allElements, readPdfStructure } from '#platform/pdf/testing/read-pdf-structure.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { createInvoiceDocument } from './invoice-document.ts';

const party = {
  name: 'ТОВ «Світло в дім»',
  edrpou: '41234569',
  vatNumber: '',
  address: 'м. Тернопіль, вул. Сонячна, 1',
  iban: 'UA113052990000026038000123456',
  bank: 'АТ КБ «ПриватБанк»',
  phone: '',
  signerName: '',
  signerPost: '',
  signerGround: '',
};
const point: InvoiceData['quantities'][number] = {
  eic: '62Z0000000000011',
  object: 'Магазин 1',
  address: 'м. Вінниця, вул. Соборна, 2',
  costCentre: '',
  voltageClass: 2,
  meteredKwh: 33_360,
  lossKwh: 0,
  subLossKwh: 0,
  subKwh: 0,
  billedKwh: 33_360,
  reactiveImportKvarh: 21_680,
  reactiveExportKvarh: 0,
  isHeld: false,
  meters: [
    {
      serialNumber: '12345678',
      register: 'single',
      digitCapacity: 6,
      coefficient: 20,
      previousValue: 11_206,
      currentValue: 12_874,
      quantity: 33_360,
      basis: 'actual',
      ground: null,
      isReviewPending: false,
    },
    {
      serialNumber: '12345678',
      register: 'reactiveImport',
      digitCapacity: 6,
      coefficient: 20,
      previousValue: 4000,
      currentValue: 5084,
      quantity: 21_680,
      basis: null,
      ground: null,
      isReviewPending: false,
    },
  ],
};
const line: InvoiceData['lines'][number] = {
  number: 1,
  kind: 'energy',
  eic: point.eic,
  component: 'dayAhead',
  forPeriod: '2026-04',
  quantity: 33_360,
  price: '5.98037',
  priceFrom: '2026-04-01',
  source: 'Оператор ринку',
  equivalent: null,
  sum: '199505.14',
};

const signer = { signerPost: 'директор', signerName: 'Кушнір Роман', signerGround: 'статут' };
const margin = { component: 'margin', price: '0.15', sum: '5004.00', source: 'Договір' } as const;

/** Worked number W2 of the facts of entities. */
const invoice: InvoiceData = {
  period: '2026-04',
  payee: 'supplier',
  payeeName: party.name,
  number: '1000000002-042026',
  actNumber: '1000000002-042026',
  issuedOn: '2026-05-03',
  dueOn: '2026-05-20',
  quantity: 33_360,
  net: '321105.34',
  vat: '64221.07',
  gross: '385326.41',
  open: '385326.41',
  state: 'unpaid',
  priceBase: 'net',
  adjustmentNet: '0.00',
  seller: party,
  customer: { ...party, ...signer, name: 'ТОВ «Кошик»', vatNumber: '412345619011' },
  account: '1000000002',
  contractNumber: 'Ю-902/2024',
  contractDate: '2024-01-09',
  opening: '-1000.00',
  paid: '500.00',
  otherChanges: '0.00',
  closing: '383826.41',
  planned: [{ period: '2026-05', part: 1, dueOn: '2026-05-05', sum: '115597.92' }],
  plannedVolume: null,
  reactiveRules: null,
  quantities: [point],
  lines: [
    line,
    { ...line, number: 2, ...margin, priceFrom: null },
    { ...line, number: 3, component: 'distribution', price: '2.75218', sum: '91812.72', source: 'НКРЕКП' },
  ],
  asOf: '2026-05-05',
  qr: null,
  paymentPurpose: 'Електроенергія, о/р 1000000002, 04.2026',
};

test('every block of an invoice can be selected as text', async () => {
  const text = readPdfText(await createInvoiceDocument(invoice, 'invoice'));
  for (const block of [
    'Рахунок за електричну енергію',
    '№ 1000000002-042026 від 03.05.2026',
    'Електроенергія, о/р 1000000002, 04.2026',
    '№ Ю-902/2024 від 09.01.2024',
    'ЄДРПОУ 41234569',
    'ІПН 412345619011',
    'Ціна ринку «на добу наперед» Оператор ринку, діє з 01.04.2026 33 360 5,98037 199 505,14',
    'Маржа постачальника Договір 33 360 0,15000 5 004,00',
    'Послуга розподілу, 2 клас',
    'Разом без ПДВ 321 105,34',
    'ПДВ 20 % 64 221,07',
    'Аванс на початок місяця 1 000,00',
    'Планові платежі за договором: до 05.05.2026 — 115 597,92 грн. За сумою, нарахованою за квітень 2026 року.',
    '12345678: 011206–012874 × 20',
  ])
    expect(text).toContain(block);
  expect(text).not.toContain('R+');
});

test('a paid invoice names what it asked for as history, and a part-paid one what is left', async () => {
  const words = async (open: string, qr: string | null) =>
    readPdfText(await createInvoiceDocument({ ...invoice, open, qr }, 'invoice'));
  const paid = await words('0.00', null);
  expect(paid).toContain(
    'Було виставлено 383 826,41 грн строк оплати 20.05.2026 На 05.05.2026 рахунок сплачено',
  );
  const part = await words('100000.00', invoice.qr);
  expect(part).toContain('Було виставлено 383 826,41 грн строк оплати 20.05.2026');
  expect(part).toContain('лишилося 100 000,00 грн');
  for (const text of [paid, part]) expect(text).not.toContain('До сплати 383 826,41');
});

test('an act has the total in figures and words, the signers and no code', async () => {
  const text = readPdfText(await createInvoiceDocument(invoice, 'act'));
  for (const block of [
    'Акт приймання-передачі електричної енергії',
    'за договором № Ю-902/2024 від 09.01.2024',
    'діє на підставі: статут',
    'Усього: Триста вісімдесят п’ять тисяч триста двадцять шість гривень 41 копійка.',
    'претензій одна до одної не мають',
  ])
    expect(text).toContain(block);
  expect(text).not.toContain('Скануйте');
});

test('invoice and act name each point that no reading ends, and by what it is found', async () => {
  const [energy, ...channels] = point.meters;
  const byLastYear = { basis: 'estimated', ground: 'lastYear', isReviewPending: true };
  const estimated = { ...energy, ...byLastYear } as typeof energy;
  const other = { ...point, eic: '62Z0000000000012', object: 'Магазин 2', meters: [estimated, ...channels] };
  const some = { ...invoice, quantities: [point, other] as InvoiceData['quantities'] };
  const words = 'за торішнім споживанням; показання перевіряє оператор';
  for (const document of ['invoice', 'act'] as const) {
    const text = readPdfText(await createInvoiceDocument(some, document)).replaceAll('\n', ' ');
    expect(text.split(words)).toHaveLength(2);
    expect(text).toContain('62Z0000000000012');
    expect(readPdfText(await createInvoiceDocument(invoice, document))).not.toContain('споживанням');
  }
  const reactive = readPdfText(await createInvoiceDocument({ ...some, payee: 'operator' }, 'act'));
  expect(reactive).not.toContain('споживанням');
});

test('prices with VAT say so, and an adjustment names its month', async () => {
  const less = { forPeriod: '2026-03', quantity: -100, sum: '-598.04' };
  const adjustment = { ...line, kind: 'adjustment', ...less } as const;
  const gross = { ...invoice, priceBase: 'gross' as const, lines: [line, adjustment] };
  const text = readPdfText(await createInvoiceDocument(gross, 'invoice'));
  expect(text).toContain('Ціна з ПДВ, грн');
  expect(text).toContain('за березень 2026 року');
  expect(text).toContain('\u2212100 5,98037 \u2212598,04');
});

test('an invoice of reactive energy counts kvarh and shows the reactive registers', async () => {
  const consumed = { ...line, kind: 'reactiveConsumed', component: 'reactive', quantity: 21_680 } as const;
  const lines = [{ ...consumed, equivalent: '0.08' }];
  const { reactive: reactiveRules } = standardRules;
  const reactive = { ...invoice, payee: 'operator', reactiveRules, lines } as const;
  const text = readPdfText(await createInvoiceDocument(reactive, 'invoice'));
  for (const block of [
    'Рахунок за реактивну електроенергію',
    'квар·год',
    '12345678 R+: 004000–005084 × 20',
    'T, ціна енергії без ПДВ, грн',
    'Оператор ринку, діє з 01.04.2026, D 0,08 21 680 5,98037',
    'Плата за перетікання = (R+ + 3 × R−) × D × T.',
  ])
    expect(text).toContain(block);
});

test('it is tagged: headings, tables with titles, figures with their words', async () => {
  const elements = allElements(readPdfStructure(await createInvoiceDocument(invoice, 'invoice')));
  const types = elements.map(({ type }) => type);
  expect(types.filter((type) => type === 'H1')).toHaveLength(1);
  expect(types.filter((type) => type === 'Table')).toHaveLength(4);
  const pdf = (await createInvoiceDocument(invoice, 'act')).toString('latin1');
  expect(pdf).toMatch(/\/Lang \(uk-UA\)/);
});

test('hundreds of points go on to further pages and none is lost', async () => {
  const quantities = Array.from({ length: 312 }, (_, index) => {
    return { ...point, eic: `62Z${String(index).padStart(13, '0')}`, object: `Магазин ${index}` };
  });
  const pdf = await createInvoiceDocument({ ...invoice, quantities }, 'invoice');
  expect(readPdfPages(pdf).length).toBeGreaterThan(5);
  const text = readPdfText(pdf);
  for (const { object } of quantities) expect(text).toContain(object);
});
