import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_CONFIRM, EVENT_READ } from '#billing/api/events.ts';
import type { BillingClient } from '#billing/client.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type DeliveredEvent, insertAccountEvents } from './event-store.ts';

/** Small, with a pause between: events wait more easily than the requests that the database answers meanwhile. */
const batchSize = 200;
const pauseMs = 200;

/**
 * Brings what the billing tells into the portal, until nothing waits; answers how many events came. An event is confirmed
 * only after it is stored, and storing it twice changes nothing: so each is kept exactly once, whatever is cut off in
 * between and on however many nodes this runs at once. `hear` is told of those that are new, in the transaction that keeps
 * them. `stopping` ends it after the batch under way.
 */
export async function relayEvents(
  db: PortalDatabase,
  billing: BillingClient,
  stopping?: AbortSignal,
  hear?: (transaction: PortalDatabase, events: readonly DeliveredEvent[]) => Promise<void>,
): Promise<number> {
  const context = { reference: newId(), actor: 'portal' };
  let relayed = 0;
  while (!stopping?.aborted) {
    const read = await billing.call(EVENT_READ, { limit: batchSize }, context);
    if (!read.ok) throw new Error(`EVENT_READ refused: ${read.code}`);
    const { events } = read.data;
    if (events.length === 0) return relayed;
    await db.transaction().execute(async (transaction) => {
      const kept = await insertAccountEvents(transaction, events);
      if (kept.length > 0) await hear?.(transaction, kept);
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
