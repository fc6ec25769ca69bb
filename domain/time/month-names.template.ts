/** Months in the nominative, in order. */
export const monthNames = [
  'січень',
  'лютий',
  'березень',
  'квітень',
  'травень',
  'червень',
  'липень',
  'серпень',
  'вересень',
  'жовтень',
  'листопад',
  'грудень',
] as const;

/** "2026-10" → "жовтень". */
export function monthName(period: string): string {
  return monthNames[Number(period.slice(5)) - 1] ?? '';
}

/** "2026-10" → "жовтень 2026": a month in a sentence; a column of data has "10.2026". */
export function monthWords(period: string): string {
  return `${monthName(period)} ${period.slice(0, 4)}`;
}
