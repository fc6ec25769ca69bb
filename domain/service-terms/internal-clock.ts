import type { Instant } from '../time/instant.ts';
import { kyivDateOf, kyivInstant } from '../time/kyiv.ts';
import { addDays } from '../time/local-date.ts';
import { isWorkday, type WorkCalendar } from './work-calendar.ts';

/** From that moment on the internal clock runs or stands. */
interface ClockEvent {
  readonly at: Instant;
  readonly runs: boolean;
}

const minute = 60_000;

/**
 * Minutes of working time in which the supplier had the request in hand: without nights, days off and the time it waited for
 * the customer or the network. It follows from the events, so a corrected calendar corrects it. Events are sorted by time.
 */
export function internalMinutes(events: readonly ClockEvent[], calendar: WorkCalendar, now: Instant): number {
  let total = 0;
  for (const [index, { at, runs }] of events.entries()) {
    const until = Math.min(events[index + 1]?.at ?? now, now);
    if (runs && at < until) total += workingTime(at, until as Instant, calendar);
  }
  return Math.floor(total / minute);
}

function workingTime(from: Instant, until: Instant, calendar: WorkCalendar): number {
  let total = 0;
  const last = kyivDateOf(until);
  for (let day = kyivDateOf(from); day <= last; day = addDays(day, 1)) {
    if (!isWorkday(calendar, day)) continue;
    const opens = kyivInstant(day, 0, calendar.opensAt);
    const closes = kyivInstant(day, 0, calendar.closesAt);
    total += Math.max(0, Math.min(closes, until) - Math.max(opens, from));
  }
  return total;
}
