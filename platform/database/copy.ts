import type pg from 'pg';

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

/** Code of the protocol's message with rows of a COPY, and the whole message that ends them. */
const copyDataCode = 0x64;
const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
/** A message begins with its code and its length, which counts itself. */
const [headerBytes, lengthBytes] = [5, 4];

/** Rows of several tables that COPY writes together, in the order in which they were added. */
export class CopyBatch {
  readonly #targets: string[] = [];
  readonly #rows: Buffer[] = [];

  /**
   * `target` names a table with its columns. `rows` is in PostgreSQL's text format: columns separated by tabs, a line feed
   * after each row, \N for null.
   */
  add(target: string, rows: Buffer): void {
    if (rows.length === 0) return;
    this.#targets.push(target);
    this.#rows.push(rows);
  }

  /**
   * Begins a transaction of the client and writes the rows, all in one round trip: PostgreSQL never waits for rows, whatever
   * this process does meanwhile. Throws the database's error; the transaction has failed then.
   */
  begin(client: pg.ClientBase): Promise<void> {
    return this.#write(client, ['begin']);
  }

  /** The same in the transaction of the client. */
  async write(client: pg.ClientBase): Promise<void> {
    if (this.#targets.length > 0) await this.#write(client, []);
  }

  async #write(client: pg.ClientBase, before: readonly string[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const statements = [...before, ...this.#targets.map((target) => `copy ${target} from stdin`)];
    client.query({
      submit: (connection: pg.Connection) => {
        const { stream } = connection;
        stream.cork();
        connection.query(statements.join('; '));
        // After an error the server skips what it did not read of them.
        for (const rows of this.#rows) {
          const header = Buffer.allocUnsafe(headerBytes);
          header.writeUInt8(copyDataCode);
          header.writeUInt32BE(rows.length + lengthBytes, 1);
          stream.write(header);
          stream.write(rows);
          stream.write(copyDone);
        }
        stream.uncork();
      },
      handleCopyInResponse: () => undefined,
      handleCommandComplete: () => undefined,
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    });
    await promise;
  }
}
