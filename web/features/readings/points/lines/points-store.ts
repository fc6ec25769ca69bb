import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { loadPointDigits, savePointDigits } from '#web/session/point-digits.ts';
import { onDigitsForgotten } from '#web/session/typed-digits.ts';
import { type AssessmentContext, type Entry, emptyEntry, isGivenAlready } from './assess-meter.ts';
import type { Kind, Line, SubmittedRow } from './points-data.ts';

/** A value of one cell, before and after. */
interface CellChange {
  readonly meterId: string;
  readonly kind: Kind;
  readonly cell: string;
  readonly before: string;
  readonly after: string;
}

/** What one undo takes back: a run of typing in a cell, or a pasted block. */
interface Step {
  readonly changes: readonly CellChange[];
  readonly isTyping: boolean;
}

interface Grid {
  readonly entries: Readonly<Record<string, Entry>>;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export type PointsStore = StoreApi<Grid>;

const maxSteps = 100;
const blank: Grid = { entries: {}, past: [], future: [] };
const stores = new Map<string, PointsStore>();

onDigitsForgotten(() => {
  for (const store of stores.values()) store.setState(blank);
});

/**
 * What is typed for the points of an account, as long as the page is loaded; kept on the device for the period, so that
 * a closed tab loses nothing, until it is accepted or the customer signs out.
 */
export function pointsStore(account: string, period: string): PointsStore {
  const key = `${account}/${period}`;
  const made = stores.get(key);
  if (made) return made;
  const kept = Object.entries(loadPointDigits(account, period));
  const entries = Object.fromEntries(kept.map(([id, values]) => [id, { ...emptyEntry, values }]));
  const store = createStore<Grid>(() => ({ ...blank, entries }));
  store.subscribe(({ entries: now }, { entries: before }) => {
    if (now === before) return;
    const typed = Object.entries(now).filter(([, { values }]) => Object.keys(values).length > 0);
    savePointDigits(account, period, Object.fromEntries(typed.map(([id, { values }]) => [id, values])));
  });
  stores.set(key, store);
  return store;
}

/** The entry of one meter: a row is drawn anew by a change of its own meter only. */
export function useEntry(store: PointsStore, meterId: string): Entry {
  return useStore(store, ({ entries }) => entries[meterId] ?? emptyEntry);
}

/** A value for a cell, typed or pasted. */
export interface CellValue {
  readonly line: Line;
  readonly text: string;
}

/** Puts values into cells as one step of undo; typing on in the same cell continues its step. */
export function putValues(store: PointsStore, values: readonly CellValue[], isTyping: boolean): void {
  store.setState((grid) => {
    const changes = values.flatMap(({ line: { id, meter, row }, text }): CellChange[] => {
      const before = grid.entries[meter.meterId]?.values[row.kind] ?? '';
      if (before === text) return [];
      return [{ meterId: meter.meterId, kind: row.kind, cell: id, before, after: text }];
    });
    if (changes.length === 0) return grid;
    const last = grid.past.at(-1);
    const [first] = changes;
    const [started] = last?.changes ?? [];
    const goesOn = isTyping && last?.isTyping && first && started?.cell === first.cell;
    const step = goesOn
      ? { ...last, changes: [{ ...first, before: started.before }] }
      : { changes, isTyping };
    const past = [...(goesOn ? grid.past.slice(0, -1) : grid.past), step].slice(-maxSteps);
    return { entries: withChanges(grid.entries, changes, 'after'), past, future: [] };
  });
}

/** Takes back the last step, or makes it again; answers the cell where it was. */
export function moveInHistory(store: PointsStore, way: 'undo' | 'redo'): string | undefined {
  const { entries, past, future } = store.getState();
  const step = way === 'undo' ? past.at(-1) : future.at(-1);
  if (!step) return undefined;
  const isUndo = way === 'undo';
  store.setState({
    entries: withChanges(entries, step.changes, isUndo ? 'before' : 'after'),
    past: isUndo ? past.slice(0, -1) : [...past, step],
    future: isUndo ? [...future, step] : future.slice(0, -1),
  });
  return step.changes[0]?.cell;
}

/** The customer agrees with codes of meters. */
export function confirmCodes(store: PointsStore, codes: ReadonlyMap<string, readonly string[]>): void {
  store.setState(({ entries }) => {
    const next = { ...entries };
    for (const [meterId, agreed] of codes) {
      const entry = next[meterId] ?? emptyEntry;
      next[meterId] = { ...entry, confirmed: [...new Set([...entry.confirmed, ...agreed])] };
    }
    return { entries: next };
  });
}

/** Takes the answers of a submission: what is accepted is typed no more, the rest keeps its value and gets its reason. */
export function takeAnswers(
  store: PointsStore,
  rows: readonly SubmittedRow[],
  sent: ReadonlyMap<string, Entry>,
): void {
  store.setState(({ entries }) => {
    const next = { ...entries };
    for (const { meterId, ...answer } of rows) {
      const entry = next[meterId];
      // Typed on while it was sent: the answer is not about what stands there now.
      if (!entry || entry.values !== sent.get(meterId)?.values) continue;
      const { kind } = answer.outcome;
      const isDone = kind === 'accepted' || kind === 'underReview';
      next[meterId] = isDone ? { ...emptyEntry, answer } : { ...entry, answer };
    }
    // What was accepted can't be taken back into the cells.
    return { entries: next, past: [], future: [] };
  });
}

/** Empties the cells whose values are submitted already, whatever way they came: by the table, a workbook or a program. */
export function dropGiven(
  store: PointsStore,
  lines: readonly Line[],
  context: Pick<AssessmentContext, 'window'>,
): void {
  const { entries } = store.getState();
  const changes = lines.flatMap(({ id, meter: { meterId }, row }): CellChange[] => {
    const typed = entries[meterId]?.values[row.kind];
    return typed !== undefined && isGivenAlready(row, typed, context)
      ? [{ meterId, kind: row.kind, cell: id, before: typed, after: '' }]
      : [];
  });
  // What was submitted can't be taken back into the cells.
  if (changes.length > 0)
    store.setState({ entries: withChanges(entries, changes, 'after'), past: [], future: [] });
}

function withChanges(
  entries: Grid['entries'],
  changes: readonly CellChange[],
  side: 'before' | 'after',
): Grid['entries'] {
  const next = { ...entries };
  for (const change of changes) {
    const { [change.kind]: _, ...others } = next[change.meterId]?.values ?? {};
    const text = change[side];
    const values = text === '' ? others : { ...others, [change.kind]: text };
    next[change.meterId] = { ...emptyEntry, values };
  }
  return next;
}
