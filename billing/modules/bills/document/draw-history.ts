import type { BillData } from '#billing/api/bills.ts';
import { monthOfYear, shortMonth } from '#billing/document/words.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawBars } from '#platform/pdf/draw-bars.ts';
import { paper } from '#platform/pdf/paper.ts';
import { drawContacts } from './draw-contacts.ts';
import { drawFuelMix } from './draw-fuel-mix.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const LEAST_HEIGHT = 42;
const USUAL_HEIGHT = 84;
/** For the sources of energy below. */
const ROOM_BELOW = 50;

/** Thirteen months beside the year before, of what the energy is made, and where to ask (facts 9.1, block 12). Answers the y below. */
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
      size: 7,
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
