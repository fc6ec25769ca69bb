import { dateText } from '#billing/document/words.ts';
import { compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { type ActOnPaper, place } from './act-on-paper.ts';
import { drawEntries, lastDayOf } from './draw-entries.ts';
import { drawParties, drawSigning, signaturesHeight } from './draw-parties.ts';
import { monthOfYear, words } from './text.ts';

const DRAWING_HOUR = 9;
const { left, width } = place;

/** The act on paper: as many sheets as it takes, each with what came over from the one before. */
export function createReconciliationDocument(act: ActOnPaper): Promise<Buffer> {
  const months = monthsText(act);
  return createPdf(
    {
      title: `${words.title}, ${months}`,
      subject: words.subject(act.accountNumber, act.act.customer.name),
      author: act.act.supplier.name,
      createdAt: kyivInstant(act.drawnOn as LocalDate, DRAWING_HOUR, 0),
    },
    (pdf) => {
      numberSheets(pdf, act.accountNumber);
      let y = drawHeading(pdf, act, months);
      y = drawParties(pdf, act, y + 16);
      y = paragraph(pdf, words.statement, y + 14, 9);
      if (act.act.rows.length === 0) y = paragraph(pdf, words.nothingMoved, y + 8, 9);
      y = drawEntries(pdf, act, y + 10);
      // The sum and the signatures under it stay together.
      y = pdf.roomFor(signaturesHeight + 56, y + 14);
      y = paragraph(pdf, conclusion(act), y, 10.5);
      drawSigning(pdf, act, y + 24);
    },
  );
}

function monthsText({ from, to }: ActOnPaper): string {
  return from === to
    ? words.forMonth(monthOfYear(from))
    : words.forMonths(monthOfYear(from), monthOfYear(to));
}

function drawHeading(pdf: Pdf, { drawnOn }: ActOnPaper, months: string): number {
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

/** Who owes whom how much on the last day. */
function conclusion({ to, act }: ActOnPaper): string {
  const date = dateText(lastDayOf({ to }));
  const { supplier, customer, closing } = act;
  const sum = moneyFromWire(closing);
  const order = compareMoney(sum, zeroMoney);
  if (order > 0) return words.debt(date, customer.name, supplier.name, formatMoney(sum));
  return order < 0 ? words.credit(date, customer.name, formatMoney(negateMoney(sum))) : words.even(date);
}

/** From the second sheet on each says whose it is and which one. */
function numberSheets(pdf: Pdf, accountNumber: string): void {
  let number = 1;
  pdf.doc.on('pageAdded', () => {
    number += 1;
    const y = pageSize.height - pageSize.margin + 10;
    const text = words.sheet(accountNumber, number);
    pdf.artifact(() => pdf.text(text, { x: left, y, width, size: 7.5, align: 'right', color: paper.quiet }));
  });
}
