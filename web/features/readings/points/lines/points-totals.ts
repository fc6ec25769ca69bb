import { addEnergy, fromKwh, toKwh, type WattHours, wattHours } from '#domain/energy.ts';
import { addMoney, type Kopiykas, zeroMoney } from '#domain/money.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import {
  type AssessmentContext,
  assessMeter,
  costOf,
  type Entry,
  emptyEntry,
  typedCost,
} from './assess-meter.ts';
import { isChannel, type Line, type PointMeter } from './points-data.ts';

/** Sums of what is typed. */
export interface Totals {
  /** Rows that can be typed in, and those with a right value typed or given. */
  readonly open: number;
  readonly filled: number;
  readonly kwh: number;
  readonly net: Kopiykas;
  readonly gross: Kopiykas;
  /** False: some kWh have no known price. */
  readonly isPriced: boolean;
}

type Entries = Readonly<Record<string, Entry>>;

/** Totals of rows: of the whole table or of a group. */
export function totalsOf(lines: readonly Line[], entries: Entries, context: AssessmentContext): Totals {
  let [open, filled] = [0, 0];
  let energy = fromKwh(0);
  let [net, gross] = [zeroMoney, zeroMoney];
  let isPriced = true;
  for (const meter of metersOf(lines)) {
    const assessment = assessMeter(meter, entries[meter.meterId] ?? emptyEntry, context);
    const cost = typedCost(meter, assessment);
    if (cost) {
      energy = addEnergy(energy, fromKwh(cost.kwh));
      net = addMoney(net, cost.net);
      gross = addMoney(gross, cost.gross);
      isPriced &&= cost.isPriced;
    }
    if (meter.point.blocked) continue;
    for (const { kind, currentValue } of meter.rows) {
      open += 1;
      if (currentValue !== null || assessment.energy[kind] !== undefined) filled += 1;
    }
  }
  return { open, filled, kwh: toKwh(energy), net, gross, isPriced };
}

export interface Forecast {
  readonly kwh: number;
  readonly net: Kopiykas;
  readonly gross: Kopiykas;
  /** Points for which nothing can be foreseen: neither a value nor an average. */
  readonly unknown: number;
}

/**
 * What the month comes to: by what is typed or given, with the daily average for the days after it; by the average
 * since the previous value where nothing is. A disabled point takes nothing. Costs of points without a known price are
 * left out.
 */
export function forecastOf(lines: readonly Line[], entries: Entries, context: AssessmentContext): Forecast {
  const end = firstDayAfter(context.window.period as BillingPeriod);
  let total = fromKwh(0);
  let [net, gross] = [zeroMoney, zeroMoney];
  let unknown = 0;
  for (const meter of metersOf(lines)) {
    if (meter.point.pointState === 'disabled') continue;
    const { energy } = assessMeter(meter, entries[meter.meterId] ?? emptyEntry, context);
    let ofMeter = fromKwh(0);
    for (const row of meter.rows) {
      if (isChannel(row.kind)) continue;
      const { dailyAverageKwh, previousDate, previousValue, currentValue, currentDate, coefficient } = row;
      const typed = energy[row.kind];
      const given =
        currentValue === null ? undefined : Math.max(currentValue - previousValue, 0) * coefficient;
      const counted = typed ?? given;
      const from = typed === undefined ? (currentDate ?? previousDate) : context.window.effectiveDate;
      const days = Math.max(daysBetween(from as LocalDate, end), 0);
      if (counted === undefined && dailyAverageKwh === null) unknown += 1;
      const rest = wattHours(Math.round((dailyAverageKwh ?? 0) * days * 1000));
      ofMeter = addEnergy(ofMeter, addEnergy(fromKwh(counted ?? 0), rest));
    }
    const whole = wholeKwh(ofMeter);
    total = addEnergy(total, fromKwh(whole));
    const cost = costOf(meter.point, whole);
    net = addMoney(net, cost?.net ?? zeroMoney);
    gross = addMoney(gross, cost?.gross ?? zeroMoney);
  }
  return { kwh: toKwh(total), net, gross, unknown };
}

function wholeKwh(energy: WattHours): number {
  return Math.round(toKwh(energy));
}

function metersOf(lines: readonly Line[]): ReadonlySet<PointMeter> {
  return new Set(lines.map(({ meter }) => meter));
}
