import type { BillData } from '#billing/api/bills.ts';
import { monthOfYear, shortMonth, unbroken } from '#billing/document/words.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawBars } from '#platform/pdf/draw-bars.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const HEIGHT = 88;

/** Thirteen months beside the year before, and where to ask (facts 9.1, block 12). Answers the y below. */
export function drawHistory(pdf: Pdf, bill: BillData, top: number): number {
  const y = pdf.roomFor(HEIGHT + 20, top);
  const { left, mainWidth, sideLeft, sideWidth } = layout;
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
    () => drawBars(pdf, bars, { x: left, y: y + 14, width: mainWidth, height: HEIGHT - 14 }),
    {
      alt: words.chartAlt(spoken.join('; ')),
    },
  );
  let below = y;
  pdf.leaf('H2', () => {
    below = pdf.text(words.contacts, { x: sideLeft, y, width: sideWidth, font: 'semibold', size: 9 });
  });
  pdf.leaf('P', () => {
    const contacts = [bill.supplier.phones.map(unbroken).join(', '), bill.supplier.email].filter(
      (text) => text !== '',
    );
    below = pdf.text(contacts.join('\n'), { x: sideLeft, y: below + 2, width: sideWidth, size: 9 });
    below = pdf.text(words.contactsText, {
      x: sideLeft,
      y: below + 3,
      width: sideWidth,
      size: 7.5,
      color: paper.quiet,
    });
  });
  return Math.max(y + HEIGHT, below);
}
