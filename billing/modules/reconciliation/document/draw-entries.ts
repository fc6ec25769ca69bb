import type { ReconciliationData, ReconciliationRow } from '#billing/api/reconciliation.ts';
import { dateText } from '#billing/document/words.ts';
import { addMoney, compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableRow } from '#platform/pdf/draw-table.ts';
import { type ActOnPaper, place } from './act-on-paper.ts';
import { words } from './text.ts';

const widths = [62, 220.28, 72, 72, 89] as const;
const firstFigure = 2;

/** The last day of the act. */
export function lastDayOf({ to }: Pick<ActOnPaper, 'to'>): string {
  return addDays(firstDayAfter(billingPeriod(to)), -1);
}

/** The balance at the start, what moved, the turnover and the balance at the end. Answers the y below. */
export function drawEntries(pdf: Pdf, paper: ActOnPaper, top: number): number {
  const { opening, rows, turnover, closing } = paper.act;
  const openingRow = balanceRow(words.opening(dateText(firstDay(billingPeriod(paper.from)))), opening);
  const sums = sumsBefore(paper.act);
  return drawTable(pdf, pdf, {
    x: place.left,
    y: top,
    columns: words.columns.map((title, index) => ({
      title,
      width: widths[index] ?? 0,
      align: index < firstFigure ? 'left' : 'right',
    })),
    rows: [
      { ...openingRow, isTotal: true },
      ...rows.map(entryRow),
      {
        cells: ['', words.turnover, sumText(turnover.debit), sumText(turnover.credit), ''],
        isTotal: true,
      },
      { ...balanceRow(words.closing(dateText(lastDayOf(paper))), closing), isTotal: true },
    ],
    // The opening comes before the first entry, the two totals after the last one.
    carried: (index) => sums[Math.min(index - 1, rows.length)],
  });
}

function balanceRow(name: string, balance: string): TableRow {
  return { cells: ['', name, '', '', balanceText(balance)] };
}

function entryRow(row: ReconciliationRow): TableRow {
  return {
    cells: [
      dateText(row.date),
      words.documents[row.kind](row),
      isSum(row.debit) ? sumText(row.debit) : '',
      isSum(row.credit) ? sumText(row.credit) : '',
      balanceText(row.balance),
    ],
  };
}

/** What stands at the top of a sheet that begins with an entry: the turnover before it and the balance. */
function sumsBefore({ opening, rows }: ReconciliationData): string[][] {
  let [debit, credit, balance] = [zeroMoney, zeroMoney, opening];
  const line = () => ['', words.carried, formatMoney(debit), formatMoney(credit), balanceText(balance)];
  const lines = [line()];
  for (const row of rows) {
    debit = addMoney(debit, moneyFromWire(row.debit));
    credit = addMoney(credit, moneyFromWire(row.credit));
    balance = row.balance;
    lines.push(line());
  }
  return lines;
}

/** A balance named as a debt or an overpayment; nothing owed is a plain zero. */
function balanceText(wire: string): string {
  const sum = moneyFromWire(wire);
  const order = compareMoney(sum, zeroMoney);
  if (order === 0) return formatMoney(sum);
  const [word, size] = order > 0 ? [words.debtWord, sum] : [words.creditWord, negateMoney(sum)];
  return `${word} ${formatMoney(size)}`;
}

function sumText(wire: string): string {
  return formatMoney(moneyFromWire(wire));
}

function isSum(wire: string): boolean {
  return moneyFromWire(wire) !== zeroMoney;
}
