import { type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import {
  addMonths,
  type BillingPeriod,
  billingPeriod,
  firstDay,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import { addDays, daysBetween, type LocalDate, localDate } from '#domain/time/local-date.ts';

export const historyMonths = 24;
export const historyStart = billingPeriod('2024-03');
const historyTariffs = ['flat', 'steps', 'cliff', 'heating'] as const;
export type HistoryTariff = (typeof historyTariffs)[number];

/** The month, from 0 on, before whose closing something is known. */
interface Known {
  readonly knownIn: number;
}

export interface RandomReading extends Known {
  readonly zone: Zone;
  readonly on: LocalDate;
  /** The month it is given for. */
  readonly month: number;
  readonly value: number;
  /** What was given first and corrected before the month was closed. */
  readonly mistaken: number | undefined;
  /** It was put under review when it came, and counts from the decision on: `knownIn`. */
  readonly review?: { readonly givenIn: number; readonly given: number };
}

export interface RandomMeter extends Known {
  readonly scheme: ZoneScheme;
  readonly digitCapacity: number;
  /** kWh in one unit of a register. */
  readonly coefficient: number;
  readonly installedOn: LocalDate;
  readonly installedValues: Readonly<Partial<Record<Zone, number>>>;
  readonly removal:
    | (Known & { readonly on: LocalDate; readonly values: RandomMeter['installedValues'] })
    | undefined;
  readonly readings: readonly RandomReading[];
  /** Of days after a removal that was not recorded yet: superseded once it is. */
  readonly strays: readonly RandomReading[];
  /** Under review, and rejected. */
  readonly rejected: readonly RandomReading[];
}

/** How the metering point is from a day on; undefined: as before. */
interface RandomPointChange extends Known {
  readonly from: LocalDate;
  readonly isDisabled: boolean | undefined;
  readonly contractedPowerWatts: number | undefined;
}

/** A household with every kind of event, as it comes to be known. */
export interface RandomHistory {
  readonly openedOn: LocalDate;
  readonly end: (Known & { readonly on: LocalDate }) | undefined;
  /** Oldest first. */
  readonly tariffs: readonly (Known & { readonly from: LocalDate; readonly code: HistoryTariff })[];
  /** Until the first change of it. */
  readonly contractedPowerWatts: number;
  /** In the order of their days. */
  readonly pointChanges: readonly RandomPointChange[];
  /** Another holder from a day on: charges stay as they are. */
  readonly holder: (Known & { readonly from: LocalDate }) | undefined;
  readonly meters: readonly RandomMeter[];
  /** Of breached terms: booked in the month that knows of them. */
  readonly compensations: readonly (Known & { readonly kopiykas: number })[];
}

export function monthOf(day: LocalDate): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const [startYear, startMonth] = historyStart.split('-').map(Number) as [number, number];
  return (year - startYear) * 12 + month - startMonth;
}

export function periodAt(month: number): BillingPeriod {
  return addMonths(historyStart, month);
}

/** A generator of numbers below one that a seed decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The history of a seed: the same one each time. */
export function randomHistory(seed: number): RandomHistory {
  return withReviews(eventsOf(seed), seed);
}

/**
 * Puts some readings under review: they are decided in their month or up to three later, when it is closed; of some another value
 * is accepted. Others are rejected. By numbers of their own, so that the other events of a seed stay.
 */
function withReviews(history: RandomHistory, seed: number): RandomHistory {
  const random = randomOf(seed ^ 0x5eed);
  const below = (count: number) => Math.floor(random() * count);
  const last = historyMonths - 1;
  const endsOn = history.end?.on ?? firstDayAfter(periodAt(last));
  const decidedAfter = (month: number) => Math.min(month + below(4), last);
  const meters = history.meters.map((meter) => {
    const capacity = 10 ** meter.digitCapacity;
    const readings = meter.readings.map((reading): RandomReading => {
      const { knownIn, month, mistaken, on, value } = reading;
      if (knownIn !== month || mistaken !== undefined || on > endsOn || below(100) >= 8) return reading;
      const given = below(3) === 0 ? (value + 1 + below(60)) % capacity : value;
      return { ...reading, knownIn: decidedAfter(month), review: { givenIn: month, given } };
    });
    const end = meter.removal?.on ?? endsOn;
    const rejected: RandomReading[] = [];
    for (let month = Math.max(monthOf(meter.installedOn), meter.knownIn, 0); month <= last; month++) {
      const on = firstDayAfter(periodAt(month));
      if (below(100) >= 8 || on <= meter.installedOn || on >= end) continue;
      for (const zone of zonesOf[meter.scheme]) {
        if (readings.some((one) => one.zone === zone && (one.month === month || one.on === on))) continue;
        const given = below(capacity);
        const review = { givenIn: month, given };
        rejected.push({
          zone,
          on,
          month,
          value: given,
          mistaken: undefined,
          knownIn: decidedAfter(month),
          review,
        });
      }
    }
    return { ...meter, readings, rejected };
  });
  return { ...history, meters };
}

/** All but the reviews. */
function eventsOf(seed: number): RandomHistory {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const chance = (percent: number) => random() * 100 < percent;
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const last = historyMonths - 1;
  /** In time, or some months late. */
  const known = (month: number, latePercent = 12) =>
    Math.min(chance(latePercent) ? month + 1 + below(5) : month, last);
  const dayIn = (month: number) => addDays(firstDay(periodAt(month)), below(28));

  const openedOn = chance(30) ? dayIn(below(4)) : localDate('2019-05-01');
  const firstMonth = Math.max(monthOf(openedOn), 0);
  const endsOn = chance(25) ? dayIn(14 + below(9)) : undefined;
  const end = endsOn && { on: endsOn, knownIn: known(monthOf(endsOn), 40) };
  const endKnownIn = end?.knownIn;
  const contractEnd = endsOn === undefined ? firstDayAfter(periodAt(last)) : addDays(endsOn, 1);

  const tariffs: RandomHistory['tariffs'][number][] = [
    { from: localDate('1950-01-01'), code: pick(historyTariffs), knownIn: firstMonth },
  ];
  if (chance(20)) {
    const month = firstMonth + 2 + below(12);
    const others = historyTariffs.filter((code) => code !== tariffs[0]?.code);
    tariffs.push({ from: dayIn(month), code: pick(others), knownIn: known(month, 40) });
  }

  const pointChanges: RandomPointChange[] = [];
  const changePoint = (from: LocalDate, change: Partial<RandomPointChange>) => {
    if (monthOf(from) > last || pointChanges.some((other) => other.from === from)) return;
    const none = { isDisabled: undefined, contractedPowerWatts: undefined };
    pointChanges.push({ ...none, ...change, from, knownIn: known(monthOf(from), 30) });
  };
  if (chance(25))
    changePoint(dayIn(firstMonth + 1 + below(18)), { contractedPowerWatts: 1000 + below(20) * 1000 });
  if (chance(20)) {
    const off = dayIn(firstMonth + 1 + below(18));
    changePoint(off, { isDisabled: true });
    if (chance(80)) changePoint(addDays(off, 5 + below(150)), { isDisabled: false });
  }
  pointChanges.sort((a, b) => (a.from < b.from ? -1 : 1));
  const holderMonth = firstMonth + 1 + below(18);
  const holder = chance(10) ? { from: dayIn(holderMonth), knownIn: known(holderMonth, 30) } : undefined;

  const rates = Array.from({ length: historyMonths }, () =>
    chance(6) ? 0 : 1 + below(chance(20) ? 90 : 14),
  );
  const usedOn = (day: LocalDate, place: number) => {
    const rate = rates[Math.max(monthOf(day), 0)] ?? 3;
    return place === 0 ? rate : Math.floor((rate * (place + 1)) / (place + 2));
  };

  const replacements: LocalDate[] = [];
  for (let count = below(3); count > 0; count--) replacements.push(dayIn(firstMonth + 1 + below(18)));
  replacements.sort();
  const changes = replacements.filter(
    (day, index) =>
      day < contractEnd && (index === 0 || daysBetween(replacements[index - 1] as LocalDate, day) > 40),
  );
  const meters: RandomMeter[] = [];
  let scheme: ZoneScheme = pick(['single', 'two', 'three'] as const);
  let installedOn = openedOn > localDate('2020-01-01') ? openedOn : localDate('2020-01-01');
  let meterKnownIn = firstMonth;
  for (let index = 0; index <= changes.length; index++) {
    const removedOn = changes[index];
    const zones: readonly Zone[] = zonesOf[scheme];
    const coefficient = chance(75) ? 1 : pick([10, 20, 40]);
    const digitCapacity = 4 + below(3);
    const capacity = 10 ** digitCapacity;
    const installedValues = Object.fromEntries(
      zones.map((zone) => {
        const isNearTheEnd = chance(25);
        const value = below(3) === 0 ? 0 : 100 + below(900);
        return [zone, isNearTheEnd ? capacity - 1 - value : value];
      }),
    );
    const countedFrom = installedOn > firstDay(historyStart) ? installedOn : firstDay(historyStart);
    const valueAt = (zone: Zone, day: LocalDate) => {
      let kwh = 0;
      // All days of a month use the same.
      for (let on = countedFrom; on < day; ) {
        const monthEnd = firstDayAfter(periodOf(on));
        const until = monthEnd < day ? monthEnd : day;
        kwh += daysBetween(on, until) * usedOn(on, zones.indexOf(zone));
        on = until;
      }
      return ((installedValues[zone] ?? 0) + Math.floor(kwh / coefficient)) % capacity;
    };
    const removalKnownIn = removedOn && Math.max(known(monthOf(removedOn), 30), meterKnownIn);
    const readings: RandomReading[] = [];
    const end = removedOn ?? contractEnd;
    /** A slip of the finger: too much, or too little. */
    const slip = (value: number) =>
      (value + (coefficient > 1 ? 1 : chance(75) ? 1 + below(40) : -1 - below(90)) + capacity) % capacity;
    const give = (on: LocalDate, month: number) => {
      const knownIn = Math.max(known(month), meterKnownIn);
      if (on > contractEnd && end === contractEnd && knownIn > (endKnownIn ?? last)) return;
      for (const zone of zones) {
        if (chance(7)) continue;
        const value = valueAt(zone, on);
        const mistaken = knownIn === month && chance(5) ? slip(value) : undefined;
        // What comes after a month was closed counts as of the same 1st in the next one, and may say another value.
        const isGivenAgain = on === firstDayAfter(periodAt(month)) && month < last && on < end && chance(5);
        const given = isGivenAgain && chance(70) ? slip(value) : value;
        readings.push({ zone, on, month, value: given, mistaken, knownIn });
        if (!isGivenAgain) continue;
        const againKnownIn = Math.max(known(month + 1), meterKnownIn);
        readings.push({ zone, on, month: month + 1, value, mistaken: undefined, knownIn: againKnownIn });
      }
    };
    for (let month = Math.max(monthOf(installedOn), 0); month <= last; month++) {
      if (chance(22)) continue;
      const inside = dayIn(month);
      const next = firstDayAfter(periodAt(month));
      if (chance(25) && inside > installedOn && inside < end && inside > firstDay(periodAt(month)))
        give(inside, month);
      const isEndUnknown = removedOn === undefined && endKnownIn !== undefined && month <= endKnownIn;
      if (chance(70) && next > installedOn && (next < end || isEndUnknown)) give(next, month);
      else if (
        endsOn !== undefined &&
        removedOn === undefined &&
        end > installedOn &&
        monthOf(endsOn) === month
      )
        give(end, month);
    }
    const strays: RandomReading[] = [];
    for (let month = removedOn ? monthOf(removedOn) : last; month < (removalKnownIn ?? 0); month++) {
      if (month < meterKnownIn || chance(50)) continue;
      const on = firstDayAfter(periodAt(month));
      for (const zone of zones) {
        const value = slip(valueAt(zone, removedOn as LocalDate));
        strays.push({ zone, on, month, value, mistaken: undefined, knownIn: month });
      }
    }
    meters.push({
      scheme,
      digitCapacity,
      coefficient,
      installedOn,
      installedValues,
      knownIn: meterKnownIn,
      readings,
      strays,
      rejected: [],
      removal: removedOn && {
        on: removedOn,
        values: Object.fromEntries(zones.map((zone) => [zone, valueAt(zone, removedOn)])),
        knownIn: removalKnownIn as number,
      },
    });
    if (removedOn !== undefined) {
      installedOn = removedOn;
      if (chance(15)) installedOn = addDays(removedOn, 1 + below(10));
      scheme = chance(50) ? scheme : pick(['single', 'two', 'three'] as const);
      meterKnownIn = Math.max(removalKnownIn as number, Math.min(monthOf(installedOn), last));
    }
  }
  // Often less than what was counted: the power is asked when a reading is accepted, never when it is charged.
  const contractedPowerWatts = 1000 + below(5) * 1000;
  const compensations = Array.from({ length: chance(40) ? 1 + below(3) : 0 }, () => ({
    knownIn: firstMonth + below(historyMonths - firstMonth),
    kopiykas: pick([10_000, 20_000, 40_000]),
  }));
  return { openedOn, end, tariffs, contractedPowerWatts, pointChanges, holder, meters, compensations };
}

/** The first month that a fact of this day changes. */
export function monthTouched(day: LocalDate): BillingPeriod {
  return periodOf(addDays(day, -1));
}
