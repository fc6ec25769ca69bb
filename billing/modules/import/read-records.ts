import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { ProblemCode } from './problem.ts';

const LINE_FEED = 10;

/** How many bytes at the end begin a character that is not finished (0–3). */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

function isClean(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/**
 * Passes a file on and tells each line that is not UTF-8 (or holds a zero byte, which no database takes). Such bytes are
 * passed on as question marks, so that the rest of the file can be checked too.
 */
export function checkEncoding(onBrokenLine: (line: number) => void): Transform {
  let line = 1;
  let carried: Buffer = Buffer.alloc(0);
  let lastReported = 0;

  /** Reports the broken lines of a piece and replaces their invalid bytes; counts its lines. */
  function replaceInvalidBytes(bytes: Buffer): Buffer {
    let start = 0;
    while (start < bytes.length) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed < 0 ? bytes.length : feed;
      const part = bytes.subarray(start, end);
      if (!isClean(part)) {
        if (lastReported !== line) onBrokenLine(line);
        lastReported = line;
        part.forEach((byte, index) => {
          if (byte >= 0x80 || byte === 0) part[index] = 63;
        });
      }
      if (feed >= 0) line += 1;
      start = end + 1;
    }
    return bytes;
  }

  function countLines(bytes: Buffer): void {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) line += 1;
  }

  function pass(bytes: Buffer): Buffer {
    if (!isClean(bytes)) return replaceInvalidBytes(bytes);
    countLines(bytes);
    return bytes;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
      const whole = bytes.length - unfinishedBytes(bytes);
      carried = Buffer.from(bytes.subarray(whole));
      done(null, pass(bytes.subarray(0, whole)));
    },
    flush(done) {
      done(null, carried.length > 0 ? pass(carried) : undefined);
    },
  });
}

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
  /** What it throws ends the reading. */
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
  if (onBytes)
    source.on('data', (chunk) => {
      try {
        onBytes(chunk.length);
      } catch (error) {
        // A cancelled import throws here; out of an event it would end the process.
        parser.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
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
