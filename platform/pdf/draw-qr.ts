import type { Pdf } from './create-pdf.ts';
import { paper } from './paper.ts';
import { badgePart, isUnderBadge, qrModules } from './qr-modules.ts';

/** Draws a QR code with a sign in a white circle in its centre; the caller leaves four modules of quiet zone around. */
export function drawQr(
  { doc, text }: Pdf,
  content: string,
  place: { readonly x: number; readonly y: number; readonly size: number; readonly sign: string },
): void {
  const modules = qrModules(content);
  const step = place.size / modules.length;
  doc.fillColor(paper.ink);
  modules.forEach((row, rowIndex) => {
    for (let start = 0; start < row.length; start++) {
      let end = start;
      while (end < row.length && row[end] && !isUnderBadge(rowIndex, end, row.length)) end += 1;
      if (end === start) continue;
      doc.rect(place.x + start * step, place.y + rowIndex * step, (end - start) * step, step);
      start = end;
    }
  });
  doc.fill();
  const size = place.size * badgePart * 0.78;
  const centreX = place.x + place.size / 2;
  const centreY = place.y + place.size / 2;
  text(place.sign, {
    x: centreX - size,
    y: centreY - size * 0.62,
    width: size * 2,
    align: 'center',
    font: 'bold',
    size,
    lineGap: 0,
  });
}
