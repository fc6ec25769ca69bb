import { drawSides, drawSignatures } from '#billing/document/draw-sides.ts';
import { dateText, spacedIban, unbroken } from '#billing/document/words.ts';
import type { ActRow, EntityAct } from '#contract/values/reconciliation-act.ts';
import { amountInWords } from '#domain/documents/amount-in-words.template.ts';
import {
  addMoney,
  compareMoney,
  formatMoney,
  type Kopiykas,
  moneyFromWire,
  negateMoney,
  zeroMoney,
} from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableRow } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { entityWords as words } from './text.ts';

const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;
const DRAWING_HOUR = 9;
const SIGNATURES_HEIGHT = 96;
/** Date, document, debit, credit of the seller; the same of the customer, to be filled. */
const widths = [50, 122, 66, 66, 44, 59.28, 54, 54] as const;
const sellerWidth = widths[0] + widths[1] + widths[2] + widths[3];
const figures: readonly number[] = [2, 3, 6, 7];

const lastDayOf = ({ to }: EntityAct): string => addDays(firstDayAfter(billingPeriod(to)), -1);
const sumText = (sum: Kopiykas) => (sum === zeroMoney ? '' : formatMoney(sum));

/** Draws a reconciliation act of a legal entity in eight columns. Equal input gives an equal PDF. Source: facts of entities §5. */
export function createEntityActDocument(act: EntityAct): Promise<Buffer> {
  const { ledger, from, seller, customer, account, madeOn } = act;
  return createPdf(
    {
      title: `${words.title} ${words.ledgers[ledger]}`,
      subject: words.subject(account, customer.name),
      author: seller.name,
      createdAt: kyivInstant(madeOn as LocalDate, DRAWING_HOUR, 0),
    },
    (pdf) => {
      let y: number = pageSize.margin;
      pdf.leaf('H1', () => {
        y = pdf.text(words.title, { x: left, y, width, font: 'bold', size: 20 });
      });
      const span = words.period(dateText(firstDay(billingPeriod(from))), dateText(lastDayOf(act)));
      y = paragraph(pdf, `${words.ledgers[ledger]}, ${span}`, y + 1, 12);
      y = paragraph(pdf, words.madeOn(dateText(madeOn)), y + 3, 9);
      y = drawParties(pdf, act, y + 14);
      y = paragraph(pdf, statementOf(act), y + 12, 9);
      y = drawHalves(pdf, act, y + 12);
      // Keeps the conclusion and the signatures on one page.
      y = pdf.roomFor(SIGNATURES_HEIGHT + 66, y + 14);
      y = paragraph(pdf, conclusion(act), y, 10.5);
      drawSigning(pdf, act, y + 22);
    },
  );
}

function paragraph(pdf: Pdf, text: string, y: number, size: number): number {
  let below = y;
  pdf.leaf('P', () => {
    below = pdf.text(text, { x: left, y, width, size, lineGap: 2 });
  });
  return below;
}

function drawParties(pdf: Pdf, { ledger, seller, customer, account }: EntityAct, top: number): number {
  const ofSeller = ledger === 'energy' ? words.specialAccount : words.iban;
  return drawSides(
    pdf,
    [
      {
        role: words.sellers[ledger],
        name: seller.name,
        lines: [
          words.edrpou(seller.edrpou),
          unbroken(seller.address),
          seller.iban === '' ? '' : ofSeller(spacedIban(seller.iban)),
        ],
      },
      {
        role: words.customer,
        name: customer.name,
        lines: [
          customer.edrpou === '' ? '' : words.edrpou(customer.edrpou),
          unbroken(customer.address),
          customer.iban === '' ? '' : words.iban(spacedIban(customer.iban)),
          words.account(account),
        ],
      },
    ],
    { left, width, top },
  );
}

function statementOf({ seller, customer, contractNumber, contractDate }: EntityAct): string {
  const [one, other] = [seller, customer].map(({ name, signerPost, signerName, signerGround }) =>
    words.represented(name, signerPost, signerName, signerGround),
  );
  return words.statement(one ?? '', other ?? '', contractNumber, dateText(contractDate));
}

