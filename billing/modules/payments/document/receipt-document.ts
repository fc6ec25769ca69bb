import { drawDetails } from '#billing/document/draw-details.ts';
import { drawPaymentCode } from '#billing/document/draw-payment-code.ts';
import {
  dateText,
  momentText,
  monthOfYear,
  providerName,
  spacedIban,
  unbroken,
} from '#billing/document/words.ts';
import {
  formatMoney,
  type Kopiykas,
  moneyFromWire,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import type { PaymentRecord } from '../payment-record.ts';
import { stateNames, words } from './text.ts';

const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;
const COLUMN_WIDTHS = [275, 140, 100] as const;
const CODE_SIZE = 140;

/** What a receipt says. */
export interface PaymentReceipt {
  /** The part that it was asked for, confirmed. */
  readonly payment: PaymentRecord;
  /** The parts of the order that may be shown. */
  readonly parts: readonly PaymentRecord[];
  readonly isTest: boolean;
  readonly supplier: {
    readonly name: string;
    readonly edrpou: string;
    readonly iban: string;
    readonly bank: string;
    readonly phones: readonly string[];
    readonly email: string;
  };
  /** The address that the payment code carries; null: it has none. */
  readonly qr: string | null;
}

/** The receipt of a payment on paper. The same payment in the same state makes the same document. */
export function createReceiptDocument(receipt: PaymentReceipt): Promise<Buffer> {
  const { payment, supplier } = receipt;
  return createPdf(
    {
      title: `${words.title}, ${words.number(payment.orderId)}`,
      subject: words.subject(payment.accountNumber),
      author: supplier.name,
      createdAt: instantFromIso(payment.confirmedAt ?? payment.startedAt),
    },
    (pdf) => {
      let y = drawHeading(pdf, receipt);
      y = drawDetails(pdf, detailsOf(receipt), { left, width, top: y + 18 });
      y = drawParts(pdf, receipt, y + 14);
      y = drawCode(pdf, receipt, y + 22);
      drawContacts(pdf, receipt, y + 18);
    },
  );
}

function drawHeading(pdf: Pdf, { payment, supplier, isTest }: PaymentReceipt): number {
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(supplier.name, { x: left, y, width, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(words.title, { x: left, y: y + 14, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(words.number(payment.orderId), { x: left, y: y + 3, width, size: 12 });
  });
  pdf.leaf('P', () => {
    const sum = words.hryvnias(formatMoney(moneyFromWire(payment.orderAmount)));
    y = pdf.text(words.sum, { x: left, y: y + 16, width, size: 9, color: paper.quiet });
    y = pdf.text(sum, { x: left, y: y + 1, width, font: 'bold', size: 26 });
  });
  if (isTest) {
    pdf.leaf('P', () => {
      y = pdf.text(words.test, { x: left, y: y + 4, width, font: 'semibold', size: 11 });
    });
  }
  return y;
}

function detailsOf({ payment, supplier }: PaymentReceipt) {
  const { state, confirmedAt, expectedOn, landedOn, provider, providerReference } = payment;
  const isOnItsWay = state === 'confirmed';
  const details: readonly (readonly [string, string])[] = [
    [words.state, stateNames[state] ?? ''],
    [words.confirmed, confirmedAt === null ? '' : momentText(confirmedAt)],
    [words.expected, isOnItsWay && expectedOn !== null ? dateText(expectedOn) : ''],
    [words.landed, landedOn === null ? '' : dateText(landedOn)],
    [words.provider, providerName(provider)],
    [words.reference, providerReference ?? ''],
    [words.recipient, supplier.name],
    [words.edrpou, supplier.edrpou],
    [words.iban, spacedIban(supplier.iban)],
    [words.bank, supplier.bank],
  ];
  return details.filter(([, value]) => value !== '');
}

function whatFor({ actNumber, period }: PaymentRecord): string {
  if (actNumber !== null) return words.act(actNumber);
  return period === null ? words.energy : words.energyOf(monthOfYear(period));
}

/** Part by part what was paid; what may not be shown is one line, so that the sums agree. Answers the y below. */
function drawParts(pdf: Pdf, { payment, parts }: PaymentReceipt, top: number): number {
  const total = moneyFromWire(payment.orderAmount);
  const shown = sumMoney(parts.map(({ amount }) => moneyFromWire(amount)));
  const hidden: Kopiykas = subtractMoney(total, shown);
  let y = pdf.roomFor(70, top);
  pdf.leaf('H2', () => {
    y = pdf.text(words.parts, { x: left, y, width, font: 'semibold', size: 11 });
  });
  return drawTable(pdf, pdf, {
    x: left,
    y: y + 2,
    columns: words.columns.map((title, index) => ({
      title,
      width: COLUMN_WIDTHS[index] ?? 0,
      align: index === 2 ? 'right' : 'left',
    })),
    rows: [
      ...parts.map((part) => ({
        cells: [whatFor(part), part.accountNumber, formatMoney(moneyFromWire(part.amount))],
      })),
      ...(hidden > zeroMoney ? [{ cells: [words.hidden, '', formatMoney(hidden)] }] : []),
      { cells: [words.total, '', formatMoney(total)], isTotal: true },
    ],
  });
}

/** The code that pays the same again, of the part that the receipt was asked for. Answers the y below. */
function drawCode(pdf: Pdf, { payment, qr }: PaymentReceipt, top: number): number {
  if (qr === null) return top;
  const y = pdf.roomFor(CODE_SIZE + 40, top);
  const textLeft = left + CODE_SIZE + 20;
  const textWidth = width - CODE_SIZE - 20;
  const sum = formatMoney(moneyFromWire(payment.amount));
  const note =
    payment.amount === payment.orderAmount
      ? words.codeNote
      : words.codeNoteOfPart(sum, payment.accountNumber);
  let heading = y;
  pdf.leaf('H2', () => {
    heading = pdf.text(words.code, { x: textLeft, y: y + 6, width: textWidth, font: 'semibold', size: 11 });
  });
  pdf.leaf('P', () => {
    pdf.text(note, { x: textLeft, y: heading + 4, width: textWidth, size: 9, color: paper.quiet });
  });
  return drawPaymentCode(pdf, qr, sum, {
    x: left,
    y,
    size: CODE_SIZE,
  });
}

function drawContacts(pdf: Pdf, { supplier }: PaymentReceipt, top: number): void {
  const contacts = [...supplier.phones.map(unbroken), supplier.email].filter((text) => text !== '');
  const y = pdf.roomFor(24, top);
  pdf.leaf('P', () => {
    const told = words.contacts(contacts.join(', '));
    pdf.text(told, { x: left, y, width, size: 8, color: paper.quiet });
  });
}
