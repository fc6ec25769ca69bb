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
