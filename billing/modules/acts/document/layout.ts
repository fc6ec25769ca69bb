import { drawDetails as drawDetailsIn } from '#billing/document/draw-details.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';

/** Where things stand on the page, in points. */
export const layout = {
  left: pageSize.margin,
  width: pageSize.width - 2 * pageSize.margin,
  gap: 20,
} as const;

/** A heading of a part. Answers the y below. */
export function drawTitle(pdf: Pdf, text: string, y: number): number {
  let below = y;
  pdf.leaf('H2', () => {
    below = pdf.text(text, { x: layout.left, y, width: layout.width, font: 'semibold', size: 11 });
  });
  return below + 2;
}

/** A quiet sentence over the whole width. Answers the y below. */
export function drawNote(pdf: Pdf, text: string, y: number): number {
  let below = y;
  pdf.leaf('P', () => {
    below = pdf.text(text, { x: layout.left, y, width: layout.width, size: 8, color: paper.quiet });
  });
  return below;
}

/** Names with their values, one under the other. Answers the y below. */
export function drawDetails(
  pdf: Pdf,
  details: readonly (readonly [name: string, value: string])[],
  top: number,
  width: number = layout.width,
): number {
  return drawDetailsIn(pdf, details, { left: layout.left, width, top });
}
