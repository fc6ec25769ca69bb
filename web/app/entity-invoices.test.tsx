import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { getInvoice, listInvoices } from '#contract/invoices.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text } from '#web/features/invoices/text.ts';
import { answer, failure, leaveOtherCallsPending } from '#web/testing/fake-api.ts';
import { openPage, signInAsEntityOfTwo } from '#web/testing/render.tsx';

type Invoice = OutputOf<typeof getInvoice>['invoice'];

const success = { status: 'success' } as const;
const page = '/cabinet/entity/bills/invoices';
const summary = {
  period: '2026-04',
  payee: 'supplier',
  payeeName: 'Світло',
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
} as const satisfies OutputOf<typeof listInvoices>['invoices'][number];
const party = {
  name: 'Світло',
  edrpou: '41234569',
  vatNumber: '',
  address: '',
  iban: 'UA113052990000026038000123456',
  bank: 'Банк',
  phone: '',
  signerName: '',
  signerPost: '',
  signerGround: '',
};
const point = {
  eic: '62Z1',
  object: 'Магазин 1',
  address: 'вул. Садова, 1',
  costCentre: '',
  voltageClass: 2,
  meteredKwh: 33_360,
  lossKwh: 0,
  subLossKwh: 0,
  subKwh: 0,
  billedKwh: 33_360,
  reactiveImportKvarh: 0,
  reactiveExportKvarh: 0,
  isHeld: false,
  meters: [
    {
      serialNumber: 'SN1',
      register: 'single' as const,
      digitCapacity: 6,
      coefficient: 20,
      previousValue: 11_206,
      currentValue: 12_874,
      quantity: 33_360,
    },
  ],
};
const line = {
  number: 1,
  kind: 'energy',
  eic: '62Z1',
  component: 'dayAhead',
  forPeriod: '2026-04',
  quantity: 33_360,
  price: '5.98037',
  priceFrom: '2026-04-01',
  source: 'Оператор ринку',
  sum: '199505.14',
} as const;
const invoice: Invoice = {
  ...summary,
  priceBase: 'net',
  adjustmentNet: '0.00',
  seller: party,
  customer: party,
  account: '1000000002',
  contractNumber: 'E-1',
  contractDate: '2025-01-01',
  opening: '-100.00',
  paid: '0.00',
  otherChanges: '0.00',
  closing: '385226.41',
  planned: [],
  quantities: [point, { ...point, eic: '62Z2', object: 'Склад', voltageClass: 1, lossKwh: 717 }],
  lines: [line, { ...line, number: 2, eic: '62Z2', component: 'margin', price: '0.15', sum: '5004.00' }],
  asOf: '2026-05-05',
  qr: null,
  paymentPurpose: 'Електроенергія, о/р 1000000002, 04.2026',
};
const list = {
  ...success,
  invoices: [
    summary,
    { ...summary, payee: 'operator' as const, gross: '17233.98', state: 'paid' as const, open: '0.00' },
  ],
  next: null,
  totals: { count: 2, net: '335466.99', vat: '67093.40', gross: '402560.39', open: '385326.41' },
};

beforeEach(() => {
  signInAsEntityOfTwo();
  leaveOtherCallsPending();
  answer(listInvoices, () => list);
  answer(getInvoice, ({ payee }) => ({ ...success, invoice: { ...invoice, payee } }));
});

const openOne = async (more = '') => {
  const user = await openPage(`${page}?period=2026-04&payee=supplier${more}`);
  await screen.findByText(text.balance);
  return user;
};

test('a row of the list opens its invoice beside', async () => {
  const user = await openPage(page);
  const row = (await screen.findAllByText(text.payees.operator))[0];
  await user.click(row as HTMLElement);
  expect(await screen.findByText(text.payOperator)).toBeTruthy();
  expect(screen.queryByText(text.pay)).toBeNull();
});

test('the newest opens by itself where there is room for both', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: query === '(min-width: 64rem)', addEventListener: vi.fn() }) as unknown as MediaQueryList,
  );
  await openPage(page);
  expect(await screen.findByText(text.balance)).toBeTruthy();
});

test('each part of the price has its source and five decimals', async () => {
  await openOne();
  const table = screen.getByRole('table', { name: text.linesTable });
  expect(within(table).getByText('5,98037')).toBeTruthy();
  expect(within(table).getByText('0,15000')).toBeTruthy();
  expect(within(table).getAllByText(/Оператор ринку, діє з 01.04.2026/)).toHaveLength(2);
});

test('an advance is named as one, without its sign', async () => {
  await openOne();
  expect(screen.getByText(text.opening.advance).nextSibling?.textContent).toBe('100,00');
});

test('a point opens on its meters and on what it is charged', async () => {
  const user = await openOne();
  await user.click(screen.getByText('Магазин 1'));
  expect(await screen.findByText('011206')).toBeTruthy();
  expect(within(screen.getByRole('table', { name: text.pointLines })).getByText('5,98037')).toBeTruthy();
});

test.each([
  ['words of the object', '&q=магазин', 'Магазин 1', 'Склад'],
  ['a feature', '&points=losses', 'Склад', 'Магазин 1'],
])('points are found by %s', async (_, search, shown, hidden) => {
  await openOne(search);
  expect(screen.getByText(shown)).toBeTruthy();
  expect(screen.queryByText(hidden)).toBeNull();
  const totals = screen.getByText(new RegExp(formatText(text.pointsOf, { all: 2 })));
  expect(totals.textContent).toContain('33\u00a0360');
});

test('a filter that finds nothing offers all points', async () => {
  const user = await openOne('&q=немає');
  await user.click(await screen.findByText(text.showAllPoints));
  expect(await screen.findByText('Склад')).toBeTruthy();
});

test('a month without an invoice says so', async () => {
  answer(getInvoice, () => failure('billing.noCharges'));
  await openPage(`${page}?period=2026-03&payee=supplier`);
  expect(await screen.findByText(text.none)).toBeTruthy();
});
