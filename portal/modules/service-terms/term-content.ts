import type { TermContent } from '#contract/service-terms/term-changes.ts';
import { moneyFromWire, moneyToWire } from '#domain/money.ts';
import type { ChatRule } from '#domain/service-terms/chat-hours.ts';
import type { CompensationRule } from '#domain/service-terms/compensation.ts';
import type { ServiceStandard } from '#domain/service-terms/service-standard.ts';
import type { CalendarException, WorkCalendar } from '#domain/service-terms/work-calendar.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** The content of one kind. */
type Of<Kind extends TermContent['kind']> = Extract<TermContent, { kind: Kind }>;

const two = (n: number) => String(n).padStart(2, '0');
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function calendarContent(calendar: WorkCalendar): Of<'calendar'> {
  const { weeklyDaysOff, exceptions, holidaysAreWorkdays, opensAt, closesAt, afterHoursIsNextDay } = calendar;
  return tidyContent({
    kind: 'calendar',
    weeklyDaysOff: [...weeklyDaysOff],
    days: [...exceptions].map(([day, kind]) => ({ day, kind })),
    holidaysAreWorkdays,
    opensAt: timeOf(opensAt),
    closesAt: timeOf(closesAt),
    afterHoursIsNextDay,
  });
}

/** `version` and `validFrom` are those that it is to be counted with. */
export function toCalendar(
  content: Of<'calendar'>,
  of: Pick<WorkCalendar, 'version' | 'validFrom'>,
): WorkCalendar {
  return {
    ...of,
    weeklyDaysOff: new Set(content.weeklyDaysOff),
    exceptions: new Map(
      content.days.map(({ day, kind }): [LocalDate, CalendarException] => [day as LocalDate, kind]),
    ),
    holidaysAreWorkdays: content.holidaysAreWorkdays,
    opensAt: minutesOf(content.opensAt),
    closesAt: minutesOf(content.closesAt),
    afterHoursIsNextDay: content.afterHoursIsNextDay,
  };
}

export function standardContent(standard: ServiceStandard): Of<'standard'> {
  const { code, term, basis, extensionDays, compensation } = standard;
  return {
    kind: 'standard',
    code,
    ...term,
    basis,
    extensionDays,
    compensation: compensation && {
      household: moneyToWire(compensation.amounts.household),
      smallBusiness: moneyToWire(compensation.amounts.smallBusiness),
      other: moneyToWire(compensation.amounts.other),
      afterDays: compensation.term?.days ?? null,
    },
  };
}

export function toStandard(content: Of<'standard'>, validFrom: LocalDate): ServiceStandard {
  const { code, days, unit, basis, extensionDays, compensation } = content;
  return {
    code,
    validFrom,
    term: { days, unit },
    basis,
    extensionDays,
    compensation: compensation && {
      amounts: {
        household: moneyFromWire(compensation.household),
        smallBusiness: moneyFromWire(compensation.smallBusiness),
        other: moneyFromWire(compensation.other),
      },
      term: compensation.afterDays === null ? null : { days: compensation.afterDays, unit: 'calendar' },
    },
  };
}

export function chatContent({ opensAt, closesAt, validFrom: _, ...minutes }: ChatRule): Of<'chat'> {
  return { kind: 'chat', opensAt: timeOf(opensAt), closesAt: timeOf(closesAt), ...minutes };
}

export function toChatRule({ kind: _, ...content }: Of<'chat'>, validFrom: LocalDate): ChatRule {
  return {
    ...content,
    validFrom,
    opensAt: minutesOf(content.opensAt),
    closesAt: minutesOf(content.closesAt),
  };
}

export const compensationContent = ({ days, basis }: CompensationRule): Of<'compensation'> => ({
  kind: 'compensation',
  dueDays: days,
  basis,
});

/** Days in their order, so that one calendar has one spelling. */
export function tidyContent<Content extends TermContent>(content: Content): Content {
  if (content.kind !== 'calendar') return content;
  return {
    ...content,
    weeklyDaysOff: content.weeklyDaysOff.toSorted((a, b) => a - b),
    days: content.days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  };
}
