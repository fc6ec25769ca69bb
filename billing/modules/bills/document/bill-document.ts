import type { BillData } from '#billing/api/bills/bills.ts';
import { dateText, monthOfYear } from '#billing/document/words.ts';
import { formatMoney, moneyFromWire, sumMoney, zeroMoney } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { issueHour } from '../bill-qr.ts';
import { drawBalance } from './draw-balance.ts';
import { drawEnergy } from './draw-energy.ts';
import { drawHistory } from './draw-history.ts';
import { drawParties } from './draw-parties.ts';
import { drawSlip } from './draw-slip.ts';
import { drawToPay } from './draw-to-pay.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

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
      subject: words.subject(bill.customer.accountNumber),
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
