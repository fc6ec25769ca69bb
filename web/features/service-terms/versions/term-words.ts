import { formatText } from '#contract/messages/format-text.ts';
import type { TermContent } from '#contract/service-terms/term-changes.ts';
import { basisNames, termSubjectName } from '#domain/service-terms/standard-words.template.ts';
import { isWorkday } from '#domain/service-terms/work-calendar.ts';
import { localDate } from '#domain/time/local-date.ts';
import { weekdayNames } from '#domain/time/weekday-names.template.ts';
import type { ChangedLine } from '#web/lib/dated-changes/dated-changes.tsx';
import { showDate, showMoney } from '#web/lib/format.ts';
import type { ContentOf, TermChange } from './api.ts';
import { text } from './text.ts';

export type Weekday = keyof typeof weekdayNames;

export const codeOf = (content: TermContent) => (content.kind === 'standard' ? content.code : '');
export const nameOf = (content: TermContent) => termSubjectName(content.kind, codeOf(content));
/** Whether two versions are of the same thing. */
export const isSameThing = (one: TermContent, other: TermContent) =>
  one.kind === other.kind && codeOf(one) === codeOf(other);
export const basisWords = (basis: string) => basisNames[basis] ?? basis;

const hoursWords = ({ opensAt, closesAt }: { opensAt: string; closesAt: string }) =>
  formatText(text.hours, { opensAt, closesAt });

function compensationWords({ compensation }: ContentOf<'standard'>): string {
  if (compensation === null) return text.none;
  const { household, smallBusiness, other, afterDays } = compensation;
  const sums = formatText(text.sumsOf, {
    household: showMoney(household),
    smallBusiness: showMoney(smallBusiness),
    other: showMoney(other),
  });
  return afterDays === null ? sums : formatText(text.afterTerm, { sums, n: afterDays });
}

/** What a version says, but for the days of a calendar, which have a list of their own. */
export function linesOf(content: TermContent): readonly ChangedLine[] {
  switch (content.kind) {
    case 'calendar':
      return [
        {
          name: text.weeklyDaysOff,
          words:
            content.weeklyDaysOff.map((day) => weekdayNames[day as Weekday].toLowerCase()).join(', ') ||
            text.none,
        },
        { name: text.workingHours, words: hoursWords(content) },
        { name: text.holidays, words: content.holidaysAreWorkdays ? text.holidaysWorked : text.holidaysOff },
        { name: text.afterHours, words: content.afterHoursIsNextDay ? text.nextDay : text.sameDay },
      ];
    case 'chat':
      return [
        { name: text.chatHours, words: hoursWords(content) },
        { name: text.answerMinutes, words: String(content.answerMinutes) },
        { name: text.ticketAfterMinutes, words: String(content.ticketAfterMinutes) },
        { name: text.endsAfterMinutes, words: String(content.endsAfterMinutes) },
      ];
    case 'standard':
      return [
        { name: text.term, words: formatText(text.termOf[content.unit], { n: content.days }) },
        {
          name: text.extension,
          words:
            content.extensionDays === null
              ? text.notExtended
              : formatText(text.extendedTo, { n: content.extensionDays }),
        },
        { name: text.compensation, words: compensationWords(content) },
        { name: text.basis, words: basisWords(content.basis) },
      ];
    case 'compensation':
      return [
        { name: text.dueDays, words: String(content.dueDays) },
        { name: text.basis, words: basisWords(content.basis) },
      ];
  }
}

/** «+ 31.12.2026 вихідний, − 06.01.2027 свято»; '': the same days. */
function daysWords(before: ContentOf<'calendar'>, after: ContentOf<'calendar'>): string {
  const those = (one: ContentOf<'calendar'>, other: ContentOf<'calendar'>, sign: string) =>
    one.days
      .filter(({ day, kind }) => !other.days.some((there) => there.day === day && there.kind === kind))
      .map(({ day, kind }) => `${sign} ${showDate(day)} ${text.dayKinds[kind]}`);
  return [...those(before, after, '−'), ...those(after, before, '+')].join(', ');
}

/** What differs between two versions of the same thing. */
export function changedLines(before: TermContent, after: TermContent): readonly ChangedLine[] {
  const former = new Map(linesOf(before).map(({ name, words }) => [name, words]));
  const subject = nameOf(after);
  const named = (name: string, words: string) => ({ name: formatText(text.line, { subject, name }), words });
  const changed = linesOf(after)
    .filter(({ name, words }) => former.get(name) !== words)
    .map(({ name, words }) =>
      named(name, formatText(text.becomes, { before: former.get(name) ?? '', after: words })),
    );
  const days = before.kind === 'calendar' && after.kind === 'calendar' ? daysWords(before, after) : '';
  return days === '' ? changed : [...changed, named(text.specialDays, days)];
}

/** How a version stands in a list of changes. */
export const shownVersion = {
  dateOf: ({ validFrom }: TermChange) => showDate(validFrom),
  linesOf: ({ before, content }: TermChange) => changedLines(before, content),
};

/** Whether the supplier works on a day that the calendar names. */
export function isWorked(calendar: ContentOf<'calendar'>, date: string): boolean {
  return isWorkday(
    {
      weeklyDaysOff: new Set(calendar.weeklyDaysOff),
      exceptions: new Map(calendar.days.map(({ day, kind }) => [localDate(day), kind])),
      holidaysAreWorkdays: calendar.holidaysAreWorkdays,
    },
    localDate(date),
  );
}
