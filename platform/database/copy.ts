import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/**
 * An array literal of PostgreSQL, for a parameter that is cast to an array: cheaper than quoting by the driver. Only
 * for values that need no quotes: ids, numbers, dates, constants; never for user input.
 */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

const INITIAL_BYTES = 65_536;
/** Bytes per UTF-16 unit: a character of four bytes has two units. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Rows for COPY in one buffer: long strings built by appending are ropes, which cost the garbage collector more than
 * the rows.
 */
export class CopyBuffer {
  #bytes: Buffer;
  #length = 0;

  constructor(initialBytes = INITIAL_BYTES) {
    this.#bytes = Buffer.allocUnsafe(initialBytes);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** Appends an ASCII row and a line feed. */
  add(row: string): void {
    if (this.#length + row.length > this.#bytes.length) this.#grow(row.length);
    this.#length += this.#bytes.write(row, this.#length, 'latin1');
  }

  /** Appends a row of any text and a line feed. */
  addText(row: string): void {
    const most = row.length * MAX_BYTES_PER_UNIT;
    if (this.#length + most > this.#bytes.length) this.#grow(most);
    this.#length += this.#bytes.write(row, this.#length, 'utf8');
  }

  /** The rows added so far. */
  rows(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + needed));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/**
 * Writes rows by COPY in the client's transaction. `rows` is in PostgreSQL's text format: columns separated by tabs,
 * a line feed after each row, \N for null. Throws the database's error.
 */
export async function copyRows(client: pg.ClientBase, target: string, rows: string | Buffer): Promise<void> {
  if (rows.length === 0) return;
  const stream = client.query(from(`copy ${target} from stdin`));
  stream.end(rows);
  await finished(stream);
}
