const months = [
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

/** "жовтень 2026" of "2026-10": a month in a sentence; a column of data has "10.2026". */
export function monthWords(period: string): string {
  return `${months[Number(period.slice(5)) - 1] ?? ''} ${period.slice(0, 4)}`;
}
