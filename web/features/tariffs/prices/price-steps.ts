import type { OutputOf } from '#contract/define-call.ts';
import type { priceHistory } from '#contract/tariffs.ts';
import { addDays, dayNumber, type LocalDate, localDate } from '#domain/time/local-date.ts';

export type PriceHistory = OutputOf<typeof priceHistory>;
export type PriceRun = PriceHistory['prices'][number];

/** Days in which no class changes its price. */
export interface PriceStep {
  readonly from: LocalDate;
  /** The first day after them. */
  readonly until: LocalDate;
  /** The run of each class, in the order of `classes`; undefined: it has no price then. */
  readonly runs: readonly (PriceRun | undefined)[];
}

/** How many days the chart continues after the last known date. */
const daysAhead = 60;

export const dayOf = (date: string): number => dayNumber(localDate(date));

/** The classes that have prices, of a filter one alone. */
export function classesOf(
  { prices }: Pick<PriceHistory, 'prices'>,
  only: string | undefined,
): readonly (1 | 2)[] {
  const known = ([1, 2] as const).filter((one) => prices.some(({ voltageClass }) => voltageClass === one));
  const chosen = known.filter((one) => String(one) === only);
  return chosen.length > 0 ? chosen : known;
}

/** The prices of the classes side by side, oldest first; days on which the first class has none are left out. */
export function stepsOf(
  { prices, today }: Pick<PriceHistory, 'prices' | 'today'>,
  classes: readonly (1 | 2)[],
): readonly PriceStep[] {
  const own = prices.filter(({ voltageClass }) => classes.includes(voltageClass));
  const starts = own.map(({ from }) => localDate(from));
  const latest = [localDate(today), ...starts].reduce((a, b) => (a > b ? a : b));
  const end = addDays(latest, daysAhead);
  const untilOf = ({ to }: PriceRun) => (to === null ? end : addDays(localDate(to), 1));
  const bounds = [...new Set([...starts, ...own.map(untilOf)])].sort();
  return bounds.slice(0, -1).flatMap((from, index): PriceStep[] => {
    const until = bounds[index + 1] ?? end;
    const runs = classes.map((one) =>
      own.find((run) => run.voltageClass === one && run.from <= from && untilOf(run) > from),
    );
    return runs[0] === undefined ? [] : [{ from, until, runs }];
  });
}
