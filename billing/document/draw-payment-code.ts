import { nbuQrLimitsOf, nbuSignPart } from '#domain/payments/nbu-qr-picture.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawQr, type QrPlace } from '#platform/pdf/draw-qr.ts';
import { paper } from '#platform/pdf/paper.ts';
import { codeWords } from './text.ts';

/** Place of the code; 132 points or more fit the longest code. */
export interface CodePlace extends QrPlace {
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
