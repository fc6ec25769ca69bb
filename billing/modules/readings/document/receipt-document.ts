import { drawDetails } from '#billing/document/draw-details.ts';
import type { Place } from '#billing/document/draw-sides.ts';
import { dateText, momentText, monthOfYear, unbroken } from '#billing/document/words.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import type { ReceiptPdfView } from './receipt-pdf-view.ts';
import { stateNames, words, zoneNames } from './text.ts';

const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;
const COLUMN_WIDTHS = [155, 180, 90, 90] as const;

/** Draws the receipt PDF of a reading. Equal input gives an equal PDF. */
export function createReceiptDocument(on: ReceiptPdfView): Promise<Buffer> {
  const { accountNumber, receipt, supplier } = on;
  return createPdf(
    {
      title: `${words.title}, ${monthOfYear(receipt.period)}`,
      subject: words.subject(accountNumber),
      author: supplier.name,
      createdAt: instantFromIso(receipt.submittedAt),
    },
    (pdf) => {
      let y = drawHeading(pdf, on);
      y = drawDetails(pdf, detailsOf(on), { left, width, top: y + 18 });
      y = drawValues(pdf, on, { left, width, top: y + 14 });
      drawSum(pdf, on, y + 18);
    },
  );
}

function drawHeading(pdf: Pdf, { receipt, supplier }: ReceiptPdfView): number {
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(supplier.name, { x: left, y, width, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(words.title, { x: left, y: y + 14, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    const number = words.number(receipt.number, momentText(receipt.submittedAt));
    y = pdf.text(number, { x: left, y: y + 3, width, size: 12 });
  });
  return y;
}

function detailsOf({ accountNumber, receipt, state, reviewBy, reason, customer, meter }: ReceiptPdfView) {
  const takenAt = momentText(receipt.takenAt);
  const given = momentText(receipt.submittedAt);
  const details: readonly (readonly [string, string])[] = [
    [
      words.state,
      state === 'underReview' && reviewBy !== null
        ? words.underReviewBy(dateText(reviewBy))
        : stateNames[state],
    ],
    [words.account, accountNumber],
    [words.customer, customer.name],
    [words.address, unbroken(customer.address)],
    [words.meter, words.meterValue(meter.serial, meter.type)],
    [words.taken, takenAt === given ? '' : takenAt],
    [words.given, given],
    [words.effective, dateText(receipt.effectiveDate)],
    [words.period, monthOfYear(receipt.period)],
    [words.reason, reason ?? ''],
  ];
  return details.filter(([, value]) => value !== '');
}

/** Draws values and consumption by register. Returns the y coordinate below the drawn block. */
function drawValues(pdf: Pdf, { receipt, meter, registers }: ReceiptPdfView, place: Place): number {
  const dial = (value: number | null) =>
    value === null ? '—' : String(value).padStart(meter.digitCapacity, '0');
  const kwh = (value: number | null) => (value === null ? '—' : formatKwh(fromKwh(value)));
  const previous = ({ previousValue, previousDate }: (typeof registers)[number]) =>
    previousDate === null ? dial(previousValue) : words.previous(dial(previousValue), dateText(previousDate));
  const counted = registers.reduce((sum, register) => sum + (register.kwh ?? 0), 0);
  const total = counted === receipt.totalKwh ? words.total : words.totalOfMonth(monthOfYear(receipt.period));
  let y = place.top;
  pdf.leaf('H2', () => {
    y = pdf.text(words.values, { x: left, y, width, font: 'semibold', size: 11 });
  });
  return drawTable(pdf, pdf, {
    x: place.left,
    y: y + 2,
    columns: words.columns.map((title, index) => ({
      title,
      width: COLUMN_WIDTHS[index] ?? 0,
      align: index > 0 ? 'right' : 'left',
    })),
    rows: [
      ...registers.map((register) => ({
        cells: [zoneNames[register.zone], previous(register), dial(register.value), kwh(register.kwh)],
      })),
      { cells: [total, '', '', kwh(receipt.totalKwh)], isTotal: true },
    ],
  });
}

function drawSum(pdf: Pdf, { receipt, supplier }: ReceiptPdfView, top: number): void {
  const { sum } = receipt;
  let y = pdf.roomFor(90, top);
  pdf.leaf('H2', () => {
    y = pdf.text(words.sum, { x: left, y, width, font: 'semibold', size: 11 });
  });
  pdf.leaf('P', () => {
    const sumText = sum === null ? words.sumUnknown : words.sumValue(formatMoney(moneyFromWire(sum)));
    y = pdf.text(sumText, { x: left, y: y + 2, width, font: sum === null ? 'regular' : 'bold', size: 16 });
  });
  if (sum !== null) {
    pdf.leaf('P', () => {
      y = pdf.text(words.sumNote, { x: left, y: y + 2, width, size: 8, color: paper.quiet });
    });
  }
  const contacts = [...supplier.phones.map(unbroken), supplier.email].filter((text) => text !== '');
  pdf.leaf('P', () => {
    const contactLine = words.contacts(contacts.join(', '));
    pdf.text(contactLine, { x: left, y: y + 18, width, size: 8, color: paper.quiet });
  });
}
