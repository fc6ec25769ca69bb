import { dayNumber } from '#domain/time/local-date.ts';
import { type ZipEntry, zipFiles } from '../zip/zip-files.ts';
import { type CellValue, isNumeric, readCell, rowChunks } from './cells.ts';
import type { ColumnKind, StreamedTable, TableColumn, TableHead, TableRow, TableValue } from './table.ts';

/** Rows of a sheet, titles included. Source: Excel specifications and limits. */
const maxSheetRows = 1_048_576;
/** Excel refuses a workbook with a longer text in a cell. */
const maxTextLength = 32_767;
const longestName = 31;

const kinds: readonly ColumnKind[] = ['text', 'integer', 'money', 'price', 'date', 'month', 'moment'];

const formats: Readonly<Record<ColumnKind, string>> = {
  text: 'General',
  integer: '#,##0',
  money: '#,##0.00',
  price: '#,##0.00####',
  // Escaped points: some programs take a bare one for a decimal point.
  date: 'dd\\.mm\\.yyyy',
  month: 'mm\\.yyyy',
  moment: 'dd\\.mm\\.yyyy hh:mm',
};

const usualWidths: Readonly<Record<ColumnKind, number>> = {
  text: 24,
  integer: 12,
  money: 14,
  price: 12,
  date: 12,
  month: 10,
  moment: 18,
};

/** Valid Excel sheet names for these titles: at most 31 characters, none of []:*?/\ and no two alike. */
export function sheetNames(titles: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return titles.map((title, index) => {
    const plain = title
      .replace(/[[\]:*?/\\]+/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[' ]+|[' ]+$/g, '');
    const base = plain || String(index + 1);
    let name = base.slice(0, longestName).trimEnd();
    for (let n = 2; usedNames.has(name.toLowerCase()); n += 1) {
      const ending = ` ${n}`;
      name = base.slice(0, longestName - ending.length).trimEnd() + ending;
    }
    usedNames.add(name.toLowerCase());
    return name;
  });
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
]);
/** Lone surrogates, control characters and what is no character: XML 1.0 has no way to write them. */
const unwritable = /[^\P{Cc}\t\n\r]|\p{Surrogate}|\p{Noncharacter_Code_Point}/gu;

