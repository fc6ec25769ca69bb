import { sql } from 'kysely';
import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';

type RegisterOutcomeData = SubmittedReadingData['outcome']['registers'][number];

/** A receipt as it was given, with what became of it and whom it names. */
export interface ReceiptRow {
  readonly given: SubmittedReadingData;
  readonly reason: string | null;
  /** Of its registers, as they stand now. */
  readonly states: readonly ('accepted' | 'underReview' | 'rejected' | 'superseded')[];
  /** What was judged of the meter in its period up to it, the oldest first: registers may be given one by one. */
  readonly judged: readonly RegisterOutcomeData[];
  readonly meterSerial: string;
  readonly meterType: string;
  readonly digitCapacity: number;
  readonly customerName: string;
  readonly address: string;
}

/** undefined: the account has no receipt of that number. */
export async function findReceipt(
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
      ) as judged
    from billing.reading_submission s
    join billing.meter m on m.account_number = s.account_number and m.meter_id = s.meter_id
    join billing.account a on a.account_number = s.account_number
    join billing.customer c on c.customer_id = ${holderOn(sql`s.submitted_at at time zone 'UTC'`)}
    left join billing.premises p on p.account_number = a.account_number
    where s.account_number = ${accountNumber} and s.receipt_number = ${receiptNumber}::bigint`.execute(db);
  return rows[0];
}
