import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isBlock, sheetAction } from '#web/lib/sheet/sheet-keys.ts';
import { maxDrawnRows } from '#web/ui/list/data-table.tsx';
import { LaterRows } from '#web/ui/list/lazy-rows.tsx';
import { type Block, LazyBlock, pointColumns } from './lazy-block.tsx';
import type { LineGroup, SortKey } from './lines/arrange-lines.ts';
import { type PastedBlock, parseBlock } from './lines/parse-block.ts';
import type { Line } from './lines/points-data.ts';
import { moveInHistory, putValues } from './lines/points-store.ts';
import type { TableFacts } from './point-line.tsx';
import styles from './points-table.module.css';
import { text } from './text.ts';

const blockRows = 3;
/** Px of the screen: where the rows begin at the earliest, and what a row takes at least. Cards of a narrow screen are high. */
const pictureOf = { table: { start: 400, row: 44 }, card: { start: 560, row: 150 } };
const narrowScreen = 704;
/** The first picture is looked at before the rest is drawn; then so many rows at a time, between which keys are heard. */
const restDelayMs = 300;
const stepDelayMs = 20;
const stepRows = 12;

/** Leads to a cell, wherever it stands. */
export interface CellFinder {
  focusCell: (id: string) => void;
}

interface PointsTableProps {
  groups: readonly LineGroup[];
  /** All rows of the account: a pasted EIC finds its row also where a filter hides it. */
  all: readonly Line[];
  facts: TableFacts;
  sort: SortKey | undefined;
  isDescending: boolean;
  onSort: (sort: SortKey) => void;
  onPasted: (block: PastedBlock) => void;
  finder: RefObject<CellFinder | null>;
}

const columns: readonly { key: string; title: string; sort?: SortKey }[] = [
  { key: 'object', title: text.object, sort: 'object' },
  { key: 'point', title: text.point, sort: 'eic' },
  { key: 'digits', title: text.digits },
  { key: 'previous', title: text.previous, sort: 'previous' },
  { key: 'value', title: text.value },
  { key: 'energy', title: text.energy, sort: 'energy' },
  { key: 'sum', title: text.sum },
  { key: 'state', title: text.state },
];

/**
 * The rows of all points as a table of ordinary inputs. Enter and the arrows go from cell to cell, Escape puts back what
 * stood in it, Ctrl+Z and Ctrl+Y go through the changes, a pasted block fills the cells below or those it names.
 */
export function PointsTable(props: PointsTableProps) {
  const { groups, all, facts, sort, isDescending, onSort, onPasted, finder } = props;
  const { store } = facts;
  const scroller = useRef<HTMLDivElement>(null);
  /** What stood in the cell when it got the focus. */
  const before = useRef('');
  const [wanted, setWanted] = useState<string>();
  const blocks = useMemo(() => blocksOf(groups), [groups]);
  const lines = useMemo(() => groups.flatMap((group) => group.lines), [groups]);
  const isVirtual = lines.length > maxDrawnRows;
  const { rows: drawnRows, isFirstPicture } = useRowsInTurn(groups, isVirtual ? 0 : lines.length);
  // One place for all that comes later; a cell that is asked for needs its block.
  const places =
    isFirstPicture && wanted === undefined ? blocks.slice(0, Math.ceil(drawnRows / blockRows)) : blocks;
  const later = blocks.slice(places.length).reduce((sum, block) => sum + block.lines.length, 0);
  const cells = lines.filter(({ point }) => !point.blocked);

  const focusCell = (id: string) => {
    if (!document.getElementById(id)) {
      const block = blocks.find((one) => one.lines.some((line) => line.id === id));
      flushSync(() => setWanted(block?.key));
    }
    const cell = document.getElementById(id);
    cell?.scrollIntoView?.({ block: 'nearest' });
    cell?.focus({ preventScroll: true });
  };
  useImperativeHandle(finder, () => ({ focusCell }));

  const move = (id: string, step: 1 | -1) => {
    const at = cells.findIndex((line) => line.id === id);
    const next = cells[at + step];
    if (next) focusCell(next.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target;
    if (!(cell instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    const action = sheetAction(event);
    if (!action) return;
    event.preventDefault();
    if (action === 'up' || action === 'down') return move(cell.id, action === 'down' ? 1 : -1);
    if (action !== 'leave') {
      const changed = moveInHistory(store, action);
      if (changed) focusCell(changed);
      return;
    }
    const line = all.find(({ id }) => id === cell.id);
    if (line && cell.value !== before.current) putValues(store, [{ line, text: before.current }], true);
    else scroller.current?.focus();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const cell = event.target;
    const clip = event.clipboardData.getData('text/plain');
    if (!(cell instanceof HTMLInputElement) || !isBlock(clip)) return;
    event.preventDefault();
    const from = lines.findIndex(({ id }) => id === cell.id);
    const block = parseBlock(clip, all, lines.slice(Math.max(from, 0)));
    putValues(store, block.values, false);
    onPasted(block);
  };
  return (
    <section
      ref={scroller}
      aria-label={text.title}
      className={styles.scroll}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement) before.current = target.value;
      }}
    >
      <table className={styles.table} aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            {columns.map(({ key, title, sort: by }) => (
              <th
                key={key}
                scope="col"
                data-cell={key}
                aria-sort={by && by === sort ? (isDescending ? 'descending' : 'ascending') : undefined}
              >
                {by ? (
                  <button type="button" className={styles.sort} onClick={() => onSort(by)}>
                    {title}
                  </button>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        {places.map((block, index) => (
          <LazyBlock
            key={block.key}
            block={block}
            facts={facts}
            isDrawn={index * blockRows < drawnRows}
            isWanted={block.key === wanted}
            isVirtual={isVirtual}
          />
        ))}
        {later > 0 && <LaterRows rows={later} columns={pointColumns} />}
      </table>
    </section>
  );
}

/** How many rows are to be drawn by now: those of the first picture, then more and more of `all`. */
function useRowsInTurn(groups: readonly LineGroup[], all: number): { rows: number; isFirstPicture: boolean } {
  const [first] = useState(() => {
    const { start, row } = window.innerWidth < narrowScreen ? pictureOf.card : pictureOf.table;
    return Math.max(Math.ceil((window.innerHeight - start) / row), blockRows);
  });
  const [drawn, setDrawn] = useState({ groups, rows: first });
  const rows = drawn.groups === groups ? drawn.rows : first;
  const isFirstPicture = rows === first;
  useEffect(() => {
    if (rows >= all && !isFirstPicture) return;
    const timer = setTimeout(
      () => setDrawn({ groups, rows: rows + stepRows }),
      isFirstPicture ? restDelayMs : stepDelayMs,
    );
    return () => clearTimeout(timer);
  }, [groups, rows, all, isFirstPicture]);
  return { rows, isFirstPicture };
}

function blocksOf(groups: readonly LineGroup[]): readonly Block[] {
  return groups.flatMap(({ name, lines }) => {
    const starts = Array.from(
      { length: Math.ceil(lines.length / blockRows) },
      (_, index) => index * blockRows,
    );
    return starts.map((start) => ({
      key: lines[start]?.id ?? '',
      head: name !== undefined && start === 0 ? { name, lines } : undefined,
      lines: lines.slice(start, start + blockRows),
    }));
  });
}
