import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/**
 * The path under which notices of a page are kept: without query, fragment and a closing slash, so that
 * '/cabinet/person/?account=…' and '/cabinet/person' are one page.
 */
export function pagePath(pageToDisplay: string): string {
  const path = pageToDisplay.split(/[?#]/, 1)[0] ?? '';
  return path.replace(/\/+$/, '') || '/';
}

/**
 * The texts shown on a page at a moment: those of the page itself before those of every page ('*'), newer before older. A
 * notice is shown from `shown_from` (inclusive) until `shown_until` (exclusive; null: until it is taken away).
 */
export async function listNoticesShown(db: PortalDatabase, page: string, at: Instant): Promise<string[]> {
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
