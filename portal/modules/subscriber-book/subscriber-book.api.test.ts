import { read, utils } from '@e965/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeWorkedMonth } from '#billing/testing/closing/make-worked-month.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { exportSubscriberBook, getSubscriberBook, subscriberBookPdf } from '#contract/subscriber-book.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let household: AccountHandle;
let newCustomer: AccountHandle;
let token: string;

const cabinet = provideTestApp({ now: '2026-11-05T10:00:00Z' });

beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  household = await makeWorkedMonth(db, cabinet.url);
  // A contract of this month: nothing has been charged yet.
  newCustomer = await makeAccount(db);
  token = await cabinet.signIn([household.accountNumber, newCustomer.accountNumber]);
});

const payload = (more: object = {}) => ({ token, account: household.accountNumber, ...more });

async function download(call: typeof subscriberBookPdf | typeof exportSubscriberBook, fields: object) {
  const response = await cabinet.download(call, payload(fields));
  expect(response.statusCode).toBe(200);
  return {
    type: response.headers['content-type'],
    name: response.headers['content-disposition'],
    content: response.rawPayload,
  };
}

describe('a year of the book', () => {
  test('the month has its readings, its price and its sums', async () => {
    const { body } = await cabinet.post(getSubscriberBook, payload());
    expect(body).toMatchObject({ year: 2026, years: [2026] });
    expect(body.head).toMatchObject({ supplierName: 'Test supplier', tariffTitle: 'Household' });
    expect(body.rows.map(({ period, state }) => [period, state])).toEqual([
      ['2026-10', 'closed'],
      ['2026-11', 'open'],
    ]);
    expect(body.rows[0]).toMatchObject({
      registers: [
        { zone: 'day', previousValue: 12_345, currentValue: 12_425, kwh: 80 },
        { zone: 'night', previousValue: 4100, currentValue: 4140, kwh: 40 },
      ],
      charged: '432.00',
      closing: '432.00',
    });
  });

  test('a year without months is empty', async () => {
    const { httpStatus, body } = await cabinet.post(getSubscriberBook, payload({ year: 2020 }));
    expect([httpStatus, body.rows, body.years]).toEqual([200, [], [2026]]);
  });

  test('the PDF has the same sum', async () => {
    const file = await download(subscriberBookPdf, { year: 2026 });
    expect(file.type).toContain('application/pdf');
    expect(decodeURIComponent(file.name ?? '')).toContain(
      `Абонентська-книжка-${household.accountNumber}-2026.pdf`,
    );
    expect(readPdfText(file.content)).toContain('борг 432,00');
  });

  test('the workbook has the figures of the call, as numbers', async () => {
    const { body } = await cabinet.post(getSubscriberBook, payload({ year: 2026 }));
    const file = await download(exportSubscriberBook, { year: 2026, format: 'xlsx' });
    expect(file.name).toContain('.xlsx');
    const workbook = read(file.content);
    expect(workbook.SheetNames).toEqual(['Книжка 2026', 'Показання', 'Тарифи', 'Оплати']);
    const [months, readings, tariffs] = workbook.SheetNames.map((name) =>
      utils.sheet_to_json<(string | number)[]>(workbook.Sheets[name] ?? {}, { header: 1 }).slice(1),
    );
    const figures = body.rows.map((row) => [row.kwh, row.opening, row.charged, row.paid, row.closing]);
    expect(months?.slice(0, -1).map((row) => [row[1], row[2], row[3], row[6], row[7]])).toEqual(
      figures.map((row) => row.map((sum) => (sum === null ? undefined : Number(sum)))),
    );
    expect(months?.at(-1)?.slice(0, 4)).toEqual(['Разом', 120, 0, 432]);
    const serial = household.meters[0]?.serialNumber;
    expect(readings).toEqual([
      [46_296, serial, 'День', 12_345, 12_425, 1, 80, 'показання'],
      [46_296, serial, 'Ніч', 4100, 4140, 1, 40, 'показання'],
    ]);
    expect(tariffs?.map((row) => row.slice(4))).toEqual([
      [80, 4.32, 1],
      [40, 4.32, 0.5],
    ]);
  });

  test('CSV has a line for each register as the page shows it; the sums of a month occur once', async () => {
    const file = await download(exportSubscriberBook, { year: 2026, format: 'csv' });
    expect(file.type).toContain('text/csv');
    const [head, day, night, november] = file.content.toString('utf8').split('\r\n');
    const serial = household.meters[0]?.serialNumber;
    expect(head).toContain(
      'Місяць;Лічильник;Зона;Попереднє;Поточне;Коефіцієнт;кВт·год;Ціна за кВт·год;На підставі;',
    );
    expect(day).toBe(
      `10.2026;${serial};День;12345;12425;1;80;4,32;показання;0,00;432,00;0,00;0,00;0,00;432,00;;`,
    );
    expect(night).toBe(`10.2026;${serial};Ніч;4100;4140;1;40;2,16;показання;;;;;;;;`);
    expect(november).toBe('11.2026;;;;;;;;;432,00;;0,00;0,00;0,00;432,00;;ще триває');
  });
});

describe('no book', () => {
  test.each([
    [getSubscriberBook, {}],
    [subscriberBookPdf, { year: 2026 }],
    [exportSubscriberBook, { year: 2026, format: 'xlsx' }],
  ])('an account that was never charged is refused: $path', async (call, fields) => {
    const { httpStatus, body } = await cabinet.post(call.path, {
      token,
      account: newCustomer.accountNumber,
      ...fields,
    });
    expect([httpStatus, body.code]).toEqual([422, 'billing.noCharges']);
  });

  test.each([
    [subscriberBookPdf, {}],
    [exportSubscriberBook, { format: 'csv' }],
  ])('there is no file of a year without months: $path', async (call, fields) => {
    const { httpStatus, body } = await cabinet.post(call.path, payload({ ...fields, year: 2020 }));
    expect([httpStatus, body.code]).toEqual([422, 'billing.noCharges']);
  });
});
