import type { Pdf } from './create-pdf.ts';
import { paper } from './paper.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Drawn as an outline behind the bar; null: unknown. */
  readonly compared: number | null;
  readonly isMarked: boolean;
}

const LABEL_HEIGHT = 12;
const VALUE_HEIGHT = 10;

/** Bars with values above and labels below; compared values are outlines behind them. */
export function drawBars(
  { doc, text }: Pdf,
  bars: readonly Bar[],
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const most = Math.max(1, ...bars.map((bar) => Math.max(bar.value, bar.compared ?? 0)));
  const step = place.width / Math.max(bars.length, 1);
  const bottom = place.y + place.height - LABEL_HEIGHT;
  const scale = (place.height - LABEL_HEIGHT - VALUE_HEIGHT) / most;
  const barWidth = step * 0.56;
  bars.forEach((bar, index) => {
    const left = place.x + index * step;
    const barLeft = left + (step - barWidth) / 2;
    if (bar.compared !== null && bar.compared > 0) {
      const height = bar.compared * scale;
      doc
        .rect(barLeft - 2.5, bottom - height, barWidth + 5, height)
        .lineWidth(0.7)
        .strokeColor(paper.quiet)
        .stroke();
    }
    const height = Math.max(bar.value * scale, 0.8);
    doc.rect(barLeft, bottom - height, barWidth, height).fill(bar.isMarked ? paper.ink : paper.night);
    const top = bottom - Math.max(height, (bar.compared ?? 0) * scale);
    const valueStyle = { size: 7, font: bar.isMarked ? ('bold' as const) : ('regular' as const) };
    text(String(bar.value), { ...valueStyle, x: left, y: top - 9, width: step, align: 'center' });
    text(bar.label, {
      size: 7,
      x: left,
      y: bottom + 3,
      width: step,
      align: 'center',
      color: paper.quiet,
    });
  });
  doc
    .moveTo(place.x, bottom)
    .lineTo(place.x + place.width, bottom)
    .lineWidth(0.8)
    .strokeColor(paper.ink)
    .stroke();
}
