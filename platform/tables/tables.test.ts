import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { atRest } from '../testing/at-rest.ts';
import type { Table } from './table.ts';
import { tableFile, tableStream } from './table-file.ts';
import { writeTables } from './write-tables.ts';
import { sheetNames } from './write-xlsx.ts';

const writeXlsx = (tables: readonly [Table, ...Table[]]) => writeTables('xlsx', tables);
const writeCsv = (table: Table) => writeTables('csv', [table]);

const payments: Table = {
  title: 'Платежі',
  columns: [
    { title: 'Дата', kind: 'date' },
    { title: 'Зараховано', kind: 'moment' },
    { title: 'Призначення', kind: 'text', width: 40 },
    { title: 'кВт·год', kind: 'integer' },
    { title: 'Ціна', kind: 'price' },
    { title: 'Сума', kind: 'money' },
  ],
  rows: [
    ['2026-10-31', '2026-10-31T22:30:00Z', 'За жовтень; "повністю"', 1234, '1.728', '1234.50'],
    ['2026-03-29', '2026-07-01T00:05:00+03:00', '=HYPERLINK("http://x")', -7, '4.32', '-0.05'],
    ['2026-01-01', null, '0012300', null, null, null],
    ['2026-01-01', null, ' два\nрядки & <знаки>', null, null, null],
  ],
  total: ['Разом', null, null, 1227, null, '1234.45'],
};

