import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { Instant } from '#domain/time/instant.ts';

export interface ReadingRow {
  readonly meterSerial: string;
  readonly zone: Zone;
  readonly value: number;
  readonly effectiveDate: string;
  readonly period: string;
  readonly submittedAt: Instant;
  readonly source: 'customer' | 'operator' | 'remote' | 'import';
  readonly state: 'accepted' | 'underReview' | 'rejected' | 'superseded';
  readonly receiptNumber: string | null;
}

/** Readings of an account, newest first; `before` leaves out that day and later ones. Undefined: no such account. */
export async function listReadings(
  db: BillingDatabase,
  accountNumber: string,
  page: { readonly limit: number; readonly before: string | undefined },
): Promise<readonly ReadingRow[] | undefined> {
  const { rows } = await sql<ReadingRow & { readingId: string | null }>`
    select r.reading_id as "readingId", m.serial_number as "meterSerial", r.zone, r.value::float8 as value,
      r.effective_date as "effectiveDate", r.period, r.submitted_at as "submittedAt", r.source, r.status as state,
      s.receipt_number::text as "receiptNumber"
    from billing.account a
    left join billing.reading r on r.account_number = a.account_number
      and (${page.before ?? null}::date is null or r.effective_date < ${page.before ?? null}::date)
    left join billing.meter m on m.account_number = r.account_number and m.meter_id = r.meter_id
    left join billing.reading_submission s
      on s.account_number = r.account_number and s.submission_id = r.submission_id
    where a.account_number = ${accountNumber}
    order by r.effective_date desc, r.submitted_at desc, m.serial_number,
      array_position(array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone), r.reading_id desc
    limit ${page.limit}`.execute(db);
  if (rows.length === 0) return undefined;
  return rows.filter((row) => row.readingId !== null).map(({ readingId: _, ...row }) => row);
}
