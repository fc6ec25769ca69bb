import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { zipSync } from 'fflate';
import type { FailureCode, MessageCode } from '#contract/messages/catalogue.ts';
import { tidyNumber, tidyText } from '#domain/input/tidy-text.ts';
import { searchWords, twinOf } from '#domain/search/search-words.ts';
import { type FileKind, fileKindOf } from '#platform/files/file-kind.ts';
import { recogniseFile } from '#platform/files/file-problem.ts';
import { partNameOf, readZipParts, unpackPart } from '#platform/zip/read-zip.ts';
import {
  checkTitle,
  confirmTitle,
  isConfirmation,
  maxRows,
  readTitles,
} from './workbook-columns.template.ts';

/** A cell of the column that is filled in: text as a customer would type it, or why it can't be taken. */
export type ReadValue = { readonly text: string } | { readonly code: MessageCode };

type KeyName = Exclude<keyof typeof readTitles, 'value'>;

/** A row with a value. Rows and columns count from 0. */
export interface ReadRow extends Readonly<Record<KeyName, string>> {
  readonly row: number;
  readonly value: ReadValue;
  readonly isConfirmed: boolean;
}

/** Where the table of a workbook stands. */
export interface WorkbookLayout {
  /** Index of the sheet. */
  readonly sheet: number;
  readonly titleRow: number;
  readonly columns: Readonly<Record<keyof typeof readTitles, number>>;
  /** The column of errors: the one that is there, or the first free one. */
  readonly checkColumn: number;
}

export type ReadWorkbook =
  | {
      readonly kind: 'refused';
      readonly code: FailureCode;
      readonly params: Readonly<Record<string, string | number>>;
      /** What the file is when it is no workbook. */
      readonly found?: FileKind;
    }
  | { readonly kind: 'read'; readonly layout: WorkbookLayout; readonly rows: readonly ReadRow[] };

const maxTitleRow = 30;
const maxColumns = 200;
const maxUnpackedBytes = 120 * 1024 * 1024;
const maxParts = 1000;

/** Thrown for a file that is refused as a whole. */
class FileRefused extends Error {
  readonly code: FailureCode;
  readonly params: Readonly<Record<string, string | number>>;
  readonly found: FileKind | undefined;

  constructor(code: FailureCode, params: Readonly<Record<string, string | number>> = {}, found?: FileKind) {
    super(code);
    this.code = code;
    this.params = params;
    this.found = found;
  }
}

/**
 * Reads the rows with values from an XLS or XLSX, whichever it is by its content. Runs in a worker process with limits of time and
 * memory: formulas are not evaluated, macros are refused, and no more is unpacked than the limits say.
 */
export function readWorkbook(content: Uint8Array): ReadWorkbook {
  try {
    return { kind: 'read', ...readTable(openWorkbook(content)) };
  } catch (error) {
    if (error instanceof FileRefused) {
      const { code, params, found } = error;
      return { kind: 'refused', code, params, ...(found && { found }) };
    }
    return { kind: 'refused', code: 'readings.fileDamaged', params: {} };
  }
}

/** The workbook of an XLS or XLSX. @throws FileRefused, or any error of the library for a damaged file. */
export function openWorkbook(content: Uint8Array): WorkBook {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const options = { dense: true, cellNF: true, cellStyles: true, cellText: false, cellHTML: false } as const;
  const sheetRows = maxRows + maxTitleRow + 1;
  const kind = fileKindOf(bytes);
  // An archive that is cut off names no parts: it may have been a workbook.
  const isCutOff = kind === 'archive' && bytes[0] === 0x50 && readZipParts(bytes, maxParts) === undefined;
  if (kind === 'xlsx' || isCutOff)
    return read(zipSync(unpackWorkbook(bytes), { level: 0 }), { ...options, sheetRows });
  const { problem } = recogniseFile(bytes);
  if (problem === 'encrypted') throw new FileRefused('readings.fileEncrypted');
  if (kind !== 'xls') throw new FileRefused('readings.fileMustBeXls', {}, kind);
  if (problem === 'macros') throw new FileRefused('readings.fileHasMacros');
  return read(bytes, { ...options, sheetRows });
}

/**
 * The parts of an XLSX under the names that a package has for them.
 * @throws FileRefused, or Error for a damaged file, one with a part that is longer than it says too.
 */
export function unpackWorkbook(bytes: Buffer): Record<string, Uint8Array> {
  const parts = readZipParts(bytes, Number.MAX_SAFE_INTEGER) ?? [];
  if (parts.length === 0) throw new Error('no archive');
  const unpacked = parts.reduce((sum, part) => sum + part.unpacked, 0);
  if (unpacked > maxUnpackedBytes || parts.length > maxParts)
    throw new FileRefused('readings.fileTooComplex', { rows: maxRows });
  if (parts.some(({ isEncrypted }) => isEncrypted)) throw new FileRefused('readings.fileEncrypted');
  if (parts.some(({ name }) => /vbaProject\.bin$|macrosheets/i.test(name)))
    throw new FileRefused('readings.fileHasMacros');
  return Object.fromEntries(parts.map((part) => [partNameOf(part.name), unpackPart(bytes, part)]));
}

