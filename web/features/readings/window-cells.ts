interface Cell {
  /** 0 is the first cell. */
  place: number;
  char: string;
  /**
   * 'pad': a leading zero that was not typed; 'next': the place of the next digit; 'wrong': not a digit of this
   * meter.
   */
  kind: 'typed' | 'pad' | 'empty' | 'next' | 'wrong';
}

export interface CellRow {
  cells: readonly Cell[];
  /** Cells before the first typed character, where the text of the input begins. */
  offset: number;
}

/**
 * Lays a typed value into the cells of a register, one per digit of its capacity. With typed leading zeros it begins
 * in the first cell; without them, below the first non-zero digit of the previous value, so that digits are aligned.
 * After blur the value is moved to the right end and padded.
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

/** The value with leading zeros: 12345 on six digits is "012345". */
export function windowDigits(value: number, digitCapacity: number): string {
  return String(value).padStart(digitCapacity, '0');
}

/** Typed or pasted text without white space, so that a pasted "12 425" is a value. */
export function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}

/** Whether the value is complete enough to be checked while typing: as many digits as the previous value. */
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
