import encodeQR from 'qr';
import type { Pdf } from './create-pdf.ts';
import { paper } from './paper.ts';

/** Limits of a QR code; correction levels in the order in which they are tried. */
interface QrShape {
  readonly levels: readonly ('quartile' | 'medium' | 'low')[];
  readonly leastVersion: number;
  readonly maxVersion: number;
}

const sideOf = (version: number) => version * 4 + 17;

/**
 * The dark modules of a QR code, row by row, without the quiet zone: of the first level that fits the limits. Throws
 * RangeError when the text is too long.
 */
export function qrModules(text: string, shape: QrShape): readonly (readonly boolean[])[] {
  for (const ecc of shape.levels) {
    const modules = withoutBorder(encodeQR(text, 'raw', { ecc, border: 1 }));
    if (modules.length > sideOf(shape.maxVersion)) continue;
    if (modules.length >= sideOf(shape.leastVersion)) return modules;
    return withoutBorder(encodeQR(text, 'raw', { ecc, border: 1, version: shape.leastVersion }));
  }
  throw new RangeError('too long for a code of this shape');
}

function withoutBorder(matrix: boolean[][]): boolean[][] {
  return matrix.slice(1, -1).map((row) => row.slice(1, -1));
}

/** Whether a module is under a round sign in the centre that takes this part of the side. */
export function isUnderSign(row: number, column: number, size: number, signPart: number): boolean {
  const centre = size / 2;
  return Math.hypot(row + 0.5 - centre, column + 0.5 - centre) < (size * signPart) / 2;
}

/** Light modules around the code (quiet zone of the standard). */
const QUIET = 4;
/** Minimum size of a printed module: half a millimetre, in points (facts 4.1). */
const LEAST_MODULE = 0.5 * (72 / 25.4);

export interface QrPlace {
  readonly x: number;
  readonly y: number;
  /** The side including the quiet zone. */
  readonly size: number;
}

export interface QrSign {
  readonly text: string;
  /** Part of the side that the white circle takes. */
  readonly part: number;
}

/**
 * Draws a QR code on white, optionally with a sign in a white circle at its centre, in the caller's figure. Throws
 * RangeError when the place is too small for the content.
 */
export function drawQr(pdf: Pdf, content: string, place: QrPlace, shape: QrShape, sign?: QrSign): void {
  const { doc } = pdf;
  const modules = qrModules(content, shape);
  const count = modules.length;
  const step = place.size / (count + 2 * QUIET);
  if (step < LEAST_MODULE) throw new RangeError('no room for a code that can be read from paper');
  const left = place.x + QUIET * step;
  const top = place.y + QUIET * step;
  doc.rect(place.x, place.y, place.size, place.size).fill(paper.white);
  modules.forEach((row, rowIndex) => {
    const isDark = (column: number) => row[column] && !isUnderSign(rowIndex, column, count, sign?.part ?? 0);
    for (let start = 0; start < count; start++) {
      let end = start;
      while (end < count && isDark(end)) end += 1;
      if (end === start) continue;
      doc.rect(left + start * step, top + rowIndex * step, (end - start) * step, step);
      start = end;
    }
  });
  doc.fill(paper.ink);
  if (sign === undefined) return;
  const centreX = place.x + place.size / 2;
  const centreY = place.y + place.size / 2;
  const badge = count * step * sign.part;
  doc.circle(centreX, centreY, badge / 2).fill(paper.white);
  const size = badge * 0.78;
  const style = { width: size * 2, align: 'center', font: 'bold', size, lineGap: 0 } as const;
  pdf.text(sign.text, { ...style, x: centreX - size, y: centreY - size * 0.62 });
}
