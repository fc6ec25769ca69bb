import type { ReconciliationData, ReconciliationRow } from '#billing/api/reconciliation-acts.ts';
import { dateText } from '#billing/document/words.ts';
import { addMoney, compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableRow } from '#platform/pdf/draw-table.ts';
import { type ActPdfView, place } from './act-pdf-view.ts';
import { words } from './text.ts';

const widths = [62, 220.28, 72, 72, 89] as const;
const firstFigure = 2;

/** Last day of the act. */
export function lastDayOf({ to }: Pick<ActPdfView, 'to'>): string {
  return addDays(firstDayAfter(billingPeriod(to)), -1);
}

/** Draws opening balance, entries, turnover and closing balance. Returns the y coordinate below the drawn block. */
export function drawEntries(pdf: Pdf, paper: ActPdfView, top: number): number {
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
    // The opening row precedes the first entry, the two total rows follow the last one.
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

/** Rows at the top of a continuation page: turnover so far and balance. */
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

/** Names a balance as debt or overpayment; zero has no name. */
function balanceText(wire: string): string {
  const sum = moneyFromWire(wire);
  const order = compareMoney(sum, zeroMoney);
  if (order === 0) return formatMoney(sum);
  const [label, size] = order > 0 ? [words.debtWord, sum] : [words.creditWord, negateMoney(sum)];
  return `${label} ${formatMoney(size)}`;
}

function sumText(wire: string): string {
  return formatMoney(moneyFromWire(wire));
}

function isSum(wire: string): boolean {
  return moneyFromWire(wire) !== zeroMoney;
}
