import { type CellObject, CFB, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { zipSync } from 'fflate';
import type { MessageCode } from '#contract/messages/catalogue.ts';
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
      readonly code: MessageCode;
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
  readonly code: MessageCode;
  readonly params: Readonly<Record<string, string | number>>;
  readonly found: FileKind | undefined;

  constructor(code: MessageCode, params: Readonly<Record<string, string | number>> = {}, found?: FileKind) {
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
  if (kind === 'xlsx' || (kind === 'archive' && readZipParts(bytes, maxParts) === undefined))
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
  const found = workbook.SheetNames.flatMap((name, sheet) => {
    const isHidden = (workbook.Workbook?.Sheets?.[sheet]?.Hidden ?? 0) !== 0;
    const content = workbook.Sheets[name];
    const layout = isHidden || content === undefined ? undefined : findLayout(content, sheet);
    return layout && content ? [{ layout, content }] : [];
  });
  const [table] = found;
  if (table === undefined)
    throw new FileRefused('readings.fileColumns', { columns: Object.values(readTitles).join('», «') });
  if (found.length > 1) throw new FileRefused('readings.fileSeveralSheets');
  const { layout, content } = table;
  const rowCount = content['!data']?.length ?? 0;
  if (rowCount > layout.titleRow + 1 + maxRows)
    throw new FileRefused('readings.fileTooComplex', { rows: maxRows });
  const rows = readRows(content, layout);
  if (rows.length === 0) throw new FileRefused('readings.fileEmpty');
  return { layout, rows };
}

const titleOf = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** The row of titles among the first rows; undefined: the sheet has no such table. */
function findLayout(sheet: WorkSheet, index: number): WorkbookLayout | undefined {
  const rows = (sheet['!data'] ?? []).slice(0, maxTitleRow);
  for (const [titleRow, cells] of rows.entries()) {
    const titles = Array.from(cells ?? [], (cell) => titleOf(textOf(cell))).slice(0, maxColumns);
    const columnOf = (title: string) => titles.indexOf(titleOf(title));
    const columns = {
      eic: columnOf(readTitles.eic),
      serial: columnOf(readTitles.serial),
      kind: columnOf(readTitles.kind),
      value: columnOf(readTitles.value),
    };
    if (Object.values(columns).includes(-1)) continue;
    const check = columnOf(checkTitle);
    return { sheet: index, titleRow, columns, checkColumn: check === -1 ? titles.length : check };
  }
  return undefined;
}

function readRows(sheet: WorkSheet, { titleRow, columns }: WorkbookLayout): ReadRow[] {
  const data = sheet['!data'] ?? [];
  const titles = Array.from(data[titleRow] ?? [], (cell) => titleOf(textOf(cell)));
  const confirmColumn = titles.indexOf(titleOf(confirmTitle));
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

/** Numbers and texts of digits, also with spaces between thousands; the rules of readings look at the rest. */
function readValue(cell: CellObject): ReadValue {
  if (cell.f !== undefined) return { code: 'readings.cellFormula' };
  if (cell.t === 'e') return { code: 'readings.cellError' };
  const isDate = cell.t === 'd' || (cell.t === 'n' && typeof cell.z === 'string' && SSF.is_date(cell.z));
  if (isDate) return { code: 'readings.cellDate' };
  const text = textOf(cell);
  return { text: /^\d{1,3}(\s\d{3})+$/.test(text) ? text.replace(/\s/g, '') : text.slice(0, 20) };
}

function textOf(cell: CellObject | undefined): string {
  return cell?.v === undefined || cell.t === 'z' ? '' : String(cell.v).trim();
}
