import { tidyText } from '../input/tidy-text.ts';
import { type Kopiykas, parseMoney, zeroMoney } from '../money.ts';
import { parseLocalDate } from '../time/local-date.ts';

/** A row of the customer's books: what it owes is a credit there, what it paid a debit. */
interface BooksRow {
  readonly date: string;
  readonly document: string;
  readonly debit: Kopiykas;
  readonly credit: Kopiykas;
}

type RowProblem = 'columns' | 'date' | 'sum' | 'noSum' | 'bothSums';

/** Rows as they are pasted from a table or a CSV file; `problems` name lines, counted from 1. */
export interface ReadRows {
  readonly rows: readonly BooksRow[];
  readonly problems: readonly { readonly line: number; readonly problem: RowProblem }[];
}

const columnCount = 4;

/** Cells of a line: between tabs, else between semicolons; a quoted cell may hold one. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : ';';
  const cells: string[] = [''];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += sign;
  }
  return cells.map(tidyText);
}

/** "31.10.2026" or "2026-10-31" as the latter. */
function readDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return parseLocalDate(year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text);
}

/** "1 234,56"; empty is nothing. undefined: it is no sum. */
function readSum(text: string): Kopiykas | undefined {
  if (text === '') return zeroMoney;
  const sum = parseMoney(text);
  return sum !== undefined && sum >= zeroMoney ? sum : undefined;
}

/**
 * Rows "date; document; debit; credit" of the customer's books, one a line. Empty lines, a line of titles at the top and
 * lines without a date and a document (totals) are skipped.
 */
export function readReconciliationRows(text: string): ReadRows {
  const rows: BooksRow[] = [];
  const problems: { line: number; problem: RowProblem }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [date = '', document = '', debitText = '', creditText = '', ...more] = cellsOf(line);
    const isTotal = date === '' && document === '';
    const isTitle = index === 0 && !/\d/.test(date);
    if (isTotal || isTitle) continue;
    const day = readDate(date);
    const debit = readSum(debitText);
    const credit = readSum(creditText);
    const problem = ((): RowProblem | undefined => {
      if (cellsOf(line).length < columnCount - 1 || more.some((cell) => cell !== '')) return 'columns';
      if (day === undefined) return 'date';
      if (debit === undefined || credit === undefined) return 'sum';
      if (debit === zeroMoney && credit === zeroMoney) return 'noSum';
      return debit > zeroMoney && credit > zeroMoney ? 'bothSums' : undefined;
    })();
    if (problem !== undefined) problems.push({ line: index + 1, problem });
    else if (day !== undefined && debit !== undefined && credit !== undefined)
      rows.push({ date: day, document, debit, credit });
  }
  return { rows, problems };
}
