import { answer } from '#billing/api/define-module.ts';
import { EVENT_CONFIRM } from '#billing/api/events.ts';
import { handleModule } from '#billing/module-handler.ts';
import { deleteOutboxEvents } from './event-store.ts';

/** EVENT_CONFIRM: idempotent. */
export const handleEventConfirm = handleModule(EVENT_CONFIRM, ({ db }) => async ({ eventIds }) => {
  return answer({ removed: await deleteOutboxEvents(db, eventIds) });
});
