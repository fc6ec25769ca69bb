import type { PaymentData } from '#billing/api/payments.ts';
import { drawDetails } from '#billing/document/draw-details.ts';
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
import { drawQr } from '#platform/pdf/draw-qr.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { stateNames, words } from './text.ts';

const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;
/** Points; at this size a version 8 code has modules of 0.5 mm. */
const PROOF_SIZE = 96;
const proofShape = { levels: ['medium', 'low'], leastVersion: 1, maxVersion: 8 } as const;
const COLUMN_WIDTHS = [275, 140, 100] as const;

/** Contents of a payment receipt. */
export interface PaymentReceipt {
  /** The part whose receipt is requested, confirmed. */
  readonly payment: PaymentData;
  /** The parts of the order that may be shown. */
  readonly parts: readonly PaymentData[];
  readonly isTest: boolean;
  readonly supplier: {
    readonly name: string;
    readonly edrpou: string;
    readonly iban: string;
    readonly bank: string;
    readonly phones: readonly string[];
    readonly email: string;
  };
  /** Customer of the paid contract. */
  readonly payer: string;
  /** Verification page; undefined: no code is printed. */
  readonly proofUrl: string | undefined;
}

/** Draws the receipt PDF. Equal input gives an equal PDF. */
export function createReceiptDocument(receipt: PaymentReceipt): Promise<Buffer> {
  const { payment, supplier } = receipt;
  return createPdf(
    {
      title: `${words.title}, ${words.number(payment.orderId)}`,
      subject: words.subject(payment.account),
      author: supplier.name,
      createdAt: instantFromIso(payment.confirmedAt ?? payment.startedAt),
    },
    (pdf) => {
      let y = drawHeading(pdf, receipt);
      y = drawDetails(pdf, detailsOf(receipt), { left, width, top: y + 18 });
      y = drawParts(pdf, receipt, y + 14);
      y = drawProof(pdf, receipt, y + 18);
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
    const sum = words.hryvnias(formatMoney(moneyFromWire(payment.orderSum)));
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

function detailsOf({ payment, supplier, payer }: PaymentReceipt) {
  const { state, confirmedAt, expectedOn, landedOn, provider, providerReference } = payment;
  const isOnItsWay = state === 'confirmed';
  const details: readonly (readonly [string, string])[] = [
    [words.payer, payer],
    [words.state, stateNames[state] ?? ''],
    [words.confirmed, confirmedAt === null ? '' : momentText(confirmedAt)],
    [words.expected, isOnItsWay && expectedOn !== null ? dateText(expectedOn) : ''],
    [words.landed, landedOn === null ? '' : dateText(landedOn)],
    [words.provider, providerName(provider)],
    [words.reference, isReadable(providerReference) ? providerReference : ''],
    [words.recipient, supplier.name],
    [words.edrpou, supplier.edrpou],
    [words.iban, spacedIban(supplier.iban)],
    [words.bank, supplier.bank],
  ];
  return details.filter(([, value]) => value !== '');
}

/** A reference that can be read aloud on the phone; a UUID cannot. */
function isReadable(reference: string | null): reference is string {
  return reference !== null && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(reference);
}

function describeItem({ actNumber, period }: PaymentData): string {
  if (actNumber !== null) return words.act(actNumber);
  return period === null ? words.energy : words.energyOf(monthOfYear(period));
}

/**
 * Draws the paid parts; hidden ones are summed in one line, so that the total is right. Returns the y coordinate below
 * the drawn block.
 */
function drawParts(pdf: Pdf, { payment, parts }: PaymentReceipt, top: number): number {
  const total = moneyFromWire(payment.orderSum);
  const shown = sumMoney(parts.map(({ sum }) => moneyFromWire(sum)));
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
        cells: [describeItem(part), part.account, formatMoney(moneyFromWire(part.sum))],
      })),
      ...(hidden > zeroMoney ? [{ cells: [words.hidden, '', formatMoney(hidden)] }] : []),
      { cells: [words.total, '', formatMoney(total)], isTotal: true },
    ],
  });
}

/** Draws the code of the verification page with its caption. Returns the y coordinate below the drawn block. */
function drawProof(pdf: Pdf, { proofUrl }: PaymentReceipt, top: number): number {
  if (proofUrl === undefined) return top;
  const y = pdf.roomFor(PROOF_SIZE, top);
  const place = { x: left, y, size: PROOF_SIZE };
  pdf.leaf('Figure', () => drawQr(pdf, proofUrl, place, proofShape), { alt: words.proofAlt });
  pdf.leaf('P', () => {
    const x = left + PROOF_SIZE + 14;
    const below = pdf.text(words.proof, { x, y: y + 8, width: 260, font: 'semibold', size: 11 });
    pdf.text(words.proofHint, { x, y: below + 3, width: 260, size: 9, color: paper.quiet });
  });
  return y + PROOF_SIZE;
}

function drawContacts(pdf: Pdf, { supplier }: PaymentReceipt, top: number): void {
  const contacts = [...supplier.phones.map(unbroken), supplier.email].filter((text) => text !== '');
  const y = pdf.roomFor(24, top);
  pdf.leaf('P', () => {
    const contactLine = words.contacts(contacts.join(', '));
    pdf.text(contactLine, { x: left, y, width, size: 8, color: paper.quiet });
  });
}
