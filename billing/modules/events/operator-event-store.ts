import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';

/** An event that requires an operator. */
export interface OperatorEvent {
  /** For example 'payment.mismatch'. */
  readonly kind: string;
  /** Deduplication key: an event with a known subject is not repeated. */
  readonly subject: string;
  readonly accountNumber: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Notifies operators; returns the number of new events. Runs in the transaction of their cause. */
export async function notifyOperators(
  db: BillingDatabase,
  events: readonly OperatorEvent[],
  now: Instant,
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map((event) => ({ ...event, eventId: newId() }));
  const { numAffectedRows } = await sql`
    insert into billing.operator_event (event_id, kind, subject, account_number, facts, happened_at)
    select "eventId", kind, subject, "accountNumber", facts, ${instantToIso(now)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row ("eventId" uuid, kind text, subject text, "accountNumber" text, facts jsonb)
    on conflict (kind, subject) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
