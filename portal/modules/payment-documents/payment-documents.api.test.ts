import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeInvoice, makeInvoicedContract } from '#billing/testing/make-invoice.ts';
import { entityOverview } from '#contract/accounts/entity-accounts.ts';
import { invoiceArchive } from '#contract/invoices.ts';
import { answerActObjection, listActObjections } from '#contract/payment-documents/objections.ts';
import {
  exportPaymentDocuments,
  listPaymentDocuments,
  objectToAct,
  taxInvoiceFile,
} from '#contract/payment-documents.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import { signInMember } from '#portal/testing/callers/make-member.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let shop: AccountHandle;
let account: string;
let token: string;

const app = provideTestApp({ now: '2026-11-10T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  shop = await makeAccount(app.billingDb, { customerType: 'entity' });
  account = shop.accountNumber;
  await makeInvoicedContract(app.billingDb, shop);
  await sql`update billing.entity_contract set document_exchange = 'signature', silent_acceptance_days = 20`.execute(
    app.billingDb,
  );
  await sql`update billing.customer set tax_code = '44703160' where customer_id = ${shop.customerId}`.execute(
    app.billingDb,
  );
  // Worked number W2; issued on the 3rd of the month it is due in.
  for (const [period, dueOn] of [
    ['2026-09', '2026-10-20'],
    ['2026-10', '2026-11-20'],
  ] as const)
    await makeInvoice(app.billingDb, shop, {
      period,
      dueOn,
      quantity: 33_360,
      net: '321105.34',
      vat: '64221.07',
      lines: [{ component: 'allIn', quantity: 33_360, price: '9.62546', sum: '321105.34' }],
    });
  await sql`insert into billing.tax_invoice (account_number, issued_on, tax_invoice_number, period, kind, adjusted_number,
      adjusted_on, adjustment_reason, quantity_kwh, net_kopiykas, vat_kopiykas, registration_state, registration_number,
      registered_on)
    values (${account}, '2026-09-30', '152', '2026-09', 'invoice', null, null, '', 33360, 32110534, 6422107, 'registered',
        '9301', '2026-10-12'),
      (${account}, '2026-10-20', '7/1', '2026-10', 'adjustment', '152', '2026-09-30', 'Volume <less>', -100, -96255, -19251,
        'stopped', null, null)`.execute(app.billingDb);
  token = await app.signIn([account], 'entity');
});

const list = async (filter: object = {}) =>
  (await app.post(listPaymentDocuments, { token, account, ...filter })).body;
const keysOf = async (filter: object) => (await list(filter)).documents.map(({ key }) => key);

describe(listPaymentDocuments.path, () => {
  test('lists invoices, acts and tax invoices with states and totals', async () => {
    const { documents, totals, actsToSign } = await list();
    expect(documents.map(({ key, state }) => [key, state])).toEqual([
      ['invoice.2026-10.supplier', 'unpaid'],
      ['act.2026-10.supplier', 'sent'],
      ['tax.7/1.2026-10-20', 'stopped'],
      ['invoice.2026-09.supplier', 'overdue'],
      ['act.2026-09.supplier', 'accepted'],
      ['tax.152.2026-09-30', 'registered'],
    ]);
    const open = { waitsForSignature: true, canObject: true, objection: null };
    expect(documents[1]?.act).toEqual({ acceptedOn: '2026-11-24', ...open });
    expect(documents[2]).toMatchObject({
      gross: '-1155.06',
      taxInvoice: { kind: 'adjustment', adjusts: { number: '152', issuedOn: '2026-09-30' } },
    });
    expect(totals).toEqual({
      invoice: { count: 2, gross: '770652.82', vat: '128442.14' },
      act: { count: 2, gross: '770652.82', vat: '128442.14' },
      taxInvoice: { count: 2, gross: '384171.35', vat: '64028.56' },
    });
    expect(actsToSign).toBe(1);
    // The first page tells whoever may sign.
    const overviewOf = async (by: string) => (await app.post(entityOverview, { token: by })).body.actsToSign;
    expect(await overviewOf(token)).toEqual([{ account, period: '2026-10', count: 1 }]);
    expect(await overviewOf(await signInMember(app, account, { role: 'accountant' }))).toEqual([]);
  });

  test.each([
    [{ period: '2026-09' }, ['invoice.2026-09.supplier', 'act.2026-09.supplier', 'tax.152.2026-09-30']],
    [{ year: 2025 }, []],
    [{ year: 2026, kind: 'taxInvoice' }, ['tax.7/1.2026-10-20', 'tax.152.2026-09-30']],
    [{ state: 'toSign' }, ['act.2026-10.supplier']],
    [{ state: 'signed' }, ['act.2026-09.supplier']],
    [{ state: 'unpaid' }, ['invoice.2026-10.supplier', 'invoice.2026-09.supplier']],
    [{ state: 'unregistered' }, ['tax.7/1.2026-10-20']],
  ])('finds by %j', async (filter, keys) => {
    expect(await keysOf(filter)).toEqual(keys);
  });

  test('the file has a row for each document of the filter', async () => {
    const asked = { token, account, format: 'csv', period: '2026-10' };
    const { body } = await app.post(exportPaymentDocuments, asked);
    const rows: string[][] = parse(body as unknown as Buffer, { bom: true, delimiter: ';' });
    expect(rows).toHaveLength(4);
    const cells = ['Розрахунок коригування', '7/1', 'реєстрацію зупинено', '152'];
    expect(rows[3]).toEqual(expect.arrayContaining(cells));
  });
});

