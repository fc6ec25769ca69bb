import { utils, write } from '@e965/xlsx';
import { readTitles } from '#portal/modules/readings/workbook/workbook-columns.template.ts';

/** A filled-in row of a workbook of readings. */
export type FilledRow = readonly [eic: string, serial: string, kind: string, value: string | number];

/** A workbook of readings with these rows alone. */
export function makeWorkbook(rows: readonly FilledRow[]): Uint8Array<ArrayBuffer> {
  const { eic, serial, kind, value } = readTitles;
  const sheet = utils.aoa_to_sheet([[eic, serial, kind, value], ...rows.map((row) => [...row])]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Readings');
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }));
}
