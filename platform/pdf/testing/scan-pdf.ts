import jsQR from 'jsqr';
import { renderPdf } from './render-pdf.ts';

/** The text of the QR code in a PDF; undefined: no page has a readable one. */
export function scanPdf(pdf: Buffer): string | undefined {
  for (const { pixels, width, height } of renderPdf(pdf)) {
    const found = jsQR.default(pixels, width, height);
    if (found) return found.data;
  }
  return undefined;
}
