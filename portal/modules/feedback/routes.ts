import type { InputOf } from '#contract/define-call.ts';
import {
  exportFeedback,
  feedbackStats,
  listFeedback,
  maxFeedbackDays,
  maxFeedbackRows,
  usualFeedbackDays,
} from '#contract/feedback/given-feedback.ts';
import { giveFeedback } from '#contract/feedback.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { type MarkCounts, satisfactionOf } from '#domain/feedback/satisfaction.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, daysBetween, laterOf, localDate } from '#domain/time/local-date.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { newId } from '#platform/uuid.ts';
import { fail, failFields, sendFile, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import {
  countFeedback,
  countTexts,
  type FeedbackFilter,
  type FeedbackGroup,
  insertPageMark,
  listTexts,
} from './feedback-store.ts';
import { feedbackTable } from './feedback-table.template.ts';

/** The first day that a payload or an answer may name. */
const firstDay = localDate('2000-01-01');

/** Texts of one part of the list. */
const partSize = 50;

type Asked = Omit<InputOf<typeof listFeedback>, 'token' | 'cursor'>;

/** The filter of a payload; undefined: its days are reversed or too many. */
function filterOf({ from, to, source, page, mark, q }: Asked, now: Instant): FeedbackFilter | undefined {
  const last = to === undefined ? kyivDateOf(now) : localDate(to);
  const first =
    from === undefined ? laterOf(addDays(last, 1 - usualFeedbackDays), firstDay) : localDate(from);
  const length = daysBetween(first, last) + 1;
  if (length < 1 || length > maxFeedbackDays) return undefined;
  return {
    from: first,
    to: last,
    source: source ?? null,
    page: page ?? null,
    mark: mark ?? null,
    q: q ?? '',
  };
}

const badPeriod = () => fail('reports.badPeriod', { n: maxFeedbackDays });

function toGroup({ mark1, mark2, mark3, mark4, mark5 }: FeedbackGroup) {
  const counts: MarkCounts = [mark1, mark2, mark3, mark4, mark5];
  return {
    counts: [...counts] as [number, number, number, number, number],
    satisfaction: satisfactionOf(counts),
  };
}

/** Marks of customers, and their statistics for staff (facts of support, section 9). */
export function feedbackRoutes({ db }: PortalServices): Route[] {
  return [
    route(giveFeedback, async ({ page, occasion, mark, text, version }, { session, clock }) => {
      const { identityId } = session;
      const given = { feedbackId: newId(), identityId, page, occasion, mark, text, version, at: clock.now() };
      return (await insertPageMark(db, given)) ? succeed({}) : fail('feedback.alreadyGiven');
    }),

    route(feedbackStats, async ({ by = 'day', ...asked }, { clock }) => {
      const filter = filterOf(asked, clock.now());
      if (filter === undefined) return badPeriod();
      const groups = await countFeedback(db, filter, by);
      const ofKind = (kind: FeedbackGroup['kind']) =>
        groups.flatMap((group) => (group.kind === kind ? [{ key: group.key, ...toGroup(group) }] : []));
      const all = groups.find(({ kind }) => kind === 'all');
      if (all === undefined) throw new Error('no total');
      return succeed({
        from: filter.from,
        to: filter.to,
        ...toGroup(all),
        solved: { no: all.unsolved, all: all.rated },
        pages: ofKind('page'),
        topics: ofKind('topic'),
        operators: ofKind('operator'),
        times: ofKind('time'),
      });
    }),

    route(listFeedback, async ({ cursor, ...asked }, { clock }) => {
      const filter = filterOf(asked, clock.now());
      if (filter === undefined) return badPeriod();
      const parts =
        cursor === undefined ? undefined : readCursor(cursor, [cursorPart.moment, cursorPart.uuid]);
      if (cursor !== undefined && parts === undefined)
        return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const [rows, count] = await Promise.all([
        listTexts(db, filter, parts && { moment: parts[0], id: parts[1] }, partSize + 1),
        countTexts(db, filter),
      ]);
      const shown = rows.slice(0, partSize);
      const last = rows.length > partSize ? shown.at(-1) : undefined;
      return succeed({
        items: shown.map(({ moment: _, givenAt, ...item }) => ({ ...item, givenAt: instantToIso(givenAt) })),
        count,
        next: last === undefined ? null : writeCursor([last.moment, last.id]),
      });
    }),

    route(exportFeedback, async ({ format, ...asked }, { clock }) => {
      const filter = filterOf(asked, clock.now());
      if (filter === undefined) return badPeriod();
      const rows = await listTexts(db, filter, undefined, maxFeedbackRows);
      const name = fileNameOf('feedback', filter.from, filter.to);
      const { content, fileName, contentType } = await tableFile(format, name, [feedbackTable(rows)]);
      return sendFile(content, fileName, contentType, rows.length);
    }),
  ];
}
