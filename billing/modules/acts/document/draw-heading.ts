import type { ActPaper } from '#billing/api/acts.ts';
import { drawSides } from '#billing/document/draw-sides.ts';
import { dateText, unbroken } from '#billing/document/words.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import type { ActOnPaper } from './act-on-paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

/** What the paper is, and between whom. Answers the y below. */
export function drawHeading(pdf: Pdf, kind: ActPaper, paperOfAct: ActOnPaper): number {
  const { act, supplier } = paperOfAct;
  const { left, width } = layout;
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(supplier.name, { x: left, y, width, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(words.titles[kind], { x: left, y: y + 14, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(words.number(act.actNumber, dateText(act.drawnOn)), { x: left, y: y + 1, width, size: 13 });
  });
  return drawParties(pdf, paperOfAct, y + 18);
}

function drawParties(pdf: Pdf, { accountNumber, holder, supplier }: ActOnPaper, top: number): number {
  return drawSides(
    pdf,
    [
      {
        role: words.customer,
        name: holder.customerName,
        lines: [
          unbroken(holder.address),
          words.account(accountNumber),
          words.contract(holder.contractNumber, dateText(holder.contractDate)),
          words.eic(holder.consumerEic),
        ],
      },
      {
        role: words.supplier,
        name: supplier.name,
        lines: [words.edrpou(supplier.edrpou), unbroken(supplier.address)],
      },
    ],
    { ...layout, top },
  );
}
