import type { BillData } from '#billing/api/bills.ts';
import { dateText, monthOfYear } from '#billing/document/words.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

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

/** Whose bill, for which month, its number and date. Answers the y below. */
export function drawHeading(pdf: Pdf, bill: BillData): number {
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
