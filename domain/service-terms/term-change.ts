import type { Instant } from '../time/instant.ts';
import { kyivDateOf } from '../time/kyiv.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';
import { type ChatRule, chatHours } from './chat-hours.ts';
import { freezeTerm } from './legal-clock.ts';
import type { ServiceStandard } from './service-standard.ts';
import type { WorkCalendar } from './work-calendar.ts';

/** Time between the saving or undoing of a version and its midnight: whoever counts a term at that moment has read it. */
const leadMs = 30_000;

/** A version is planned for at most so many days ahead: two years. */
export const maxDaysAhead = 731;

/**
 * The first day from which a version can count that is saved now, and the first whose version can still be undone: tomorrow in Kyiv,
 * in the last half minute of a day the day after. What happens today keeps its rules.
 */
export function earliestDay(now: Instant): LocalDate {
  return addDays(kyivDateOf((now + leadMs) as Instant), 1);
}

/** Requests of one standard received in the same minute, with what their term is counted by. */
export interface OpenRequests {
  readonly receivedAt: Instant;
  readonly standard: ServiceStandard;
  readonly calendar: WorkCalendar;
  readonly count: number;
}

/**
 * Of open requests that a planned version is about: how many would have an earlier or a later last day by it than by their own. Their
 * terms stay as they were counted.
 */
export function countOtherTerms(
  requests: readonly OpenRequests[],
  planned: { readonly standard?: ServiceStandard; readonly calendar?: WorkCalendar },
): { readonly of: number; readonly earlier: number; readonly later: number } {
  const counts = { of: 0, earlier: 0, later: 0 };
  for (const { receivedAt, standard, calendar, count } of requests) {
    if (planned.standard !== undefined && planned.standard.code !== standard.code) continue;
    const { dueOn } = freezeTerm(receivedAt, standard, calendar);
    const would = freezeTerm(receivedAt, planned.standard ?? standard, planned.calendar ?? calendar).dueOn;
    counts.of += count;
    if (would < dueOn) counts.earlier += count;
    if (would > dueOn) counts.later += count;
  }
  return counts;
}

/** Of moments at which chats began: how many are within the hours of a rule and a calendar, whatever day these count from. */
export function countInHours(
  began: readonly { readonly at: Instant; readonly count: number }[],
  rule: ChatRule,
  calendar: WorkCalendar,
): number {
  let within = 0;
  for (const { at, count } of began) {
    const validFrom = kyivDateOf(at);
    if (chatHours([{ ...rule, validFrom }], [{ ...calendar, validFrom }], at).isOpen) within += count;
  }
  return within;
}
