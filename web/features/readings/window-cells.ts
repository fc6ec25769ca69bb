export interface Cell {
  /** 0 is the first cell. */
  place: number;
  char: string;
  /** 'pad': a leading zero that was not typed; 'next': where the next digit goes; 'wrong': no digit of this meter. */
  kind: 'typed' | 'pad' | 'empty' | 'next' | 'wrong';
}

export interface CellRow {
  cells: readonly Cell[];
  /** Cells before the first typed character: the input's text begins there. */
  offset: number;
}

/**
 * Lays a typed value into the window of the meter, one cell per digit of its capacity. Who types leading zeros fills the
 * window from its first cell; who leaves them out starts below the first digit of the previous value that is not a zero,
 * so that digits stand under their counterparts. A value that was left is moved to the right end and padded.
 */
export function layCells(
  typed: string,
  digitCapacity: number,
  previousValue: number,
  isBeingTyped: boolean,
): CellRow {
  const offset = startOf(typed, digitCapacity, previousValue, isBeingTyped);
  const length = Math.max(digitCapacity, typed.length);
  const cells = Array.from({ length }, (_, place): Cell => {
    const position = place - offset;
    const char = typed[position];
    if (char !== undefined) {
      return { place, char, kind: isDigit(char) && place < digitCapacity ? 'typed' : 'wrong' };
    }
    if (isBeingTyped && position === typed.length) return { place, char: '', kind: 'next' };
    if (position < 0 && typed !== '') return { place, char: '0', kind: 'pad' };
    return { place, char: '', kind: 'empty' };
  });
  return { cells, offset };
}

/** The value as the window of the meter shows it: 12345 on six digits is "012345". */
export function windowDigits(value: number, digitCapacity: number): string {
  return String(value).padStart(digitCapacity, '0');
}

/** What the field keeps of typed or pasted text: no white space, so that a pasted "12 425" is a value. */
export function keptOf(text: string): string {
  return text.replace(/\s/g, '');
}

/** Whether so much is typed that judging it does not interrupt: as many digits as the previous value has. */
export function isTypedOut(typed: string, digitCapacity: number, previousValue: number): boolean {
  if ([...typed].some((char) => !isDigit(char))) return true;
  const wanted = typed.startsWith('0') ? digitCapacity : String(previousValue).length;
  return typed.length >= wanted;
}

function startOf(typed: string, digitCapacity: number, previousValue: number, isBeingTyped: boolean): number {
  const room = Math.max(digitCapacity - typed.length, 0);
  if (!isBeingTyped) return typed === '' ? 0 : room;
  if (typed === '' || typed.startsWith('0')) return 0;
  const zeros = digitCapacity - String(previousValue).length;
  return Math.min(Math.max(zeros, 0), room);
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}
