import type { ProblemCode } from '../problem.ts';
import type { ColumnKind } from './column-kind.ts';

/** How far an import has come: of the step, `done` of `total` (bytes, checks, pages, accounts). */
export type ImportProgress =
  | {
      readonly step: 'reading' | 'checking';
      readonly file: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly step: 'loading'; readonly table: string; readonly done: number; readonly total: number }
  | { readonly step: 'closing'; readonly period: string; readonly done: number; readonly total: number };

/** A column of a file. */
export interface Column {
  readonly kind: ColumnKind;
  /** The header must have it and no row may leave it empty. */
  readonly required: boolean;
}

/** The values of a row by column, as they stand in the file; '' for what is absent. */
export type Row = Readonly<Record<string, string>>;

/** What is wrong between values of one row. */
export interface RowProblem {
  readonly column: string;
  readonly code: ProblemCode;
}

/** A file of the folder. docs/import-format.md says the same to people. */
export interface FileFormat {
  readonly file: string;
  /** Name of the staging table. */
  readonly stage: string;
  /** The folder is complete without it. */
  readonly optional?: boolean;
  readonly columns: Readonly<Record<string, Column>>;
  /** Rules between values of one row; run only when each value by itself is right. */
  readonly checkRow?: (row: Row) => readonly RowProblem[];
  /** A staged column made of the whole row. */
  readonly derived?: {
    readonly column: string;
    readonly sqlType: string;
    readonly of: (row: Row) => string | null;
  };
}

export function required(kind: ColumnKind): Column {
  return { kind, required: true };
}

export function optional(kind: ColumnKind): Column {
  return { kind, required: false };
}
