import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FLUSH_CHARACTERS = 1 << 20;
const NEEDS_QUOTES = /[",\r\n]/;

type Value = string | number;

/** A CSV file written row by row, for files of any size. */
export class CsvFile {
  readonly #file: number;
  readonly #columnCount: number;
  #pending: string;

  constructor(folder: string, name: string, columns: readonly string[]) {
    this.#file = openSync(join(folder, name), 'w');
    this.#columnCount = columns.length;
    this.#pending = `${columns.join(',')}\n`;
  }

  /** @throws RangeError when there are more or fewer values than columns. */
  write(...values: readonly Value[]): void {
    if (values.length !== this.#columnCount)
      throw new RangeError(`${values.length} values for ${this.#columnCount} columns`);
    const fields = values.map((value) => {
      const text = String(value);
      return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    });
    this.#pending += `${fields.join(',')}\n`;
    if (this.#pending.length > FLUSH_CHARACTERS) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#pending);
    this.#pending = '';
  }
}
