import { latinCode } from '#domain/identifiers/eic-code.ts';
import { tidyNumber } from '#domain/input/tidy-text.ts';
import { cellsOf } from '#web/lib/sheet/sheet-keys.ts';
import { isChannel, type Line } from './points-data.ts';
import type { CellValue } from './points-store.ts';

export interface PastedBlock {
  readonly values: readonly CellValue[];
  /** Codes of the block that no point of the account has. */
  readonly unknown: readonly string[];
  /** Values for rows that take no readings. */
  readonly blocked: number;
  /** Values beyond the last row. */
  readonly left: number;
}

const eicShape = /^[0-9A-Z-]{16}$/;

/**
 * The cells of a block from Excel or Calc (rows by line breaks, columns by tabs). Rows that name a point by EIC or
 * serial number go to it, wherever it stands, its registers from left to right or row by row; other rows go down from
 * the cell of the paste, over rows that can be typed in. A row without digits is a heading.
 */
export function parseBlock(text: string, all: readonly Line[], below: readonly Line[]): PastedBlock {
  const rows = cellsOf(text);
  const byCode = linesByCode(all);
  const isNamed = rows.some((row) => row.some((cell) => byCode.has(latinCode(cell)) || isEic(cell)));
  return isNamed ? placeNamed(rows, byCode) : placeBelow(rows, below);
}

function placeNamed(rows: readonly string[][], byCode: ReadonlyMap<string, readonly Line[]>): PastedBlock {
  const values: CellValue[] = [];
  const unknown: string[] = [];
  const used = new Map<string, number>();
  let [blocked, left] = [0, 0];
  for (const row of rows) {
    const at = row.findIndex((cell) => byCode.has(latinCode(cell)) || isEic(cell));
    if (at < 0) continue;
    const code = latinCode(row[at] ?? '');
    const lines = byCode.get(code);
    if (!lines) {
      unknown.push(code);
      continue;
    }
    const from = used.get(code) ?? 0;
    const given = row.slice(at + 1).filter((cell) => /\d/.test(cell) && !byCode.has(latinCode(cell)));
    // More columns than registers: a row of a whole table, whose last number is the new value.
    const texts = given.length > lines.length - from ? given.slice(-1) : given;
    used.set(code, from + texts.length);
    for (const [index, cell] of texts.entries()) {
      const line = lines[from + index];
      if (!line) left += 1;
      else if (line.point.blocked) blocked += 1;
      else values.push({ line, text: tidyNumber(cell) });
    }
  }
  return { values, unknown, blocked, left };
}

function placeBelow(rows: readonly string[][], below: readonly Line[]): PastedBlock {
  const open = below.filter(({ point }) => !point.blocked);
  const [head = [], ...rest] = rows;
  const isHeading = head.every((cell) => !/\d/.test(cell)) && head.some((cell) => cell !== '');
  const cells = (isHeading ? rest : rows).map((row) => row.findLast((cell) => cell !== '') ?? '');
  const values = cells.flatMap((cell, index): CellValue[] => {
    const line = open[index];
    // An empty cell leaves what stands there.
    return line && cell !== '' ? [{ line, text: tidyNumber(cell) }] : [];
  });
  return {
    values,
    unknown: [],
    blocked: 0,
    left: cells.slice(open.length).filter((cell) => cell !== '').length,
  };
}

function isEic(cell: string): boolean {
  const code = latinCode(cell);
  return eicShape.test(code) && /[A-Z]/.test(code);
}

/** Rows by EIC and by serial number; a point's active registers first, as they are read. */
function linesByCode(all: readonly Line[]): ReadonlyMap<string, readonly Line[]> {
  const found = new Map<string, Line[]>();
  const add = (code: string, line: Line) => {
    const lines = found.get(code);
    if (lines) lines.push(line);
    else found.set(code, [line]);
  };
  const zonesFirst = all.toSorted((a, b) => Number(isChannel(a.row.kind)) - Number(isChannel(b.row.kind)));
  for (const line of zonesFirst) {
    add(latinCode(line.point.eic), line);
    add(latinCode(line.row.serialNumber), line);
  }
  return found;
}
