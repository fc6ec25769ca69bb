import { monthOfYear, shortMonth, unbroken } from '#billing/document/words.ts';
import type { BillData } from '#contract/values/bill.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawBars } from '#platform/pdf/draw-bars.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const BAR_HEIGHT = 5;
/** From the largest part to the smallest. */
const tones = [paper.ink, paper.night, paper.quiet, paper.lamp, paper.line] as const;

/** Of what the energy of the supplier was made, and what went into the air for it. Returns the y below. */
function drawFuelMix(pdf: Pdf, { supplier: { fuelMix } }: BillData, top: number): number {
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
    y = pdf.text(text, { x: left, y: y + BAR_HEIGHT + 2, width: mainWidth, size: 7.5, color: paper.quiet });
  });
  return y;
}

/** The first are those that the supplier wants called; the screen has them all. */
const MOST_PHONES = 3;

const small = { width: layout.sideWidth, size: 7.5, color: paper.quiet } as const;

/** Whom to ask, whom to call when there is no light, what one has a right to, and where to complain. Returns the y below. */
function drawContacts(pdf: Pdf, { supplier }: BillData, top: number): number {
  const place = { x: layout.sideLeft, width: layout.sideWidth };
  const listed = (phones: readonly string[]) => phones.map(unbroken).join(', ');
  let y = top;
  pdf.leaf('H2', () => {
    y = pdf.text(words.contacts, { ...place, y, font: 'semibold', size: 9 }) + 2;
  });
  pdf.leaf('P', () => {
    y = pdf.text(listed(supplier.phones.slice(0, MOST_PHONES)), { ...place, y, size: 7.5 });
  });
  const notes = [
    supplier.emergencyPhones.length === 0
      ? ''
      : words.emergency(listed(supplier.emergencyPhones.slice(0, 1))),
    words.rights,
    supplier.complaintContacts.length === 0 ? '' : words.complaints(supplier.complaintContacts.join(', ')),
  ];
  for (const note of notes.filter((text) => text !== '')) {
    pdf.leaf('P', () => {
      y = pdf.text(note, { ...place, ...small, y: y + 2 });
    });
  }
  return y;
}

const LEAST_HEIGHT = 42;
const USUAL_HEIGHT = 84;
/** For the sources of energy below. */
const ROOM_BELOW = 50;

/** Thirteen months beside the year before, of what the energy is made, and where to ask (facts 9.1, block 12). Returns the y below. */
export function drawHistory(pdf: Pdf, bill: BillData, top: number): number {
  const room = layout.slipTop - ROOM_BELOW - top;
  const isHere = room >= LEAST_HEIGHT;
  const height = isHere ? Math.min(room, USUAL_HEIGHT) : USUAL_HEIGHT;
  const y = isHere ? top : pdf.roomFor(Number.POSITIVE_INFINITY, top);
  const { left, mainWidth } = layout;
  pdf.leaf('H2', () => {
    pdf.text(words.chart, { x: left, y, width: mainWidth, font: 'semibold', size: 9 });
  });
  pdf.leaf('P', () => {
    pdf.text(words.chartLegend, {
      x: left,
      y,
      width: mainWidth,
      align: 'right',
      size: 7.5,
      color: paper.quiet,
    });
  });
  const bars = bill.history.map(({ period, kwh, lastYearKwh }) => ({
    label: shortMonth(period),
    value: kwh,
    compared: lastYearKwh,
    isMarked: period === bill.period,
  }));
  const spoken = bill.history.map(({ period, kwh, lastYearKwh }) =>
    words.chartMonth(monthOfYear(period), kwh, lastYearKwh),
  );
  pdf.leaf(
    'Figure',
    () => drawBars(pdf, bars, { x: left, y: y + 14, width: mainWidth, height: height - 14 }),
    {
      alt: words.chartAlt(spoken.join('; ')),
    },
  );
  return Math.max(drawFuelMix(pdf, bill, y + height + 6), drawContacts(pdf, bill, y));
}
