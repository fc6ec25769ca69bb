import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { parseMoney } from '#domain/money.ts';
import type { Acknowledged } from '../paying-client.ts';

interface Loss {
  readonly readings: readonly string[];
  readonly payments: readonly string[];
}

/** What was answered with success and is not there exactly once as it was answered. */
export async function findLoss(db: BillingDatabase, acknowledged: Acknowledged): Promise<Loss> {
  const readings = await sql<{ receipt: string; kept: string }>`
    select s.receipt_number::text as receipt,
      string_agg(r.account_number || ' ' || r.value || ' ' || r.status, ',') as kept
    from billing.reading_submission s join billing.reading r using (account_number, submission_id)
    group by s.receipt_number`.execute(db);
  const payments = await sql<{ paymentId: string; kept: string }>`
    select p.payment_id as "paymentId", string_agg(p.account_number || ' ' || e.amount_kopiykas, ',') as kept
    from billing.payment p join billing.ledger_entry e using (account_number, payment_id)
    where p.state in ('confirmed', 'landed', 'matched') and e.kind = 'payment'
    group by p.payment_id`.execute(db);
  const keptReadings = new Map(readings.rows.map(({ receipt, kept }) => [receipt, kept]));
  const keptPayments = new Map(payments.rows.map(({ paymentId, kept }) => [paymentId, kept]));
  return {
    readings: acknowledged.readings
      .filter((one) => keptReadings.get(one.receipt) !== `${one.accountNumber} ${one.value} accepted`)
      .map((one) => one.receipt),
    payments: acknowledged.payments
      .filter((one) => keptPayments.get(one.paymentId) !== `${one.accountNumber} ${parseMoney(one.sum)}`)
      .map((one) => one.paymentId),
  };
}

/** What is stored more than once and may be stored once. */
export async function findTwice(db: BillingDatabase): Promise<readonly string[]> {
  const twice = await sql<{ what: string }>`
    select 'reading ' || account_number as what from billing.reading where status = 'accepted'
      group by account_number having count(*) > 1
    union all
    select 'submission ' || account_number from billing.reading_submission
      group by account_number having count(*) > 1
    union all
    select 'payment ' || account_number from billing.payment group by account_number having count(*) > 1
    union all
    select 'audit ' || (after ->> 'paymentId') || ' ' || action from billing.audit_entry where action like 'payment.%'
      group by after ->> 'paymentId', action having count(*) > 1
    union all
    select 'event ' || (payload ->> 'paymentId') || ' ' || kind from portal.account_event where kind like 'payment.%'
      group by payload ->> 'paymentId', kind having count(*) > 1`.execute(db);
  return twice.rows.map(({ what }) => what);
}

/** Confirmed payments without an event in the portal. */
export async function findUnreported(db: BillingDatabase): Promise<readonly string[]> {
  const unreported = await sql<{ paymentId: string }>`
    select p.payment_id as "paymentId" from billing.payment p
    where p.confirmed_at is not null and not exists (
      select from portal.account_event e where e.account_number = p.account_number
        and e.kind = 'payment.confirmed' and e.payload ->> 'paymentId' = p.payment_id::text)`.execute(db);
  return unreported.rows.map(({ paymentId }) => paymentId);
}

export async function isOutboxEmpty(db: BillingDatabase): Promise<boolean> {
  const waiting = await sql`select 1 from billing.outbox_event limit 1`.execute(db);
  return waiting.rows.length === 0;
}
