import type { Instant } from '../time/instant.ts';
import { kyivDateOf, kyivInstant } from '../time/kyiv.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';
import { isWorkday, newestOf, type WorkCalendar } from './work-calendar.ts';

/** When chats are answered on a working day, and how soon. */
export interface ChatRule {
  /** Days from this one on. */
  readonly validFrom: LocalDate;
  /** Minutes since the Kyiv midnight. */
  readonly opensAt: number;
  readonly closesAt: number;
  /** An answer is to come within so many minutes of the customer's word. */
  readonly answerMinutes: number;
  /** After so many minutes without an answer a chat becomes a ticket. */
  readonly ticketAfterMinutes: number;
  /** After so many minutes in which nobody went on with an answered chat it is over. */
  readonly endsAfterMinutes: number;
}

export interface ChatHours {
  readonly isOpen: boolean;
  /** When somebody answers again; null: they do now, or no day is known. */
  readonly opensAt: Instant | null;
  /** The end of the hours that run; null: none run. */
  readonly closesAt: Instant | null;
}

/** Days without hours after which no further one is looked for. */
const maxDaysOff = 60;

/**
 * Whether a chat is answered at a moment, and when it is next. Days off are those of the work calendar, in which holidays are
 * working days under martial law; on each day the rule and the calendar of that day hold.
 */
export function chatHours(
  rules: readonly ChatRule[],
  calendars: readonly WorkCalendar[],
  now: Instant,
): ChatHours {
  const today = kyivDateOf(now);
  for (let day = today; day <= addDays(today, maxDaysOff); day = addDays(day, 1)) {
    const rule = newestOf(rules, day);
    const calendar = newestOf(calendars, day);
    if (rule === undefined || calendar === undefined || !isWorkday(calendar, day)) continue;
    const opensAt = kyivInstant(day, 0, rule.opensAt);
    const closesAt = kyivInstant(day, 0, rule.closesAt);
    if (now < opensAt) return { isOpen: false, opensAt, closesAt: null };
    if (now < closesAt) return { isOpen: true, opensAt: null, closesAt };
  }
  return { isOpen: false, opensAt: null, closesAt: null };
}
