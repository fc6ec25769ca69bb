import { getServiceMessage } from '#contract/notices.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { listNoticesShown, pagePath } from './notice-store.ts';

/** Service messages: one line per page (spec section 7, /api/get-service-message); '' when there is nothing to say. */
export function noticeRoutes({ db }: PortalServices): Route[] {
  return [
    route(getServiceMessage, async ({ pageToDisplay }, { clock }) => {
      const texts = await listNoticesShown(db, pagePath(pageToDisplay), clock.now());
      return succeed({ data: { message: texts.join(' • ') } });
    }),
  ];
}
