import type { BillData } from '#billing/api/bills.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const BAR_HEIGHT = 5;
/** From the largest part to the smallest. */
const tones = [paper.ink, paper.night, paper.quiet, paper.lamp, paper.line] as const;

/** Of what the energy of the supplier was made, and what went into the air for it. Answers the y below. */
export function drawFuelMix(pdf: Pdf, { supplier: { fuelMix } }: BillData, top: number): number {
  if (fuelMix === null) return top;
  const { left, mainWidth } = layout;
  const { year, parts, co2GramsPerKwh } = fuelMix;
  const sorted = parts.toSorted((one, other) => Number(other.percent) - Number(one.percent));
  const whole = parts.reduce((sum, { percent }) => sum + Number(percent), 0);
  let y = top;
  pdf.leaf('H2', () => {
    const title = year === null ? words.fuel : words.fuelOf(year);
    y = pdf.text(title, { x: left, y, width: mainWidth, font: 'semibold', size: 8 }) + 2;
  });
  pdf.artifact(() => {
    let x: number = left;
    sorted.forEach(({ percent }, index) => {
      const width = (mainWidth * Number(percent)) / whole;
      pdf.doc.rect(x, y, width, BAR_HEIGHT).fill(tones[Math.min(index, tones.length - 1)] ?? paper.line);
      x += width;
    });
  });
  pdf.leaf('P', () => {
    const named = sorted.map(({ name, percent }) => words.fuelPart(name, percent.replace('.', ',')));
    const sentences = [`${named.join('; ')}.`, co2GramsPerKwh === null ? '' : words.co2(co2GramsPerKwh)];
    const text = sentences.filter((sentence) => sentence !== '').join(' ');
    y = pdf.text(text, { x: left, y: y + BAR_HEIGHT + 2, width: mainWidth, size: 7, color: paper.quiet });
  });
  return y;
}
