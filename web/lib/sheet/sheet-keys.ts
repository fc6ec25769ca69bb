import type { KeyboardEvent } from 'react';
import { tidyText } from '#domain/input/tidy-text.ts';

/** What a key does in a table of cells. */
export type SheetAction = 'up' | 'down' | 'leave' | 'undo' | 'redo';

/** The action of a key in a cell: Enter and arrows go on, Escape puts back, Ctrl+Z and Ctrl+Y go through the changes. */
export function sheetAction(event: KeyboardEvent): SheetAction | undefined {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (ctrlKey || metaKey) {
    // By place: with a Ukrainian layout the key has another letter.
    if (code === 'KeyZ') return shiftKey ? 'redo' : 'undo';
    return code === 'KeyY' ? 'redo' : undefined;
  }
  if (altKey) return undefined;
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  return key === 'ArrowDown' ? 'down' : key === 'ArrowUp' ? 'up' : key === 'Escape' ? 'leave' : undefined;
}

/** Whether a pasted text is a block of cells and no single value. */
export function isBlock(text: string): boolean {
  return /[\t\r\n]/.test(text.trim());
}

/** The cells of a block from a spreadsheet: rows by line breaks, columns by tabs. */
export function cellsOf(text: string): string[][] {
  return text
    .replace(/(\r\n|\r|\n)$/, '')
    .split(/\r\n|\r|\n/)
    .map((row) => row.split('\t').map(tidyText));
}
