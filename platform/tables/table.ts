/**
 * What stands in a column: 'text' as it is; 'integer' a whole number; 'money' hryvnias "1234.56"; 'price' a decimal
 * "4.32" or "1.728"; 'date' a day "YYYY-MM-DD"; 'moment' ISO 8601 with its offset, shown on the Kyiv clock.
 */
export type ColumnKind = 'text' | 'integer' | 'money' | 'price' | 'date' | 'moment';

export interface TableColumn {
  readonly title: string;
  readonly kind: ColumnKind;
  /** In characters; without it what the kind needs. */
  readonly width?: number;
}

/** A value as its column says it; null leaves the cell empty. */
export type TableValue = string | number | null;

/** A table to be kept as a file, its words ready for the customer. */
export interface Table {
  /** The name of its sheet in a workbook. */
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableValue[])[];
  /**
   * A last row in bold, in a workbook only: CSV is for other programs, which would count it. Its words may stand in a
   * column of any kind.
   */
  readonly total?: readonly TableValue[];
}