function escaped(text: string): string {
  return text.replace(unwritable, '').replace(/[&<>"\r]/g, (sign) => entities.get(sign) ?? '');
}

/** Number of the style of a cell: of titles 1 (left) and 2 (right), then of rows and of the total by kind. */
const firstRowStyle = 3;
const firstTotalStyle = firstRowStyle + kinds.length;
const styleNumbers = new Map(kinds.map((kind, index) => [kind, index]));
const rowStyle = (kind: ColumnKind) => firstRowStyle + (styleNumbers.get(kind) ?? 0);
const totalStyle = (kind: ColumnKind) => firstTotalStyle + (styleNumbers.get(kind) ?? 0);

function stylesXml(): string {
  const formatId = (index: number) => (index === 0 ? 0 : 163 + index);
  const numberFormats = kinds
    .slice(1)
    .map(
      (kind, index) => `<numFmt numFmtId="${formatId(index + 1)}" formatCode="${escaped(formats[kind])}"/>`,
    );
  const border = (side: '' | 'top' | 'bottom') =>
    `<border><left/><right/>${['top', 'bottom']
      .map((one) => (one === side ? `<${one} style="thin"><color auto="1"/></${one}>` : `<${one}/>`))
      .join('')}<diagonal/></border>`;
  const style = (formatNumber: number, font: number, line: number, alignment = '') =>
    `<xf numFmtId="${formatNumber}" fontId="${font}" fillId="0" borderId="${line}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"${
      alignment ? ` applyAlignment="1">${alignment}</xf>` : '/>'
    }`;
  const ofTitles = (side: string) =>
    style(0, 1, 2, `<alignment horizontal="${side}" vertical="top" wrapText="1"/>`);
  const styles = [
    style(0, 0, 0),
    ofTitles('left'),
    ofTitles('right'),
    ...kinds.map((_, index) => style(formatId(index), 0, 0)),
    ...kinds.map((_, index) => style(formatId(index), 1, 1)),
  ];
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
  // The style "Normal", to which all others refer: without it some readers warn. Source: ECMA-376, 18.8.7 and 18.8.9.
  return `<styleSheet xmlns="${main}"><numFmts count="${numberFormats.length}">${numberFormats.join('')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="3">${border('')}${border('top')}${border('bottom')}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** "A" for 0, "AA" for 26. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** 1970-01-01 in days of Excel. */
const epochDay = 25_569;
const minutesPerDay = 1440;

function cellXml(reference: string, style: number, value: CellValue | undefined): string {
  if (!value) return '';
  const number = (shown: string | number) => `<c r="${reference}" s="${style}"><v>${shown}</v></c>`;
  switch (value.kind) {
    case 'text':
      return textXml(reference, style, value.text);
    case 'number':
      return number(value.digits);
    case 'date':
    case 'month':
      return number(dayNumber(value.date) + epochDay);
    // Excel has no time zones: it is given what the clock in Kyiv shows.
    case 'moment':
      return number(dayNumber(value.date) + epochDay + (value.hour * 60 + value.minute) / minutesPerDay);
  }
}

function textXml(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, maxTextLength))}</t></is></c>`;
}

/** A cell of the totals, where a value of another kind is text. */
function readTotalCell(kind: ColumnKind, value: TableValue): CellValue | undefined {
  try {
    return readCell(kind, value);
  } catch (error) {
    if (error instanceof RangeError) return readCell('text', value);
    throw error;
  }
}

function rowXml(
  row: TableRow,
  columns: readonly TableColumn[],
  names: readonly string[],
  number: number,
  read: typeof readCell,
  styleOf: (kind: ColumnKind) => number,
): string {
  const cells = columns.map(({ kind }, index) =>
    cellXml(`${names[index]}${number}`, styleOf(kind), read(kind, row[index] ?? null)),
  );
  return `<row r="${number}">${cells.join('')}</row>`;
}

function sheetStart({ columns }: TableHead, names: readonly string[], isFirst: boolean): string {
  const widths = columns.map(
    ({ kind, width = usualWidths[kind] }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title, kind }, index) =>
    textXml(`${names[index]}1`, isNumeric(kind) ? 2 : 1, title),
  );
  return `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

/** @throws RangeError for a value that is not of its column's kind, and for more rows than a sheet holds. */
async function* sheetParts(table: StreamedTable, isFirst: boolean): AsyncGenerator<Uint8Array> {
  const { columns, rows, total } = table;
  const names = columns.map((_, index) => columnName(index));
  yield Buffer.from(sheetStart(table, names, isFirst));
  let number = 1;
  yield* rowChunks(rows, (row) => {
    number += 1;
    // The last row of a sheet is left for the total.
    if (number === maxSheetRows) throw new RangeError(`A sheet holds ${maxSheetRows} rows`);
    return rowXml(row, columns, names, number, readCell, rowStyle);
  });
  const last = total ? rowXml(total, columns, names, number + 1, readTotalCell, totalStyle) : '';
  yield Buffer.from(`${last}</sheetData></worksheet>`);
}

/** A ZIP has no time zone and begins in 1980; the same tables make the same file. */
const modifiedAt = Date.UTC(2000, 0, 1);

async function* workbookFiles(tables: readonly StreamedTable[]): AsyncGenerator<ZipEntry> {
  // Compressed like the sheets: some readers know no other file whose size stands after it.
  async function* whole(xml: string) {
    yield Buffer.from(xml);
  }
  const file = (name: string, xml: string): ZipEntry => ({ name, modifiedAt, parts: whole(xmlHead + xml) });
  const numbers = tables.map((_, index) => index + 1);
  const each = (xml: (number: number) => string) => numbers.map(xml).join('');
  const names = sheetNames(tables.map(({ title }) => title));
  yield file(
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${mediaType}.worksheet+xml"/>`)}</Types>`,
  );
  yield file(
    '_rels/.rels',
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield file(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((number) => `<sheet name="${escaped(names[number - 1] ?? '')}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
  );
  yield file(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packaged}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${tables.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield file('xl/styles.xml', stylesXml());
  for (const [index, table] of tables.entries())
    yield { name: `xl/worksheets/sheet${index + 1}.xml`, modifiedAt, parts: sheetParts(table, index === 0) };
}

/**
 * A workbook with a sheet per table, written while their rows come: column titles bold and frozen, numbers and days as numbers
 * that can be summed and sorted. Text is never read as a formula. Source: ECMA-376, SpreadsheetML.
 * @throws RangeError for a value that is not of its column's kind, and for more rows than a sheet holds.
 */
export function xlsxChunks(tables: readonly StreamedTable[]): AsyncGenerator<Uint8Array> {
  return zipFiles(workbookFiles(tables));
}
