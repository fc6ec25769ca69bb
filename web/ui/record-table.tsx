import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import styles from './list-head.module.css';
import recordTableStyles from './record-table.module.css';

interface ListHeadProps {
  /** What the figure is. */
  name?: ReactNode;
  figure: ReactNode;
  /** Beside the figure, quiet. */
  note?: ReactNode;
  /** Under the buttons, quiet. */
  hint?: string | undefined;
  /** What can be done with the whole list. */
  children: ReactNode;
}

/** Over a list: what it comes to as a large figure, and what can be done with it. */
export function ListHead({ name, figure, note, hint, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        {name && <p className={styles.quiet}>{name}</p>}
        <p className={styles.figure}>
          {figure} {note && <span className={styles.quiet}>{note}</span>}
        </p>
      </div>
      <div className={styles.actions}>
        {children}
        {hint && <p className={styles.quiet}>{hint}</p>}
      </div>
    </div>
  );
}

interface RecordTableProps<Row> extends DataTableProps<Row> {
  /** Lays out the cells of a row on a phone: they carry `data-cell`, the key of their column. */
  className: string | undefined;
  /** What is asked for now has not come yet. */
  stale?: boolean;
}

/** A table of records on a desk, on a phone a list with a few lines for each; one table for both. */
export function RecordTable<Row>({ className, stale = false, ...table }: RecordTableProps<Row>) {
  return (
    <div
      className={classes(recordTableStyles.records, stale && recordTableStyles.stale, className)}
      aria-busy={stale || undefined}
    >
      <DataTable {...table} />
    </div>
  );
}
