import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { READING_RECEIPT_PDF, type SubmittedReadingData } from '#billing/api/readings/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { drawDetails } from '#billing/document/draw-details.ts';
import type { Place } from '#billing/document/draw-sides.ts';
import { dateText, momentText, monthOfYear, unbroken } from '#billing/document/words.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { ReceiptPdfView, ReceiptState } from './document/receipt-pdf-view.ts';
import { stateNames, words, zoneNames } from './document/text.ts';

const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;
const COLUMN_WIDTHS = [215, 100, 100, 100] as const;

/** Draws the receipt PDF of a reading. Equal input gives an equal PDF. */
function createReceiptDocument(on: ReceiptPdfView): Promise<Buffer> {
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

function detailsOf({ accountNumber, receipt, state, reason, customer, meter }: ReceiptPdfView) {
  const takenAt = momentText(receipt.takenAt);
  const given = momentText(receipt.submittedAt);
  const details: readonly (readonly [string, string])[] = [
    [words.state, stateNames[state]],
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
        cells: [
          zoneNames[register.zone],
          dial(register.previousValue),
          dial(register.value),
          kwh(register.kwh),
        ],
      })),
      { cells: [words.total, '', '', kwh(receipt.totalKwh)], isTotal: true },
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

type RegisterOutcomeData = SubmittedReadingData['outcome']['registers'][number];

/** A stored receipt with its current state and parties. */
interface ReceiptRow {
  readonly given: SubmittedReadingData;
  readonly reason: string | null;
  /** Current states of its registers. */
  readonly states: readonly ('accepted' | 'underReview' | 'rejected' | 'superseded')[];
  /** Assessments of the meter in its period up to the receipt, oldest first: registers may be submitted separately. */
  readonly assessments: readonly RegisterOutcomeData[];
  readonly meterSerial: string;
  readonly meterType: string;
  readonly digitCapacity: number;
  readonly customerName: string;
  readonly address: string;
}

/** undefined: the account has no receipt with this number. */
async function findReceipt(
  db: BillingDatabase,
  accountNumber: string,
  receiptNumber: string,
): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select s.outcome as given, s.reason, m.serial_number as "meterSerial", m.meter_type as "meterType",
      m.digit_capacity as "digitCapacity", ${customerNameText} as "customerName",
      coalesce(${addressText}, '') as address,
      array(
        select distinct r.status from billing.reading r
        where r.account_number = s.account_number and r.submission_id = s.submission_id
      ) as states,
      (
        select coalesce(jsonb_agg(one order by b.submission_id), '[]') from billing.reading_submission b
        cross join lateral jsonb_array_elements(b.outcome -> 'outcome' -> 'registers') one
        where b.account_number = s.account_number and b.meter_id = s.meter_id and b.period = s.period
          and b.submission_id <= s.submission_id
      ) as assessments
    from billing.reading_submission s
    join billing.meter m on m.account_number = s.account_number and m.meter_id = s.meter_id
    join billing.account a on a.account_number = s.account_number
    join billing.customer c on c.customer_id = ${holderOn(sql`s.submitted_at at time zone 'UTC'`)}
    left join billing.premises p on p.account_number = a.account_number
    where s.account_number = ${accountNumber} and s.receipt_number = ${receiptNumber}::bigint`.execute(db);
  return rows[0];
}

const drawReceiptDocument = drawnByWorker<typeof createReceiptDocument>(
  new URL('./document/receipt-document.ts', import.meta.url).href,
  'createReceiptDocument',
);

/** By precedence: the first of these states that a register has is the state of the receipt. */
const states: readonly ReceiptState[] = ['rejected', 'superseded', 'underReview'];

/** Order of zones on the receipt. */
const zones: readonly Zone[] = ['single', 'peak', 'halfPeak', 'day', 'night'];

/** READING_RECEIPT_PDF: the receipt of a reading as a PDF (product.md §5). */
export const handleReadingReceiptPdf = handleModule(
  READING_RECEIPT_PDF,
  ({ db }) =>
    async ({ accountNumber, receiptNumber }) => {
      const [found, supplier] = await Promise.all([
        findReceipt(db, accountNumber, receiptNumber),
        cachedSupplier(db),
      ]);
      if (found === undefined || supplier === undefined) return refuse('common.notFound');
      const document = await drawReceiptDocument({
        accountNumber,
        receipt: found.given.receipt,
        state: states.find((state) => found.states.includes(state)) ?? 'accepted',
        reason: found.reason,
        customer: { name: found.customerName, address: found.address },
        meter: { serial: found.meterSerial, type: found.meterType, digitCapacity: found.digitCapacity },
        registers: registersOf(found),
        supplier: {
          name: supplier.name,
          phones: [...supplier.phones, ...supplier.mobile_phones],
          email: supplier.email,
        },
      });
      return answer({
        fileName: `${fileNameOf('reading', accountNumber, receiptNumber)}.pdf`,
        content: document.toString('base64'),
      });
    },
);

/** Values of the receipt, each with its last assessment. */
function registersOf({ given, assessments }: ReceiptRow): ReceiptPdfView['registers'] {
  const { values } = given.receipt;
  return zones.flatMap((zone) => {
    const value = values[zone];
    if (value === undefined) return [];
    const of = assessments.findLast((one) => one.zone === zone);
    const kwh = of?.value === value ? of.kwh : null;
    return [{ zone, value, previousValue: of?.previousValue ?? null, kwh }];
  });
}
