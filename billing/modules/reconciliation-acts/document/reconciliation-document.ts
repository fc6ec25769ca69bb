import type { ModuleInput } from '#billing/api/define-module.ts';
import type {
  RECONCILIATION_PDF,
  ReconciliationData,
  ReconciliationRow,
} from '#billing/api/reconciliation-acts.ts';
import { drawSides, drawSignatures } from '#billing/document/draw-sides.ts';
import { dateText, unbroken } from '#billing/document/words.ts';
import { addMoney, compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableRow } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { monthOfYear, words } from './text.ts';

/** An act with its months and date. */
type ActPdfView = ModuleInput<typeof RECONCILIATION_PDF>;

/** Position on the page, in points. */
const place = { left: pageSize.margin, width: pageSize.width - 2 * pageSize.margin } as const;

const widths = [62, 197.28, 72, 72, 112] as const;
const firstFigure = 2;

/** Last day of the act. */
function lastDayOf({ to }: Pick<ActPdfView, 'to'>): string {
  return addDays(firstDayAfter(billingPeriod(to)), -1);
}

/** Draws opening balance, entries, turnover and closing balance. Returns the y coordinate below the drawn block. */
function drawEntries(pdf: Pdf, paper: ActPdfView, top: number, isDense: boolean): number {
  const { opening, rows, turnover, closing } = paper.act;
  const openingRow = balanceRow(words.opening(dateText(firstDay(billingPeriod(paper.from)))), opening);
  const sums = sumsBefore(paper.act);
  return drawTable(pdf, pdf, {
    x: place.left,
    y: top,
    isDense,
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

/** Draws both parties side by side. Returns the y coordinate below the drawn block. */
function drawParties(pdf: Pdf, { accountNumber, act }: ActPdfView, top: number): number {
  const { supplier, customer } = act;
  return drawSides(
    pdf,
    [
      {
        role: words.supplier,
        name: supplier.name,
        lines: [words.edrpou(supplier.edrpou), unbroken(supplier.address)],
      },
      {
        role: words.customer,
        name: customer.name,
        lines: [
          ...(customer.taxCode === '' ? [] : [words.taxCode(customer.taxCode)]),
          unbroken(customer.address),
          words.account(accountNumber),
          words.contract(customer.contractNumber, dateText(customer.contractDate)),
        ],
      },
    ],
    { ...place, top },
  );
}

/** Height of the signatures with their heading. */
const signaturesHeight = 88;

/** Draws the signatures of both parties side by side, on one page. */
function drawSigning(pdf: Pdf, { act }: ActPdfView, top: number): void {
  const sides = [
    { role: words.supplier, name: act.supplier.name },
    { role: words.customer, name: act.customer.name },
  ] as const;
  drawSignatures(pdf, words, sides, { ...place, top, height: signaturesHeight, lineAt: 74 });
}

const DRAWING_HOUR = 9;
const { left, width } = place;

/**
 * Draws the act PDF; every continuation page starts with the sums brought forward. Rows are denser where that saves a sheet,
 * which would have the signatures alone.
 */
export async function createReconciliationDocument(act: ActPdfView): Promise<Buffer> {
  const usual = await drawAct(act, false);
  if (usual.sheets === 1) return usual.content;
  const dense = await drawAct(act, true);
  return dense.sheets < usual.sheets ? dense.content : usual.content;
}

async function drawAct(act: ActPdfView, isDense: boolean): Promise<{ content: Buffer; sheets: number }> {
  const months = monthsText(act);
  let sheets = 0;
  const content = await createPdf(
    {
      title: `${words.title}, ${months}`,
      subject: words.subject(act.accountNumber, act.act.customer.name),
      author: act.act.supplier.name,
      createdAt: kyivInstant(act.drawnOn as LocalDate, DRAWING_HOUR, 0),
    },
    (pdf) => {
      let y = drawHeading(pdf, act, months);
      y = drawParties(pdf, act, y + 16);
      y = paragraph(pdf, words.statement, y + 14, 9);
      if (act.act.rows.length === 0) y = paragraph(pdf, words.nothingMoved, y + 8, 9);
      y = drawEntries(pdf, act, y + 10, isDense);
      // Keeps the conclusion and the signatures on one page.
      y = pdf.roomFor(signaturesHeight + 56, y + 14);
      y = paragraph(pdf, conclusion(act), y, 10.5);
      drawSigning(pdf, act, y + 24);
      sheets = pdf.doc.bufferedPageRange().count;
    },
  );
  return { content, sheets };
}

function monthsText({ from, to }: ActPdfView): string {
  return from === to
    ? words.forMonth(monthOfYear(from))
    : words.forMonths(monthOfYear(from), monthOfYear(to));
}

function drawHeading(pdf: Pdf, { drawnOn }: ActPdfView, months: string): number {
  let y: number = pageSize.margin;
  pdf.leaf('H1', () => {
    y = pdf.text(words.title, { x: left, y, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(months, { x: left, y: y + 1, width, size: 13 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(words.madeOn(dateText(drawnOn)), { x: left, y: y + 4, width, size: 9, color: paper.quiet });
  });
  return y;
}

function paragraph(pdf: Pdf, text: string, y: number, size: number): number {
  let below = y;
  pdf.leaf('P', () => {
    below = pdf.text(text, { x: left, y, width, size, lineGap: 2 });
  });
  return below;
}

/** States who owes whom how much on the last day. */
function conclusion({ to, act }: ActPdfView): string {
  const date = dateText(lastDayOf({ to }));
  const { supplier, customer, closing } = act;
  const sum = moneyFromWire(closing);
  const order = compareMoney(sum, zeroMoney);
  if (order > 0) return words.debt(date, customer.name, supplier.name, formatMoney(sum));
  return order < 0 ? words.credit(date, customer.name, formatMoney(negateMoney(sum))) : words.even(date);
}
