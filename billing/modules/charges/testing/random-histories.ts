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
export const historyTariffs = ['flat', 'steps', 'cliff', 'heating'] as const;
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
}

export interface RandomMeter extends Known {
  readonly scheme: ZoneScheme;
  readonly installedOn: LocalDate;
  readonly installedValues: Readonly<Partial<Record<Zone, number>>>;
  readonly removal:
    | (Known & { readonly on: LocalDate; readonly values: RandomMeter['installedValues'] })
    | undefined;
  readonly readings: readonly RandomReading[];
}

/** A household with every kind of event, as it comes to be known. */
export interface RandomHistory {
  readonly openedOn: LocalDate;
  readonly end: (Known & { readonly on: LocalDate }) | undefined;
  /** Oldest first. */
  readonly tariffs: readonly (Known & { readonly from: LocalDate; readonly code: HistoryTariff })[];
  readonly contractedPowerWatts: number;
  readonly meters: readonly RandomMeter[];
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
function randomOf(seed: number): () => number {
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
  const contractEnd = endsOn === undefined ? firstDayAfter(periodAt(last)) : addDays(endsOn, 1);

  const tariffs: RandomHistory['tariffs'][number][] = [
    { from: localDate('1950-01-01'), code: pick(historyTariffs), knownIn: firstMonth },
  ];
  if (chance(20)) {
    const month = firstMonth + 2 + below(12);
    const others = historyTariffs.filter((code) => code !== tariffs[0]?.code);
    tariffs.push({ from: dayIn(month), code: pick(others), knownIn: known(month, 40) });
  }

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
    const installedValues = Object.fromEntries(
      zones.map((zone) => [zone, below(3) === 0 ? 0 : 100 + below(900)]),
    );
    const countedFrom = installedOn > firstDay(historyStart) ? installedOn : firstDay(historyStart);
    const valueAt = (zone: Zone, day: LocalDate) => {
      let value = installedValues[zone] ?? 0;
      for (let on = countedFrom; on < day; on = addDays(on, 1)) value += usedOn(on, zones.indexOf(zone));
      return value;
    };
    const removalKnownIn = removedOn && Math.max(known(monthOf(removedOn), 30), meterKnownIn);
    const readings: RandomReading[] = [];
    const end = removedOn ?? contractEnd;
    const give = (on: LocalDate, month: number) => {
      const knownIn = Math.max(known(month), meterKnownIn);
      for (const zone of zones) {
        if (chance(7)) continue;
        readings.push({ zone, on, month, value: valueAt(zone, on), knownIn });
      }
    };
    for (let month = Math.max(monthOf(installedOn), 0); month <= last; month++) {
      if (chance(22)) continue;
      const inside = dayIn(month);
      const next = firstDayAfter(periodAt(month));
      if (chance(25) && inside > installedOn && inside < end && inside > firstDay(periodAt(month)))
        give(inside, month);
      if (chance(70) && next > installedOn && next < end) give(next, month);
      else if (
        endsOn !== undefined &&
        removedOn === undefined &&
        end > installedOn &&
        monthOf(endsOn) === month
      )
        give(end, month);
    }
    meters.push({
      scheme,
      installedOn,
      installedValues,
      knownIn: meterKnownIn,
      readings,
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
  return { openedOn, end, tariffs, contractedPowerWatts: 3000 + below(5) * 1000, meters };
}

/** The first month that a fact of this day changes. */
export function monthTouched(day: LocalDate): BillingPeriod {
  return periodOf(addDays(day, -1));
}
