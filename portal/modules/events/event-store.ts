import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_CONFIRM, EVENT_READ } from '#billing/api/events.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int4,
  int8,
  json,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { JobContext } from '#platform/jobs/task.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface DeliveredEvent {
  readonly eventId: string;
  readonly accountNumber: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly happenedAt: string;
}

/** Stores delivered events, without facts that are null, and answers those that are new; one that is there already stays as it is. */
export async function insertAccountEvents(
  db: PortalDatabase,
  events: readonly DeliveredEvent[],
): Promise<readonly DeliveredEvent[]> {
  const { rows } = await typedSql({ eventId: uuid() })`
    insert into portal.account_event (account_number, event_id, kind, payload, happened_at)
    select "accountNumber", "eventId", kind, jsonb_strip_nulls(payload), "happenedAt"
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as row ("accountNumber" text, "eventId" uuid, kind text,
      payload jsonb, "happenedAt" timestamptz)
    on conflict (account_number, event_id) do nothing
    returning event_id as "eventId"`.execute(db);
  const kept = new Set(rows.map(({ eventId }) => eventId));
  return events.filter(({ eventId }) => kept.has(eventId));
}

/** Makes the partitions of the months that begin up to two months after a moment; returns how many. Safe on several servers at once. */
export async function ensureEventPartitions(db: PortalDatabase, now: Instant): Promise<number> {
  const { rows } = await typedSql({ made: int4() })`
    select portal.make_event_partitions(${instantToIso(now)}::timestamptz) as made`.execute(db);
  return rows[0]?.made ?? 0;
}

/** Removes the months that ended before a moment, and up to `limit` older events whose ids tell no month; returns how many events. */
export async function deleteOldEvents(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const { rows } = await typedSql({ removed: int8() })`
    select portal.remove_events(${instantToIso(before)}::timestamptz, ${limit}::integer) as removed`.execute(
    db,
  );
  return Number(rows[0]?.removed ?? 0n);
}

const accountEventColumns = {
  eventId: uuid(),
  kind: text(),
  payload: json<Record<string, unknown>>(),
  happenedAt: timestamptz<Instant>(),
};
type AccountEventRow = RowOf<typeof accountEventColumns>;

/** The latest events of an account, newest first. */
export async function listAccountEvents(
  db: PortalDatabase,
  accountNumber: string,
  limit: number,
): Promise<readonly AccountEventRow[]> {
  const result = await typedSql(accountEventColumns)`
    select event_id as "eventId", kind, payload, happened_at as "happenedAt" from portal.account_event
    where account_number = ${accountNumber} order by happened_at desc, event_id desc limit ${limit}`.execute(
    db,
  );
  return result.rows;
}

/** Small, with a pause between: events wait more easily than the requests that the database answers meanwhile. */
const batchSize = 200;
const pauseMs = 200;

/**
 * Brings what the billing tells into the portal, until nothing waits; answers how many events came. An event is confirmed
 * only after it is stored, and storing it twice changes nothing: so each is kept exactly once, whatever is cut off in
 * between and on however many nodes this runs at once. `onDelivered` gets the new ones, in the transaction that keeps
 * them. A job that is stopped ends after the batch under way.
 */
export async function relayEvents(
  db: PortalDatabase,
  billing: BillingClient,
  { reference, signal }: JobContext,
  onDelivered?: (transaction: PortalDatabase, events: readonly DeliveredEvent[]) => Promise<void>,
): Promise<number> {
  const context = { reference, actor: 'portal' };
  let relayed = 0;
  while (!signal.aborted) {
    const read = await billing.call(EVENT_READ, { limit: batchSize }, context);
    if (!read.ok) throw new Error(`EVENT_READ refused: ${read.code}`);
    const { events } = read.data;
    if (events.length === 0) return relayed;
    await db.transaction().execute(async (transaction) => {
      const kept = await insertAccountEvents(transaction, events);
      if (kept.length > 0) await onDelivered?.(transaction, kept);
    });
    const confirmed = await billing.call(
      EVENT_CONFIRM,
      { eventIds: events.map((event) => event.eventId) },
      context,
    );
    if (!confirmed.ok) throw new Error(`EVENT_CONFIRM refused: ${confirmed.code}`);
    relayed += events.length;
    if (events.length < batchSize) return relayed;
    await sleep(pauseMs);
  }
  return relayed;
}