/** A balance stands in the column of its side: a debt in debit, an overpayment in credit. */
function balanceRow(name: string, wire: string): TableRow {
  const sum = moneyFromWire(wire);
  const isDebt = compareMoney(sum, zeroMoney) >= 0;
  const [debit, credit] = isDebt ? [formatMoney(sum), ''] : ['', formatMoney(negateMoney(sum))];
  return { cells: [name, '', debit, credit, '', '', '', ''], isTotal: true };
}

function entryRow({ date, document, debit, credit }: ActRow): TableRow {
  const sums = [debit, credit].map((wire) => sumText(moneyFromWire(wire)));
  return { cells: [dateText(date), document, ...sums, '', '', '', ''] };
}

function drawHalves(pdf: Pdf, act: EntityAct, top: number): number {
  const { opening, rows, turnover, closing, seller, customer } = act;
  const y = pdf.roomFor(90, top);
  const style = { y, size: 8, color: paper.quiet } as const;
  let below = y;
  pdf.leaf('H2', () => {
    below = pdf.text(words.bySeller(seller.name), { ...style, x: left, width: sellerWidth - 8 });
  });
  pdf.leaf('H2', () => {
    const place = { ...style, x: left + sellerWidth, width: width - sellerWidth };
    below = Math.max(below, pdf.text(words.byCustomer(customer.name), place));
  });
  const carried = turnoversBefore(rows);
  const named = (row: TableRow): TableRow => {
    const [name = '', ...cells] = row.cells;
    return { ...row, cells: ['', name, ...cells.slice(1)] };
  };
  return drawTable(pdf, pdf, {
    x: left,
    y: below + 4,
    columns: words.columns.map((title, index) => ({
      title,
      width: widths[index] ?? 0,
      align: figures.includes(index) ? 'right' : 'left',
      ...(index === 4 && { indent: 6 }),
    })),
    rows: [
      named(balanceRow(words.opening(dateText(firstDay(billingPeriod(act.from)))), opening)),
      ...rows.map(entryRow),
      {
        cells: [
          '',
          words.turnover,
          formatMoney(moneyFromWire(turnover.debit)),
          formatMoney(moneyFromWire(turnover.credit)),
          '',
          '',
          '',
          '',
        ],
        isTotal: true,
      },
      named(balanceRow(words.closing(dateText(lastDayOf(act))), closing)),
    ],
    // The opening row precedes the first entry, the two total rows follow the last one.
    carried: (index) => carried[Math.min(index - 1, rows.length)],
  });
}

/** Rows at the top of a continuation page: turnover so far. */
function turnoversBefore(rows: readonly ActRow[]): string[][] {
  let [debit, credit] = [zeroMoney, zeroMoney];
  const line = () => ['', words.carried, formatMoney(debit), formatMoney(credit), '', '', '', ''];
  const lines = [line()];
  for (const row of rows) {
    debit = addMoney(debit, moneyFromWire(row.debit));
    credit = addMoney(credit, moneyFromWire(row.credit));
    lines.push(line());
  }
  return lines;
}

/** States in whose favour the debt is on the last day, in figures and words. */
function conclusion(act: EntityAct): string {
  const date = dateText(lastDayOf(act));
  const sum = moneyFromWire(act.closing);
  const order = compareMoney(sum, zeroMoney);
  if (order === 0) return words.noDebt(date);
  const [creditor, size] = order > 0 ? [act.seller, sum] : [act.customer, negateMoney(sum)];
  return words.debt(date, creditor.name, formatMoney(size), amountInWords(size).toLocaleLowerCase('uk'));
}

function drawSigning(pdf: Pdf, { ledger, seller, customer }: EntityAct, top: number): void {
  const nameOf = ({ name, signerPost, signerName }: EntityAct['seller']) =>
    `${name}\n${`${signerPost} ${signerName}`.trim()}`.trim();
  drawSignatures(
    pdf,
    words,
    [
      { role: words.sellers[ledger], name: nameOf(seller) },
      { role: words.customer, name: nameOf(customer) },
    ],
    { left, width, top, height: SIGNATURES_HEIGHT, lineAt: 82 },
  );
}
