/**
 * Kind of a column: 'text' as it is; 'integer' a whole number; 'money' hryvnias "1234.56"; 'price' a decimal "4.32"
 * or "1.728"; 'date' a day "YYYY-MM-DD"; 'month' "YYYY-MM", in a workbook its first day; 'moment' ISO 8601 with its
 * offset, shown in Kyiv time.
 */
export type ColumnKind = 'text' | 'integer' | 'money' | 'price' | 'date' | 'month' | 'moment';

export interface TableColumn {
  readonly title: string;
  readonly kind: ColumnKind;
  /** In characters; by default the width of the kind. */
  readonly width?: number;
}

/** A value in the format of its column; null leaves the cell empty. */
export type TableValue = string | number | null;
export type TableRow = readonly TableValue[];

/** A table without its rows. */
export interface TableHead {
  /** The sheet name in a workbook. */
  readonly title: string;
  readonly columns: readonly TableColumn[];
  /**
   * A last row in bold, in a workbook only: programs that read CSV would count it as data. It may have text in a
   * column of any kind.
   */
  readonly total?: TableRow;
}

/** A table for a downloadable file, with texts for the customer. */
export interface Table extends TableHead {
  readonly rows: readonly TableRow[];
}

/** The same whose rows come in batches, so that they are never all in memory. */
export interface StreamedTable extends TableHead {
  readonly rows: AsyncIterable<readonly TableRow[]>;
}
