import { readCursor, writeCursor } from '#portal/http/page-cursor.ts';

const isNumber = (part: string) => /^[1-9]\d{0,8}$/.test(part);

/** The cursor of a place in a list that goes by whole numbers; null: the list is at its end. */
export function cursorOfLine(line: number | undefined): string | null {
  return line === undefined ? null : writeCursor([String(line)]);
}

/** The number that a cursor says; undefined when it is none of ours. */
export function lineOfCursor(cursor: string): number | undefined {
  const parts = readCursor(cursor, [isNumber]);
  return parts && Number(parts[0]);
}
