import { read, utils } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import {
  type InvoiceFixture,
  makeInvoice,
  makeInvoicedContract,
  postReactive,
} from '#billing/testing/make-invoice.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import type { Call } from '#contract/define-call.ts';
import { getInvoice, invoiceArchive, invoicePdf, invoiceXlsx, listInvoices } from '#contract/invoices.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let shop: AccountHandle;
let token: string;

const dam = { source: 'DAM price of April', priceFrom: '2026-04-01' };

/** Worked number W2 of the facts of entities. */
const energy: InvoiceFixture = {
  period: '2026-04',
  dueOn: '2026-05-20',
  quantity: 33_360,
  net: '321105.34',
  vat: '64221.07',
  lines: [
    { component: 'dayAhead', quantity: 33_360, price: '5.98037', sum: '199505.14', ...dam },
    { component: 'margin', quantity: 33_360, price: '0.15', sum: '5004.00', source: 'Contract E-2025/1' },
    { component: 'transmission', quantity: 33_360, price: '0.74291', sum: '24783.48', source: 'NEURC 2009' },
    { component: 'distribution', quantity: 33_360, price: '2.75218', sum: '91812.72', source: 'NEURC 2010' },
  ],
  quantities: [
    { meteredKwh: 33_360, billedKwh: 33_360, reactiveImportKvarh: 21_680, reactiveExportKvarh: 1400 },
  ],
};

/** Worked number W6. */
const reactive: InvoiceFixture = {
  period: '2026-04',
  payee: 'operator',
  dueOn: '2026-05-20',
  quantity: 23_080,
  net: '14361.65',
  vat: '2872.33',
  lines: [
    {
      ...{ kind: 'reactiveConsumed', component: 'reactive', quantity: 23_080, price: '5.98037' },
      ...{ equivalent: 80_000, sum: '12381.76' },
    },
    // Made before D was stored with its line.
    { kind: 'reactiveCompensation', component: 'reactive', quantity: 0, price: '5.98037', sum: '1979.89' },
  ],
};

/** Worked number W3 with 100 kWh of April put right. */
const adjusted: InvoiceFixture = {
  period: '2026-05',
  dueOn: '2026-06-19',
  quantity: 1137,
  net: '11308.67',
  vat: '2261.73',
  adjustmentNet: '-598.03',
  lines: [
    { component: 'allIn', quantity: 1237, price: '9.62546', sum: '11906.70', source: 'DAM; margin' },
    {
      kind: 'adjustment',
      component: 'dayAhead',
      forPeriod: '2026-04',
      quantity: -100,
      price: '5.98037',
      sum: '-598.03',
      source: 'Letter 7 of the operator',
    },
  ],
  quantities: [{ meteredKwh: 1200, lossKwh: 37, billedKwh: 1237 }],
};

const cabinet = provideTestApp({ now: '2026-06-20T10:00:00Z' });

beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  shop = await makeAccount(db, { customerType: 'entity', meters: [{ coefficient: 20 }] });
  await makeInvoicedContract(db, shop);
  await sql`insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value,
      closing_value, energy_wh, basis)
    values (${shop.accountNumber}, '2026-04', ${shop.meterId}, 'single', '2026-04-01', '2026-05-01', 11206, 12874,
      33360000, 'actual')`.execute(db);
  await sql`insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value,
      closing_value, energy_wh, basis, average_ground, is_review_pending)
    values (${shop.accountNumber}, '2026-05', ${shop.meterId}, 'single', '2026-05-01', '2026-06-01', 12874, 12934,
      1200000, 'estimated', 'lastYear', true)`.execute(db);
  await sql`insert into billing.meter_channel (account_number, meter_id, channel, installed_value)
    values (${shop.accountNumber}, ${shop.meterId}, 'reactiveImport', 99916)`.execute(db);
  await sql`insert into billing.channel_reading (account_number, meter_id, channel, period, value, source, submitted_at)
    values (${shop.accountNumber}, ${shop.meterId}, 'reactiveImport', '2026-04', 1000, 'customer', now())`.execute(
    db,
  );
  for (const invoice of [energy, reactive, adjusted]) await makeInvoice(db, shop, invoice);
  await sql`insert into billing.planned_payment (account_number, period, part_number, due_on, amount_kopiykas,
      declared_kwh, undeclared_kwh)
    values (${shop.accountNumber}, '2026-06', 1, '2026-06-05', 9000000, 4580, 0)`.execute(db);
  await postReactive(db, shop.accountNumber, {
    period: '2026-06',
    kind: 'reactivePayment',
    amount: 1_000_000n,
  });
  token = await cabinet.signIn([shop.accountNumber], 'entity');
});

