import type { Table } from './table.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

export type TableFormat = 'xlsx' | 'csv';

/** Writes a workbook, or its first table as CSV. Runs in a worker. */
export async function writeTables(
  format: TableFormat,
  tables: readonly [Table, ...Table[]],
): Promise<Buffer> {
  return format === 'xlsx' ? writeXlsx(tables) : writeCsv(tables[0]);
}
