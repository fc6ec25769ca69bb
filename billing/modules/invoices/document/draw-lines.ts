import { dateText, monthOfYear } from '#billing/document/words.ts';
import type { InvoiceData, InvoiceQuantity } from '#contract/values/invoice.ts';
import { pointEstimate } from '#domain/charges/basis-words.template.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import { groupLines } from '#domain/invoices/group-lines.ts';
import { addMoney, formatMoney, type Kopiykas, moneyFromWire, zeroMoney } from '#domain/money.ts';
import { formatContractPrice, priceFromText } from '#domain/price.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableColumn, type TableRow } from '#platform/pdf/draw-table.ts';
import { pageSize } from '#platform/pdf/paper.ts';
import { registerNames, words } from './text.ts';

/** Position on the page, in points. */
export const place = { left: pageSize.margin, width: pageSize.width - 2 * pageSize.margin } as const;

const sumText = (wire: string) => formatMoney(moneyFromWire(wire));
const count = (quantity: number) => formatKwh(fromKwh(quantity));

function columns(titles: readonly string[], shares: readonly number[], rightFrom: number): TableColumn[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  return titles.map((title, index) => ({
    title,
    width: (place.width * (shares[index] ?? 0)) / all,
    align: index >= rightFrom ? 'right' : 'left',
  }));
}

export function drawSubheading(pdf: Pdf, text: string, y: number): number {
  const top = pdf.roomFor(60, y);
  let below = top;
  pdf.leaf('H2', () => {
    below = pdf.text(text, { x: place.left, y: top, width: place.width, font: 'semibold', size: 11 });
  });
  return below + 2;
}

/** What is charged, by parts of the price with their sources, and the totals with VAT. Returns the y below. */
export function drawLines(pdf: Pdf, invoice: InvoiceData, top: number): number {
  const { payee, priceBase, period } = invoice;
  const classes = new Map(invoice.quantities.map(({ eic, voltageClass }) => [eic, voltageClass]));
  const titles = words.lineColumns[payee === 'supplier' ? 'kWh' : 'kvarh'].map(
    (title) => title || (payee === 'operator' ? words.energyPrice : words.prices[priceBase]),
  );
  const total = (name: string, sum: string): TableRow => ({
    cells: [name, '', '', sumText(sum)],
    isTotal: true,
  });
  return drawTable(pdf, pdf, {
    x: place.left,
    y: drawSubheading(pdf, words.lines, top),
    columns: columns(titles, [270, 75, 85, 85], 1),
    rows: [
      ...groupLines(
        invoice.lines.map((line) => ({ ...line, amount: moneyFromWire(line.sum) })),
        (eic) => classes.get(eic) ?? null,
      ).map(({ name, forPeriod, ...group }): TableRow => {
        const priceFrom = group.priceFrom === null ? null : dateText(group.priceFrom);
        return {
          cells: [
            forPeriod === period ? name : words.forMonth(name, monthOfYear(forPeriod)),
            count(group.quantity),
            formatContractPrice(priceFromText(group.price)),
            formatMoney(group.amount),
          ],
          notes: [words.source(group.source, priceFrom, group.equivalent)],
        };
      }),
      total(words.net, invoice.net),
      total(words.vat, invoice.vat),
      total(words.gross, invoice.gross),
    ],
  });
}

const energyRegisters: readonly string[] = ['single', 'day', 'night', 'peak', 'halfPeak'];

/** Meters of a point, one line each; only those of energy where reactive energy is not charged. */
function metersText({ meters }: InvoiceQuantity, isEnergy: boolean): string {
  return meters
    .filter(({ register }) => !isEnergy || energyRegisters.includes(register))
    .map(({ serialNumber, register, digitCapacity, coefficient, previousValue, currentValue }) => {
      const dial = (value: number) => String(value).padStart(digitCapacity, '0');
      const shown =
        previousValue === null || currentValue === null
          ? words.noReading
          : words.dial(dial(previousValue), dial(currentValue), coefficient);
      return `${words.meter(serialNumber, registerNames[register] ?? '')}: ${shown}`;
    })
    .join('\n');
}

/** What is billed at each point and how its quantity is found. Returns the y below. */
export function drawPoints(pdf: Pdf, invoice: InvoiceData, top: number): number {
  const { quantities, lines, payee } = invoice;
  const sums = new Map<string, Kopiykas>();
  for (const { eic, sum } of lines) sums.set(eic, addMoney(sums.get(eic) ?? zeroMoney, moneyFromWire(sum)));
  const isEnergy = payee === 'supplier';
  return drawTable(pdf, pdf, {
    x: place.left,
    y: drawSubheading(pdf, words.points, top),
    columns: isEnergy
      ? columns(words.pointColumns, [112, 158, 48, 40, 44, 52, 74], 2)
      : columns(words.reactiveColumns, [126, 166, 56, 56, 56, 70], 2),
    rows: quantities.map((point): TableRow => {
      const figures = isEnergy
        ? [point.meteredKwh, point.lossKwh, point.subKwh + point.subLossKwh, point.billedKwh]
        : [point.meteredKwh, point.reactiveImportKvarh, point.reactiveExportKvarh];
      const facts = [
        point.eic,
        point.voltageClass === null ? '' : words.voltage(point.voltageClass),
        isEnergy ? pointEstimate(point) : '',
        point.isHeld ? words.held : '',
        isEnergy && point.billedKwh > 0 && !sums.has(point.eic) ? words.ownContract : '',
      ];
      return {
        cells: [
          point.object || point.address,
          metersText(point, isEnergy),
          ...figures.map(count),
          formatMoney(sums.get(point.eic) ?? zeroMoney),
        ],
        notes: [facts.filter((fact) => fact !== '').join(', ')],
      };
    }),
  });
}

/** The points whose energy no reading ends, with what it is found by. Returns the y below: that of the top when there are none. */
export function drawEstimates(pdf: Pdf, { quantities, payee }: InvoiceData, top: number): number {
  const estimated = payee === 'supplier' ? quantities.filter((point) => pointEstimate(point) !== '') : [];
  if (estimated.length === 0) return top;
  return drawTable(pdf, pdf, {
    x: place.left,
    y: drawSubheading(pdf, words.estimates, top + 14),
    columns: columns(words.estimateColumns, [180, 260, 75], 2),
    rows: estimated.map(
      (point): TableRow => ({
        cells: [point.object || point.address, pointEstimate(point), count(point.billedKwh)],
        notes: [point.eic],
      }),
    ),
  });
}
