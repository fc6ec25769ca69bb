import { classes } from './classes.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import styles from './record-table.module.css';

interface RecordTableProps<Row> extends DataTableProps<Row> {
  /** Lays out the cells of a row on a phone: they carry `data-cell`, the key of their column. */
  className: string | undefined;
  /** What is asked for now has not come yet. */
  stale?: boolean;
}

/** A table of records on a desk, on a phone a list with a few lines for each; one table for both. */
export function RecordTable<Row>({ className, stale = false, ...table }: RecordTableProps<Row>) {
  return (
    <div className={classes(styles.records, stale && styles.stale, className)} aria-busy={stale || undefined}>
      <DataTable {...table} />
    </div>
  );
}
