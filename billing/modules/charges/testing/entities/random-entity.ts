import { firstDay, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { addDays, daysBetween, type LocalDate, localDate } from '#domain/time/local-date.ts';
import {
  historyStart,
  monthOf,
  periodAt,
  type RandomMeter,
  type RandomReading,
} from '../random-histories.ts';
import type { ChannelReading, EntityHistory, EntityMeter, EntityPoint } from './entity-history.ts';
import { entityMonths } from './entity-history.ts';
import { channels, randomContracts, randomVersions } from './random-terms.ts';
import { type Random, seededRandom } from './seeded-random.ts';

const last = entityMonths - 1;

/** What of an entity follows from its seed, so that neighbouring seeds have every combination: 128 of them. */
function kindsOf(seed: number) {
  return {
    priceKind: (['universal', 'spot', 'fixedNet', 'fixedGross'] as const)[seed % 4] ?? 'spot',
    isOnePrice: (seed >> 2) % 2 === 1,
    lossMode: (['none', 'percent', 'fixed', 'formula'] as const)[(seed >> 3) % 4] ?? 'none',
    hasSubs: (seed >> 5) % 2 === 1,
    rollsOver: (seed >> 6) % 2 === 1,
  };
}

/** The history of an entity by its seed: the same one each time. */
export function randomEntity(seed: number): EntityHistory {
  const random = seededRandom(seed);
  const { hasSubs, lossMode, rollsOver, ...price } = kindsOf(seed);
  const isOpenedInside = random.chance(0.3);
  const openedOn = isOpenedInside ? dayIn(random, random.between(0, 3)) : localDate('2019-05-01');
  const firstMonth = Math.max(monthOf(openedOn), 0);
  const end = randomEnd(seed, firstMonth);
  const plain = random.between(1, 2);
  const subs = hasSubs ? random.between(1, 2) : 0;
  // The dial of the first point counts what its sub-consumers take as well, so that its unit is the largest.
  const first = random.pick([1, 20, 40, 350]);
  const coefficients = Array.from({ length: plain + subs }, (_, at) =>
    at === 0 ? first : Math.min(random.pick([1, 20, 40, 350]), first),
  );
  const rates = coefficients.map((_, at) =>
    Array.from({ length: entityMonths }, () => {
      if (at === 0 && rollsOver) return random.between(3, 9);
      return random.chance(0.12) ? 0 : random.between(0, 9);
    }),
  );
  // What sub-consumers take passes the main meter, except in months in which it counts nothing of it.
  for (let month = 0; month <= last; month++) {
    const behind = coefficients.reduce(
      (sum, coefficient, at) => (at < plain ? sum : sum + coefficient * (rates[at]?.[month] ?? 0)),
      0,
    );
    const main = rates[0] as number[];
    if (!random.chance(0.1)) main[month] = (main[month] ?? 0) + Math.ceil(behind / (coefficients[0] ?? 1));
  }
  const points = coefficients.map((coefficient, at): EntityPoint => {
    const isFirst = at === 0;
    const facts = { openedOn, firstMonth, end, coefficient, rates: rates[at] ?? [] };
    return {
      site: random.pick(['', 'Street 1', 'Street 1', 'Street 2']),
      contractedPowerWatts: random.pick([1, 4, 30, 400, 4000]) * 1000,
      versions: randomVersions(random, openedOn, isFirst ? lossMode : undefined),
      meters: randomMeters(random, facts, isFirst ? rollsOver : random.chance(0.2)),
      sub: at < plain ? undefined : randomSub(random, openedOn),
    };
  });
  const contracts = randomContracts(random, openedOn, price);
  const corrections = points
    .flatMap((_, point) => randomCorrections(random, point, firstMonth))
    .filter(({ knownIn }) => end === undefined || knownIn <= end.month);
  const volumes = points.flatMap((_, point) => randomVolumes(random, point));
  return { seed, openedOn, end, contracts, points, corrections, volumes };
}

/** By numbers of its own; never on the 1st. */
function randomEnd(seed: number, firstMonth: number): EntityHistory['end'] {
  const random = seededRandom(seed + 1_000_003);
  if (!random.chance(0.2)) return undefined;
  const month = random.between(firstMonth + 2, last - 1);
  return { on: addDays(firstDay(periodAt(month)), random.between(1, 27)), month };
}

function dayIn(random: Random, month: number): LocalDate {
  return addDays(firstDay(periodAt(month)), random.between(0, 27));
}

/** The month before whose closing something of a month is known: in time, or some months late. */
function knownFrom(random: Random, month: number, late: number): number {
  return Math.min(random.chance(late) ? month + random.between(1, 4) : month, last);
}

function randomSub(random: Random, openedOn: LocalDate): EntityPoint['sub'] {
  return {
    from: random.chance(0.15) ? firstDay(periodAt(random.between(1, 6))) : openedOn,
    to: random.chance(0.25) ? addDays(firstDay(periodAt(random.between(7, last))), -1) : undefined,
    isBilled: random.chance(0.5),
  };
}

/** Some of months before the account was opened, some of months that are not closed when they are recorded. */
function randomCorrections(random: Random, point: number, firstMonth: number): EntityHistory['corrections'] {
  const count = random.chance(0.4) ? random.between(1, 3) : 0;
  return Array.from({ length: count }, () => {
    const knownIn = random.between(Math.max(firstMonth, 1), last);
    const month = random.between(random.chance(0.2) ? 0 : Math.min(firstMonth, knownIn - 1), knownIn - 1);
    const kwh = random.pick([-1, 1]) * random.between(1, 500);
    return { point, month, kwh, knownIn, recordedOn: dayIn(random, knownIn) };
  });
}

/** Volumes of months to come, with their corrections; none of some points and months. */
function randomVolumes(random: Random, point: number): EntityHistory['volumes'] {
  if (random.chance(0.3)) return [];
  return Array.from({ length: entityMonths }, (_, month) => month + 1).flatMap((month) => {
    if (random.chance(0.2)) return [];
    const kwh = () => random.between(0, 30_000);
    const contracted = { point, month, kwh: kwh(), knownIn: 0, appliedOn: undefined };
    if (!random.chance(0.3)) return [contracted];
    const corrections = Array.from({ length: random.between(1, 2) }, (_, index) => {
      const knownIn = Math.max(0, month - 3 + index);
      const appliedOn = addDays(firstDay(periodAt(knownIn)), random.between(index * 9, index * 9 + 8));
      return { point, month, kwh: kwh(), knownIn, appliedOn };
    });
    return [contracted, ...corrections];
  });
}

interface MeterFacts {
  readonly openedOn: LocalDate;
  readonly firstMonth: number;
  readonly end: EntityHistory['end'];
  readonly coefficient: number;
  /** Units of the dial a day, by month. */
  readonly rates: readonly number[];
}

/** One meter, some of them replaced, some with a second one beside them. */
function randomMeters(random: Random, facts: MeterFacts, rollsOver: boolean): EntityMeter[] {
  const { firstMonth, end } = facts;
  const begins = facts.openedOn > localDate('2020-01-01') ? facts.openedOn : localDate('2020-01-01');
  const change = random.chance(0.4) ? random.between(firstMonth + 1, last) : undefined;
  const isBeside = random.chance(0.25);
  const on =
    change === undefined
      ? undefined
      : random.chance(0.3)
        ? firstDay(periodAt(change))
        : dayIn(random, change);
  const changeKnownIn = change === undefined ? last : knownFrom(random, change, 0.4);
  const isAfterEnd = end !== undefined && on !== undefined && (on >= end.on || changeKnownIn > end.month);
  const removedOn = isBeside || isAfterEnd ? undefined : on;
  const first = randomMeter(random, facts, {
    installedOn: begins,
    knownIn: firstMonth,
    rollsOver,
    removal: removedOn && { on: removedOn, knownIn: changeKnownIn },
  });
  if (on === undefined || isAfterEnd) return [first];
  const coefficient = facts.coefficient * random.pick([1, 2]);
  const rates = facts.rates.map((rate) => Math.ceil((rate * facts.coefficient) / coefficient));
  const next = { installedOn: on, knownIn: changeKnownIn, rollsOver: random.chance(0.2), removal: undefined };
  return [first, randomMeter(random, { ...facts, coefficient, rates }, next)];
}

interface MeterLife {
  readonly installedOn: LocalDate;
  readonly knownIn: number;
  readonly rollsOver: boolean;
  readonly removal: { readonly on: LocalDate; readonly knownIn: number } | undefined;
}

function randomMeter(random: Random, facts: MeterFacts, life: MeterLife): EntityMeter {
  const { coefficient, rates } = facts;
  const { installedOn, knownIn, rollsOver } = life;
  const removal = life.removal ?? (facts.end && { on: facts.end.on, knownIn: facts.end.month });
  const digitCapacity = random.between(5, 6);
  const capacity = 10 ** digitCapacity;
  const start = rollsOver ? capacity - random.between(1, 150) : random.pick([0, 500, 12_345]);
  const countedFrom = installedOn > firstDay(historyStart) ? installedOn : firstDay(historyStart);
  const valueAt = (day: LocalDate, units: readonly number[] = rates, from = start) => {
    let value = from;
    for (let on = countedFrom; on < day; ) {
      const monthEnd = firstDayAfter(periodOf(on));
      const until = monthEnd < day ? monthEnd : day;
      value += daysBetween(on, until) * (units[monthOf(on)] ?? 0);
      on = until;
    }
    return value % capacity;
  };
  const end = removal?.on ?? firstDayAfter(periodAt(last));
  const readings: RandomReading[] = [];
  const give = (on: LocalDate, month: number) => {
    const known = Math.max(knownFrom(random, month, 0.2), knownIn);
    readings.push({ zone: 'single', on, month, value: valueAt(on), mistaken: undefined, knownIn: known });
  };
  for (let month = Math.max(monthOf(installedOn), 0); month <= last; month++) {
    const inside = dayIn(random, month);
    const isInside = inside > installedOn && inside > firstDay(periodAt(month)) && inside < end;
    if (random.chance(0.15) && isInside) give(inside, month);
    const next = firstDayAfter(periodAt(month));
    if (random.chance(0.75) && next > installedOn && (next < end || (next === end && !removal)))
      give(next, month);
  }
  const meter: RandomMeter = {
    scheme: 'single',
    digitCapacity,
    coefficient,
    installedOn,
    installedValues: { single: start },
    knownIn,
    readings,
    strays: [],
    rejected: [],
    removal: removal && { ...removal, values: { single: valueAt(removal.on) } },
  };
  return { ...meter, channels: randomChannels(random, meter, valueAt) };
}

type ValueAt = (day: LocalDate, units: readonly number[], from: number) => number;

/** Reactive energy: none of some meters, little beside the active one, about as much, or much more. */
function randomChannels(random: Random, meter: RandomMeter, valueAt: ValueAt): EntityMeter['channels'] {
  if (random.chance(0.35)) return [];
  const most = random.pick([1, 4, 9, 30]);
  return channels.map((channel) => {
    const units = Array.from({ length: entityMonths }, () =>
      random.between(0, channel === 'reactiveImport' ? most : 1),
    );
    const capacity = 10 ** meter.digitCapacity;
    const installedValue = random.chance(0.2) ? capacity - random.between(1, 300) : random.between(0, 900);
    const end = meter.removal?.on ?? firstDayAfter(periodAt(last));
    const readings: ChannelReading[] = [];
    for (let month = Math.max(monthOf(meter.installedOn), 0); month <= last; month++) {
      const on = firstDayAfter(periodAt(month));
      if (!random.chance(0.85) || on <= meter.installedOn || on > end || (meter.removal && on === end))
        continue;
      const knownIn = Math.max(knownFrom(random, month, 0.2), meter.knownIn);
      readings.push({ month, value: valueAt(on, units, installedValue), knownIn });
    }
    const removedValue = meter.removal && valueAt(meter.removal.on, units, installedValue);
    return { channel, installedValue, removedValue, readings };
  });
}
