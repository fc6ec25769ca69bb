import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { StreamedTable, Table } from './table.ts';
import { csvChunks } from './write-csv.ts';
import type { TableFormat, writeTables } from './write-tables.ts';
import { xlsxChunks } from './write-xlsx.ts';

export type { TableFormat } from './write-tables.ts';

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

export interface TableFile {
  readonly content: Buffer;
  readonly fileName: string;
  readonly contentType: (typeof contentTypes)[TableFormat];
}

const writeInWorker = drawnByWorker<typeof writeTables>(
  new URL('./write-tables.ts', import.meta.url).href,
  'writeTables',
);

/**
 * A table as a downloadable file, written by a worker.
 * @param name File name without its extension.
 * @param tables Sheets of the workbook; CSV, which has no sheets, holds the first.
 * @throws Error when a value is not of its column's kind; WorkersBusy when no worker is free in time.
 */
export async function tableFile(
  format: TableFormat,
  name: string,
  tables: readonly [Table, ...Table[]],
): Promise<TableFile> {
  const content = Buffer.from(await writeInWorker(format, tables));
  return { content, fileName: `${name}.${format}`, contentType: contentTypes[format] };
}

/**
 * A long table as a file that is written while its rows come, in this process: to carry the rows to a worker would cost as much
 * as to write them. Memory does not grow with their number.
 */
export function tableStream(format: TableFormat, table: StreamedTable) {
  const chunks = format === 'xlsx' ? xlsxChunks([table]) : csvChunks(table);
  return { chunks, contentType: contentTypes[format] };
}
