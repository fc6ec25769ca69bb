import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { EVENT_CONFIRM, EVENT_READ } from '#billing/api/events.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { json, type RowOf, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
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

/** Rows of one statement, so that no lock is held for long. */
const sweptRows = 5000;
/** Statements of one run: the first one after years leaves the rest to the next hours. */
const sweptParts = 100;
const dayMs = 24 * 3_600_000;

/** Deletes events older than so many days, half a million at most, in parts, until the signal stops it. Returns their number. */
export async function sweepAccountEvents(
  db: PortalDatabase,
  now: Instant,
  keptDays: number,
  signal?: AbortSignal,
): Promise<number> {
  const until = instantToIso((now - keptDays * dayMs) as Instant);
  let swept = 0;
  for (let part = 0; part < sweptParts && !signal?.aborted; part += 1) {
    const { numAffectedRows } = await sql`
      delete from portal.account_event where ctid = any (array(
        select ctid from portal.account_event where happened_at < ${until}::timestamptz limit ${sweptRows}::integer))`.execute(
      db,
    );
    const rows = Number(numAffectedRows ?? 0n);
    swept += rows;
    if (rows < sweptRows) break;
  }
  return swept;
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
