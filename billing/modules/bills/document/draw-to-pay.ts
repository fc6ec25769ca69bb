import type { BillData } from '#billing/api/bills.ts';
import { drawPaymentCode } from '#billing/document/draw-payment-code.ts';
import { dateText } from '#billing/document/words.ts';
import { formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const INSET = 14;
const CURRENCY_WIDTH = 28;
const LARGEST_SUM = 28;
const TOP = pageSize.margin - 6;

/** The one thing to be done: the lamp with the sum, the day and the code that a bank's app reads. */
export function drawToPay(pdf: Pdf, bill: BillData, payUrl?: string): void {
  const closing = moneyFromWire(bill.closing);
  if (closing > zeroMoney) drawDebt(pdf, bill, payUrl);
  else {
    const note = closing < zeroMoney ? words.overpaid(formatMoney(negateMoney(closing))) : words.noDebt;
    drawNothing(pdf, note);
  }
}

function drawDebt(pdf: Pdf, bill: BillData, payUrl: string | undefined): void {
  const { sideLeft, sideWidth } = layout;
  const inner = sideWidth - 2 * INSET;
  const x = sideLeft + INSET;
  const sum = formatMoney(moneyFromWire(bill.toPay));
  const { qr } = bill;
  const linkTop = TOP + 96 + (qr === null ? 0 : inner + 20);
  const height = linkTop - TOP + (payUrl === undefined ? 8 : 22);
  pdf.artifact(() => {
    pdf.doc.roundedRect(sideLeft, TOP, sideWidth, height, 12).fill(paper.lamp);
    if (qr !== null) pdf.doc.roundedRect(x - 3, TOP + 93, inner + 6, inner + 6, 6).fill(paper.white);
  });
  pdf.leaf('H2', () => {
    pdf.text(words.toPay, { x, y: TOP + 14, width: inner, size: 10, font: 'semibold' });
  });
  pdf.leaf('P', () => {
    const { size, width: sumWidth } = fitSum(pdf, sum, inner - CURRENCY_WIDTH);
    const below = pdf.text(sum, { x, y: TOP + 28, width: inner, size, font: 'bold' });
    pdf.text(words.currency, {
      x: x + sumWidth + 5,
      y: below - size * 0.36 - 9.5,
      size: 11,
      font: 'semibold',
    });
    pdf.text(words.dueOn(dateText(bill.dueOn)), { x, y: below + 1, width: inner, size: 9 });
  });
  if (qr !== null) drawPaymentCode(pdf, qr, sum, { x, y: TOP + 96, size: inner, captionColor: paper.ink });
  if (payUrl !== undefined) drawLink(pdf, payUrl, { x, y: linkTop, width: inner });
}

/** The way to the page that takes the payment; a press on the paper of a screen opens it. */
function drawLink(pdf: Pdf, url: string, place: { x: number; y: number; width: number }): void {
  const style = { ...place, align: 'center', size: 9, font: 'semibold', link: url } as const;
  pdf.leaf('Link', () => void pdf.text(words.payOnline, style), { alt: `${words.payOnline}: ${url}` });
}

/** The largest size in which the sum stands on one line beside its currency. */
function fitSum(pdf: Pdf, sum: string, room: number): { size: number; width: number } {
  const width = pdf.widthOf(sum, { size: LARGEST_SUM, font: 'bold' });
  const size = width <= room ? LARGEST_SUM : (LARGEST_SUM * room) / width;
  return { size, width: Math.min(width, room) };
}

function drawNothing(pdf: Pdf, note: string): void {
  const { sideLeft, sideWidth } = layout;
  pdf.artifact(() => {
    pdf.doc.roundedRect(sideLeft, TOP, sideWidth, 84, 12).fillAndStroke(paper.tint, paper.line);
  });
  pdf.leaf('H2', () => {
    pdf.text(words.nothingToPay, {
      x: sideLeft + INSET,
      y: TOP + 14,
      width: sideWidth - 2 * INSET,
      size: 13,
      font: 'bold',
    });
  });
  pdf.leaf('P', () => {
    pdf.text(note, { x: sideLeft + INSET, y: TOP + 52, width: sideWidth - 2 * INSET, size: 10 });
  });
}
