import { type RawBuilder, sql } from 'kysely';
import type { Module } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, nullable, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';

interface RequestIdUse {
  readonly requestId: string;
  readonly accountNumber: string;
}

/**
 * SQL that claims a request id for a module and an account unless it is claimed; part of the statement that uses it.
 */
export function requestIdInsert(
  module: Module,
  { requestId, accountNumber }: RequestIdUse,
): RawBuilder<unknown> {
  return sql`insert into billing.request_id (request_id, module, account_number)
    values (${requestId}::uuid, ${module.name}, ${accountNumber}) on conflict do nothing returning true as claimed`;
}

/** SQL: whether the request id is claimed by this module and account; null: not claimed. */
export function isSameUse(module: Module, { requestId, accountNumber }: RequestIdUse): RawBuilder<unknown> {
  return sql`(select module = ${module.name} and account_number = ${accountNumber}
    from billing.request_id where request_id = ${requestId}::uuid)`;
}

/**
 * Claims a request id for a function module and an account, permanently (decision 0071). 'new': it was not used before;
 * 'again': used by the same module for the same account; 'taken': used otherwise, to be refused common.requestReused.
 * Waits for a concurrent transaction that claims the same id.
 */
export async function claimRequestId(
  db: BillingDatabase,
  module: Module,
  use: RequestIdUse,
): Promise<'new' | 'again' | 'taken'> {
  const inserted = await requestIdInsert(module, use).execute(db);
  if (inserted.rows.length > 0) return 'new';
  const { rows } = await typedSql({
    isSame: nullable(bool()),
  })`select ${isSameUse(module, use)} as "isSame"`.execute(db);
  return rows[0]?.isSame === true ? 'again' : 'taken';
}

/** An event that requires an operator. */
interface OperatorEvent {
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