async function sheetOf(...tables: [Table, ...Table[]]) {
  const book = read(await writeXlsx(tables), { cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('no sheet');
  return { book, sheet };
}

test('writeXlsx stores sums and days as numbers, in Ukrainian formats', async () => {
  const { sheet } = await sheetOf(payments);
  expect(sheet.A1).toMatchObject({ t: 's', v: 'Дата' });
  expect(sheet.F2).toMatchObject({ t: 'n', v: 1234.5, z: '#,##0.00' });
  expect(sheet.F3).toMatchObject({ t: 'n', v: -0.05 });
  expect(sheet.D2).toMatchObject({ t: 'n', v: 1234, z: '#,##0' });
  expect(sheet.E2).toMatchObject({ t: 'n', v: 1.728 });
  // 46326 is 31.10.2026 in days of Excel.
  expect(sheet.A2).toMatchObject({ t: 'n', v: 46_326, z: 'dd\\.mm\\.yyyy' });
  expect(utils.format_cell(sheet.A2)).toBe('31.10.2026');
});

test('writeXlsx shows a moment in Kyiv time, in winter and in summer', async () => {
  const { sheet } = await sheetOf(payments);
  expect(utils.format_cell(sheet.B2)).toBe('01.11.2026 00:30');
  expect(utils.format_cell(sheet.B3)).toBe('01.07.2026 00:05');
});

test('writeXlsx keeps text unchanged: no formula, no lost zeros or signs', async () => {
  const { sheet } = await sheetOf(payments);
  expect(sheet.C3).toMatchObject({ t: 's', v: '=HYPERLINK("http://x")' });
  expect(sheet.C3).not.toHaveProperty('f');
  expect(sheet.C4).toMatchObject({ t: 's', v: '0012300' });
  expect(sheet.C5?.v).toBe(' два\nрядки & <знаки>');
  expect(sheet.D4?.v).toBeUndefined();
});

test('writeXlsx leaves out what XML can not write, and keeps every other sign', async () => {
  const { sheet } = await sheetOf({
    title: 'T',
    columns: [{ title: 'a', kind: 'text' }],
    rows: [['a\u0000\u001b\ud800b\uffff'], ['\t💡 ґ\n"\'&<>']],
  });
  expect(sheet.A2?.v).toBe('ab');
  expect(sheet.A3?.v).toBe('\t💡 ґ\n"\'&<>');
});

test('writeXlsx writes the total into the last row as a value', async () => {
  const { sheet } = await sheetOf(payments);
  expect(sheet['!ref']).toBe('A1:F6');
  expect(sheet.A6).toMatchObject({ t: 's', v: 'Разом' });
  expect(sheet.F6).toMatchObject({ t: 'n', v: 1234.45 });
  expect(sheet.F6).not.toHaveProperty('f');
});

const byMonths: Table = {
  title: 'Місяці',
  columns: [
    { title: 'Місяць', kind: 'month' },
    { title: 'Сума', kind: 'money' },
  ],
  rows: [
    ['2026-10', '1.00'],
    ['2027-01', '2.00'],
  ],
};

test('writeXlsx stores a month as its first day, sortable, and shows it as a month', async () => {
  const { sheet } = await sheetOf(byMonths);
  expect(sheet.A2).toMatchObject({ t: 'n', v: 46_296, z: 'mm\\.yyyy' });
  expect(utils.format_cell(sheet.A3)).toBe('01.2027');
  expect((await writeCsv(byMonths)).toString('utf8')).toContain('\r\n10.2026;1,00\r\n01.2027;2,00');
});

test('writeXlsx includes the default style', async () => {
  const book = read(await writeXlsx([payments]), { bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  const styles = Buffer.from(book.files['xl/styles.xml']?.content ?? []).toString('utf8');
  expect(styles).toMatch(
    /<cellStyleXfs[^>]*><xf [^>]*\/><\/cellStyleXfs><cellXfs[^>]*>.*<\/cellXfs><cellStyles/,
  );
  expect(styles).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
});

test('writeXlsx makes the column titles bold and frozen', async () => {
  const book = read(await writeXlsx([payments]), { bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  const file = (path: string) => Buffer.from(book.files[path]?.content ?? []).toString('utf8');
  expect(file('xl/worksheets/sheet1.xml')).toMatch(/<pane[^>]*ySplit="1"[^>]*state="frozen"/);
  expect(file('xl/styles.xml')).toMatch(/<b\s*\/>/);
});

test('writeXlsx gives every table a sheet, and an empty one its titles', async () => {
  const { book } = await sheetOf(payments, { ...payments, rows: [], total: ['Разом'] }, payments);
  expect(book.SheetNames).toEqual(['Платежі', 'Платежі 2', 'Платежі 3']);
  const { sheet } = await sheetOf({ title: 'Порожньо', columns: payments.columns, rows: [] });
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([payments.columns.map(({ title }) => title)]);
});

test.each([
  [['Показання: день/ніч'], ['Показання день ніч']],
  [[''], ['1']],
  [["'Акти'"], ['Акти']],
  [
    ['Дуже довга назва аркуша про нарахування', 'Дуже довга назва аркуша про нараховане'],
    ['Дуже довга назва аркуша про нар', 'Дуже довга назва аркуша про н 2'],
  ],
  [
    ['Акти', 'АКТИ'],
    ['Акти', 'АКТИ 2'],
  ],
])('sheetNames of %j are %j', (titles, names) => {
  expect(sheetNames(titles)).toEqual(names);
});

test('writeCsv suits a Ukrainian Excel: BOM, semicolons, commas, CRLF', async () => {
  const text = (await writeCsv(payments)).toString('utf8');
  expect(text.startsWith('\ufeffДата;Зараховано;Призначення;кВт·год;Ціна;Сума\r\n')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toContain('\r');
});

test('writeCsv contains every value, and no total', async () => {
  const rows = parse(await writeCsv(payments), { bom: true, delimiter: ';', record_delimiter: '\r\n' });
  expect(rows.slice(1)).toEqual([
    ['31.10.2026', '01.11.2026 00:30', 'За жовтень; "повністю"', '1234', '1,728', '1234,50'],
    ['29.03.2026', '01.07.2026 00:05', `'=HYPERLINK("http://x")`, '-7', '4,32', '-0,05'],
    ['01.01.2026', '', '0012300', '', '', ''],
    ['01.01.2026', '', ' два\nрядки & <знаки>', '', '', ''],
  ]);
});

test.each(['=1+1', '+380501110001', '-2+3', '@SUM(A1)', '\t=1', '\r=1'])(
  'writeCsv escapes the formula %j',
  async (text) => {
    const csv = await writeCsv({
      title: 'T',
      columns: [{ title: text, kind: 'text' }],
      rows: [[text], ['a=1']],
    });
    const rows = parse(csv, { bom: true, delimiter: ';', record_delimiter: '\r\n' });
    expect(rows).toEqual([[`'${text}`], [`'${text}`], ['a=1']]);
  },
);

test.each([
  ['money', '12.5'],
  ['money', 'багато'],
  ['integer', 1.5],
  ['integer', Number.NaN],
  ['price', '1,5'],
  ['date', '31.10.2026'],
  ['date', '2026-02-30'],
  ['moment', '2026-10-31 10:00'],
] as const)('a cell of kind %s refuses %s', async (kind, value) => {
  const table: Table = { title: 'T', columns: [{ title: 'a', kind }], rows: [[value]] };
  await expect(writeCsv(table)).rejects.toThrow(RangeError);
  await expect(writeXlsx([table])).rejects.toThrow(RangeError);
});

test('tableFile sets file extension and media type', async () => {
  const csv = await tableFile('csv', 'payments', [payments]);
  expect(csv).toMatchObject({ fileName: 'payments.csv', contentType: 'text/csv; charset=utf-8' });
  expect(csv.content).toEqual(await writeCsv(payments));
  const xlsx = await tableFile('xlsx', 'payments', [payments]);
  expect(xlsx.fileName).toBe('payments.xlsx');
  expect(read(xlsx.content).SheetNames).toEqual(['Платежі']);
});

test.each(['xlsx', 'csv'] as const)(
  'a stream of %s asks for no rows while nobody takes its bytes',
  async (format) => {
    const [batches, perBatch] = [100, 50];
    let asked = 0;
    // 2 kB a row that can't be compressed much.
    async function* rows() {
      for (let batch = 0; batch < batches; batch += 1) {
        asked += perBatch;
        yield Array.from({ length: perBatch }, () => [randomBytes(1500).toString('base64')]);
      }
    }
    const { chunks } = tableStream(format, {
      title: 'T',
      columns: [{ title: 'a', kind: 'text' }],
      rows: rows(),
    });
    const bytes = Readable.from(chunks, { objectMode: false }).iterator();
    await bytes.next();
    const first = await atRest(() => asked);
    expect(first).toBeLessThan(600);
    for (let taken = 0; taken < 2_000_000; ) taken += (await bytes.next()).value.length;
    const second = await atRest(() => asked);
    expect(second).toBeGreaterThan(1000);
    expect(second).toBeLessThan(2500);
    for (let next = await bytes.next(); !next.done; ) next = await bytes.next();
    expect(asked).toBe(batches * perBatch);
  },
);
