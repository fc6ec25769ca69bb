import type { ReadingParams } from '../readings/reading-code.ts';
import type { WindowRules } from '../readings/reading-rules.ts';
import { daysInTime } from '../readings/submission-window.ts';

const plural = new Intl.PluralRules('uk');

/** "останні 2 дні", "перший день". */
function daysOf(n: number, [only, many]: readonly [string, string]): string {
  if (n === 1) return `${only} день`;
  const form = plural.select(n);
  return `${many} ${n} ${form === 'one' ? 'день' : form === 'few' ? 'дні' : 'днів'}`;
}

/** When readings are best given, by the window. */
function advisedDays({ lastDays, firstDays }: WindowRules): string {
  const last = `в ${daysOf(lastDays, ['останній', 'останні'])} місяця`;
  const first = `в ${daysOf(firstDays, ['перший', 'перші'])} місяця`;
  if (lastDays === 0) return firstDays === 0 ? 'щомісяця' : first;
  return firstDays === 0 ? last : `${last} або ${daysOf(firstDays, ['перший', 'перші'])} наступного`;
}

/** Until when a photo still counts for the month that ends, by the window. */
function photosUntil(rules: WindowRules): string {
  const day = daysInTime(rules);
  if (day === 0) return 'кінця місяця';
  const hour = rules.closingDay > rules.firstDays ? 24 : rules.closingHour;
  return `${hour === 24 ? 'кінця' : `${hour}:00`} ${day}-го числа наступного місяця`;
}

/** Values for the braces of the texts that name the window; none for other codes. Source: spec/messages.md. */
export function windowParams(code: string, rules: WindowRules): ReadingParams {
  if (code === 'readings.accepted') return { days: advisedDays(rules) };
  if (code === 'readings.personInputBlocked') return { until: photosUntil(rules) };
  return {};
}

/** The days of `readings.accepted` in answers that were kept before the text named the window: the words that all of them had. */
export const daysAdvisedBefore = 'в останні 2 дні місяця або перші 3 дні наступного';
