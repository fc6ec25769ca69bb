import { dateText } from '#billing/document/words.ts';
import type { BillData } from '#contract/values/bill.ts';
import { estimateWords, leastSure } from '#domain/charges/basis-words.template.ts';
import { addMoney, formatMoney, moneyFromWire } from '#domain/money.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableColumn, type TableRow } from '#platform/pdf/draw-table.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { sourceNames, words, zoneNames } from './text.ts';

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

/** What the meters showed, and what the energy costs with the tax inside (facts 9.1, blocks 9, 10, 12). Returns the y below. */
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
      columns: columns(words.meterColumns, [136, 56, 84, 84, 58, 42, 55], 2, 6),
      rows: bill.meters.map(meterRow),
    });
  }
  if (bill.isEstimated) {
    pdf.leaf('P', () => {
      const note = leastSure(bill.meters).isReviewPending ? words.reviewPending : words.estimated;
      y = pdf.text(note, {
        x: layout.left,
        y: y + 4,
        width: layout.width,
        size: 8,
        color: paper.quiet,
      });
    });
  }
  y = drawSubheading(pdf, words.charges, y + 7);
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
          words.vat(formatMoney(moneyFromWire(bill.vat))),
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

/** What a register showed on its two days, who told it, and what passed. */
function meterRow(meter: BillData['meters'][number]): TableRow {
  const digits = (value: number) => String(value).padStart(meter.digitCapacity, '0');
  const value = (date: string, source: keyof typeof sourceNames) =>
    words.value(dateText(date).slice(0, 5), sourceNames[source]);
  return {
    cells: [
      meter.serialNumber,
      zoneNames[meter.zone],
      digits(meter.previousValue),
      digits(meter.currentValue),
      signed(meter.kwh / meter.coefficient),
      String(meter.coefficient),
      signed(meter.kwh),
    ],
    notes: [
      [words.meter(meter.meterType, meter.digitCapacity), estimateWords(meter)].filter(Boolean).join('; '),
      '',
      value(meter.previousOn, meter.previousSource),
      value(meter.currentOn, meter.currentSource),
    ],
  };
}

function lineName(line: BillData['lines'][number]): string {
  if (line.kind === 'benefit') return words.benefit;
  const zone = zoneNames[line.zone];
  return line.kind === 'recalculation' ? words.recalculation(zone) : zone;
}