const ofShop = () => ({ token, account: shop.accountNumber });

async function fileOf(call: Call, fields: object) {
  const response = await cabinet.download(call, { ...ofShop(), ...fields });
  expect(response.statusCode).toBe(200);
  return response;
}

describe('the list of invoices', () => {
  test('has each payee apart, newest first, with what is due of each now, in the months of the filter', async () => {
    const { body } = await cabinet.post(listInvoices, ofShop());
    expect(body.invoices).toMatchObject([
      { period: '2026-05', payee: 'supplier', gross: '13570.40', open: '13570.40', state: 'overdue' },
      { period: '2026-04', payee: 'supplier', gross: '385326.41', open: '385326.41', state: 'overdue' },
      { period: '2026-04', payee: 'operator', gross: '17233.98', open: '7233.98', state: 'overdue' },
    ]);
    const sums = { net: '346775.66', vat: '69355.13', gross: '416130.79', open: '406130.79' };
    expect(body.totals).toEqual({ count: 3, ...sums });
    expect(body.next).toBeNull();
    expect(body.invoices.at(-1)?.payeeName).toBe('Operator of networks');
    const may = await cabinet.post(listInvoices, { ...ofShop(), from: '2026-05', to: '2026-05' });
    expect(may.body).toMatchObject({ invoices: [{ period: '2026-05' }], totals: { gross: '13570.40' } });
    expect((await cabinet.post(listInvoices, { ...ofShop(), cursor: 'abc' })).httpStatus).toBe(400);
  });
});

describe('an invoice', () => {
  const get = async (period: string, payee: 'supplier' | 'operator') =>
    (await cabinet.post(getInvoice, { ...ofShop(), period, payee })).body.invoice;

  test('has each part of the price with its source, the meters behind the quantity and the code to pay by', async () => {
    const invoice = await get('2026-04', 'supplier');
    expect(invoice).toMatchObject({
      number: `${shop.accountNumber}-042026`,
      contractNumber: 'E-2025/1',
      contractDate: '2024-12-20',
      ...{ net: '321105.34', vat: '64221.07', gross: '385326.41', opening: '0.00', closing: '385326.41' },
      priceBase: 'net',
      customer: { vatNumber: '412345619011', signerPost: 'Director' },
      seller: { edrpou: '14360570' },
    });
    expect(invoice.lines[0]).toEqual({
      number: 1,
      kind: 'energy',
      eic: shop.eicCode,
      component: 'dayAhead',
      forPeriod: '2026-04',
      quantity: 33_360,
      price: '5.98037',
      priceFrom: '2026-04-01',
      source: 'DAM price of April',
      equivalent: null,
      sum: '199505.14',
    });
    expect([invoice.plannedVolume, invoice.reactiveRules]).toEqual([null, null]);
    // The sum is above the limit of providers.
    expect(parseNbuQr(invoice.qr ?? '')).toMatchObject({
      ...{ amount: 38_532_641n, iban: 'UA213223130000026007233566001' },
      reference: `${shop.accountNumber}-042026`,
      purpose: `Електроенергія, о/р ${shop.accountNumber}, 04.2026`,
    });
    expect(invoice.quantities).toMatchObject([
      { object: 'Shop 1', voltageClass: 2, meteredKwh: 33_360, billedKwh: 33_360, isHeld: false },
    ]);
    expect(invoice.quantities[0]?.meters).toMatchObject([
      { register: 'single', coefficient: 20, previousValue: 11_206, currentValue: 12_874, quantity: 33_360 },
      { register: 'reactiveImport', previousValue: 99_916, currentValue: 1000, quantity: 21_680 },
    ]);
  });

  test('of reactive energy is paid to the operator, apart from energy', async () => {
    const invoice = await get('2026-04', 'operator');
    expect(invoice).toMatchObject({
      opening: '0.00',
      paid: '0.00',
      closing: '17233.98',
      open: '7233.98',
      seller: { name: 'Operator of networks', iban: 'UA903052992990004149123456789' },
      lines: [
        { kind: 'reactiveConsumed', price: '5.98037', equivalent: '0.08' },
        { kind: 'reactiveCompensation', price: '5.98037', equivalent: null },
      ],
      reactiveRules: { generationFactor: 30_000, tgLimit: 2500, minKwh: 5000 },
    });
    expect(parseNbuQr(invoice.qr ?? '')).toMatchObject({
      amount: 723_398n,
      iban: 'UA903052992990004149123456789',
      reference: `R-${shop.accountNumber}-042026`,
      purpose: `Реактивна електроенергія, о/р ${shop.accountNumber}, 04.2026`,
    });
  });

  test('names the month that an adjustment puts right, and what is planned for the next', async () => {
    const invoice = await get('2026-05', 'supplier');
    expect(invoice.lines.at(-1)).toMatchObject({ kind: 'adjustment', forPeriod: '2026-04', quantity: -100 });
    expect(invoice.adjustmentNet).toBe('-598.03');
    expect(invoice.planned).toEqual([{ period: '2026-06', part: 1, dueOn: '2026-06-05', sum: '90000.00' }]);
    expect(invoice.plannedVolume).toEqual({ declaredKwh: 4580, undeclaredKwh: 0 });
  });

  test('says what the energy of each register stands on', async () => {
    const basisOf = async (period: string) =>
      (await get(period, 'supplier')).quantities[0]?.meters.map(
        ({ register, basis, ground, isReviewPending }) => [register, basis, ground, isReviewPending],
      );
    expect(await basisOf('2026-04')).toEqual([
      ['single', 'actual', null, false],
      ['reactiveImport', null, null, false],
    ]);
    expect(await basisOf('2026-05')).toEqual([
      ['single', 'estimated', 'lastYear', true],
      ['reactiveImport', null, null, false],
    ]);
  });
});

