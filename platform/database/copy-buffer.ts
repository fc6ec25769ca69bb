const INITIAL_BYTES = 65_536;
/** Of one unit of a text: what takes four bytes is two units. */
const MOST_BYTES = 3;

/**
 * Rows for a COPY, one after another in one buffer: long texts made by appending are ropes, which cost the garbage collector
 * more than the rows themselves.
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

  /** Appends a row with its line feed, which is plain ASCII. */
  add(row: string): void {
    if (this.#length + row.length > this.#bytes.length) this.#grow(row.length);
    this.#length += this.#bytes.write(row, this.#length, 'latin1');
  }

  /** Appends a row of any text with its line feed. */
  addText(row: string): void {
    const most = row.length * MOST_BYTES;
    if (this.#length + most > this.#bytes.length) this.#grow(most);
    this.#length += this.#bytes.write(row, this.#length, 'utf8');
  }

  /** What was added so far. */
  rows(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + needed));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
