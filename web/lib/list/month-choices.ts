import type { MonthSpan } from '#domain/documents/check-months.ts';
import { addMonths, type BillingPeriod, comparePeriods } from '#domain/time/billing-period.ts';

/** Months 'YYYY-MM', both included. */
export interface Months {
  from: string;
  to: string;
}

/** A ready period: a year, or the last months when it has none. */
export interface MonthsPreset extends Months {
  year: string | undefined;
}

const lastMonths = 3;
const presetYears = 2;

/** Ready periods inside the months there are: the last three, the year of the last month, the year before. */
export function presetsOf({ first, last }: MonthSpan): MonthsPreset[] {
  const later = (a: BillingPeriod, b: BillingPeriod) => (comparePeriods(a, b) > 0 ? a : b);
  const recent = { from: later(first, addMonths(last, 1 - lastMonths)), to: last, year: undefined };
  const thisYear = Number(last.slice(0, 4));
  const years = Array.from({ length: presetYears }, (_, back) => String(thisYear - back))
    .filter((year) => year >= first.slice(0, 4))
    .map((year) => {
      const end = `${year}-12` as BillingPeriod;
      return {
        from: later(first, `${year}-01` as BillingPeriod),
        to: comparePeriods(end, last) < 0 ? end : last,
        year,
      };
    });
  return [recent, ...years];
}

/** The months there are by years, the newest first. */
export function monthsByYear({ first, last }: MonthSpan): { year: string; months: BillingPeriod[] }[] {
  const years: { year: string; months: BillingPeriod[] }[] = [];
  for (let month = last; comparePeriods(month, first) >= 0; month = addMonths(month, -1)) {
    const year = month.slice(0, 4);
    const group = years.at(-1);
    if (group?.year === year) group.months.push(month);
    else years.push({ year, months: [month] });
  }
  return years;
}
