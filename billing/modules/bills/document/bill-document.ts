import { dateText, monthOfYear, providerName } from '#billing/document/words.ts';
import type { BillData } from '#contract/values/bill.ts';
import {
  formatMoney,
  type Kopiykas,
  moneyFromWire,
  negateMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { issueHour } from '../bill-qr.ts';
import { drawEnergy, drawSubheading } from './draw-energy.ts';
import { drawHistory } from './draw-history.ts';
import { drawParties } from './draw-parties.ts';
import { drawToPay } from './draw-to-pay.ts';
import { layout } from './layout.ts';
import { words, zoneNames } from './text.ts';

/** More of them are printed smaller. */
const MOST_WIDE_STEPS = 5;

interface Step {
  readonly sign: string;
  readonly label: string;
  readonly sum: Kopiykas;
}

/** Named as a debt or as an overpayment; its sign stays, so that the sentence adds up. */
function balanceStep(sign: string, sum: Kopiykas, date: LocalDate): Step {
  return { sign, label: words.balanceOn(formatDate(date).slice(0, 5), sum >= zeroMoney), sum };
}

/** What adds to the debt or takes off it, with its sign before it; nothing for nothing. */
function changeStep(label: string, sum: Kopiykas): Step[] {
  if (sum === zeroMoney) return [];
  return [sum < zeroMoney ? { sign: '\u2212', label, sum: negateMoney(sum) } : { sign: '+', label, sum }];
}

function stepsOf(bill: BillData): Step[] {
  const period = billingPeriod(bill.period);
  return [
    balanceStep('', moneyFromWire(bill.opening), firstDay(period)),
    { sign: '+', label: words.charged, sum: moneyFromWire(bill.charged) },
    ...changeStep(words.recalculated, moneyFromWire(bill.recalculated)),
    ...changeStep(words.granted, moneyFromWire(bill.benefit)),
    ...changeStep(words.corrected, moneyFromWire(bill.corrected)),
    { sign: '\u2212', label: words.paid, sum: moneyFromWire(bill.paid) },
    balanceStep('=', moneyFromWire(bill.closing), firstDayAfter(period)),
  ];
}

/** The balance as a sentence from left to right, the payments (facts 9.1, block 11). Returns the y below. */
function drawBalance(pdf: Pdf, bill: BillData, top: number): number {
  let y = drawSubheading(pdf, words.balance, top) + 3;
  y = pdf.roomFor(50, y);
  const steps = stepsOf(bill);
  const size = steps.length > MOST_WIDE_STEPS ? 10 : 13;
  const step = layout.width / steps.length;
  const rowTop = y;
  steps.forEach(({ sign, label, sum }, index) => {
    const x = layout.left + index * step;
    const isLast = index === steps.length - 1;
    if (isLast) {
      pdf.artifact(() => pdf.doc.roundedRect(x + 10, rowTop - 4, step - 10, 38, 6).fill(paper.tint));
    }
    pdf.leaf('P', () => {
      const indent = sign === '' ? 0 : 18;
      if (sign !== '') pdf.text(sign, { x: x + (isLast ? -2 : 2), y: rowTop + 12, size, color: paper.quiet });
      pdf.text(label, { x: x + indent, y: rowTop, width: step - indent, size: 7.5, color: paper.quiet });
      pdf.text(formatMoney(sum), {
        x: x + indent,
        y: rowTop + 12,
        width: step - indent,
        size,
        font: isLast ? 'bold' : 'semibold',
      });
    });
  });
  y = rowTop + 38;
  const notes: string[] = [];
  if (bill.benefits.length > 0) notes.push(words.benefits(bill.benefits.map(benefitText).join('; ')));
  if (bill.corrections.length > 0)
    notes.push(words.corrections(bill.corrections.map(correctionText).join('; ')));
  if (bill.payments.length > 0) notes.push(words.payments(bill.payments.map(paymentText).join('; ')));
  for (const note of notes) {
    pdf.leaf('P', () => {
      y = pdf.text(note, { x: layout.left, y, width: layout.width, size: 8, color: paper.quiet }) + 1;
    });
  }
  return y;
}

function benefitText({ kind, title, sum }: BillData['benefits'][number]): string {
  return words.benefitOf(title || words.benefitKinds[kind], formatMoney(negateMoney(moneyFromWire(sum))));
}

function correctionText({ date, sum, reason }: BillData['corrections'][number]): string {
  return words.correction(dateText(date), formatMoney(moneyFromWire(sum)), reason);
}

function paymentText({ date, sum, provider }: BillData['payments'][number]): string {
  return words.payment(dateText(date), formatMoney(moneyFromWire(sum)), providerName(provider));
}

const HEIGHT = pageSize.height - pageSize.margin / 2 - layout.slipTop;
const CELL = 12;
/** More registers than this are written on paper of one's own. */
const MOST_WINDOWS = 3;

/** The cut-off slip: account, period, what is due now, and the windows of the meter to write the readings into (facts 9.1, block 13). */
function drawSlip(pdf: Pdf, bill: BillData, contentBottom: number): void {
  const { doc } = pdf;
  if (contentBottom > layout.slipTop - 2) doc.addPage();
  const top = layout.slipTop;
  pdf.artifact(() => {
    doc
      .moveTo(0, top)
      .lineTo(pageSize.width, top)
      .dash(3, { space: 3 })
      .lineWidth(0.7)
      .strokeColor(paper.quiet)
      .stroke()
      .undash();
  });
  pdf.leaf('H2', () => {
    pdf.text(words.slip, { x: layout.left, y: top + 8, width: 200, font: 'semibold', size: 10 });
  });
  const fields: readonly (readonly [string, string])[] = [
    [words.account, bill.customer.account],
    [words.slipPeriod, monthOfYear(bill.period).replace(/ \S+$/, '')],
    [words.slipSum, bill.due === null ? words.slipNothing : formatMoney(moneyFromWire(bill.due.sum))],
  ];
  fields.forEach(([label, value], index) => {
    const x = layout.left + index * 98;
    pdf.leaf('P', () => {
      const below = pdf.text(label, { x, y: top + 26, width: 96, size: 7.5, color: paper.quiet });
      pdf.text(value, { x, y: below + 1, width: 96, size: 9.5, font: 'semibold' });
    });
  });
  pdf.leaf('P', () => {
    pdf.text(words.slipSignature, {
      x: layout.left,
      y: top + HEIGHT - 18,
      width: 120,
      size: 7.5,
      color: paper.quiet,
    });
  });
  pdf.artifact(() => {
    doc
      .moveTo(layout.left + 62, top + HEIGHT - 10)
      .lineTo(layout.left + 264, top + HEIGHT - 10)
      .lineWidth(0.5)
      .strokeColor(paper.quiet)
      .stroke();
  });
  drawWindows(pdf, bill, top);
}

function drawWindows(pdf: Pdf, bill: BillData, top: number): void {
  const last = bill.meters.at(-1);
  const registers = bill.meters
    .filter((meter) => meter.serialNumber === last?.serialNumber)
    .slice(0, MOST_WINDOWS);
  const x = layout.left + 300;
  pdf.leaf('P', () => {
    pdf.text(words.slipReadings, { x, y: top + 9, width: 220, size: 7.5, color: paper.quiet });
  });
  registers.forEach((register, index) => {
    const y = top + 22 + index * (CELL + 12);
    pdf.leaf('P', () => {
      pdf.text(zoneNames[register.zone], { x, y: y + 5, width: 60, size: 9 });
    });
    pdf.artifact(() => {
      for (let digit = 0; digit < register.digitCapacity; digit++) {
        pdf.doc.roundedRect(x + 64 + digit * (CELL + 4), y, CELL + 2, CELL + 6, 2);
      }
      pdf.doc.lineWidth(0.8).strokeColor(paper.ink).stroke();
    });
  });
}

const INSET = 8;

/** A box with a sentence that must not be overlooked, and what it means. Returns the y below. */
function drawNotice(pdf: Pdf, title: string, explanation: string, y: number): number {
  const width = layout.width - 2 * INSET;
  const titleStyle = { width, font: 'semibold', size: 9 } as const;
  const textStyle = { width, size: 7.5, color: paper.quiet };
  const height =
    pdf.heightOf(title, titleStyle) + pdf.heightOf(explanation, textStyle) + 2 * INSET - PADDING_SAVED;
  const top = pdf.roomFor(height, y);
  pdf.artifact(() => {
    pdf.doc.roundedRect(layout.left, top, layout.width, height, 6).fill(paper.tint);
    pdf.doc.rect(layout.left, top + 6, 2.5, height - 12).fill(paper.lamp);
  });
  pdf.leaf('P', () => {
    const place = { x: layout.left + INSET };
    const below = pdf.text(title, { ...titleStyle, ...place, y: top + INSET - 2 });
    pdf.text(explanation, { ...textStyle, ...place, y: below + 1 });
  });
  return top + height;
}

/** Lines end lower than their letters do. */
const PADDING_SAVED = 3;

/**
 * What stands beside the bill while it is the last: arrears with what follows from them, and what is due for violation acts,
 * each on its own and as of now (facts 2.4, 9.1). Returns the y below.
 */
function drawNotices(pdf: Pdf, { due }: Pick<BillData, 'due'>, top: number): number {
  if (due === null) return top;
  let y = top;
  const arrears = moneyFromWire(due.arrears);
  if (arrears > zeroMoney) {
    y = drawNotice(pdf, words.overdue(formatMoney(arrears)), words.overdueText, y) + 6;
  }
  if (due.acts.length > 0) {
    const sum = formatMoney(sumMoney(due.acts.map(({ owed }) => moneyFromWire(owed))));
    const each = due.acts.map(({ actNumber, owed }) =>
      words.act(actNumber, formatMoney(moneyFromWire(owed))),
    );
    y = drawNotice(pdf, words.acts(sum), `${each.join('; ')}. ${words.actsText}`, y) + 6;
  }
  return y;
}

/** A window at dusk with one lamp lit. */
function drawMark({ doc }: Pdf, x: number, y: number): void {
  doc.roundedRect(x, y, 24, 24, 5).fill(paper.ink);
  const panes: readonly (readonly [number, number, string])[] = [
    [4, 4, paper.night],
    [13, 4, paper.lamp],
    [4, 13, paper.night],
    [13, 13, paper.night],
  ];
  for (const [left, top, color] of panes) doc.rect(x + left, y + top, 7, 7).fill(color);
}

/** Whose bill, for which month, its number and date. Returns the y below. */
function drawHeading(pdf: Pdf, bill: BillData): number {
  const { left } = layout;
  const top = pageSize.margin - 6;
  pdf.artifact(() => drawMark(pdf, left, top));
  let y = top + 6;
  pdf.leaf('P', () => {
    y = pdf.text(bill.supplier.name, {
      x: left + 33,
      y,
      width: layout.mainWidth,
      font: 'semibold',
      size: 10,
    });
  });
  y = top + 34;
  pdf.leaf('H1', () => {
    y = pdf.text(words.title, { x: left, y, width: layout.mainWidth, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(monthOfYear(bill.period), { x: left, y, width: layout.mainWidth, size: 13 });
  });
  pdf.leaf('P', () => {
    const number = words.number(bill.number, dateText(bill.issuedOn));
    y = pdf.text(number, { x: left, y: y + 3, width: layout.mainWidth, size: 9, color: paper.quiet });
  });
  return y;
}

const SIDE_BOTTOM = 318;

/**
 * The bill on paper, with the blocks of facts 9.1 in their order; the code to pay stands beside the first of them. The same
 * bill makes the same document.
 * @param payUrl Where it is paid online; absent: nowhere.
 */
export function createBillDocument(bill: BillData, payUrl?: string): Promise<Buffer> {
  return createPdf(
    {
      title: `${words.title}, ${monthOfYear(bill.period)}`,
      subject: words.subject(bill.customer.account),
      author: bill.supplier.name,
      createdAt: kyivInstant(bill.issuedOn as LocalDate, issueHour, 0),
    },
    (pdf) => {
      let y = drawHeading(pdf, bill);
      y = drawParties(pdf, bill, y + 8);
      const sideBottom = drawToPay(pdf, bill, payUrl) + 2;
      y = drawEnergy(pdf, bill, Math.max(y + 3, sideBottom, SIDE_BOTTOM));
      y = drawBalance(pdf, bill, y + 7);
      y = drawNotices(pdf, bill, y + 3);
      y = drawHistory(pdf, bill, y + 4);
      drawSlip(pdf, bill, y);
    },
  );
}