/** The one visible sheet with the titles. */
function readTable(workbook: WorkBook): { layout: WorkbookLayout; rows: ReadRow[] } {
  const visible = workbook.SheetNames.flatMap((name, sheet) => {
    const isHidden = (workbook.Workbook?.Sheets?.[sheet]?.Hidden ?? 0) !== 0;
    const content = workbook.Sheets[name];
    return isHidden || content === undefined ? [] : [{ sheet, content, ...findTitles(content) }];
  });
  const found = visible.filter(({ missing }) => missing.length === 0);
  const [table] = found;
  if (table === undefined) {
    const missing = visible
      .map((one) => one.missing)
      .reduce((one, other) => (other.length < one.length ? other : one), Object.values(readTitles));
    throw new FileRefused('readings.fileColumns', { columns: missing.join('», «') });
  }
  if (found.length > 1) throw new FileRefused('readings.fileSeveralSheets');
  const { sheet, content, titleRow, titles, columns } = table;
  const rowCount = content['!data']?.length ?? 0;
  if (rowCount > titleRow + 1 + maxRows) throw new FileRefused('readings.fileTooComplex', { rows: maxRows });
  const check = columnOf(titles, checkTitle);
  const layout = { sheet, titleRow, columns, checkColumn: check === -1 ? titles.length : check };
  const rows = readRows(content, layout);
  if (rows.length === 0) throw new FileRefused('readings.fileEmpty');
  return { layout, rows };
}

type TitleWords = readonly string[];

/** What is compared of a title: its words, whatever invisible signs or marks are around them. */
const wordsOfTitle = (text: string): TitleWords => searchWords(tidyText(text));

const hasWord = (words: TitleWords, wanted: string) =>
  words.includes(wanted) || words.includes(twinOf(wanted) ?? wanted);

const hasWords = (words: TitleWords, wanted: TitleWords) => wanted.every((one) => hasWord(words, one));

/** The column of a title: the one of these words alone, else the only one that has them among others; -1: there is none. */
function columnOf(titles: readonly TitleWords[], title: string): number {
  const wanted = wordsOfTitle(title);
  const having = titles.flatMap((words, column) => (hasWords(words, wanted) ? [column] : []));
  const exact = having.find((column) => titles[column]?.length === wanted.length);
  const [only, another] = having;
  return exact ?? (another === undefined ? only : undefined) ?? -1;
}

interface TitleRow {
  readonly titleRow: number;
  readonly titles: readonly TitleWords[];
  readonly columns: WorkbookLayout['columns'];
  /** Titles that no column of the row has. */
  readonly missing: readonly string[];
}

/** The first row that has the most of the titles. */
function findTitles(sheet: WorkSheet): TitleRow {
  const rows = Array.from((sheet['!data'] ?? []).slice(0, maxTitleRow), (cells, titleRow) => {
    const titles = Array.from(cells ?? [], (cell) => wordsOfTitle(textOf(cell))).slice(0, maxColumns);
    const columns = {
      eic: columnOf(titles, readTitles.eic),
      serial: columnOf(titles, readTitles.serial),
      kind: columnOf(titles, readTitles.kind),
      value: columnOf(titles, readTitles.value),
    };
    const names = Object.keys(readTitles) as (keyof typeof readTitles)[];
    const missing = names.filter((name) => columns[name] === -1).map((name) => readTitles[name]);
    return { titleRow, titles, columns, missing };
  });
  const none: TitleRow = {
    titleRow: 0,
    titles: [],
    columns: { eic: -1, serial: -1, kind: -1, value: -1 },
    missing: Object.values(readTitles),
  };
  return rows.reduce((one, other) => (other.missing.length < one.missing.length ? other : one), none);
}

function readRows(sheet: WorkSheet, { titleRow, columns }: WorkbookLayout): ReadRow[] {
  const data = sheet['!data'] ?? [];
  const titles = Array.from(data[titleRow] ?? [], (cell) => wordsOfTitle(textOf(cell)));
  const confirmColumn = columnOf(titles, confirmTitle);
  const isMerged = mergedCells(sheet);
  const isHiddenColumn = sheet['!cols']?.[columns.value]?.hidden === true;
  const rows: ReadRow[] = [];
  for (let row = titleRow + 1; row < data.length; row += 1) {
    const cells = data[row] ?? [];
    const cell = cells[columns.value];
    const isBlank = cell === undefined || (cell.f === undefined && textOf(cell) === '');
    if (isBlank) continue;
    const isHidden = isHiddenColumn || sheet['!rows']?.[row]?.hidden === true;
    const merged = Object.values(columns).some((column) => isMerged(row, column));
    rows.push({
      row,
      eic: textOf(cells[columns.eic]),
      serial: textOf(cells[columns.serial]),
      kind: textOf(cells[columns.kind]),
      value: merged
        ? { code: 'readings.cellMerged' }
        : isHidden
          ? { code: 'readings.cellHidden' }
          : readValue(cell),
      isConfirmed: confirmColumn !== -1 && isConfirmation(textOf(cells[confirmColumn])),
    });
  }
  return rows;
}

function mergedCells(sheet: WorkSheet): (row: number, column: number) => boolean {
  const merges = sheet['!merges'] ?? [];
  return (row, column) =>
    merges.some(({ s, e }) => row >= s.r && row <= e.r && column >= s.c && column <= e.c);
}

/** Numbers and texts of digits as a spreadsheet shows them; the rules of readings look at the rest. */
function readValue(cell: CellObject): ReadValue {
  if (cell.f !== undefined) return { code: 'readings.cellFormula' };
  if (cell.t === 'e') return { code: 'readings.cellError' };
  const isDate = cell.t === 'd' || (cell.t === 'n' && typeof cell.z === 'string' && SSF.is_date(cell.z));
  if (isDate) return { code: 'readings.cellDate' };
  return { text: tidyNumber(textOf(cell)).slice(0, 20) };
}

function textOf(cell: CellObject | undefined): string {
  return cell?.v === undefined || cell.t === 'z' ? '' : tidyText(String(cell.v));
}
