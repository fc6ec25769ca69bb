import { answer } from '#billing/api/define-module.ts';
import { EVENT_CONFIRM, EVENT_READ } from '#billing/api/events.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { deleteOutboxEvents, listOutboxEvents } from './event-store.ts';

/** EVENT_CONFIRM: idempotent. */
export const handleEventConfirm = handleModule(EVENT_CONFIRM, ({ db }) => async ({ eventIds }) => {
  return answer({ removed: await deleteOutboxEvents(db, eventIds) });
});

/** EVENT_READ: events are kept until confirmed, so each is delivered at least once. */
export const handleEventRead = handleModule(EVENT_READ, ({ db }) => async ({ limit }) => {
  const events = await listOutboxEvents(db, limit);
  return answer({
    events: events.map(({ createdAt, ...event }) => ({ ...event, happenedAt: instantToIso(createdAt) })),
  });
});