describe('documents of an invoice', () => {
  const april = { period: '2026-04', payee: 'supplier' };

  test('the invoice is a PDF with lines, sources, totals and the code', async () => {
    const { rawPayload } = await fileOf(invoicePdf, { ...april, document: 'invoice' });
    const text = readPdfText(rawPayload);
    for (const block of ['33 360 5,98037 199 505,14', '0,15000', 'DAM price of April, діє з 01.04.2026'])
      expect(text).toContain(block);
    expect(text).toContain('Усього з ПДВ 385 326,41');
    const { body } = await cabinet.post(getInvoice, { ...ofShop(), ...april });
    expect(scanPdf(rawPayload)).toBe(body.invoice.qr);
    const none = await cabinet.post(getInvoice, { ...ofShop(), period: '2026-05', payee: 'operator' });
    expect(none).toMatchObject({ httpStatus: 422, body: { code: 'billing.noCharges' } });
  });

  test('the table has one row of titles and one row a line with plain numbers', async () => {
    const { rawPayload } = await fileOf(invoiceXlsx, april);
    const book = read(rawPayload);
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
    expect(rows).toHaveLength(5);
    expect(rows[1]).toEqual(
      expect.arrayContaining([shop.eicCode, 33_360, 5.98037, 199_505.14, 'без ПДВ', 20]),
    );
  });

  test('the table of reactive energy has T and D of each line', async () => {
    const { rawPayload } = await fileOf(invoiceXlsx, { ...april, payee: 'operator' });
    const book = read(rawPayload);
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
    expect(rows.map((row) => [row['Ціна, грн'], row['D, кВт·год/квар·год']])).toEqual([
      [5.98037, 0.08],
      [5.98037, undefined],
    ]);
  });

  test('invoice, act and table mark a point that is charged by an average', async () => {
    const words = 'за торішнім споживанням; показання перевіряє оператор';
    const may = { period: '2026-05', payee: 'supplier' };
    for (const document of ['invoice', 'act']) {
      const { rawPayload } = await fileOf(invoicePdf, { ...may, document });
      expect(readPdfText(rawPayload).replaceAll('\n', ' ')).toContain(words);
    }
    const cellsOf = async (month: object) => {
      const book = read((await fileOf(invoiceXlsx, month)).rawPayload);
      return book.SheetNames.map((name) =>
        utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1 }).map((row) => row.at(-1)),
      );
    };
    // The last line puts April right: it stands on no register of May.
    expect(await cellsOf(may)).toEqual([
      ['Обсяг визначено', words, ''],
      ['Обсяг визначено', words],
    ]);
    expect((await cellsOf(april))[1]).toEqual(['Обсяг визначено', 'за показаннями']);
  });

  test('the archive of a month has invoice, act and table of each payee', async () => {
    const { rawPayload } = await fileOf(invoiceArchive, { period: '2026-04' });
    const names = Object.keys(unzipSync(rawPayload));
    expect(names).toHaveLength(6);
    expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(4);
  });
});
