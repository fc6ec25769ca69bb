import { nbuQrLimitsOf, nbuSignPart } from '#domain/payments/nbu-qr-picture.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawQr, type QrPlace } from '#platform/pdf/draw-qr.ts';
import { paper } from '#platform/pdf/paper.ts';
import { codeWords } from './text.ts';

/** Where the code stands; 132 points and more have room for the longest one. */
export interface CodePlace extends QrPlace {
  readonly captionColor?: string;
}

/**
 * The payment code of the National Bank as every paper has it: on white, the hryvnia sign in a white circle in its centre,
 * read out with its sum, and what to do with it below. Answers the y below.
 * @param sum As people read it: "432,50".
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
