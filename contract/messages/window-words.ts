import { formatText, type MessageParams } from './format-text.ts';

/** "останні 2 дні", "перший день". */
const daysOf = (n: number, [only, many]: readonly [string, string]) =>
  n === 1 ? `${only} день` : formatText(`${many} {n} {n|день|дні|днів}`, { n });

/** When readings are best given, by the days of the window. */
function advisedDays(lastDays: number, firstDays: number): string {
  const last = `в ${daysOf(lastDays, ['останній', 'останні'])} місяця`;
  const first = daysOf(firstDays, ['перший', 'перші']);
  if (lastDays === 0) return firstDays === 0 ? 'щомісяця' : `в ${first} місяця`;
  return firstDays === 0 ? last : `${last} або ${first} наступного`;
}

/** Until when a photo still counts for the month that ends. */
function photosUntil(day: number, hour: number): string {
  if (day === 0) return 'кінця місяця';
  return `${hour === 24 ? 'кінця' : `${hour}:00`} ${day}-го числа наступного місяця`;
}

/**
 * Words for the braces of the texts that name the window, by its numbers (`windowParams`) and by whether a reading was accepted in it
 * (`acceptedParams`); none for other codes. Answers stored before the text named the window have no numbers: the window was the same
 * for all. Source: spec/messages.md.
 */
export function windowWords(code: string, params: MessageParams): MessageParams {
  const { lastDays = 2, firstDays = 3, inWindow, untilDay, untilHour } = params;
  if (code === 'readings.accepted') {
    const advice = inWindow === 1 ? 'Наступного разу передайте так само:' : 'Радимо передавати показання';
    return { advice, days: advisedDays(Number(lastDays), Number(firstDays)) };
  }
  if (code === 'readings.personInputBlocked')
    return { until: photosUntil(Number(untilDay), Number(untilHour)) };
  return {};
}
