import { nbuQrLimitsOf, nbuSignPart } from '#domain/payments/nbu-qr-picture.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawQr, type QrPlace } from '#platform/pdf/draw-qr.ts';
import { paper } from '#platform/pdf/paper.ts';
import type { Place } from './draw-sides.ts';
import { codeWords } from './text.ts';

const LABEL_WIDTH = 112;

/** Draws names with values, one row each. Returns the y coordinate below the drawn block. */
export function drawDetails(
  pdf: Pdf,
  details: readonly (readonly [name: string, value: string])[],
  { left, width, top }: Place,
): number {
  let y = top;
  pdf.group('Table', (table) => {
    for (const [name, value] of details) {
      table.group('TR', (row) => {
        const rowTop = pdf.roomFor(pdf.heightOf(value, { width: width - LABEL_WIDTH, size: 10 }), y);
        let below = rowTop;
        row.leaf(
          'TH',
          () => {
            const style = { width: LABEL_WIDTH - 12, size: 8, color: paper.quiet };
            below = pdf.text(name, { ...style, x: left, y: rowTop + 1.5 });
          },
          { scope: 'Row' },
        );
        row.leaf('TD', () => {
          y = pdf.text(value, { x: left + LABEL_WIDTH, y: rowTop, width: width - LABEL_WIDTH, size: 10 });
        });
        y = Math.max(y, below) + 5;
      });
    }
  });
  return y;
}

/** Place of the code; 132 points or more fit the longest code. */
interface CodePlace extends QrPlace {
  readonly captionColor?: string;
}

/**
 * Draws the QR code of the National Bank: white background, hryvnia sign in a white circle in the centre, alternative
 * text with the sum, caption below. Returns the y coordinate below the drawn block. @param sum Formatted: "432,50".
 */
export function drawPaymentCode(
  pdf: Pdf,
  url: string,
  sum: string,
  { captionColor, ...place }: CodePlace,
): number {
  const sign = { text: codeWords.hryvnia, part: nbuSignPart };
  pdf.leaf('Figure', () => drawQr(pdf, url, place, nbuQrLimitsOf(url), sign), { alt: codeWords.alt(sum) });
  let below = place.y + place.size;
  pdf.leaf('P', () => {
    below = pdf.text(codeWords.scan, {
      x: place.x,
      y: below + 3,
      width: place.size,
      align: 'center',
      size: 8,
      color: captionColor ?? paper.quiet,
    });
  });
  return below;
}
