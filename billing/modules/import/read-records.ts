import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { checkEncoding } from './encoding-check.ts';
import type { ProblemCode } from './problem.ts';

/** A record with the line on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

export interface RecordReaderOptions {
  readonly path: string;
  /** Takes a record; a promise is waited for. */
  readonly onRecord: (record: CsvRecord) => Promise<void> | void;
  readonly onProblem: (line: number, code: ProblemCode) => void;
  readonly onBytes?: (bytes: number) => void;
}

/** No record of the format comes near it; a file that is no CSV does. */
const LONGEST_RECORD_BYTES = 16 * 1024;
const READ_AHEAD_BYTES = 256 * 1024;

function problemOf(error: CsvError): ProblemCode {
  return error.code === 'CSV_MAX_RECORD_SIZE' ? 'row.tooLong' : 'file.quotes';
}

function lineFeedsIn(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields) {
    if (field.includes('\n')) count += field.split('\n').length - 1;
  }
  return count;
}

/**
 * Streams the records of a CSV file (commas, double quotes, LF or CR LF, BOM allowed). Lines that are not UTF-8 are reported
 * and go on; broken quotes or an endless record end the file there, because nothing after them can be trusted.
 */
export async function readRecords({
  path,
  onRecord,
  onProblem,
  onBytes,
}: RecordReaderOptions): Promise<void> {
  const source = createReadStream(path, { highWaterMark: READ_AHEAD_BYTES });
  const encoding = checkEncoding((line) => onProblem(line, 'file.encoding'));
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: LONGEST_RECORD_BYTES,
  });
  source.on('error', (error) => parser.destroy(error));
  if (onBytes) source.on('data', (chunk) => onBytes(chunk.length));
  source.pipe(encoding).pipe(parser);
  let line = 1;
  try {
    for await (const fields of parser as AsyncIterable<string[]>) {
      const waiting = onRecord({ line, fields });
      if (waiting !== undefined) await waiting;
      line += 1 + lineFeedsIn(fields);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Records that were read ahead went with the error, so the parser knows the line better.
    onProblem(typeof error.lines === 'number' ? error.lines : line, problemOf(error));
  } finally {
    source.destroy();
  }
}
