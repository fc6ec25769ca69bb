import { drawPaymentCode } from '#billing/document/draw-details.ts';
import { dateText } from '#billing/document/words.ts';
import type { BillData } from '#contract/values/bill.ts';
import { formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const INSET = 14;
const CURRENCY_WIDTH = 28;
const LARGEST_SUM = 28;
/** Points that are free between the day of payment and the code. */
const CHANGE_ROOM = 10;
const NOTHING_HEIGHT = 84;
const TOP = pageSize.margin - 6;

/**
 * The one thing to be done: the lamp with the sum that the bill asked for and its day, as history where something else is due now,
 * and the code that a bank's app reads. The code and the link pay what is due now; on an older bill there are none. Returns
 * the y below.
 */
export function drawToPay(pdf: Pdf, bill: BillData, payUrl?: string): number {
  const closing = moneyFromWire(bill.closing);
  const due = bill.due === null ? zeroMoney : moneyFromWire(bill.due.sum);
  if (closing > zeroMoney || due > zeroMoney) {
    return drawDebt(pdf, bill, due > zeroMoney ? payUrl : undefined);
  }
  const note = closing < zeroMoney ? words.overpaid(formatMoney(negateMoney(closing))) : words.noDebt;
  return drawNothing(pdf, note);
}

/** What became of the sum that the bill asked for; nothing while it is what is due. */
function changeOf({ due, toPay }: BillData): string | undefined {
  if (due === null) return words.inNextBill;
  if (due.sum === toPay) return undefined;
  const day = dateText(due.asOf);
  const sum = moneyFromWire(due.sum);
  return sum > zeroMoney ? words.dueAsOf(day, formatMoney(sum)) : words.paidAsOf(day);
}

function drawDebt(pdf: Pdf, bill: BillData, payUrl: string | undefined): number {
  const { sideLeft, sideWidth } = layout;
  const inner = sideWidth - 2 * INSET;
  const x = sideLeft + INSET;
  const sum = formatMoney(moneyFromWire(bill.toPay));
  const { qr } = bill;
  const change = changeOf(bill);
  const changeStyle = { x, width: inner, size: 9, font: 'semibold' } as const;
  const codeTop = TOP + 96 + (change === undefined ? 0 : pdf.heightOf(change, changeStyle) - CHANGE_ROOM);
  const linkTop = codeTop + (qr === null ? 0 : inner + 20);
  const height = linkTop - TOP + (payUrl === undefined ? 8 : 22);
  pdf.artifact(() => {
    pdf.doc.roundedRect(sideLeft, TOP, sideWidth, height, 12).fill(paper.lamp);
    if (qr !== null) pdf.doc.roundedRect(x - 3, codeTop - 3, inner + 6, inner + 6, 6).fill(paper.white);
  });
  pdf.leaf('H2', () => {
    pdf.text(change === undefined ? words.toPay : words.issued, {
      x,
      y: TOP + 14,
      width: inner,
      size: 10,
      font: 'semibold',
    });
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
    const dueDay = (change === undefined ? words.dueOn : words.dueWas)(dateText(bill.dueOn));
    const next = pdf.text(dueDay, { x, y: below + 1, width: inner, size: 9 });
    if (change !== undefined) pdf.text(change, { ...changeStyle, y: next + 1 });
  });
  if (qr !== null) {
    const dueSum = formatMoney(bill.due === null ? zeroMoney : moneyFromWire(bill.due.sum));
    drawPaymentCode(pdf, qr, dueSum, { x, y: codeTop, size: inner, captionColor: paper.ink });
  }
  if (payUrl !== undefined) drawLink(pdf, payUrl, { x, y: linkTop, width: inner });
  return TOP + height;
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

function drawNothing(pdf: Pdf, note: string): number {
  const { sideLeft, sideWidth } = layout;
  pdf.artifact(() => {
    pdf.doc.roundedRect(sideLeft, TOP, sideWidth, NOTHING_HEIGHT, 12).fillAndStroke(paper.tint, paper.line);
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
  return TOP + NOTHING_HEIGHT;
}
