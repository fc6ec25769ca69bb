import { listEvents } from '#contract/events.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { listAccountEvents } from './event-store.ts';

const shownEvents = 20;

/** What happened to an account lately, from the portal's own store: shown also while the billing is away. */
export function eventRoutes({ db }: PortalServices): Route[] {
  return [
    route(listEvents, async ({ account }) => {
      const events = await listAccountEvents(db, account, shownEvents);
      return succeed({
        events: events.map(({ eventId, kind, payload, happenedAt }) => {
          return { eventId, kind, happenedAt: instantToIso(happenedAt), facts: payload };
        }),
      });
    }),
  ];
}
