import type { LocalDate } from '#domain/time/local-date.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import { text } from './text.ts';

/** Which bill is to be paid and by when; names its last day as today, and afterwards as passed. */
export function dueText({ period, dueOn }: { period: string; dueOn: string }, today: LocalDate): string {
  const words = dueOn === today ? text.payBodyToday : dueOn < today ? text.payBodyLate : text.payBody;
  return words.replace('{period}', showPeriod(period)).replace('{due}', showDate(dueOn));
}