const fileOf = (url: string, payload: object) =>
  app.app.inject({ method: 'POST', url, payload: { token, account, ...payload } });

test('a tax invoice is a PDF and an XML of the right form', async () => {
  const file = async (format: string, number = '7/1', issuedOn = '2026-10-20') =>
    fileOf(taxInvoiceFile.path, { number, issuedOn, format });
  const text = readPdfText((await file('pdf')).rawPayload);
  const adjusts = 'до податкової накладної № 152 від 30.09.2026';
  for (const block of ['Розрахунок коригування', adjusts, 'Volume <less>']) expect(text).toContain(block);
  const xml = (await file('xml')).rawPayload.toString('utf8');
  const numbers = ['<HNUM>7/1</HNUM>', '<HPODNUM>152</HPODNUM>', '<HKBUY>412345619011</HKBUY>'];
  for (const part of ['J1201216.xsd', ...numbers, '<R01G7>-962.55</R01G7>', 'Volume &lt;less&gt;'])
    expect(xml).toContain(part);
  expect((await file('pdf', '8')).statusCode).toBe(404);
});

test('the archive of a month has invoice, act, table and tax invoices by the names of exchange systems', async () => {
  const { rawPayload } = await fileOf(invoiceArchive.path, { period: '2026-10' });
  const names = Object.keys(unzipSync(rawPayload)).map((name) => name.replace(/^44703160_\d{8}_/, ''));
  expect(names).toEqual([
    `20261103_Рахунок_${account}-102026.pdf`,
    `20261103_Акт_A-${account}-102026.pdf`,
    `20261103_Розшифровка_${account}-102026.xlsx`,
    '20261020_РК_7-1.pdf',
    '20261020_РК_7-1.xml',
  ]);
});

describe(objectToAct.path, () => {
  const requestId = newId();
  const act = { period: '2026-10', payee: 'supplier' };
  const reason = 'Обсяг точки 3 завищено';
  const object = (more: object = {}) =>
    app.post(objectToAct, { token, account, ...act, reason, requestId, ...more } as never);

  test('is kept once, seen by staff and answered once', async () => {
    const before = await object({ period: '2026-09', requestId: newId() });
    expect(outcomeOf(before)).toBe('409 documents.actClosed');
    expect((await object({ period: '2026-08', requestId: newId() })).httpStatus).toBe(404);
    const first = await object();
    expect(first.body).toMatchObject({
      document: { state: 'objected', act: { canObject: false, objection: { answer: null } } },
    });
    expect((await object()).body.document).toEqual(first.body.document);
    expect((await object({ reason: 'Інша причина' })).body.code).toBe('common.requestReused');
    expect((await object({ requestId: newId() })).body.code).toBe('documents.actClosed');
    const clerk = await app.signIn([], 'admin', ['operator']);
    const { body } = await app.post(listActObjections, { token: clerk });
    expect(body).toMatchObject({ waiting: 1, objections: [{ account, ...act, reason }] });
    const said = { answer: 'Обсяг підтвердив оператор' };
    const answer = (more: object = {}) =>
      app.post(answerActObjection, { token: clerk, account, ...act, ...said, ...more } as never);
    expect((await answer({ period: '2026-09' })).httpStatus).toBe(404);
    expect((await answer()).body).toMatchObject({ objection: said });
    expect((await answer()).body.code).toBe('documents.alreadyAnswered');
    expect(await list({ kind: 'act', period: '2026-10' })).toMatchObject({
      documents: [{ state: 'answered', act: { objection: said } }],
    });
    const analyst = await app.signIn([], 'admin', ['analyst']);
    expect((await app.post(listActObjections, { token: analyst })).httpStatus).toBe(403);
  });
});
