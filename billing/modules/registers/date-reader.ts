import { type LocalDate, parseLocalDate } from '#domain/time/local-date.ts';

const TOKENS = /YYYY|MM|DD|HH|mm|ss/g;
const DIGITS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  DD: '(?<day>\\d{2})',
};
const MOST_REMEMBERED = 10_000;

/** Reads the day of a date that is written as the format says; the time of the day may be left out. */
export function dateReader(format: string): (text: string) => LocalDate | undefined {
  const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  let pattern = '';
  let at = 0;
  for (const match of format.matchAll(TOKENS)) {
    pattern += quoted(format.slice(at, match.index)) + (DIGITS[match[0]] ?? '\\d{2}');
    at = match.index + match[0].length;
  }
  pattern += quoted(format.slice(at));
  const days = /^(.*?)([ T]HH.*)$/.exec(format);
  const whole = new RegExp(`^${pattern}$`);
  const dayOnly = days?.[1] === undefined ? undefined : dateReader(days[1]);
  // The same few days stand in a million rows.
  const remembered = new Map<string, LocalDate | undefined>();

  return function read(text) {
    const known = remembered.get(text);
    if (known !== undefined || remembered.has(text)) return known;
    const { year, month, day } = whole.exec(text)?.groups ?? {};
    const date = year === undefined ? dayOnly?.(text) : parseLocalDate(`${year}-${month}-${day}`);
    if (remembered.size < MOST_REMEMBERED) remembered.set(text, date);
    return date;
  };
}
