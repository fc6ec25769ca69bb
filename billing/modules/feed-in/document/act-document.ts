import { drawSides, drawSignatures } from '#billing/document/draw-sides.ts';
import { dateText, monthOfYear, unbroken } from '#billing/document/words.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import type { ActPdfView } from './act-pdf-view.ts';
import { drawFigures } from './draw-figures.ts';
import { words } from './text.ts';

const DRAWING_HOUR = 9;
const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;

/** Draws the act PDF. Equal input gives an equal PDF. */
export function createActDocument(act: ActPdfView): Promise<Buffer> {
  const { month, supplier } = act;
  const monthName = monthOfYear(month.period);
  return createPdf(
    {
      title: `${words.title}, ${monthName}`,
      subject: words.subject(act.accountNumber),
      author: supplier.name,
      createdAt: kyivInstant(month.drawnOn as LocalDate, DRAWING_HOUR, 0),
    },
    (pdf) => {
      let y = drawHeading(pdf, act, monthName);
      y = drawParties(pdf, act, y + 18);
      pdf.leaf('P', () => {
        y = pdf.text(words.statement(monthName), { x: left, y: y + 16, width, size: 10, lineGap: 2 });
      });
      y = drawFigures(pdf, act, { left, width, top: y + 16 });
      drawSigning(pdf, act, y + 34);
    },
  );
}

function drawHeading(pdf: Pdf, { month, supplier }: ActPdfView, monthName: string): number {
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(supplier.name, { x: left, y, width, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(words.title, { x: left, y: y + 14, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(words.forMonth(monthName), { x: left, y: y + 1, width, size: 13 });
  });
  pdf.leaf('P', () => {
    const number = words.number(month.actNumber, dateText(month.drawnOn));
    y = pdf.text(number, { x: left, y: y + 4, width, size: 9, color: paper.quiet });
  });
  return y;
}

/** Draws seller and buyer side by side. Returns the y coordinate below the drawn block. */
function drawParties(pdf: Pdf, { accountNumber, seller, supplier }: ActPdfView, top: number): number {
  const contract = words.contract(seller.contractNumber, dateText(seller.contractDate));
  return drawSides(
    pdf,
    [
      {
        role: words.seller,
        name: seller.customerName,
        lines: [
          ...(seller.taxCode === '' ? [] : [words.taxCode(seller.taxCode)]),
          unbroken(seller.address),
          words.account(accountNumber),
          contract,
          words.eic(seller.consumerEic),
        ],
      },
      {
        role: words.buyer,
        name: supplier.name,
        lines: [words.edrpou(supplier.edrpou), unbroken(supplier.address)],
      },
    ],
    { left, width, top },
  );
}

function drawSigning(pdf: Pdf, { seller, supplier }: ActPdfView, top: number): void {
  const sides = [
    { role: words.seller, name: seller.customerName },
    { role: words.buyer, name: supplier.name },
  ] as const;
  drawSignatures(pdf, words, sides, { left, width, top, height: 78, lineAt: 66 });
}
