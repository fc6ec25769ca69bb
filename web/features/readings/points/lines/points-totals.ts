import { addEnergy, fromKwh, toKwh, type WattHours, wattHours } from '#domain/energy.ts';
import { addMoney, type Kopiykas, zeroMoney } from '#domain/money.ts';
import { consumptionThrough } from '#domain/readings/consumption-between.ts';
import { isUntouched } from '#domain/readings/reading-value.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import {
  type AssessmentContext,
  assessMeter,
  costOf,
  costOfMeter,
  type Entry,
  emptyEntry,
} from './assess-meter.ts';
import { isChannel, type Kind, type Line, type PointMeter, type PointRow } from './points-data.ts';

/** Sums of what is submitted and of what is typed and ready to be: of the month, as far as it is read. */
export interface Totals {
  /** Rows that can be typed in, and those with a value that is submitted or ready to be. */
  readonly open: number;
  readonly filled: number;
  /** Rows whose value an operator has not decided yet. */
  readonly underReview: number;
  readonly kwh: number;
  readonly net: Kopiykas;
  readonly gross: Kopiykas;
  /** False: some kWh have no known price. */
  readonly isPriced: boolean;
}

type Entries = Readonly<Record<string, Entry>>;

/** Totals of rows: of the whole table or of a group. */
export function totalsOf(lines: readonly Line[], entries: Entries, context: AssessmentContext): Totals {
  let [open, filled, underReview] = [0, 0, 0];
  let energy = fromKwh(0);
  let [net, gross] = [zeroMoney, zeroMoney];
  let isPriced = true;
  for (const meter of metersOf(lines)) {
    const energyOf = countedEnergy(meter, entries[meter.meterId] ?? emptyEntry, context);
    const cost = costOfMeter(meter, energyOf);
    if (cost) {
      energy = addEnergy(energy, fromKwh(cost.kwh));
      net = addMoney(net, cost.net);
      gross = addMoney(gross, cost.gross);
      isPriced &&= cost.isPriced;
    }
    underReview += meter.rows.filter((row) => row.isUnderReview).length;
    if (meter.point.blocked) continue;
    open += meter.rows.length;
    filled += meter.rows.filter(({ kind }) => energyOf[kind] !== undefined).length;
  }
  return { open, filled, underReview, kwh: toKwh(energy), net, gross, isPriced };
}

type EnergyByKind = Readonly<Partial<Record<Kind, number>>>;

/** kWh or kvarh of the rows of a meter: by what is typed if it can be sent, else by what is submitted; a refused value counts nothing. */
function countedEnergy(meter: PointMeter, entry: Entry, context: AssessmentContext): EnergyByKind {
  const { state, energy } = assessMeter(meter, entry, context);
  const counted = meter.rows.flatMap((row) => {
    const typed = state === 'ready' ? energy[row.kind] : undefined;
    const found = typed ?? givenEnergy(row, entry);
    return found === undefined ? [] : [[row.kind, found] as const];
  });
  return Object.fromEntries(counted);
}

/** What the month counts up to the value that is submitted for a row; by the answer until the points are loaded with it. */
function givenEnergy(row: PointRow, { answer }: Entry): number | undefined {
  const isStored = answer?.outcome.kind === 'accepted' || answer?.outcome.kind === 'underReview';
  const stored = isStored ? answer.outcome.registers.find(({ zone }) => zone === row.kind) : undefined;
  const value = row.currentValue ?? stored?.value ?? null;
  if (value === null) return undefined;
  const day = row.currentDate ?? answer?.outcome.effectiveDate ?? '';
  const earlier = row.known.filter(({ date }) => date < day).map((one) => one.value);
  const values = [...(earlier.length > 0 ? earlier : [row.previousValue]), value];
  return toKwh(consumptionThrough(values, row));
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
    const entry = entries[meter.meterId] ?? emptyEntry;
    const isTyped = assessMeter(meter, entry, context).state === 'ready';
    const energyOf = countedEnergy(meter, entry, context);
    let ofMeter = fromKwh(0);
    for (const row of meter.rows) {
      if (isChannel(row.kind)) continue;
      const { dailyAverageKwh, previousDate, currentDate } = row;
      const counted = energyOf[row.kind];
      const isNew = isTyped && !isUntouched(entry.values[row.kind]);
      const from = isNew ? context.window.effectiveDate : (currentDate ?? previousDate);
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
