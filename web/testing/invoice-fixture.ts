import type { OutputOf } from '#contract/define-call.ts';
import type { getInvoice, listInvoices } from '#contract/invoices.ts';

type Invoice = OutputOf<typeof getInvoice>['invoice'];

/** A month of the chain in the list of invoices. */
export const invoiceSummaryFixture = {
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
      basis: 'actual' as const,
      ground: null,
      isReviewPending: false,
    },
  ],
};
export const invoiceLineFixture = {
  number: 1,
  kind: 'energy',
  eic: '62Z1',
  component: 'dayAhead',
  forPeriod: '2026-04',
  quantity: 33_360,
  price: '5.98037',
  priceFrom: '2026-04-01',
  source: 'Оператор ринку',
  equivalent: null,
  sum: '199505.14',
} as const;
/** The invoice of that month: two points, of which the second has losses. */
export const invoiceFixture: Invoice = {
  ...invoiceSummaryFixture,
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
  plannedVolume: null,
  reactiveRules: null,
  quantities: [point, { ...point, eic: '62Z2', object: 'Склад', voltageClass: 1, lossKwh: 717 }],
  lines: [
    invoiceLineFixture,
    { ...invoiceLineFixture, number: 2, eic: '62Z2', component: 'margin', price: '0.15', sum: '5004.00' },
  ],
  asOf: '2026-05-05',
  qr: null,
  paymentPurpose: 'Електроенергія, о/р 1000000002, 04.2026',
};
