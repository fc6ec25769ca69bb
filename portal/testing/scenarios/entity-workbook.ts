import { read, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import {
  checkWorkbook,
  commitWorkbook,
  markedWorkbook,
  readingsWorkbook,
} from '#contract/readings/points.ts';
import { newId } from '#platform/uuid.ts';
import type { TestApp } from '../start-test-app.ts';
import { makeEntityCustomer, point } from './entity-customer.ts';

/** Columns of the workbook: EIC C, meter D, zone E, new value K, confirmation L. */
export const valueColumn = 10;
export const confirmColumn = 11;

export type Edit = (sheet: WorkSheet, book: WorkBook) => void;

/** A legal entity with a point for each previous value, and its workbook. */
export async function makeWorkbookCustomer(app: TestApp, befores: readonly number[] = [100, 200, 300]) {
  const entity = await makeEntityCustomer(
    app,
    befores.map((before) => point(before)),
  );
  const { token, accountNumber: account } = entity;
  const download = async () => {
    const { body } = await app.post(readingsWorkbook, { token, account });
    return body as unknown as Buffer;
  };
  /** The downloaded workbook with new values in its rows, from the first. */
  async function filled(
    values: readonly unknown[],
    edit: Edit = () => undefined,
    bookType: 'xlsx' | 'biff8' = 'xlsx',
  ) {
    const book = read(await download(), { cellStyles: true });
    const [name = ''] = book.SheetNames;
    const sheet = book.Sheets[name] as WorkSheet;
    for (const [index, value] of values.entries()) {
      if (value === undefined) continue;
      utils.sheet_add_aoa(sheet, [[value]], { origin: { r: index + 1, c: valueColumn } });
    }
    edit(sheet, book);
    return new Uint8Array(write(book, { type: 'buffer', bookType }));
  }
  const check = (file: Uint8Array, requestId = newId()) =>
    app.post(checkWorkbook, { token, account, requestId, file: new Uint8Array(file) });
  return {
    ...entity,
    download,
    filled,
    check,
    commit: (checkId: string, mode: 'all' | 'good', more: object = {}) =>
      app.post(commitWorkbook, { token, account, checkId, mode, requestId: newId(), ...more }),
    marked: (checkId: string) => app.post(markedWorkbook, { token, account, checkId }),
  };
}

export const put =
  (row: number, column: number, value: unknown): Edit =>
  (sheet) =>
    void utils.sheet_add_aoa(sheet, [[value]], { origin: { r: row, c: column } });
