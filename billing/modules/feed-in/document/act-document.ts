import { drawSides, drawSignatures } from '#billing/document/draw-sides.ts';
import { dateText, monthOfYear, spacedIban, unbroken } from '#billing/document/words.ts';
import type { FeedInMonthData } from '#contract/values/feed-in.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire, negateMoney } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableColumn } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import type { SellerRow } from '../feed-in-store.ts';
import { decimals, words } from './text.ts';

/** An act with its two parties. */
interface ActPdfView {
  readonly accountNumber: string;
  readonly month: FeedInMonthData;
  readonly seller: SellerRow;
  /** Payout account; null: not known. */
  readonly iban: string | null;
  readonly supplier: { readonly name: string; readonly edrpou: string; readonly address: string };
}

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
function drawFigures(pdf: Pdf, { month, iban }: ActPdfView, { left, width, top }: Place): number {
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

const DRAWING_HOUR = 9;
const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;

/** Draws the act PDF. Equal input gives an equal PDF. */
export function createActDocument(act: ActPdfView): Promise<Buffer> {
  const { month, supplier } = act;
  const monthName = monthOfYear(month.period);
  return createPdf(
    {
      title: `${words.title}, ${monthName}`,
      subject: words.subject(act.accountNumber),
      author: supplier.name,
      createdAt: kyivInstant(month.drawnOn as LocalDate, DRAWING_HOUR, 0),
    },
    (pdf) => {
      let y = drawHeading(pdf, act, monthName);
      y = drawParties(pdf, act, y + 18);
      pdf.leaf('P', () => {
        y = pdf.text(words.statement(monthName), { x: left, y: y + 16, width, size: 10, lineGap: 2 });
      });
      y = drawFigures(pdf, act, { left, width, top: y + 16 });
      drawSigning(pdf, act, y + 34);
    },
  );
}

function drawHeading(pdf: Pdf, { month, supplier }: ActPdfView, monthName: string): number {
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(supplier.name, { x: left, y, width, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(words.title, { x: left, y: y + 14, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(words.forMonth(monthName), { x: left, y: y + 1, width, size: 13 });
  });
  pdf.leaf('P', () => {
    const number = words.number(month.actNumber, dateText(month.drawnOn));
    y = pdf.text(number, { x: left, y: y + 4, width, size: 9, color: paper.quiet });
  });
  return y;
}

/** Draws seller and buyer side by side. Returns the y coordinate below the drawn block. */
function drawParties(pdf: Pdf, { accountNumber, seller, supplier }: ActPdfView, top: number): number {
  const contract = words.contract(seller.contractNumber, dateText(seller.contractDate));
  return drawSides(
    pdf,
    [
      {
        role: words.seller,
        name: seller.customerName,
        lines: [
          ...(seller.taxCode === '' ? [] : [words.taxCode(seller.taxCode)]),
          unbroken(seller.address),
          words.account(accountNumber),
          contract,
          words.eic(seller.consumerEic),
        ],
      },
      {
        role: words.buyer,
        name: supplier.name,
        lines: [words.edrpou(supplier.edrpou), unbroken(supplier.address)],
      },
    ],
    { left, width, top },
  );
}

function drawSigning(pdf: Pdf, { seller, supplier }: ActPdfView, top: number): void {
  const sides = [
    { role: words.seller, name: seller.customerName },
    { role: words.buyer, name: supplier.name },
  ] as const;
  drawSignatures(pdf, words, sides, { left, width, top, height: 78, lineAt: 66 });
}
