import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { parseMoney } from '#domain/money.ts';
import { connectDatabase } from '#platform/database/database.ts';
import type { Acknowledged } from '../paying-client.ts';

/** The database of a running product with an embedded one. */
export async function openBooks(dataFolder: string) {
  const running = JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8')) as {
    databaseUrl: string;
  };
  const { db, close } = connectDatabase<unknown>({ url: running.databaseUrl, poolSize: 2 });
  return { db: db as BillingDatabase, url: running.databaseUrl, close };
}

/** Receipts and payment ids of what was answered with success and is not stored exactly as it was answered. */
export async function findLoss(
  db: BillingDatabase,
  acknowledged: Acknowledged,
): Promise<{ readonly readings: readonly string[]; readonly payments: readonly string[] }> {
  const readings = await sql<{ receipt: string; stored: string }>`
    select s.receipt_number::text as receipt,
      string_agg(r.account_number || ' ' || r.value || ' ' || r.status, ',') as stored
    from billing.reading_submission s join billing.reading r using (account_number, submission_id)
    group by s.receipt_number`.execute(db);
  const payments = await sql<{ paymentId: string; stored: string }>`
    select p.payment_id as "paymentId", string_agg(p.account_number || ' ' || e.amount_kopiykas, ',') as stored
    from billing.payment p join billing.ledger_entry e using (account_number, payment_id)
    where p.state in ('confirmed', 'landed', 'matched') and e.kind = 'payment'
    group by p.payment_id`.execute(db);
  const storedReadings = new Map(readings.rows.map(({ receipt, stored }) => [receipt, stored]));
  const storedPayments = new Map(payments.rows.map(({ paymentId, stored }) => [paymentId, stored]));
  return {
    readings: acknowledged.readings
      .filter((one) => storedReadings.get(one.receipt) !== `${one.accountNumber} ${one.value} accepted`)
      .map((one) => one.receipt),
    payments: acknowledged.payments
      .filter((one) => storedPayments.get(one.paymentId) !== `${one.accountNumber} ${parseMoney(one.sum)}`)
      .map((one) => one.paymentId),
  };
}

/** What is stored more than once, where paying clients give one reading and one payment for an account. */
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

/** Whether the portal has taken all events of the billing. */
export async function isOutboxEmpty(db: BillingDatabase): Promise<boolean> {
  const waiting = await sql`select 1 from billing.outbox_event limit 1`.execute(db);
  return waiting.rows.length === 0;
}
