import jsQR from 'jsqr';
import { renderPdf } from './render-pdf.ts';

/** Pixels per point: a large code is read at the first, a small one at the second, which takes twice the time. */
const scales = [2, 3];

/** The text of the QR code in a PDF; undefined: no page has a readable one. */
export function scanPdf(pdf: Buffer): string | undefined {
  for (const scale of scales) {
    for (const { pixels, width, height } of renderPdf(pdf, scale)) {
      const found = jsQR.default(pixels, width, height, { inversionAttempts: 'dontInvert' });
      if (found) return found.data;
    }
  }
  return undefined;
}
