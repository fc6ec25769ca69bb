import type { StreamedTable, Table, TableRow } from './table.ts';
import { csvChunks } from './write-csv.ts';
import { xlsxChunks } from './write-xlsx.ts';

export type TableFormat = 'xlsx' | 'csv';

async function* atOnce(rows: readonly TableRow[]): AsyncGenerator<readonly TableRow[]> {
  yield rows;
}

const streamed = (table: Table): StreamedTable => ({ ...table, rows: atOnce(table.rows) });

/**
 * Writes a workbook, or its first table as CSV. Runs in a worker.
 * @throws RangeError for a value that is not of its column's kind.
 */
export async function writeTables(
  format: TableFormat,
  tables: readonly [Table, ...Table[]],
): Promise<Buffer> {
  const chunks = format === 'xlsx' ? xlsxChunks(tables.map(streamed)) : csvChunks(streamed(tables[0]));
  const written: Uint8Array[] = [];
  for await (const chunk of chunks) written.push(chunk);
  return Buffer.concat(written);
}
