import { CFB, utils, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeWorkbook } from '#portal/testing/make-workbook.ts';
import {
  type Edit,
  makeWorkbookCustomer,
  put,
  valueColumn,
} from '#portal/testing/scenarios/entity-workbook.ts';

const app = provideReadingApp();

const makeChain = (befores?: readonly number[]) => makeWorkbookCustomer(app, befores);

describe('cells that are no plain numbers', () => {
  const date: Edit = (sheet) => void Object.assign(sheet, { K2: { t: 'n', v: 46000, z: 'dd.mm.yyyy' } });
  const formula: Edit = (sheet) => void Object.assign(sheet, { K2: { t: 'n', v: 150, f: 'H2+50' } });
  const failed: Edit = (sheet) => void Object.assign(sheet, { K2: { t: 'e', v: 7 } });
  const merged: Edit = (sheet) =>
    void Object.assign(sheet, { '!merges': [{ s: { r: 1, c: valueColumn }, e: { r: 2, c: valueColumn } }] });
  const hiddenRow: Edit = (sheet) => void Object.assign(sheet, { '!rows': [{}, { hidden: true }] });
  test.each([
    ['readings.cellFormula', formula],
    ['readings.cellDate', date],
    ['readings.cellError', failed],
    ['readings.cellMerged', merged],
    ['readings.cellHidden', hiddenRow],
    ['readings.digitCapacity', put(1, valueColumn, 150.5)],
    ['readings.digitCapacity', put(1, valueColumn, -150)],
  ])('%s is told of its cell', async (code, edit) => {
    const { filled, check } = await makeChain();
    const { body } = await check(await filled([150], edit));
    expect(body.errors.map((error) => [error.cell, error.code])).toEqual([['K2', code]]);
  });

  test('readings.rowTwice is told of the second row of a register', async () => {
    const { filled, check, points } = await makeChain();
    const sameMeter: Edit = (sheet, book) => {
      put(2, 2, points[0]?.eicCode)(sheet, book);
      Object.assign(sheet, { D3: { t: 's', v: '' } });
    };
    const { body } = await check(await filled([150, 151], sameMeter));
    expect(body.errors.map(({ cell, code }) => [cell, code])).toEqual([['K3', 'readings.rowTwice']]);
  });
});

/** An XLSX with another part. */
const withPart = (file: Uint8Array, name: string, content: Uint8Array) =>
  zipSync({ ...unzipSync(file), [name]: content });

