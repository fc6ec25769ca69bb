import type { Instant } from '../time/instant.ts';
import { kyivDateOf } from '../time/kyiv.ts';
import { addDays, daysBetween, type LocalDate } from '../time/local-date.ts';
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

/** Requests with their last day and the one that they would have by a planned version. */
interface OtherTerm {
  readonly dueOn: LocalDate;
  readonly wouldBeDueOn: LocalDate;
  /** Calendar days between them; negative: it would be earlier. */
  readonly days: number;
}
export type ComparedRequests<Requests extends OpenRequests = OpenRequests> = Requests & OtherTerm;

/** The open requests that a planned version is about, by it and by their own. Their terms stay as they were counted. */
export function compareTerms<Requests extends OpenRequests>(
  requests: readonly Requests[],
  planned: { readonly standard?: ServiceStandard; readonly calendar?: WorkCalendar },
): readonly ComparedRequests<Requests>[] {
  return requests.flatMap((one) => {
    const { receivedAt, standard, calendar } = one;
    if (planned.standard !== undefined && planned.standard.code !== standard.code) return [];
    const { dueOn } = freezeTerm(receivedAt, standard, calendar);
    const would = freezeTerm(receivedAt, planned.standard ?? standard, planned.calendar ?? calendar).dueOn;
    return [{ ...one, dueOn, wouldBeDueOn: would, days: daysBetween(dueOn, would) }];
  });
}

/** How many requests would have an earlier or a later last day, and by how many calendar days at most. */
export function countOtherTerms(compared: readonly ComparedRequests[]) {
  const counts = { of: 0, earlier: 0, later: 0, mostEarlier: 0, mostLater: 0 };
  for (const { days, count } of compared) {
    counts.of += count;
    if (days < 0) counts.earlier += count;
    if (days > 0) counts.later += count;
    counts.mostEarlier = Math.max(counts.mostEarlier, -days);
    counts.mostLater = Math.max(counts.mostLater, days);
  }
  return counts;
}

/** Of the requests whose last day would be earlier, or later, those that would move most, the furthest first: at least `kept` if there are. */
export function mostMoved<Requests extends ComparedRequests>(
  compared: readonly Requests[],
  direction: 'earlier' | 'later',
  kept: number,
): readonly Requests[] {
  const sign = direction === 'later' ? 1 : -1;
  const moved = compared.filter(({ days }) => days * sign > 0);
  let found = 0;
  return moved
    .toSorted((one, other) => (other.days - one.days) * sign || one.receivedAt - other.receivedAt)
    .filter(({ count }) => {
      found += count;
      return found - count < kept;
    });
}

/** Whether a chat that began at a moment is within the hours of a rule and a calendar, whatever day these count from. */
export function isInHours(at: Instant, rule: ChatRule, calendar: WorkCalendar): boolean {
  const validFrom = kyivDateOf(at);
  return chatHours([{ ...rule, validFrom }], [{ ...calendar, validFrom }], at).isOpen;
}
