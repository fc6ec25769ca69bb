import xlsx from '@e965/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeFeedIn } from '#billing/testing/make-feed-in.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { objectInfo } from '#contract/accounts/accounts.ts';
import { exportFeedIn, feedInPdf, listFeedIn } from '#contract/feed-in.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let seller: AccountHandle;
let buyer: AccountHandle;
let token: string;

const cabinet = provideTestApp({ now: '2026-11-05T10:00:00Z' });

beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  seller = await makeAccount(db, {});
  buyer = await makeAccount(db, {});
  const { accountNumber, meterId } = seller;
  await makeFeedIn(db, {
    accountNumber,
    meterId,
    period: '2026-09',
    exportedKwh: 1000,
    paidOn: '2026-10-15',
  });
  await makeFeedIn(db, { accountNumber, meterId, period: '2026-10', exportedKwh: 100 });
  token = await cabinet.signIn([seller.accountNumber, buyer.accountNumber]);
});

const download = (path: string, payload: object) =>
  cabinet.app.inject({ method: 'POST', url: path, payload });

test('a household with panels sees its acts and what was withheld', async () => {
  const { body } = await cabinet.post(listFeedIn, { token, account: seller.accountNumber });
  expect(body).toMatchObject({ status: 'success', greenTarif: true, year: 2026, years: [2026] });
  expect(body.months.map(({ period, paid, paidOn }) => [period, paid, paidOn])).toEqual([
    ['2026-10', '525.49', null],
    ['2026-09', '5254.86', '2026-10-15'],
  ]);
  expect(body.totals).toMatchObject({ amount: '7506.95', paid: '5780.35', paidOut: '5254.86' });
});

test('a household that only buys gets an empty list', async () => {
  const { body } = await cabinet.post(listFeedIn, { token, account: buyer.accountNumber });
  expect(body).toMatchObject({ status: 'success', greenTarif: false, year: null, months: [], bank: null });
});

test('the information of the object has the months of the list', async () => {
  const { body } = await cabinet.post(objectInfo, { token, account: seller.accountNumber });
  expect(body.greenTarifHistories).toEqual([
    { period: '2026-10', generatedKwh: 300, consumedKwh: 80, sum: '682.45' },
    { period: '2026-09', generatedKwh: 1200, consumedKwh: 80, sum: '6824.50' },
  ]);
  expect(body.customerResponsibles).toEqual([]);
});

test('an act is kept as PDF; a month without one is not found', async () => {
  const payload = { token, account: seller.accountNumber };
  const response = await download(feedInPdf.path, { ...payload, period: '2026-09' });
  expect(response.headers['content-type']).toMatch('application/pdf');
  expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain(
    `Акт-зеленого-тарифу-${seller.accountNumber}-2026-09.pdf`,
  );
  expect(readPdfText(response.rawPayload)).toContain('До виплати продавцю');
  expect((await cabinet.post(feedInPdf, { ...payload, period: '2026-08' })).httpStatus).toBe(404);
});

test('the table of a year has the rows of the list, in a workbook and as plain text', async () => {
  const payload = { token, account: seller.accountNumber, year: 2026 };
  const book = await download(exportFeedIn.path, { ...payload, format: 'xlsx' });
  expect(decodeURIComponent(String(book.headers['content-disposition']))).toContain(
    `Зелений-тариф-${seller.accountNumber}-2026.xlsx`,
  );
  const sheet = xlsx.read(book.rawPayload).Sheets['Зелений тариф'];
  const rows = xlsx.utils.sheet_to_json<unknown[]>(sheet ?? {}, { header: 1, raw: true });
  expect(rows).toHaveLength(4);
  expect(rows[1]?.slice(0, 2)).toEqual([46_296, 'A-10.2026']);
  expect(rows[2]?.slice(4, 14)).toEqual([
    1000, 2000, 1200, 1000, 80, 6.8245, 6824.5, 1228.41, 341.23, 5254.86,
  ]);
  expect(rows[3]?.slice(6, 14)).toEqual([1500, 1100, 160, undefined, 7506.95, 1351.25, 375.35, 5780.35]);

  const plain = await download(exportFeedIn.path, { ...payload, format: 'csv' });
  expect(plain.headers['content-type']).toMatch('text/csv');
  const lines = plain.rawPayload.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain(';6,8245;6824,50;1228,41;341,23;5254,86;15.10.2026');
});
