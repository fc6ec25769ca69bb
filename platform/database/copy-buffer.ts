const INITIAL_BYTES = 65_536;

/**
 * Rows for a COPY, one after another in one buffer: long texts made by appending are ropes, which cost the garbage collector
 * more than the rows themselves. For what is plain ASCII.
 */
export class CopyBuffer {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  /** Appends a row with its line feed. */
  add(row: string): void {
    if (this.#length + row.length > this.#bytes.length) this.#grow(row.length);
    this.#length += this.#bytes.write(row, this.#length, 'latin1');
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
