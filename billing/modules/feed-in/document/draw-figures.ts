import { dateText, spacedIban } from '#billing/document/words.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire, negateMoney } from '#domain/money.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableColumn } from '#platform/pdf/draw-table.ts';
import { paper } from '#platform/pdf/paper.ts';
import type { ActPdfView } from './act-pdf-view.ts';
import { decimals, words } from './text.ts';

interface Place {
  readonly left: number;
  readonly width: number;
  readonly top: number;
}

const ENERGY_WIDTHS = [175, 100, 80, 80, 80] as const;
const SUM_WIDTHS = [275, 75, 85, 80] as const;

function columns(titles: readonly string[], widths: readonly number[], rightFrom: number): TableColumn[] {
  return titles.map((title, index) => ({
    title,
    width: widths[index] ?? 0,
    align: index >= rightFrom ? 'right' : 'left',
  }));
}

const kwhText = (kwh: number) => formatKwh(fromKwh(kwh));
const sumText = (wire: string) => formatMoney(moneyFromWire(wire));
const withheldText = (wire: string) => formatMoney(negateMoney(moneyFromWire(wire)));

/** Draws energy, sum and withheld taxes. Returns the y coordinate below the drawn block. */
export function drawFigures(pdf: Pdf, { month, iban }: ActPdfView, { left, width, top }: Place): number {
  const dial = (value: number) => String(value).padStart(month.digitCapacity, '0');
  let y = drawTable(pdf, pdf, {
    x: left,
    y: heading(pdf, words.energy, { left, width, top }),
    columns: columns(words.energyColumns, ENERGY_WIDTHS, 2),
    rows: [
      { cells: [words.generated, '', '', '', kwhText(month.generatedKwh)] },
      {
        cells: [
          words.exported,
          month.meterSerial,
          dial(month.openingValue),
          dial(month.closingValue),
          kwhText(month.exportedKwh),
        ],
      },
      { cells: [words.consumed, month.meterSerial, '', '', kwhText(month.consumedKwh)] },
    ],
  });
  y = note(pdf, words.consumedNote, { left, width, top: y + 4 });
  y = drawTable(pdf, pdf, {
    x: left,
    y: heading(pdf, words.sums, { left, width, top: y + 14 }),
    columns: columns(words.sumColumns, SUM_WIDTHS, 1),
    rows: [
      {
        cells: [words.bought, kwhText(month.exportedKwh), decimals(month.price), sumText(month.amount)],
      },
      { cells: [words.incomeTax(decimals(month.incomeTaxPercent)), '', '', withheldText(month.incomeTax)] },
      {
        cells: [
          words.militaryLevy(decimals(month.militaryLevyPercent)),
          '',
          '',
          withheldText(month.militaryLevy),
        ],
      },
      { cells: [words.toBePaid, '', '', sumText(month.paid)], isTotal: true },
    ],
  });
  const notes: string[] = [words.withoutVat];
  if (month.exportedKwh === 0) notes.push(words.nothingSold);
  if (iban !== null) notes.push(words.payTo(spacedIban(iban)));
  if (month.paidOn !== null) notes.push(words.paidOn(sumText(month.paid), dateText(month.paidOn)));
  return note(pdf, notes.join(' '), { left, width, top: y + 4 });
}

function heading(pdf: Pdf, text: string, { left, width, top }: Place): number {
  let below = top;
  pdf.leaf('H2', () => {
    below = pdf.text(text, { x: left, y: top, width, font: 'semibold', size: 11 });
  });
  return below + 2;
}

function note(pdf: Pdf, text: string, { left, width, top }: Place): number {
  let below = top;
  pdf.leaf('P', () => {
    below = pdf.text(text, { x: left, y: top, width, size: 8, color: paper.quiet });
  });
  return below;
}
