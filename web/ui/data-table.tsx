import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** Numbers stand right, in figures of one width. */
  numeric?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** What the table shows; for screen readers, and on the page unless `captionHidden`. */
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

// A box that scrolls must be reached by keyboard; one that does not would be a stop for nothing.
const reachableWhenWide = (box: HTMLElement) => {
  const observer = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  observer.observe(box);
  return () => observer.disconnect();
};

/** A plain table; the first column names the row, and cells carry the key of theirs for styles. Scrolls sideways by itself, also by keyboard, when it is too wide. */
export function DataTable<Row>({ caption, captionHidden, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <section className={styles.scroll} aria-label={caption} ref={reachableWhenWide}>
      <table className={styles.table}>
        <caption className={classes(captionHidden && styles.hidden)}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classes(column.numeric && styles.numeric)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" data-cell={column.key}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    data-cell={column.key}
                    className={classes(column.numeric && styles.numeric)}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
