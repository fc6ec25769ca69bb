import { drawSides, drawSignatures } from '#billing/document/draw-sides.ts';
import { dateText, unbroken } from '#billing/document/words.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { type ActOnPaper, place } from './act-on-paper.ts';
import { words } from './text.ts';

/** Who reconciles with whom, beside each other. Answers the y below. */
export function drawParties(pdf: Pdf, { accountNumber, act }: ActOnPaper, top: number): number {
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

/** The height that the signatures take with the line of their heading. */
export const signaturesHeight = 88;

/** Where both sides sign, beside each other, on one page. */
export function drawSigning(pdf: Pdf, { act }: ActOnPaper, top: number): void {
  const sides = [
    { role: words.supplier, name: act.supplier.name },
    { role: words.customer, name: act.customer.name },
  ] as const;
  drawSignatures(pdf, words, sides, { ...place, top, height: signaturesHeight, lineAt: 74 });
}
