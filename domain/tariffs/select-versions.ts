import { type BillingPeriod, daysIn, firstDay } from '../time/billing-period.ts';
import { addDays, type DayRange, daysBetween, type LocalDate } from '../time/local-date.ts';
import type { TariffBlock, TariffRule, TariffVersion } from './tariff.ts';

/** A run of days of a period with one way of charging. */
export interface TariffPart {
  readonly version: TariffVersion;
  readonly from: LocalDate;
  /** The last day of the part. */
  readonly to: LocalDate;
  readonly days: number;
  /** Steps of the part, their upper ends scaled to its days; the last has no end. A flat price is one step. */
  readonly blocks: readonly TariffBlock[];
  /** The step the volume ends in is the price of all of it. */
  readonly isWholeVolume: boolean;
}

/**
 * The tariff of each day of the period, in parts. Of versions that overlap the later one is in force; a change inside the
 * period, of version or of season, begins a new part, and limits of blocks are scaled to the days of it in whole kWh
 * that add up to the limit of the month. An account that had some days of the month has the limit whole, and its parts are of
 * those `days`. Source: product.md 7.
 * @throws RangeError when one of the days has no tariff.
 */
export function selectVersions(
  versions: readonly TariffVersion[],
  period: BillingPeriod,
  days?: DayRange,
): readonly TariffPart[] {
  if (days !== undefined && daysBetween(days.from, days.to) < daysIn(period)) {
    return findParts(versions, days.from, daysBetween(days.from, days.to));
  }
  let ofVersions = known.get(versions);
  if (ofVersions === undefined) {
    ofVersions = new Map();
    known.set(versions, ofVersions);
  }
  let parts = ofVersions.get(period);
  if (parts === undefined) {
    parts = findParts(versions, firstDay(period), daysIn(period));
    ofVersions.set(period, parts);
  }
  return parts;
}

/** Closing a period asks the same of each account. */
const known = new WeakMap<readonly TariffVersion[], Map<BillingPeriod, readonly TariffPart[]>>();

/** The parts of so many days of a month. */
function findParts(
  versions: readonly TariffVersion[],
  start: LocalDate,
  dayCount: number,
): readonly TariffPart[] {
  const end = addDays(start, dayCount - 1);
  const parts: TariffPart[] = [];
  let passed = 0;
  while (passed < dayCount) {
    const from = addDays(start, passed);
    const version = versionOn(versions, from);
    if (version === undefined) throw new RangeError(`No tariff on ${from}`);
    let to = from;
    while (to < end && continues(versions, version, to)) to = addDays(to, 1);
    const days = daysBetween(from, to) + 1;
    parts.push(part(version, from, to, passed, days, dayCount));
    passed += days;
  }
  return parts;
}

/** The version in force on the day: of those that have begun and not ended, the one that began last. */
export function versionOn(versions: readonly TariffVersion[], date: LocalDate): TariffVersion | undefined {
  let found: TariffVersion | undefined;
  for (const version of versions) {
    if (version.validFrom > date || (version.validTo !== undefined && version.validTo < date)) continue;
    if (found === undefined || version.validFrom >= found.validFrom) found = version;
  }
  return found;
}

function continues(versions: readonly TariffVersion[], version: TariffVersion, date: LocalDate): boolean {
  const next = addDays(date, 1);
  return (
    versionOn(versions, next) === version && inSeason(version.rule, next) === inSeason(version.rule, date)
  );
}

/** Whether the reduced price of electric heating is in force on the day; no other rule has a season. */
export function inSeason(rule: TariffRule, date: LocalDate): boolean {
  if (rule.kind !== 'seasonalHeating') return false;
  const day = date.slice(5);
  return rule.seasonFrom <= rule.seasonTo
    ? day >= rule.seasonFrom && day <= rule.seasonTo
    : day >= rule.seasonFrom || day <= rule.seasonTo;
}

function part(
  version: TariffVersion,
  from: LocalDate,
  to: LocalDate,
  passed: number,
  days: number,
  dayCount: number,
): TariffPart {
  return {
    version,
    from,
    to,
    days,
    blocks: blocksOn(version.rule, from).map((block) => scaled(block, passed, days, dayCount)),
    isWholeVolume: version.rule.kind === 'wholeVolumeBlocks',
  };
}

function blocksOn(rule: TariffRule, date: LocalDate): readonly TariffBlock[] {
  switch (rule.kind) {
    case 'flat':
      return [{ price: rule.price }];
    case 'marginalBlocks':
    case 'wholeVolumeBlocks':
      return rule.blocks;
    case 'seasonalHeating':
      return inSeason(rule, date)
        ? [{ upToKwh: rule.limitKwh, price: rule.reducedPrice }, { price: rule.price }]
        : [{ price: rule.price }];
  }
}

/** Rounds what is due up to each end of the part, not the part alone, so that the parts of a month add up. */
function scaled(block: TariffBlock, passed: number, days: number, dayCount: number): TariffBlock {
  const limit = block.upToKwh;
  if (limit === undefined) return block;
  const dueBy = (day: number) => Math.floor((2 * limit * day + dayCount) / (2 * dayCount));
  return { price: block.price, upToKwh: dueBy(passed + days) - dueBy(passed) };
}