describe('files that are refused as a whole', () => {
  const bomb = withPart(
    makeWorkbook([['62Z0000000000001', '1', '', 1]]),
    'xl/media/image1.png',
    new Uint8Array(140_000_000),
  );
  type Make = (
    file: Uint8Array,
    chain: Awaited<ReturnType<typeof makeChain>>,
  ) => Promise<Uint8Array> | Uint8Array;
  const book = (sheets: Readonly<Record<string, unknown[][]>>) => {
    const made = utils.book_new();
    for (const [name, rows] of Object.entries(sheets))
      utils.book_append_sheet(made, utils.aoa_to_sheet(rows), name);
    return new Uint8Array(write(made, { type: 'buffer', bookType: 'xlsx' }));
  };
  const cases: readonly (readonly [string, string, Make])[] = [
    ['readings.fileMustBeXls', 'an empty file', () => new Uint8Array(1)],
    ['readings.fileDamaged', 'a workbook that is cut off', (file) => file.slice(0, file.length / 2)],
    [
      'readings.fileHasMacros',
      'a workbook with macros',
      (file) => withPart(file, 'xl/vbaProject.bin', strToU8('x')),
    ],
    ['readings.fileEncrypted', 'a workbook with a password', () => encryptedContainer()],
    ['readings.fileTooComplex', 'a zip bomb', () => bomb],
    ['readings.fileColumns', 'another table', () => book({ Sheet1: [['A', 'B']] })],
    [
      'readings.fileSeveralSheets',
      'two tables',
      (_, { filled }) => filled([150], (sheet, made) => void utils.book_append_sheet(made, sheet, 'Copy')),
    ],
    ['readings.fileEmpty', 'a workbook without new values', (_, { filled }) => filled([])],
  ];
  test.each(cases)('%s: %s', async (code, _, make) => {
    const chain = await makeChain();
    const file = await make(await chain.filled([150]), chain);
    expect(await chain.check(file)).toMatchObject({ httpStatus: 422, body: { code } });
  });

  test('readings.fileTooComplex: more rows than registers of 5,000 meters', async () => {
    const { check } = await makeChain();
    const sheet = 'xl/worksheets/sheet1.xml';
    const parts = unzipSync(makeWorkbook([['62Z0000000000001', '1', '', 1]]));
    const xml = strFromU8(parts[sheet] ?? new Uint8Array());
    const [row = ''] = /<row r="2".*?<\/row>/.exec(xml) ?? [];
    const rows = Array.from({ length: 30_001 }, (_, index) =>
      row.replaceAll(/(?<=r="[A-D]?)2(?=")/g, `${index + 2}`),
    );
    const long = xml.replace(row, rows.join('')).replace(/<dimension[^>]*>/, '');
    const { body } = await check(new Uint8Array(zipSync({ ...parts, [sheet]: strToU8(long) })));
    expect([body.code, body.message]).toEqual([
      'readings.fileTooComplex',
      'Файл завеликий для перевірки: найбільше 30000 рядків. Розділіть його на кілька.',
    ]);
  });

  test('a part that unpacks to more than it declares is refused', async () => {
    const { check } = await makeChain();
    const file = Buffer.from(bomb);
    const declared = Buffer.alloc(4);
    declared.writeUInt32LE(140_000_000);
    for (let at = file.indexOf(declared); at !== -1; at = file.indexOf(declared)) file.writeUInt32LE(10, at);
    expect((await check(file)).body.code).toBe('readings.fileDamaged');
  });

  test.each([
    ['Це вебсторінка', () => strToU8('<html><table><tr><td>1</td></tr></table></html>')],
    [
      'Це таблиця у форматі Excel XML 2003',
      () => strToU8('<?mso-application progid="Excel.Sheet"?>'.padStart(41)),
    ],
    ['Це текстовий файл. Відкрийте його в Excel', () => strToU8('EIC-код точки;Нове показання')],
    ['Це документ PDF', () => strToU8('%PDF-1.7')],
    [
      'Це документ Word (DOCX)',
      () => zipSync({ '[Content_Types].xml': strToU8('<T/>'), 'word/document.xml': strToU8('<w/>') }),
    ],
    ['Це архів', () => zipSync({ 'readings.csv': strToU8('1') })],
  ])('readings.fileMustBeXls names what was found: %s', async (words, make) => {
    const { check } = await makeChain();
    const { body } = await check(make());
    expect(body.code).toBe('readings.fileMustBeXls');
    expect(body.message).toContain(`Файл з показаннями має бути у форматі XLS або XLSX. ${words}`);
  });

  test('readings.fileColumns names the columns that are missing, not those that are there', async () => {
    const { check } = await makeChain();
    const { body } = await check(
      book({ Readings: [['EIC-код точки', 'Лічильник №', 'Зона', 'Попереднє показання']] }),
    );
    expect(body.message).toContain('бракує стовпців «Нове показання».');
  });

  test('readings.fileTooLarge: more than 10 MB', async () => {
    const { check } = await makeChain();
    const { body } = await check(new Uint8Array(10 * 1024 * 1024 + 1));
    expect([body.code, body.message]).toEqual(['readings.fileTooLarge', 'Файл завеликий: найбільше 10 МБ.']);
  });

  test('another sheet without the table is left alone', async () => {
    const { filled, check } = await makeChain();
    const notes: Edit = (_, made) =>
      void utils.book_append_sheet(made, utils.aoa_to_sheet([['Notes']]), 'Notes');
    expect((await check(await filled([150], notes))).body).toMatchObject({ rows: 1, good: 1 });
  });
});

/** What Office makes of a workbook with a password: a container with an encrypted package. */
function encryptedContainer(): Uint8Array {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from('x'));
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.from('x'));
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer);
}
