import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { READING_RECEIPT_PDF, type SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { int4, json, nullable, type RowOf, text, textArray, typedSql } from '#platform/database/typed-sql.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createReceiptDocument } from './document/receipt-document.ts';
import type { ReceiptPdfView, ReceiptState } from './document/receipt-pdf-view.ts';

type RegisterOutcomeData = SubmittedReadingData['outcome']['registers'][number];

/** A stored receipt with its current state and parties. */
const receiptColumns = {
  given: json<SubmittedReadingData>(),
  reason: nullable(text()),
  /** Current states of its registers. */
  states: textArray<readonly ('accepted' | 'underReview' | 'rejected' | 'superseded')[]>(),
  /** Assessments of the meter in its period up to the receipt, oldest first: registers may be submitted separately. */
  assessments: json<readonly RegisterOutcomeData[]>(),
  meterSerial: text(),
  meterType: text(),
  digitCapacity: int4(),
  customerName: text(),
  address: text(),
};
type ReceiptRow = RowOf<typeof receiptColumns>;

interface ReceiptQuestion {
  readonly accountNumber: string;
  readonly receiptNumber: string;
  readonly points?: readonly string[] | null | undefined;
}

/** undefined: the account has no receipt with this number. */
async function findReceipt(
  db: BillingDatabase,
  { accountNumber, receiptNumber, points = null }: ReceiptQuestion,
): Promise<ReceiptRow | undefined> {
  const { rows } = await typedSql(receiptColumns)`
    select billing.reading_answer(s) as given, s.reason, m.serial_number as "meterSerial", m.meter_type as "meterType",
      m.digit_capacity as "digitCapacity", ${customerNameText} as "customerName",
      coalesce(${addressText}, '') as address,
      array(
        select distinct r.status from billing.reading r
        where r.account_number = s.account_number and r.submission_id = s.submission_id
      ) as states,
      (
        select coalesce(jsonb_agg(one order by b.submission_id), '[]') from billing.reading_submission b
        cross join lateral jsonb_array_elements(billing.reading_answer(b) -> 'outcome' -> 'registers') one
        where b.account_number = s.account_number and b.meter_id = s.meter_id and b.period = s.period
          and b.submission_id <= s.submission_id
      ) as assessments
    from billing.reading_submission s
    join billing.meter m on m.account_number = s.account_number and m.meter_id = s.meter_id
    join billing.account a on a.account_number = s.account_number
    join billing.customer c on c.customer_id = ${holderOn(sql`s.submitted_at at time zone 'UTC'`)}
    left join billing.premises p on p.account_number = a.account_number
    where s.account_number = ${accountNumber} and s.receipt_number = ${receiptNumber}::bigint
      and (${points}::text[] is null or m.eic_code = any(${points}::text[]))`.execute(db);
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
export const handleReadingReceiptPdf = handleModule(READING_RECEIPT_PDF, ({ db }) => async (asked) => {
  const { accountNumber, receiptNumber } = asked;
  const [found, supplier] = await Promise.all([findReceipt(db, asked), cachedSupplier(db)]);
  if (found === undefined || supplier === undefined) return refuse('common.notFound');
  const document = await drawReceiptDocument({
    accountNumber,
    receipt: found.given.receipt,
    state: states.find((state) => found.states.includes(state)) ?? 'accepted',
    reviewBy: found.given.outcome.reviewDueOn ?? null,
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
});

/** Values of the receipt, each with its last assessment. */
function registersOf({ given, assessments }: ReceiptRow): ReceiptPdfView['registers'] {
  const { values } = given.receipt;
  return zones.flatMap((zone) => {
    const value = values[zone];
    if (value === undefined) return [];
    const of = assessments.findLast((one) => one.zone === zone);
    const kwh = of?.value === value ? of.kwh : null;
    return [
      {
        zone,
        value,
        previousValue: of?.previousValue ?? null,
        previousDate: of?.previousDate ?? null,
        kwh,
      },
    ];
  });
}
