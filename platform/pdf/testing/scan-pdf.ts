import jsQR from 'jsqr';
import { renderPdf } from './render-pdf.ts';

/** What a camera reads of the code on a document; undefined: none of its pages has one that can be read. */
export function scanPdf(pdf: Buffer): string | undefined {
  for (const { pixels, width, height } of renderPdf(pdf)) {
    const found = jsQR.default(pixels, width, height);
    if (found) return found.data;
  }
  return undefined;
}
