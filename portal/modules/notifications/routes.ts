import {
  calendarLinkCall,
  confirmPush,
  getNotifications,
  kindsOf,
  notificationKinds,
  renewCalendarLink,
  saveBillFile,
  saveNotification,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications.ts';
import { instantToIso } from '#domain/time/instant.ts';
import {
  areUsableKeys,
  isPushService,
  vapidKeysOf,
} from '#portal/gateways/messages/web-push/push-subscription.ts';
import { failFields, succeed } from '#portal/http/call-result.ts';
import { companyPersonOf, type PortalServices, type Route, route } from '#portal/http/route.ts';
import { type CalendarLink, findCalendarLink, makeCalendarLink, pathOfSecret } from './calendar-plugin.ts';
import { getNotificationState, saveBillFiles, saveChoice } from './choice-store.ts';
import { confirmSubscription, dropSubscription, keepSubscription } from './push-store.ts';

function linkFields(link: CalendarLink | undefined) {
  return {
    path: link ? pathOfSecret(link.secret) : null,
    madeAt: link ? instantToIso(link.madeAt) : null,
  };
}

/** By what a person is notified of news and reminders, and the address of the calendar. */
export function notificationRoutes(services: PortalServices): Route[] {
  const { db, config, keys } = services;
  const { publicKey: pushKey } = vapidKeysOf(keys.links.derive('web-push').current.secret);
  return [
    route(getNotifications, async (_, { session }) => {
      const state = await getNotificationState(db, session.identityId);
      const kinds = kindsOf(notificationKinds, session.type, companyPersonOf(session));
      const chosen = state.chosen.filter(({ kind }) => kinds.includes(kind));
      return succeed({ ...state, chosen, pushKey });
    }),

    route(saveNotification, async ({ kind, channel, isOn }, { session }) => {
      if (kindsOf([kind], session.type, companyPersonOf(session)).length === 0) {
        return failFields([{ path: 'kind', code: 'field.invalid' }]);
      }
      await saveChoice(db, session.identityId, { kind, channel }, isOn);
      return succeed({});
    }),

    route(saveBillFile, async ({ isOn }, { session, clock }) => {
      await saveBillFiles(db, session.identityId, isOn, clock.now());
      return succeed({});
    }),

    route(subscribePush, async ({ endpoint, keys }, { session, clock }) => {
      if (!isPushService(endpoint, config.pushServices)) {
        return failFields([{ path: 'endpoint', code: 'field.invalid' }]);
      }
      if (!areUsableKeys(keys)) return failFields([{ path: 'keys', code: 'field.invalid' }]);
      return succeed({ devices: await keepSubscription(services, session, { endpoint, keys }, clock.now()) });
    }),

    route(unsubscribePush, async ({ endpoint }, { session }) =>
      succeed({ devices: await dropSubscription(db, session.identityId, endpoint) }),
    ),

    route(confirmPush, async ({ endpoint }, { session }) =>
      succeed({ isKnown: await confirmSubscription(db, session, endpoint) }),
    ),

    route(calendarLinkCall, async (_, { session }) =>
      succeed(linkFields(await findCalendarLink(services, session.identityId))),
    ),

    route(renewCalendarLink, async (_, { session, clock }) =>
      succeed(linkFields(await makeCalendarLink(services, session.identityId, clock.now()))),
    ),
  ];
}
