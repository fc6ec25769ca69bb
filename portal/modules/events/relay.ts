import { EVENT_CONFIRM, EVENT_READ } from '#billing/api/events.ts';
import type { BillingClient } from '#billing/client.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertAccountEvents } from './event-store.ts';

const batchSize = 1000;
/** Then the next round goes on, so that stopping never waits for long. */
const mostBatches = 20;

/**
 * Brings what the billing tells into the portal, until nothing waits; answers how many events came. An event is confirmed
 * only after it is stored, and storing it twice changes nothing: so each is kept exactly once, whatever is cut off in
 * between and on however many nodes this runs at once.
 */
export async function relayEvents(db: PortalDatabase, billing: BillingClient): Promise<number> {
  const context = { reference: newId(), actor: 'portal' };
  let relayed = 0;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const read = await billing.call(EVENT_READ, { limit: batchSize }, context);
    if (!read.ok) throw new Error(`EVENT_READ refused: ${read.code}`);
    const { events } = read.data;
    if (events.length === 0) return relayed;
    await insertAccountEvents(db, events);
    const confirmed = await billing.call(
      EVENT_CONFIRM,
      { eventIds: events.map((event) => event.eventId) },
      context,
    );
    if (!confirmed.ok) throw new Error(`EVENT_CONFIRM refused: ${confirmed.code}`);
    relayed += events.length;
    if (events.length < batchSize) return relayed;
  }
  return relayed;
}
