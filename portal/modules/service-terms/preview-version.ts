import type { TermContent } from '#contract/service-terms/term-changes.ts';
import type { ChatRule } from '#domain/service-terms/chat-hours.ts';
import { standardOn } from '#domain/service-terms/service-standard.ts';
import { compareTerms, countOtherTerms, isInHours, mostMoved } from '#domain/service-terms/term-change.ts';
import { newestOf, type WorkCalendar } from '#domain/service-terms/work-calendar.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { countChatsSince, countOpenRequests, listChatsOf, listOpenRequests } from './change-store.ts';
import { toCalendar, toChatRule, toStandard } from './term-content.ts';
import { loadVersions, type Versions } from './term-store.ts';

const chatDays = 30;
/** Conversations that a preview names each way. */
const keptExtremes = 10;

/** What a version would change, were it in force; undefined: it is of a standard that there is not. */
export async function previewVersion(db: PortalDatabase, content: TermContent, now: Instant) {
  const today = kyivDateOf(now);
  const versions = await loadVersions(db);
  if (content.kind === 'standard' && standardOn(versions.standards, content.code, today) === undefined)
    return undefined;
  const isCalendar = content.kind === 'calendar';
  const planned = {
    ...(content.kind === 'standard' && { standard: toStandard(content, today) }),
    ...(isCalendar && { calendar: toCalendar(content, { version: 0, validFrom: today }) }),
  };
  const requests =
    isCalendar || content.kind === 'standard' ? await previewRequests(db, versions, planned) : null;
  const [calendar, rule] = [newestOf(versions.calendars, today), newestOf(versions.chats, today)];
  const hasHours = (isCalendar || content.kind === 'chat') && calendar && rule;
  const chats = hasHours
    ? await previewChats(
        db,
        now,
        { rule, calendar },
        {
          rule: content.kind === 'chat' ? toChatRule(content, today) : rule,
          calendar: planned.calendar ?? calendar,
        },
      )
    : null;
  return { requests, chats };
}

/** What a planned version would make of the terms of open requests. */
async function previewRequests(
  db: PortalDatabase,
  { standards, calendars }: Versions,
  planned: Parameters<typeof compareTerms>[1],
) {
  const open = (await countOpenRequests(db)).flatMap((group) => {
    const standard = standards.find(
      ({ code, validFrom }) => code === group.code && validFrom === group.validFrom,
    );
    const calendar = calendars.find(({ version }) => version === group.calendarVersion);
    return standard && calendar ? [{ ...group, standard, calendar }] : [];
  });
  const compared = compareTerms(open, planned);
  const extremes = async (direction: 'earlier' | 'later') => {
    const groups = mostMoved(compared, direction, keptExtremes);
    const found = groups.length === 0 ? [] : await listOpenRequests(db, groups, keptExtremes);
    return found.slice(0, keptExtremes).flatMap(({ place, number, ...conversation }) => {
      const group = groups[place - 1];
      if (group === undefined) return [];
      const { code, dueOn, wouldBeDueOn } = group;
      return [{ ...conversation, number: Number(number), code, dueOn, wouldBeDueOn }];
    });
  };
  const byKind = Map.groupBy(compared, ({ code }) => code);
  return {
    ...countOtherTerms(compared),
    kinds: [...byKind]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, ofKind]) => ({ code, ...countOtherTerms(ofKind) })),
    toEarlier: await extremes('earlier'),
    toLater: await extremes('later'),
  };
}

interface HoursOfChats {
  readonly rule: ChatRule;
  readonly calendar: WorkCalendar;
}

/** Which chats of the last days began within the hours of now and of a planned version. */
async function previewChats(db: PortalDatabase, now: Instant, present: HoursOfChats, planned: HoursOfChats) {
  const since = (now - chatDays * 86_400_000) as Instant;
  const began = (await countChatsSince(db, since)).map(({ at, count }) => ({
    at,
    count,
    before: isInHours(at, present.rule, present.calendar),
    after: isInHours(at, planned.rule, planned.calendar),
  }));
  const total = (some: typeof began) => some.reduce((sum, { count }) => sum + count, 0);
  const newest = async (moved: typeof began) => {
    const minutes = moved.map(({ at }) => at);
    const chats = minutes.length === 0 ? [] : await listChatsOf(db, minutes, { since, limit: keptExtremes });
    return chats.map(({ number, openedAt, ...chat }) => ({
      ...chat,
      number: Number(number),
      openedAt: instantToIso(openedAt),
    }));
  };
  return {
    of: total(began),
    before: total(began.filter(({ before }) => before)),
    after: total(began.filter(({ after }) => after)),
    toOutside: await newest(began.filter(({ before, after }) => before && !after)),
    toInside: await newest(began.filter(({ before, after }) => after && !before)),
  };
}
