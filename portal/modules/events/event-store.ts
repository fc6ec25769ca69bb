import { sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface DeliveredEvent {
  readonly eventId: string;
  readonly accountNumber: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly happenedAt: string;
}

/** Keeps delivered events and answers those that are new; one that is there already stays as it is. */
export async function insertAccountEvents(
  db: PortalDatabase,
  events: readonly DeliveredEvent[],
): Promise<readonly DeliveredEvent[]> {
  const { rows } = await sql<{ eventId: string }>`
    insert into portal.account_event (account_number, event_id, kind, payload, happened_at)
    select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as row ("accountNumber" text, "eventId" uuid,
      kind text, payload jsonb, "happenedAt" timestamptz)
    on conflict (account_number, event_id) do nothing
    returning event_id as "eventId"`.execute(db);
  const kept = new Set(rows.map(({ eventId }) => eventId));
  return events.filter(({ eventId }) => kept.has(eventId));
}

export interface AccountEventRow {
  readonly eventId: string;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly happenedAt: Instant;
}

/** The latest events of an account, newest first. */
export async function listAccountEvents(
  db: PortalDatabase,
  accountNumber: string,
  limit: number,
): Promise<readonly AccountEventRow[]> {
  const result = await sql<AccountEventRow>`
    select event_id as "eventId", kind, payload, happened_at as "happenedAt" from portal.account_event
    where account_number = ${accountNumber} order by happened_at desc, event_id desc limit ${limit}`.execute(
    db,
  );
  return result.rows;
}
