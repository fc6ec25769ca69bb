import type { Table } from './table.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

export type TableFormat = 'xlsx' | 'csv';

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

export interface TableFile {
  readonly content: Buffer;
  readonly fileName: string;
  readonly contentType: (typeof contentTypes)[TableFormat];
}

/**
 * A table as a file to keep.
 * @param name Of the file, without its ending.
 * @param tables Sheets of the workbook; CSV, which has no sheets, holds the first.
 * @throws RangeError when a value is not of its column's kind.
 */
export async function tableFile(
  format: TableFormat,
  name: string,
  tables: readonly [Table, ...Table[]],
): Promise<TableFile> {
  const content = format === 'xlsx' ? await writeXlsx(tables) : writeCsv(tables[0]);
  return { content, fileName: `${name}.${format}`, contentType: contentTypes[format] };
}
