import { lazy, type ReactNode, Suspense, useState } from 'react';
import { classes } from '../classes.ts';
import styles from './data-table.module.css';
import recordStyles from './record-rows.module.css';

/** Rows of a table above which only those in view are drawn. Source: the facts of legal entities, 312 to 5,000 points. */
export const maxDrawnRows = 500;

/** What is drawn of them until the code that draws them has come. */
const waitingRows = 20;

// Few tables are so long: the first load of the cabinet does without.
const VirtualRows = lazy(() => import('./lazy-rows.tsx').then((rows) => ({ default: rows.VirtualRows })));

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** Numbers stand right, in figures of one width. */
  numeric?: boolean;
  /** The rows stand in the order of this column. */
  sorted?: 'ascending' | 'descending' | undefined;
  cell: (row: Row) => ReactNode;
  /** On a phone it stands beside the name of the row. */
  isMain?: boolean;
  /** On a phone this row is shown without it: nothing, or nought. */
  isBlank?: (row: Row) => boolean;
}

/** On a phone the first filled cells of a row are shown, beside its name and main cell; the others unfold. */
export interface RowFold {
  readonly shown: number;
  /** Words of the button that unfolds so many, and of the one that folds them. */
  readonly more: (count: number) => string;
  readonly less: string;
}

interface DataTableProps<Row> {
  /** What the table shows; for screen readers, and on the page unless `captionHidden`. */
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A last row, by the keys of the columns. */
  total?: Readonly<Record<string, ReactNode>> | undefined;
  /**
   * Records: as wide as the page, and on a phone a list with a few lines for each row, whose cells this class lays out by
   * `data-cell`, the key of their column.
   */
  phoneLayout?: string | undefined;
  fold?: RowFold | undefined;
  /** What is asked for now has not come yet. */
  stale?: boolean;
}

/** For the `ref` of a box that scrolls sideways: it must be reached by keyboard; one that does not scroll would be a stop for nothing. */
export const reachableWhenWide = (box: HTMLElement) => {
  const observer = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  observer.observe(box);
  return () => observer.disconnect();
};

/** A plain table; the first column names the row, and cells carry the key of theirs for styles. Scrolls sideways by itself, also by keyboard, when it is too wide. Of more than 500 rows those in view are drawn. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey, total, phoneLayout, fold, stale = false } = props;
  const isVirtual = rows.length > maxDrawnRows;
  const rowsOf = (some: readonly Row[]) =>
    some.map((row) => (
      <TableRow
        key={rowKey(row)}
        columns={columns}
        cellOf={({ cell }) => cell(row)}
        isBlank={(column) => column.isBlank?.(row) ?? false}
        fold={fold}
      />
    ));
  const table = (
    <section className={styles.scroll} aria-label={caption} ref={reachableWhenWide}>
      <table className={styles.table} aria-rowcount={isVirtual ? rows.length + 1 : undefined}>
        <caption className={classes(captionHidden && styles.hidden)}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                className={classes(column.numeric && styles.numeric)}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {isVirtual ? (
          <Suspense fallback={<tbody>{rowsOf(rows.slice(0, waitingRows))}</tbody>}>
            <VirtualRows
              rows={rows.length}
              columns={columns.length}
              keyOf={(index) => rowKey(rows[index] as Row)}
            >
              {(from, end) => rowsOf(rows.slice(from, end))}
            </VirtualRows>
          </Suspense>
        ) : (
          <tbody>{rowsOf(rows)}</tbody>
        )}
        {total && (
          <tfoot>
            <TableRow columns={columns} cellOf={({ key }) => total[key]} />
          </tfoot>
        )}
      </table>
    </section>
  );
  if (phoneLayout === undefined) return table;
  return (
    <div
      className={classes(recordStyles.records, stale && recordStyles.stale, phoneLayout)}
      aria-busy={stale || undefined}
    >
      {table}
    </div>
  );
}

interface TableRowProps<Row> {
  columns: readonly Column<Row>[];
  cellOf: (column: Column<Row>) => ReactNode;
  isBlank?: (column: Column<Row>) => boolean;
  fold?: RowFold | undefined;
}

/** What a phone makes of a cell: 'main', 'blank' is left out, 'more' unfolds. */
type PhonePlace = 'main' | 'blank' | 'more' | undefined;

function placesOf<Row>({ columns, isBlank, fold }: TableRowProps<Row>): readonly PhonePlace[] {
  const places = columns.map((column, index): PhonePlace => {
    if (index === 0) return undefined;
    return column.isMain ? 'main' : isBlank?.(column) ? 'blank' : undefined;
  });
  if (!fold) return places;
  const filled = places.flatMap((place, index) => (index > 0 && place === undefined ? [index] : []));
  const folded = filled.slice(fold.shown);
  return places.map((place, index) => (folded.includes(index) ? 'more' : place));
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { columns, cellOf, fold } = props;
  const [isOpen, setOpen] = useState(false);
  const places = placesOf(props);
  const folded = places.filter((place) => place === 'more').length;
  return (
    <tr data-open={folded > 0 ? isOpen : undefined}>
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.key} scope="row" data-cell={column.key}>
            {cellOf(column)}
          </th>
        ) : (
          <td
            key={column.key}
            data-cell={column.key}
            data-phone={places[index]}
            className={classes(column.numeric && styles.numeric)}
          >
            {cellOf(column)}
          </td>
        ),
      )}
      {fold && folded > 0 && (
        <td className={recordStyles.fold}>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? fold.less : fold.more(folded)}
          </button>
        </td>
      )}
    </tr>
  );
}
