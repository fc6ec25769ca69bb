import type { BillData } from '#billing/api/bills.ts';
import { dateText } from '#billing/document/words.ts';
import { addMoney, formatMoney, moneyFromWire } from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableColumn, type TableRow } from '#platform/pdf/draw-table.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { basisNames, words, zoneNames } from './text.ts';

const decimals = (text: string) => text.replace('.', ',');
const signed = (kwh: number) => String(kwh).replace('-', '\u2212');

function columns(titles: readonly string[], widths: readonly number[], rightFrom: number, rightTo: number) {
  return titles.map((title, index): TableColumn => {
    const isRight = index >= rightFrom && index <= rightTo;
    const indent = index > rightTo ? 16 : 0;
    return { title, width: widths[index] ?? 0, align: isRight ? 'right' : 'left', indent };
  });
}

export function drawSubheading(pdf: Pdf, text: string, y: number): number {
  const top = pdf.roomFor(60, y);
  let below = top;
  pdf.leaf('H2', () => {
    below = pdf.text(text, { x: layout.left, y: top, width: layout.width, font: 'semibold', size: 11 });
  });
  return below + 1;
}

/** What the meters showed, and what the energy costs (facts 9.1, blocks 9–10). Answers the y below. */
export function drawEnergy(pdf: Pdf, bill: BillData, top: number): number {
  let y = drawSubheading(pdf, words.meters, top);
  if (bill.meters.length === 0) {
    pdf.leaf('P', () => {
      y = pdf.text(words.noMeters, { x: layout.left, y, width: layout.width });
    });
  } else {
    y = drawTable(pdf, pdf, {
      x: layout.left,
      y,
      columns: columns(words.meterColumns, [150, 62, 65, 65, 55, 118], 2, 4),
      rows: bill.meters.map((meter): TableRow => {
        const digits = (value: number) => String(value).padStart(meter.digitCapacity, '0');
        const zone = zoneNames[meter.zone];
        return {
          cells: [
            words.meter(meter.serialNumber, meter.meterType),
            meter.coefficient === 1 ? zone : `${zone} ${words.multiplied(meter.coefficient)}`,
            digits(meter.previousValue),
            digits(meter.currentValue),
            signed(meter.kwh),
            [basisNames[meter.basis], ...daysOf(meter, bill.period)].join('\n'),
          ],
        };
      }),
    });
  }
  if (bill.isEstimated) {
    pdf.leaf('P', () => {
      y = pdf.text(words.estimated, {
        x: layout.left,
        y: y + 4,
        width: layout.width,
        size: 8,
        color: paper.quiet,
      });
    });
  }
  y = drawSubheading(pdf, words.charges, y + 10);
  const sum = addMoney(moneyFromWire(bill.charged), moneyFromWire(bill.recalculated));
  return drawTable(pdf, pdf, {
    x: layout.left,
    y,
    columns: columns(words.chargeColumns, [130, 125, 60, 65, 65, 70], 2, 5),
    rows: [
      ...bill.lines.map(
        (line): TableRow => ({
          cells: [
            lineName(line),
            `${dateText(line.from)}–${dateText(line.to)}`,
            signed(line.kwh),
            decimals(line.price),
            decimals(line.coefficient),
            formatMoney(moneyFromWire(line.sum)),
          ],
        }),
      ),
      {
        cells: [
          words.sumOfBill,
          '',
          signed(bill.lines.reduce((kwh, line) => kwh + line.kwh, 0)),
          '',
          '',
          formatMoney(sum),
        ],
        isTotal: true,
      },
    ],
  });
}

/** The days of a meter that stood for a part of the period. */
function daysOf({ from, to }: BillData['meters'][number], month: string): string[] {
  const period = billingPeriod(month);
  const days: string[] = [];
  if (from > firstDay(period)) days.push(words.measuredFrom(dateText(from)));
  if (to < firstDayAfter(period)) days.push(words.measuredThrough(dateText(addDays(to as LocalDate, -1))));
  return days;
}

function lineName(line: BillData['lines'][number]): string {
  if (line.kind === 'benefit') return words.benefit;
  const zone = zoneNames[line.zone];
  return line.kind === 'recalculation' ? words.recalculation(zone) : zone;
}
