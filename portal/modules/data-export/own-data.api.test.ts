import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeWorkedMonth } from '#billing/testing/closing/make-worked-month.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { exportOwnData, isOwnDataFile, ownDataFormats, ownDataParts } from '#contract/data-export.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { checkEspi } from './green-button/testing/check-espi.ts';
import { readXml } from './green-button/testing/read-xml.ts';

let household: AccountHandle;
let newCustomer: AccountHandle;
let token: string;

const cabinet = provideTestApp({ now: '2026-11-05T10:00:00Z' });

beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  household = await makeWorkedMonth(db, cabinet.url);
  await sql`update billing.meter set serial_number = '0021040017'
    where account_number = ${household.accountNumber}`.execute(db);
  newCustomer = await makeAccount(db);
  token = await cabinet.signIn([household.accountNumber, newCustomer.accountNumber]);
});

async function keep(fields: object, account = household.accountNumber) {
  const response = await cabinet.download(exportOwnData, { token, account, ...fields });
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    name: response.headers['content-disposition'],
    content: response.rawPayload,
  };
}

test('everything comes as a workbook of four sheets', async () => {
  const { type, content } = await keep({ what: 'all', format: 'xlsx' });
  expect(type).toContain('spreadsheetml');
  const book = read(content);
  expect(book.SheetNames).toEqual(['Історія показань', 'Споживання', 'Рахунки', 'Історія оплат']);
  const [, sheet = ''] = book.SheetNames;
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets[sheet] ?? {}, { header: 1 });
  expect(rows).toContainEqual(
    expect.arrayContaining([46_296, '0021040017', 'День', 12_345, 12_425, 80, 345.6]),
  );
});

test('a part comes as CSV, the zeros of a serial number kept', async () => {
  const { type, content, name } = await keep({ what: 'consumption', format: 'csv', from: '2026-10-01' });
  expect(type).toBe('text/csv; charset=utf-8');
  expect(name).toContain('.csv');
  expect(content.toString('utf8').split('\r\n').slice(1, 3)).toEqual([
    '10.2026;01.10.2026;31.10.2026;0021040017;День;12345;12425;80;345,60;за показанням',
    '10.2026;01.10.2026;31.10.2026;0021040017;Ніч;4100;4140;40;86,40;за показанням',
  ]);
});

test('JSON says the account, the days and the parts that were asked for, and nothing of how to pay', async () => {
  const days = { from: '2026-10-01', to: '2026-10-31' };
  const all = JSON.parse((await keep({ what: 'all', format: 'json', ...days })).content.toString());
  expect(all).toMatchObject({
    account: household.accountNumber,
    exportedAt: '2026-11-05T10:00:00.000Z',
    ...days,
    consumption: [
      { zone: 'day', energyWh: 80_000, cost: '345.60' },
      { zone: 'night', energyWh: 40_000, cost: '86.40' },
    ],
    bills: [{ period: '2026-10', charged: '432.00', closing: '432.00' }],
    payments: [],
  });
  const bills = JSON.parse((await keep({ what: 'bills', format: 'json' })).content.toString());
  expect(Object.keys(bills)).not.toContain('consumption');
  expect(bills.bills).toHaveLength(1);
});

test('Green Button has the structure of the schema, whatever the days', async () => {
  for (const days of [{}, { from: '2030-01-01' }]) {
    const { type, content } = await keep({ what: 'consumption', format: 'greenButton', ...days });
    expect(type).toContain('application/atom+xml');
    expect(checkEspi(readXml(content.toString('utf8')))).toEqual([]);
  }
});

test('every part is exported in each of its formats, also for a customer without data', async () => {
  for (const what of [...ownDataParts, 'all'] as const)
    for (const format of ownDataFormats) {
      const { status } = await keep({ what, format }, newCustomer.accountNumber);
      expect([what, format, status]).toEqual([what, format, isOwnDataFile(what, format) ? 200 : 400]);
    }
});

test('days that end before they begin are refused at their field', async () => {
  const { status, content } = await keep({
    what: 'all',
    format: 'json',
    from: '2026-10-31',
    to: '2026-10-01',
  });
  expect(status).toBe(400);
  expect(JSON.parse(content.toString()).issues).toMatchObject([{ path: 'to', code: 'field.invalid' }]);
  const day = { from: '2026-10-31', to: '2026-10-31' };
  expect((await keep({ what: 'all', format: 'json', ...day })).status).toBe(200);
});
