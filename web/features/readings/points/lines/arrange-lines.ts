import { apostrophes, tidyText } from '#domain/input/tidy-text.ts';
import { isUntouched } from '#domain/readings/reading-value.ts';
import { type Assessment, type AssessmentContext, type Entry, isGivenAlready } from './assess-meter.ts';
import type { Line } from './points-data.ts';

/** The states of a row, and the choices of the filter. */
export const lineStates = ['empty', 'ready', 'question', 'error', 'given', 'blocked'] as const;
export type LineState = (typeof lineStates)[number];

export const sortKeys = ['object', 'eic', 'previous', 'energy'] as const;
export type SortKey = (typeof sortKeys)[number];
export const groupings = ['object', 'costCentre'] as const;
type Grouping = (typeof groupings)[number];

export interface Arrangement {
  readonly term: string;
  readonly state: LineState | undefined;
  /** undefined: as the server lists them. */
  readonly sort: SortKey | undefined;
  readonly isDescending: boolean;
  readonly group: Grouping | undefined;
}

/** A group of rows under its name, or all rows without one. */
export interface LineGroup {
  readonly name: string | undefined;
  readonly lines: readonly Line[];
}

/** The state of a row: what is typed comes before what was given, what was given before why nothing can be. */
export function lineStateOf(
  { row, point }: Line,
  { values, answer }: Entry,
  { problems }: Pick<Assessment, 'problems'>,
  context: Pick<AssessmentContext, 'window'>,
): LineState {
  const typed = values[row.kind];
  if (!isUntouched(typed) && !isGivenAlready(row, typed, context)) {
    const own = problems.filter(({ kind }) => kind === row.kind);
    if (own.length === 0) return 'ready';
    return own.some(({ type }) => type === 'error') ? 'error' : 'question';
  }
  if (row.currentValue !== null || answer?.receiptNumber) return 'given';
  return point.blocked ? 'blocked' : 'empty';
}

/** The rows to show in their order. Rows of equal order stay as the server lists them. */
export function arrangeLines(
  lines: readonly Line[],
  { term, state, sort, isDescending, group }: Arrangement,
  facts: { stateOf: (line: Line) => LineState; energyOf: (line: Line) => number },
): readonly LineGroup[] {
  const words = fold(term).split(/\s+/).filter(Boolean);
  const found = lines.filter((line) => {
    if (state && facts.stateOf(line) !== state) return false;
    if (words.length === 0) return true;
    const { object, address, eic, costCentre } = line.point;
    const all = fold(`${object} ${address} ${costCentre} ${eic} ${line.row.serialNumber}`);
    return words.every((word) => all.includes(word));
  });
  const sorted = sort ? found.toSorted(by(sort, isDescending, facts.energyOf)) : found;
  if (!group) return [{ name: undefined, lines: sorted }];
  const groups = Map.groupBy(sorted, ({ point }) => point[group]);
  return [...groups]
    .toSorted(([one], [other]) => collator.compare(one, other))
    .map(([name, members]) => ({ name, lines: members }));
}

const collator = new Intl.Collator('uk', { numeric: true });

function by(sort: SortKey, isDescending: boolean, energyOf: (line: Line) => number) {
  const turn = isDescending ? -1 : 1;
  const compare = (one: Line, other: Line): number => {
    switch (sort) {
      case 'object':
        return collator.compare(one.point.object, other.point.object);
      case 'eic':
        return collator.compare(one.point.eic, other.point.eic);
      case 'previous':
        return one.row.previousValue - other.row.previousValue;
      case 'energy':
        return energyOf(one) - energyOf(other);
    }
  };
  return (one: Line, other: Line) => turn * compare(one, other);
}

/** One apostrophe, small letters. */
function fold(words: string): string {
  return tidyText(words).toLocaleLowerCase('uk').replace(apostrophes, '’');
}
