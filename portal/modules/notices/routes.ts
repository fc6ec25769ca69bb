import { getServiceMessage } from '#contract/notices.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/**
 * The path under which notices of a page are kept: without query, fragment and a closing slash, so that
 * '/cabinet/person/?account=…' and '/cabinet/person' are one page.
 */
function pagePath(pageToDisplay: string): string {
  const path = pageToDisplay.split(/[?#]/, 1)[0] ?? '';
  return path.replace(/\/+$/, '') || '/';
}

/**
 * The texts shown on a page at a moment: those of the page itself before those of every page ('*'), newer before older. A
 * notice is shown from `shown_from` (inclusive) until `shown_until` (exclusive; null: until it is taken away).
 */
async function listNoticesShown(db: PortalDatabase, page: string, at: Instant): Promise<string[]> {
  const moment = instantToIso(at);
  const { rows } = await typedSql({ text: text() })`
    select text
      from portal.service_notice
     where page in (${page}, '*')
       and shown_from <= ${moment}::timestamptz
       and (shown_until is null or shown_until > ${moment}::timestamptz)
     order by page = '*', shown_from desc
  `.execute(db);
  return rows.map((row) => row.text);
}

/** Service messages: one line per page (spec section 7, /api/get-service-message); '' when there is nothing to say. */
export function noticeRoutes({ db }: PortalServices): Route[] {
  return [
    route(getServiceMessage, async ({ pageToDisplay }, { clock }) => {
      const texts = await listNoticesShown(db, pagePath(pageToDisplay), clock.now());
      return succeed({ data: { message: texts.join(' • ') } });
    }),
  ];
}
