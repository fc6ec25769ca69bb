import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { paper } from '#platform/pdf/paper.ts';
import type { Place } from './draw-sides.ts';

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
