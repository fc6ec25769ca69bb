import { drawDetails, drawPaymentCode } from '#billing/document/draw-details.ts';
import { drawSides, drawSignatures, type Side } from '#billing/document/draw-sides.ts';
import { dateText, monthOfYear, spacedIban, unbroken } from '#billing/document/words.ts';
import type { InvoiceData, InvoiceParty } from '#contract/values/invoice.ts';
import { amountInWords } from '#domain/documents/amount-in-words.template.ts';
import { plannedBasisText } from '#domain/invoices/planned-words.template.ts';
import { reactiveFormulaText } from '#domain/invoices/reactive-words.template.ts';
import { formatMoney, type Kopiykas, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { drawEstimates, drawLines, drawPoints, drawSubheading, place } from './draw-lines.ts';
import { words } from './text.ts';

const { left, width } = place;
const DRAWING_HOUR = 9;
const CODE_SIZE = 140;
const LARGEST_SUM = 17;
const GAP = 22;
const mainWidth = width - CODE_SIZE - GAP;

const sumText = (wire: string) => formatMoney(moneyFromWire(wire));

/**
 * Draws an invoice or its act of acceptance: the same figures, the invoice with the payment code, the balance and the points,
 * the act with the sum in words and the signatures. Equal input gives an equal PDF.
 */
export function createInvoiceDocument(invoice: InvoiceData, document: 'invoice' | 'act'): Promise<Buffer> {
  const { payee, period, account, seller, issuedOn } = invoice;
  const isAct = document === 'act';
  const title = (isAct ? words.actTitles : words.titles)[payee];
  const number = isAct ? invoice.actNumber : invoice.number;
  return createPdf(
    {
      title: `${title}, ${monthOfYear(period)}`,
      subject: words.subject(account),
      author: seller.name,
      createdAt: kyivInstant(issuedOn as LocalDate, DRAWING_HOUR, 0),
    },
    (pdf) => {
      const y = drawHeading(pdf, invoice, { title, number, isAct });
      if (isAct) drawAct(pdf, invoice, y + 12);
      else drawInvoice(pdf, invoice, y + 12);
    },
  );
}

function drawHeading(
  pdf: Pdf,
  { seller, period, issuedOn }: InvoiceData,
  { title, number, isAct }: { title: string; number: string; isAct: boolean },
): number {
  const room = isAct ? width : mainWidth;
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(seller.name, { x: left, y, width: room, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(title, { x: left, y: y + 10, width: room, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(monthOfYear(period), { x: left, y: y + 1, width: room, size: 13 });
  });
  pdf.leaf('P', () => {
    const line = words.number(number, dateText(issuedOn));
    y = pdf.text(line, { x: left, y: y + 4, width: room, size: 9, color: paper.quiet });
  });
  return y;
}

function drawInvoice(pdf: Pdf, invoice: InvoiceData, top: number): void {
  const sideBottom = drawToPay(pdf, invoice);
  const { seller, payee } = invoice;
  let y = drawDetails(
    pdf,
    [
      [words.purpose, invoice.paymentPurpose],
      [words.contract, words.contractValue(invoice.contractNumber, dateText(invoice.contractDate))],
      [words.payTo[payee], words.iban(spacedIban(seller.iban), seller.bank)],
    ],
    { left, width: mainWidth, top },
  );
  y = drawSides(pdf, sidesOf(invoice, { hasSigners: false }), {
    left,
    width,
    top: Math.max(y, sideBottom) + 12,
  });
  y = drawLines(pdf, invoice, y + 14);
  if (invoice.reactiveRules !== null)
    y = paragraph(pdf, reactiveFormulaText(invoice.reactiveRules), y + 6, 9);
  y = drawBalance(pdf, invoice, y + 14);
  drawPoints(pdf, invoice, y + 14);
}

/** Whether less is due of an invoice than when it was made: something was paid since. */
function isPaidSince({ closing, gross, open }: InvoiceData): boolean {
  const [ofMonth, ofInvoice, now] = [closing, gross, open].map(moneyFromWire) as [
    Kopiykas,
    Kopiykas,
    Kopiykas,
  ];
  return now < (ofMonth < ofInvoice ? ofMonth : ofInvoice);
}

/**
 * What the invoice asked for when it was made, as history once something was paid, and the code of what is due of it now. Returns the
 * y below.
 */
function drawToPay(pdf: Pdf, invoice: InvoiceData): number {
  const x = left + mainWidth + GAP;
  const style = { x, width: CODE_SIZE };
  const closing = moneyFromWire(invoice.closing);
  const isChanged = isPaidSince(invoice);
  let y: number = pageSize.margin;
  pdf.leaf('H2', () => {
    const asked = isChanged ? words.issued : words.toPay;
    const label = closing > zeroMoney ? asked : words.nothingToPay;
    y = pdf.text(label, { ...style, y, size: 10, font: 'semibold' });
  });
  if (closing > zeroMoney) {
    pdf.leaf('P', () => {
      const sum = `${formatMoney(closing)} ${words.hryvnia}`;
      const sumWidth = pdf.widthOf(sum, { size: LARGEST_SUM, font: 'bold' });
      const size = sumWidth <= CODE_SIZE ? LARGEST_SUM : (LARGEST_SUM * (CODE_SIZE - 1)) / sumWidth;
      y = pdf.text(sum, { ...style, y, size, font: 'bold' });
      const dueDay = (isChanged ? words.dueWas : words.dueOn)(dateText(invoice.dueOn));
      y = pdf.text(dueDay, { ...style, y, size: 9 });
      if (isChanged) y = pdf.text(changeOf(invoice), { ...style, y, size: 9, font: 'semibold' });
    });
  }
  if (invoice.qr === null) return y;
  y = drawPaymentCode(pdf, invoice.qr, sumText(invoice.open), { x, y: y + 6, size: CODE_SIZE });
  pdf.leaf('P', () => {
    const note = isChanged ? words.codeNote : `${changeOf(invoice)} ${words.codeNote}`;
    y = pdf.text(note, { ...style, y: y + 2, size: 7.5, color: paper.quiet, align: 'center' });
  });
  return y;
}

/** What is left of an invoice on the day of the document. */
function changeOf({ open, asOf }: InvoiceData): string {
  const day = dateText(asOf);
  return moneyFromWire(open) === zeroMoney ? words.paidAsOf(day) : words.openNow(day, sumText(open));
}

/** Opening balance, payments, charges and closing balance. Returns the y below. */
function drawBalance(pdf: Pdf, invoice: InvoiceData, top: number): number {
  const balance = (names: { debt: string; advance: string }, wire: string): [string, string] => {
    const sum = moneyFromWire(wire);
    return sum < zeroMoney ? [names.advance, formatMoney(negateMoney(sum))] : [names.debt, formatMoney(sum)];
  };
  const rows = [
    balance(words.opening, invoice.opening),
    [words.charged, sumText(invoice.gross)],
    ...(moneyFromWire(invoice.otherChanges) === zeroMoney
      ? []
      : [[words.otherChanges, sumText(invoice.otherChanges)]]),
    [words.paid, sumText(invoice.paid)],
  ];
  let y = drawTable(pdf, pdf, {
    x: left,
    y: drawSubheading(pdf, words.balance, top),
    columns: words.balanceColumns.map((title, index) => ({
      title,
      width: index === 0 ? width - 110 : 110,
      align: index === 0 ? 'left' : 'right',
    })),
    rows: [
      ...rows.map((cells) => ({ cells })),
      { cells: balance(words.closing, invoice.closing), isTotal: true },
    ],
  });
  if (invoice.planned.length > 0) {
    const parts = invoice.planned.map(({ dueOn, sum }) => words.plannedPart(dateText(dueOn), sumText(sum)));
    const basis = plannedBasisText(invoice.plannedVolume, monthOfYear(invoice.period));
    y = paragraph(pdf, `${words.planned(parts.join('; '))} ${basis}`, y + 6, 9);
  }
  return y;
}

/** Signatures with their heading. */
const SIGNATURES_HEIGHT = 92;

function drawAct(pdf: Pdf, invoice: InvoiceData, top: number): void {
  const { payee, seller, customer } = invoice;
  const sides = sidesOf(invoice, { hasSigners: true });
  let y = drawSides(pdf, sides, { left, width, top });
  const contract = words.contractValue(invoice.contractNumber, dateText(invoice.contractDate));
  const month = monthOfYear(invoice.period);
  y = paragraph(pdf, words.statement[payee](seller.name, customer.name, month, contract), y + 16, 10);
  y = drawLines(pdf, invoice, y + 12);
  y = drawEstimates(pdf, invoice, y);
  // Keeps the sum in words and the signatures on one page.
  y = pdf.roomFor(SIGNATURES_HEIGHT + 84, y + 14);
  y = paragraph(pdf, words.inWords(amountInWords(moneyFromWire(invoice.gross))), y, 10.5);
  y = paragraph(pdf, words.ofItVat(sumText(invoice.vat)), y + 1, 9);
  y = paragraph(pdf, `${words.noClaims} ${words.breakdown(invoice.number)}`, y + 4, 9);
  const signers = [seller, customer].map(({ name, signerPost, signerName }) =>
    `${name}\n${words.signer(signerPost, signerName, '')}`.trim(),
  );
  const [ofSeller = '', ofCustomer = ''] = signers;
  drawSignatures(
    pdf,
    words,
    [
      { role: words.seller[payee], name: ofSeller },
      { role: words.customer, name: ofCustomer },
    ],
    { left, width, top: y + 18, height: SIGNATURES_HEIGHT, lineAt: 78 },
  );
}

function sidesOf(invoice: InvoiceData, { hasSigners }: { hasSigners: boolean }): [Side, Side] {
  const { seller, customer, payee, account } = invoice;
  return [
    { role: words.seller[payee], name: seller.name, lines: partyLines(seller, hasSigners) },
    {
      role: words.customer,
      name: customer.name,
      lines: [...partyLines(customer, hasSigners), words.account(account)],
    },
  ];
}

function partyLines(party: InvoiceParty, hasSigner: boolean): string[] {
  const { edrpou, vatNumber, address, iban, bank, signerPost, signerName, signerGround } = party;
  return [
    edrpou === '' ? '' : words.edrpou(edrpou),
    vatNumber === '' ? '' : words.vatNumber(vatNumber),
    unbroken(address),
    iban === '' ? '' : words.iban(spacedIban(iban), bank),
    hasSigner ? words.signer(signerPost, signerName, signerGround) : '',
  ];
}

function paragraph(pdf: Pdf, text: string, y: number, size: number): number {
  let below = y;
  pdf.leaf('P', () => {
    below = pdf.text(text, { x: left, y, width, size, lineGap: 2 });
  });
  return below;
}
