import type pg from 'pg';

/** A signed-in household of `fillCabinets`, with the values for its payloads. */
export interface CabinetOwner {
  readonly account: string;
  /** Code printed on its bill. */
  readonly code: string;
  readonly sessionId: string;
  /** Session on another device. */
  readonly otherSessionId: string;
  readonly meterId: string;
  /** Next value of its single register. */
  readonly value: string;
  readonly paymentId: string;
  /** Period of its last bill. */
  readonly period: string;
  /** Receipt of its last reading. */
  readonly receiptNumber: string;
  /** A finished document. */
  readonly documentId: string;
}

/** Up to `limit` owners with one meter and one register, spread evenly over the supplier. */
export async function readOwners(pool: pg.Pool, limit: number): Promise<CabinetOwner[]> {
  const { rows } = await pool.query<CabinetOwner>(
    `with owner as (
       select account.account_number, account.object_code, session.session_id,
         other.session_id as other_session_id, meter.meter_id,
         row_number() over (order by account.account_number) as place, count(*) over () as total
       from billing.account
       join billing.meter on meter.account_number = account.account_number and meter.zone_scheme = 'single'
         and meter.removed_on is null
       join portal.identity_account as own on own.account_number = account.account_number
       join portal.session on session.identity_id = own.identity_id
       join portal.session as other on other.identity_id = own.identity_id and other.started_at < session.started_at)
     select account_number as account, object_code as code, session_id as "sessionId",
       other_session_id as "otherSessionId", meter_id as "meterId",
       last.value::text as value, payment.payment_id as "paymentId", bill.period,
       given.receipt_number::text as "receiptNumber", made.document_id as "documentId"
     from owner
     cross join lateral (select max(value) + 60 as value from billing.reading
       where reading.account_number = owner.account_number and reading.meter_id = owner.meter_id) as last
     cross join lateral (select payment_id from billing.payment
       where payment.account_number = owner.account_number order by payment_id limit 1) as payment
     cross join lateral (select period from billing.bill
       where bill.account_number = owner.account_number order by period desc limit 1) as bill
     cross join lateral (select receipt_number from billing.reading_submission
       where reading_submission.account_number = owner.account_number limit 1) as given
     cross join lateral (select document_id from portal.document_request
       where document_request.account_number = owner.account_number limit 1) as made
     where (place * $1) / total > ((place - 1) * $1) / total`,
    // Some have not paid yet.
    [limit * 2],
  );
  return rows.filter(
    (_, place) => Math.floor(((place + 1) * limit) / rows.length) > Math.floor((place * limit) / rows.length),
  );
}
