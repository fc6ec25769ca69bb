import { type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import { firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import {
  type HistoryTariff,
  historyMonths,
  historyStart,
  monthOf,
  periodAt,
  type RandomHistory,
  type RandomMeter,
} from './random-histories.ts';

/*
 * A second way to charge a household, for tests alone: written from product.md §7 and facts 1, day by day, without any code of
 * the product but the calendar. It knows everything at once and charges each month once.
 */

export interface NaiveMonth {
  readonly kwh: number;
  readonly kopiykas: number;
  /** Zone, first and last day of each line that has energy, sorted. */
  readonly lines: readonly string[];
}

/** What the meters of one metering point counted, and from when to when it is counted. */
type CountedHistory = Pick<
  RandomHistory,
  'openedOn' | 'end' | 'pointChanges' | 'contractedPowerWatts' | 'meters'
>;

interface Piece {
  readonly scheme: ZoneScheme;
  readonly zone: Zone;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly kwh: number;
}

interface Price {
  readonly since: string;
  /** Kopiykas for a kWh up to the limit, and above it. */
  readonly low: number;
  readonly high: number;
  readonly limit: number;
  readonly kind: 'flat' | 'marginal' | 'whole' | 'seasonal';
}

/** What the test puts into the database, as the papers say it. Limits in kWh a month. */
export const naivePrices: Readonly<Record<HistoryTariff, readonly Price[]>> = {
  flat: [
    { since: '2000-01-01', low: 264, high: 264, limit: 0, kind: 'flat' },
    { since: '2024-09-16', low: 432, high: 432, limit: 0, kind: 'flat' },
    { since: '2028-06-16', low: 528, high: 528, limit: 0, kind: 'flat' },
  ],
  steps: [
    { since: '2000-01-01', low: 90, high: 168, limit: 100, kind: 'marginal' },
    { since: '2025-02-11', low: 100, high: 200, limit: 150, kind: 'marginal' },
  ],
  cliff: [{ since: '2000-01-01', low: 144, high: 168, limit: 250, kind: 'whole' }],
  heating: [{ since: '2000-01-01', low: 264, high: 432, limit: 400, kind: 'seasonal' }],
};

/** Thousandths. */
const zonePart: Readonly<Record<string, number>> = {
  'two night': 500,
  'three peak': 1500,
  'three night': 400,
};
const zoneHour: Readonly<Record<Zone, number>> = { single: 24, day: 16, night: 8, peak: 5, halfPeak: 11 };

/** Whole numbers in proportion, the largest remainder first, the earlier of equals. */
function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (total === 0 || sum === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / sum));
  const order = weights
    .map((weight, index) => ({ index, rest: (total * weight) % sum }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  let left = total - parts.reduce((a, b) => a + b, 0);
  for (const { index } of order) if (left-- > 0) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const min = (...days: LocalDate[]) => days.sort()[0] as LocalDate;
const max = (...days: LocalDate[]) => days.sort().at(-1) as LocalDate;

/** The first day of a history, and the first after it. */
function daysOf({ openedOn, end }: CountedHistory, allMonths: number): { opened: LocalDate; end: LocalDate } {
  return {
    opened: max(openedOn, firstDay(historyStart)),
    end: end === undefined ? firstDayAfter(periodAt(allMonths - 1)) : addDays(end.on, 1),
  };
}

/** What each month of a history costs, from its first month on. */
export function chargeNaively(history: RandomHistory, months = historyMonths): NaiveMonth[] {
  const { opened, end } = daysOf(history, months);
  return countNaively(history, months, months).map((own, month) => ({
    kwh: own.reduce((sum, piece) => sum + piece.kwh, 0),
    ...priceMonth(
      history,
      own,
      max(firstDay(periodAt(month)), opened),
      min(firstDayAfter(periodAt(month)), end),
    ),
  }));
}

/** What the registers of a history, of `allMonths`, counted in each of its first months. */
export function countNaively(history: CountedHistory, months: number, allMonths = historyMonths): Piece[][] {
  const pieces: Piece[][] = Array.from({ length: months }, () => []);
  const { opened, end } = daysOf(history, allMonths);
  for (let month = 0; month < months; month++) {
    const first = max(firstDay(periodAt(month)), opened);
    const after = min(firstDayAfter(periodAt(month)), end);
    for (const meter of history.meters) {
      for (const zone of zonesOf[meter.scheme]) {
        const from = max(first, meter.installedOn);
        const to = meter.removal === undefined ? after : min(after, meter.removal.on);
        if (from >= to) continue;
        pieces[month]?.push(
          ...countMonth(history, meter, zone, { from, to, opened, end, allMonths }, pieces, month),
        );
      }
    }
  }
  return pieces;
}

interface Value {
  readonly on: LocalDate;
  readonly value: number;
  /** The month that a reading was given for; undefined: the value of an installation or a removal. */
  readonly month?: number;
}

/** What is known of a register, by day; of several values of a day the one of the latest month. */
function valuesOf(meter: RandomMeter, zone: Zone, upToMonth = Number.POSITIVE_INFINITY): Value[] {
  const { removal } = meter;
  const given = meter.readings
    .filter((one) => one.zone === zone && one.month <= upToMonth)
    .sort((a, b) => a.month - b.month);
  const values: Value[] = [{ on: meter.installedOn, value: meter.installedValues[zone] ?? 0 }, ...given];
  if (removal !== undefined && monthOf(addDays(removal.on, -1)) <= upToMonth)
    values.push({ on: removal.on, value: removal.values[zone] ?? 0 });
  return inOrder([...new Map(values.map((value) => [value.on, value])).values()]);
}

const inOrder = (values: readonly Value[]) => values.toSorted((a, b) => (a.on < b.on ? -1 : 1));

/**
 * kWh from one value to a later one, through zero if that is shorter or the dial leaves its last tenth; undefined: it went back.
 */
function countBetween({ digitCapacity, coefficient }: RandomMeter, a: Value, b: Value): number | undefined {
  const capacity = 10 ** digitCapacity;
  const units = b.value - a.value;
  if (units >= 0) return units * coefficient;
  const isShorter = units * 2 < -capacity;
  const leavesLastTenth = a.value * 10 >= capacity * 9 && b.value * 10 < capacity * 9;
  return isShorter || leavesLastTenth ? (units + capacity) * coefficient : undefined;
}

/** The contracted power when a month ends. */
function wattsIn({ pointChanges, contractedPowerWatts }: CountedHistory, month: number): number {
  const known = pointChanges.filter(({ from }) => monthOf(from) <= month);
  return known.reduce((watts, change) => change.contractedPowerWatts ?? watts, contractedPowerWatts);
}

/** When the metering point was switched off and on. */
function switchesOf({ pointChanges }: CountedHistory): { on: LocalDate; isDisabled: boolean }[] {
  return pointChanges.flatMap(({ from, isDisabled }) =>
    isDisabled === undefined ? [] : [{ on: from, isDisabled }],
  );
}

/** The first reading after the end of the contract that was given for the month of the end counts as of the end. */
function movedToEnd(values: readonly Value[], end: LocalDate): readonly Value[] {
  const late = values.find(({ on, month }) => on >= end && month === monthOf(addDays(end, -1)));
  if (late === undefined) return values;
  return [
    ...values.filter(({ on }) => on < end),
    { ...late, on: end },
    ...values.filter(({ on }) => on > late.on),
  ];
}

function countMonth(
  history: CountedHistory,
  meter: RandomMeter,
  zone: Zone,
  days: { from: LocalDate; to: LocalDate; opened: LocalDate; end: LocalDate; allMonths: number },
  pieces: readonly (readonly Piece[])[],
  month: number,
): Piece[] {
  const all = movedToEnd(valuesOf(meter, zone), days.end);
  const start = max(meter.installedOn, days.opened);
  const begin = all.filter(({ on }) => on <= start).at(-1)?.value ?? 0;
  const known = [{ on: start, value: begin }, ...all.filter(({ on }) => on > start)];
  const switched = switchesOf(history).map(({ on }) => on);
  const found: Piece[] = [];
  known.forEach((a, index) => {
    const b = known[index + 1];
    if (b === undefined || b.on <= days.from || a.on >= days.to) return;
    const cuts = [a.on];
    for (let at = 0; at < days.allMonths; at++)
      cuts.push(firstDay(periodAt(at)), firstDayAfter(periodAt(at)));
    cuts.push(days.end, b.on, ...switched);
    const bounds = [...new Set(cuts)].filter((day) => day >= a.on && day <= b.on).sort();
    const lengths = daysOn(history, bounds);
    // It counted while it was off: nobody knows when, so on the day of the reading.
    if (!lengths.some((length) => length > 0)) lengths[lengths.length - 1] = 1;
    // Whole units of the register.
    share((countBetween(meter, a, b) ?? 0) / meter.coefficient, lengths).forEach((units, place) => {
      const from = bounds[place] as LocalDate;
      const to = bounds[place + 1] as LocalDate;
      const kwh = units * meter.coefficient;
      if (from >= days.from && to <= days.to) found.push({ scheme: meter.scheme, zone, from, to, kwh });
    });
  });
  const last = known.at(-1) as (typeof known)[number];
  const from = max(last.on, days.from);
  if (from < days.to) {
    const [energy, over] = averageOf(history, zone, pieces, month);
    const whole = over * meter.coefficient;
    const bounds = [from, ...switched.filter((day) => day > from && day < days.to), days.to];
    const lengths = daysOn(history, bounds);
    const onDays = lengths.reduce((sum, length) => sum + length, 0);
    const units = Math.floor((2 * energy * onDays + whole) / (2 * whole));
    share(units, lengths).forEach((part, place) => {
      const [begins, ends] = [bounds[place] as LocalDate, bounds[place + 1] as LocalDate];
      found.push({ scheme: meter.scheme, zone, from: begins, to: ends, kwh: part * meter.coefficient });
    });
  }
  return found;
}

/** The days between neighbours, among which is every switch; none where the point was switched off. */
function daysOn(history: CountedHistory, bounds: readonly LocalDate[]): number[] {
  const switches = switchesOf(history);
  return bounds.slice(1).map((to, place) => {
    const from = bounds[place] as LocalDate;
    const isOff = switches.filter(({ on }) => on <= from).at(-1)?.isDisabled ?? false;
    return isOff ? 0 : daysBetween(from, to);
  });
}

/** kWh, and the days in which they were counted. */
function averageOf(
  history: CountedHistory,
  zone: Zone,
  pieces: readonly (readonly Piece[])[],
  month: number,
): readonly [number, number] {
  const lastYear = pieces[month - 12] ?? [];
  if (lastYear.length > 0) {
    const own = lastYear.filter((piece) => piece.zone === zone);
    const of = own.length > 0 ? own : lastYear;
    const kwh = of.reduce((sum, piece) => sum + piece.kwh, 0);
    const days = daysBetween(min(...of.map(({ from }) => from)), max(...of.map(({ to }) => to)));
    return own.length > 0 ? [kwh, days] : [kwh * zoneHour[zone], days * 24];
  }
  const spans = history.meters.flatMap((one, place) =>
    monthOf(one.installedOn) > month
      ? []
      : zonesOf[one.scheme].flatMap((ofZone) => {
          const perMonth = new Map<string, Value>();
          for (const value of valuesOf(one, ofZone, month))
            perMonth.set(value.month === undefined ? value.on : `${monthOf(addDays(value.on, -1))}`, value);
          const [a, b] = inOrder([...perMonth.values()]).slice(-2);
          const kwh = a && b && countBetween(one, a, b);
          if (a === undefined || b === undefined || kwh === undefined) return [];
          return [{ place, zone: ofZone, kwh, days: daysBetween(a.on, b.on), on: b.on }];
        }),
  );
  spans.sort((a, b) => (a.on > b.on ? -1 : a.on < b.on ? 1 : 0));
  const own = spans.find((span) => span.zone === zone);
  if (own !== undefined) return [own.kwh, own.days];
  const [latest] = spans;
  if (latest !== undefined) {
    const ofMeter = spans.filter(({ place }) => place === latest.place);
    const days = Math.max(...ofMeter.map((span) => span.days));
    const wattHours = ofMeter.reduce(
      (sum, span) => sum + Math.round((span.kwh * 1000 * days) / span.days),
      0,
    );
    return [wattHours * zoneHour[zone], days * 24 * 1000];
  }
  return [(wattsIn(history, month) / 1000) * zoneHour[zone], 24];
}

function priceMonth(
  history: RandomHistory,
  pieces: readonly Piece[],
  from: LocalDate,
  to: LocalDate,
): Pick<NaiveMonth, 'kopiykas' | 'lines'> {
  const parts: { price: Price; isLow: boolean; from: LocalDate; to: LocalDate }[] = [];
  let code: HistoryTariff | undefined;
  for (let day = from; day < to; day = addDays(day, 1)) {
    const tariff = history.tariffs.filter((one) => one.from <= day).at(-1)?.code as HistoryTariff;
    const price = naivePrices[tariff].filter(({ since }) => since <= day).at(-1) as Price;
    const isLow = price.kind !== 'seasonal' || day.slice(5) >= '10-01' || day.slice(5) <= '04-30';
    const open = parts.at(-1);
    if (open !== undefined && open.price === price && open.isLow === isLow && code === tariff)
      open.to = addDays(day, 1);
    else parts.push({ price, isLow, from: day, to: addDays(day, 1) });
    code = tariff;
  }
  const registers = new Map<string, number[]>();
  for (const piece of pieces) {
    const key = `${piece.scheme} ${piece.zone}`;
    const inParts = share(
      piece.kwh,
      parts.map((part) => Math.max(daysBetween(max(part.from, piece.from), min(part.to, piece.to)), 0)),
    );
    const before = registers.get(key) ?? parts.map(() => 0);
    registers.set(
      key,
      before.map((kwh, index) => kwh + (inParts[index] ?? 0)),
    );
  }
  const whole = daysBetween(from, to);
  let sum = 0;
  const lines: string[] = [];
  parts.forEach(({ price, isLow, from: first, to: after }, index) => {
    const used = [...registers]
      .map(([key, kwh]) => ({ key, kwh: kwh[index] ?? 0 }))
      .filter(({ kwh }) => kwh > 0);
    const total = used.reduce((all, { kwh }) => all + kwh, 0);
    const due = (days: number) => Math.floor((2 * price.limit * days + whole) / (2 * whole));
    const limit = due(daysBetween(from, after)) - due(daysBetween(from, first));
    let low = Math.min(limit, total);
    if (price.kind === 'flat' || !isLow) low = 0;
    if (price.kind === 'whole') low = total <= limit ? total : 0;
    const ofLow = share(
      low,
      used.map(({ kwh }) => kwh),
    );
    used.forEach(({ key, kwh }, place) => {
      const part = zonePart[key] ?? 1000;
      const cheap = ofLow[place] ?? 0;
      sum +=
        Math.floor((cheap * price.low * part) / 1000) +
        Math.floor(((kwh - cheap) * price.high * part) / 1000);
      const inPart = pieces
        .filter(({ scheme, zone }) => key === `${scheme} ${zone}`)
        .map((piece) => [max(first, piece.from), min(after, piece.to)] as const)
        .filter(([begins, ends]) => begins < ends);
      const begins = inPart.length > 0 ? min(...inPart.map(([day]) => day)) : first;
      const ends = inPart.length > 0 ? max(...inPart.map(([, day]) => day)) : after;
      const line = `${key.split(' ')[1]} ${begins} ${addDays(ends, -1)}`;
      lines.push(...[cheap, kwh - cheap].filter((energy) => energy > 0).map(() => line));
    });
  });
  return { kopiykas: sum, lines: lines.sort() };
}
