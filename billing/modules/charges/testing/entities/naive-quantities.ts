import { firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, daysBetween, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { countNaively } from '../naive-month.ts';
import { monthOf, periodAt } from '../random-histories.ts';
import type {
  Channel,
  EntityHistory,
  EntityMeter,
  EntityPoint,
  Loss,
  PointVersion,
} from './entity-history.ts';

/*
 * The first half of a second way to bill legal entities, for tests alone: kWh and kvarh by facts of entities 1.3, from the history
 * as it is known when a month is closed, without any code of domain/invoices. Metered kWh of a month come from the second way of
 * households.
 */

export interface NaiveQuantity {
  readonly metered: bigint;
  /** Of the point itself; of a sub-consumer with its share of those of the main point. */
  readonly loss: bigint;
  /** Of the sub-consumers behind the point, with their shares. */
  readonly subLoss: bigint;
  readonly subKwh: bigint;
  readonly billed: bigint;
  readonly reactiveImport: bigint;
  readonly reactiveExport: bigint;
  readonly isHeld: boolean;
  /** Behind the first point. */
  readonly isSub: boolean;
  /** The account pays for it. */
  readonly isBilled: boolean;
}

const A_SUNDAY = localDate('2024-03-03');

/** n / d to the nearest whole number, halves away from zero; d > 0. */
export function halfUp(n: bigint, d: bigint): bigint {
  return n < 0n ? -halfUp(-n, d) : (2n * n + d) / (2n * d);
}

function lastDayOf(month: number): LocalDate {
  return addDays(firstDayAfter(periodAt(month)), -1);
}

/** Of versions the last that began by the end of a month. */
export function versionIn<V extends { readonly from: LocalDate }>(versions: readonly V[], month: number): V {
  const version = versions.filter(({ from }) => from <= lastDayOf(month)).at(-1);
  if (version === undefined) throw new Error(`no version in month ${month}`);
  return version;
}

/** Quantities of all points, by month, as they are known when a month is closed. */
export function quantitiesKnown(history: EntityHistory, closed: number): NaiveQuantity[][] {
  const metered = history.points.map((point) => meteredByMonth(history, point, closed));
  const reactive = (channel: Channel) =>
    history.points.map((point) => channelByMonth(point, channel, closed));
  const [imported, exported] = [reactive('reactiveImport'), reactive('reactiveExport')];
  const first = Math.max(monthOf(history.openedOn), 0);
  return Array.from({ length: closed + 1 }, (_, month) => {
    if (month < first || (history.end !== undefined && month > history.end.month)) return [];
    const counted = history.points.map((point, at) => ({
      point,
      version: versionIn(point.versions, month),
      metered: metered[at]?.[month] ?? 0n,
      reactiveImport: imported[at]?.[month] ?? 0n,
      reactiveExport: exported[at]?.[month] ?? 0n,
    }));
    return shareLosses(counted, month, history);
  });
}

function meteredByMonth(
  { openedOn }: EntityHistory,
  { contractedPowerWatts, meters }: EntityPoint,
  closed: number,
): bigint[] {
  const isKnown = ({ knownIn }: { readonly knownIn: number }) => knownIn <= closed;
  const known = meters.filter(isKnown).map((meter) => ({
    ...meter,
    readings: meter.readings.filter(isKnown),
    removal: meter.removal && isKnown(meter.removal) ? meter.removal : undefined,
  }));
  const counted = { openedOn, contractedPowerWatts, meters: known, end: undefined, pointChanges: [] };
  return countNaively(counted, closed + 1).map((pieces) =>
    BigInt(pieces.reduce((sum, { kwh }) => sum + kwh, 0)),
  );
}

/** kvarh of the meters of a point by month: a value that is not known yet counts with the next one. */
function channelByMonth({ meters }: EntityPoint, channel: Channel, closed: number): bigint[] {
  const sums = Array.from({ length: closed + 1 }, () => 0n);
  for (const meter of meters.filter(({ knownIn }) => knownIn <= closed))
    for (const { month, value } of dialsOf(meter, channel, closed)) sums[month] = (sums[month] ?? 0n) + value;
  return sums;
}

function dialsOf(meter: EntityMeter, channel: Channel, closed: number): { month: number; value: bigint }[] {
  const found = meter.channels.find((one) => one.channel === channel);
  if (found === undefined) return [];
  const { removal } = meter;
  const values = found.readings.filter(({ knownIn, month }) => knownIn <= closed && month <= closed);
  const dials: { month: number; value: number }[] = values.toSorted((a, b) => a.month - b.month);
  if (removal !== undefined && removal.knownIn <= closed && found.removedValue !== undefined)
    dials.push({ month: monthOf(addDays(removal.on, -1)), value: found.removedValue });
  const capacity = 10 ** meter.digitCapacity;
  let before = found.installedValue;
  return dials.map(({ month, value }) => {
    const units = (value - before + capacity) % capacity;
    before = value;
    return { month, value: BigInt(units * meter.coefficient) };
  });
}

interface Counted {
  readonly point: EntityPoint;
  readonly version: PointVersion;
  readonly metered: bigint;
  readonly reactiveImport: bigint;
  readonly reactiveExport: bigint;
}

/** Hours of a month: those of its days, one less in March and one more in October. */
function hoursOf(month: number): bigint {
  const period = periodAt(month);
  const days = BigInt(addDays(firstDayAfter(period), -1).slice(8));
  const changes: Readonly<Record<string, bigint>> = { '03': -1n, '10': 1n };
  return days * 24n + (changes[firstDay(period).slice(5, 7)] ?? 0n);
}

/** Hours of a month before a day of it, by the Kyiv clock: an hour less or more from the last Sunday of March and October on. */
function hoursBefore(day: LocalDate, month: number): bigint {
  const first = firstDay(periodAt(month));
  if (day <= first) return 0n;
  if (day > lastDayOf(month)) return hoursOf(month);
  const changesOn = [...Array(7).keys()].map((back) => addDays(lastDayOf(month), -back)).find(isSunday);
  const plain = BigInt(daysBetween(first, day)) * 24n;
  return changesOn !== undefined && day > changesOn
    ? plain + hoursOf(month) - 24n * BigInt(lastDayOf(month).slice(8))
    : plain;
}

function isSunday(day: LocalDate): boolean {
  return daysBetween(A_SUNDAY, day) % 7 === 0;
}

type AccountDays = Pick<EntityHistory, 'openedOn' | 'end'>;

/** The losses of the days that the account had its contract. */
function ownLoss(
  { version, metered, reactiveImport }: Counted,
  month: number,
  { openedOn, end }: AccountDays,
): bigint {
  const loss: Loss = version.loss;
  if (loss.mode === 'none') return 0n;
  const whole = hoursOf(month);
  const from = hoursBefore(openedOn, month);
  const to = end === undefined ? whole : hoursBefore(end.on, month);
  if (loss.mode === 'fixed') return halfUp(loss.kwh * to, whole) - halfUp(loss.kwh * from, whole);
  if (loss.mode === 'percent') return halfUp(metered * loss.thousandths, 100_000n);
  const { transformer, line } = loss.formula;
  const hours = to - from;
  const flow = metered * metered + reactiveImport * reactiveImport;
  let kwh = 0n;
  if (transformer !== undefined) {
    const { ratedKva, noLoadKw, loadKw, formFactor } = transformer;
    // Pнх·T + Pкз·(WP²+WQ²)/(T·Sном)²·Kф²·T over a common denominator; each value is in thousandths.
    const idle = noLoadKw * hours * hours * ratedKva * ratedKva;
    const load = loadKw * flow * formFactor * formFactor;
    kwh += halfUp(idle + load, 1000n * hours * ratedKva * ratedKva);
  }
  if (line !== undefined) {
    const { resistanceOhm, voltageKv, formFactor } = line;
    // (WP²+WQ²)·Kф²·R/(U²·T·1000)
    kwh += halfUp(
      flow * formFactor * formFactor * resistanceOhm,
      voltageKv * voltageKv * hours * 1000n * 1000n,
    );
  }
  return kwh;
}

/** The first point is the main one of all sub-consumers. */
function shareLosses(counted: readonly Counted[], month: number, days: AccountDays): NaiveQuantity[] {
  const day = lastDayOf(month);
  const own = counted.map((one) => ownLoss(one, month, days));
  const subs = counted.flatMap(({ point: { sub } }, at) =>
    sub !== undefined && sub.from <= day && (sub.to === undefined || sub.to >= day) ? [at] : [],
  );
  const taken = (at: number) => (counted[at]?.metered ?? 0n) + (own[at] ?? 0n);
  const allTaken = subs.reduce((sum, at) => sum + taken(at), 0n);
  const subKwh = subs.reduce((sum, at) => sum + (counted[at]?.metered ?? 0n), 0n);
  const ofMain = counted[0]?.metered ?? 0n;
  const weights = [ofMain > allTaken ? ofMain - allTaken : 0n, ...subs.map(taken)];
  const shares = subs.length === 0 ? [] : shareNaively(own[0] ?? 0n, weights).slice(1);
  const subLoss = shares.reduce((sum, kwh) => sum + kwh, 0n);
  return counted.map(({ point, metered, reactiveImport, reactiveExport }, at) => {
    const place = subs.indexOf(at);
    const isMain = at === 0;
    const loss = (own[at] ?? 0n) + (place < 0 ? 0n : (shares[place] ?? 0n));
    const whole = isMain ? metered + loss - allTaken - subLoss : metered + loss;
    return {
      metered,
      loss,
      subLoss: isMain ? allTaken - subKwh + subLoss : 0n,
      subKwh: isMain ? subKwh : 0n,
      billed: whole < 0n ? 0n : whole,
      reactiveImport,
      reactiveExport,
      isHeld: whole < 0n,
      isSub: place >= 0,
      isBilled: place < 0 || point.sub?.isBilled === true,
    };
  });
}

/** Whole kWh by weight; what is left goes one by one to where most was cut off, the earlier first. */
function shareNaively(kwh: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (kwh * weight) / sum);
  const order = [...weights.keys()].sort((a, b) => {
    const difference = ((kwh * (weights[b] ?? 0n)) % sum) - ((kwh * (weights[a] ?? 0n)) % sum);
    return difference > 0n ? 1 : difference < 0n ? -1 : a - b;
  });
  const rest = Number(kwh - shares.reduce((total, share) => total + share, 0n));
  for (const at of order.slice(0, rest)) shares[at] = (shares[at] ?? 0n) + 1n;
  return shares;
}
