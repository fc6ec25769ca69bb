import { drawDetails } from '#billing/document/draw-details.ts';
import { drawSides } from '#billing/document/draw-sides.ts';
import { dateText, monthOfYear, unbroken } from '#billing/document/words.ts';
import type { TaxInvoice } from '#contract/values/tax-invoice.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableRow } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { words } from './text.ts';

/** A tax invoice with its parties. */
export interface TaxInvoicePapers {
  readonly taxInvoice: TaxInvoice;
  readonly seller: { readonly name: string; readonly edrpou: string; readonly address: string };
  readonly buyer: {
    readonly name: string;
    readonly edrpou: string;
    readonly vatNumber: string;
    readonly address: string;
    readonly contractNumber: string;
    readonly contractDate: string;
  };
}

const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;
const widths = [width - 340, 84, 92, 64, 100] as const;
const firstFigure = 2;
const DRAWING_HOUR = 9;

const sumText = (wire: string) => formatMoney(moneyFromWire(wire));

/** Draws a tax invoice or an adjustment as a document for people. Equal input gives an equal PDF. */
export function createTaxInvoiceDocument(papers: TaxInvoicePapers): Promise<Buffer> {
  const { taxInvoice, seller, buyer } = papers;
  return createPdf(
    {
      title: `${words.titles[taxInvoice.kind]}, ${monthOfYear(taxInvoice.period)}`,
      subject: words.subject(buyer.contractNumber),
      author: seller.name,
      createdAt: kyivInstant(taxInvoice.issuedOn as LocalDate, DRAWING_HOUR, 0),
    },
    (pdf) => {
      let y = drawHeading(pdf, papers);
      y = drawDetails(pdf, detailsOf(papers), { left, width, top: y + 14 });
      y = drawSides(
        pdf,
        [
          {
            role: words.seller,
            name: seller.name,
            lines: [words.edrpou(seller.edrpou), unbroken(seller.address)],
          },
          {
            role: words.buyer,
            name: buyer.name,
            lines: [
              words.edrpou(buyer.edrpou),
              buyer.vatNumber === '' ? '' : words.vatNumber(buyer.vatNumber),
              unbroken(buyer.address),
            ],
          },
        ],
        { left, width, top: y + 10 },
      );
      y = drawSums(pdf, taxInvoice, y + 18);
      pdf.leaf('P', () => {
        pdf.text(words.note, { x: left, y: y + 14, width, size: 8, color: paper.quiet });
      });
    },
  );
}

function drawHeading(pdf: Pdf, { taxInvoice, seller }: TaxInvoicePapers): number {
  const { kind, number, issuedOn, adjusts } = taxInvoice;
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(seller.name, { x: left, y, width, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(words.titles[kind], { x: left, y: y + 10, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    const line = words.number(number, dateText(issuedOn));
    y = pdf.text(line, { x: left, y: y + 1, width, size: 13 });
  });
  if (adjusts === null) return y;
  pdf.leaf('P', () => {
    const line = words.adjusts(adjusts.number, dateText(adjusts.issuedOn));
    y = pdf.text(line, { x: left, y: y + 3, width, size: 10, color: paper.quiet });
  });
  return y;
}

function detailsOf({ taxInvoice, buyer }: TaxInvoicePapers): [string, string][] {
  const { registration, registrationNumber, registeredOn, reason, period } = taxInvoice;
  const register =
    registration === 'registered'
      ? words.registered(registrationNumber ?? '', dateText(registeredOn ?? taxInvoice.issuedOn))
      : words.states[registration];
  return [
    [words.period, monthOfYear(period)],
    [words.contract, words.contractValue(buyer.contractNumber, dateText(buyer.contractDate))],
    ...(reason === '' ? [] : ([[words.reason, reason]] satisfies [string, string][])),
    [words.register, register],
  ];
}

function drawSums(pdf: Pdf, { kind, quantityKwh, net, vat, gross }: TaxInvoice, top: number): number {
  const total = (name: string, sum: string): TableRow => ({
    cells: [name, '', '', '', sumText(sum)],
    isTotal: true,
  });
  return drawTable(pdf, pdf, {
    x: left,
    y: top,
    columns: words.columns.map((title, index) => ({
      title,
      width: widths[index] ?? 0,
      align: index < firstFigure ? 'left' : 'right',
    })),
    rows: [
      {
        cells: [
          kind === 'invoice' ? words.goods : words.goodsChange,
          words.code,
          formatKwh(fromKwh(quantityKwh)),
          words.rate,
          sumText(net),
        ],
      },
      total(words.net, net),
      total(words.vat, vat),
      total(words.gross, gross),
    ],
  });
}
