import type { InputOf } from '#contract/define-call.ts';
import {
  addServiceNotice,
  changeServiceNotice,
  endServiceNotice,
  everyPage,
  listServiceNotices,
} from '#contract/notices/manage-notices.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { findPage } from '#contract/pages.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { fail, failFields, succeed } from '#portal/http/call-result.ts';
import { type WriteRecord, writeRecord } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import { announceMaintenance, readCustomerMaintenance } from '#portal/modules/maintenance/public.ts';
import {
  endNotice,
  insertNotice,
  listNotices,
  listNoticesShown,
  type NoticeContent,
  type StoredNotice,
  updateNotice,
} from './notice-store.ts';

/**
 * The path under which notices of a page are kept: without query, fragment and a closing slash, and as in the page table, so
 * that '/cabinet/person/?account=…' and '/cabinet/person' are one page.
 */
function pagePath(pageToDisplay: string): string {
  const path = (pageToDisplay.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '') || '/';
  return findPage(path)?.path ?? path;
}

/** Planned maintenance is announced on the pages of customers for a day. */
const announcedForMs = 86_400_000;
const isOfStaff = (page: string) => /^\/(?:cabinet\/)?admin(?:\/|$)/.test(page);

/** Whose page it is: of a cabinet, or of its sign-in and sign-up. */
function audienceOf(path: string): 'everybody' | 'person' | 'entity' {
  const [, type] = /^\/(?:cabinet|sign-in|sign-up)\/(person|entity)(?:\/|$)/.exec(path) ?? [];
  return (type as 'person' | 'entity' | undefined) ?? 'everybody';
}

function toDto({ from, until, events, pages, ...notice }: StoredNotice) {
  return {
    ...notice,
    pages: [...pages],
    from: instantToIso(from),
    until: until === null ? null : instantToIso(until),
    events: events.map((event) => ({ ...event })),
  };
}

/** What of a notice the list of actions shows. */
function shownFields(notice: StoredNotice) {
  const { text, pages, audience, from, until, position } = toDto(notice);
  return { text, pages, audience, from, until, position };
}

/** Every page stands for all of them. */
const tidyPages = (pages: readonly string[]) =>
  pages.includes(everyPage) ? [everyPage] : [...new Set(pages)];

type Typed = Omit<InputOf<typeof addServiceNotice>, 'token' | 'requestId'>;

/** What was typed; undefined: it would end before it begins. */
function contentOf({ text, pages, audience, from, until, position }: Typed): NoticeContent | undefined {
  if (until !== null && Date.parse(until) <= Date.parse(from)) return undefined;
  return { text, pages: tidyPages(pages), audience, from, until, position };
}

const badPeriod = () => failFields([{ path: 'until', code: 'notices.periodReversed' }]);

const isSame = (stored: StoredNotice, content: NoticeContent) =>
  stored.text === content.text &&
  stored.pages.join() === content.pages.join() &&
  stored.audience === content.audience &&
  stored.position === content.position &&
  stored.from === Date.parse(content.from) &&
  (stored.until === null ? content.until === null : stored.until === Date.parse(content.until ?? ''));

/** Service messages: one line per page (spec section 7, /api/get-service-message), '' when there is nothing to say; managed by staff. */
export function noticeRoutes({ db }: PortalServices): Route[] {
  const write = (id: string, context: RequestContext, act: WriteRecord) =>
    writeRecord(
      db,
      context,
      {
        subject: 'serviceNotice',
        find: async (transaction, at) => (await listNotices(transaction, at, id))[0],
        fieldsOf: shownFields,
      },
      act,
    );

  return [
    route(getServiceMessage, async ({ pageToDisplay }, { clock }) => {
      const page = pagePath(pageToDisplay);
      const now = clock.now();
      const [shown, maintenance] = await Promise.all([
        listNoticesShown(db, page, audienceOf(page), now),
        readCustomerMaintenance(db, now, (now + announcedForMs) as Instant),
      ]);
      const isNear = maintenance !== undefined && !maintenance.isRunning;
      const texts = isNear && !isOfStaff(page) ? [announceMaintenance(maintenance), ...shown] : shown;
      return succeed({ data: { message: texts.join(' • ') } });
    }),

    route(listServiceNotices, async (_, { clock }) =>
      succeed({ notices: (await listNotices(db, clock.now())).map(toDto) }),
    ),

    route(addServiceNotice, async ({ requestId, ...typed }, context) => {
      const content = contentOf(typed);
      if (content === undefined) return badPeriod();
      const { stored: notice, isWritten: isAdded } = await write(requestId, context, (inside, act) =>
        insertNotice(inside, requestId, content, act),
      );
      if (notice === undefined) throw new Error('the message is gone');
      return isAdded || isSame(notice, content)
        ? succeed({ notice: toDto(notice) })
        : fail('common.requestReused');
    }),

    route(changeServiceNotice, async ({ id, revision, ...typed }, context) => {
      const content = contentOf(typed);
      if (content === undefined) return badPeriod();
      const { stored: notice, isWritten: isChanged } = await write(id, context, (inside, act) =>
        updateNotice(inside, { id, revision }, content, act),
      );
      if (notice === undefined) return fail('common.notFound');
      return isChanged || (isSame(notice, content) && notice.state !== 'ended')
        ? succeed({ notice: toDto(notice) })
        : fail('notices.changedMeanwhile');
    }),

    route(endServiceNotice, async ({ id, revision }, context) => {
      const { stored: notice, isWritten } = await write(id, context, (inside, act) =>
        endNotice(inside, { id, revision }, act),
      );
      if (notice === undefined) return fail('common.notFound');
      if (!isWritten && notice.state !== 'ended') return fail('notices.changedMeanwhile');
      return succeed({ notice: toDto(notice) });
    }),
  ];
}
