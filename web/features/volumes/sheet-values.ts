import { latinCode } from '#domain/identifiers/eic-code.ts';
import { tidyNumber } from '#domain/input/tidy-text.ts';
import { cellsOf } from '#web/lib/sheet/sheet-keys.ts';

/** What is typed into the cells of a correction, by EIC; a cell that nobody touched is absent. */
export type Cells = Readonly<Record<string, string>>;

/** The cells with their changes: `past` the newest last. */
export interface SheetState {
  readonly cells: Cells;
  readonly past: readonly Cells[];
  readonly future: readonly Cells[];
  /** The cell that is being typed in: its run of typing is one step of undo. */
  readonly typing: string | undefined;
}

const maxSteps = 100;

/** Puts values into cells as one step of undo; typing on in the same cell continues its step. */
export function putCells(state: SheetState, values: Cells, typing?: string): SheetState {
  const cells = { ...state.cells, ...values };
  const goesOn = typing !== undefined && state.typing === typing;
  return {
    cells,
    past: goesOn ? state.past : [...state.past, state.cells].slice(-maxSteps),
    future: [],
    typing,
  };
}

/** Takes back the last step, or makes it again; the same state when there is none. */
export function moveSheet(state: SheetState, way: 'undo' | 'redo'): SheetState {
  const { cells, past, future } = state;
  const next = way === 'undo' ? past.at(-1) : future.at(-1);
  if (next === undefined) return state;
  return way === 'undo'
    ? { cells: next, past: past.slice(0, -1), future: [...future, cells], typing: undefined }
    : { cells: next, past: [...past, cells], future: future.slice(0, -1), typing: undefined };
}

/** kWh of a cell; null: empty, it leaves the point as it is; undefined: no whole number from 0. */
export function readCell(text: string | undefined): number | null | undefined {
  const plain = tidyNumber(text ?? '');
  if (plain === '') return null;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined;
}

export interface PastedVolumes {
  readonly values: Cells;
  /** Codes of the block that are no points of the table. */
  readonly unknown: readonly string[];
}

/**
 * The values of a block from a spreadsheet: rows that name a point by its EIC go to it, their last number is the volume; other
 * rows go down from the cell of the paste. An empty cell leaves what stands there.
 */
export function placeBlock(block: string, eics: readonly string[], from: string): PastedVolumes {
  const rows = cellsOf(block);
  const known = new Set(eics);
  const isCode = (cell: string) => /^(?=.*[A-Z])[0-9A-Z-]{16}$/.test(latinCode(cell));
  const values: Record<string, string> = {};
  const unknown: string[] = [];
  if (rows.some((row) => row.some(isCode))) {
    for (const row of rows) {
      const code = latinCode(row.find(isCode) ?? '');
      const value = row.findLast((cell) => /\d/.test(cell) && !isCode(cell));
      if (code === '') continue;
      if (!known.has(code)) unknown.push(code);
      else if (value !== undefined) values[code] = tidyNumber(value);
    }
    return { values, unknown };
  }
  const below = eics.slice(Math.max(eics.indexOf(from), 0));
  const [head = [], ...rest] = rows;
  const isHeading = head.every((cell) => !/\d/.test(cell)) && head.some((cell) => cell !== '');
  for (const [index, row] of (isHeading ? rest : rows).entries()) {
    const eic = below[index];
    const value = row.findLast((cell) => cell !== '');
    if (eic !== undefined && value !== undefined) values[eic] = tidyNumber(value);
  }
  return { values, unknown };
}
