import { type BillingPeriod, firstDayAfter } from '../time/billing-period.ts';
import type { Instant } from '../time/instant.ts';
import { kyivMidnight } from '../time/kyiv.ts';
import { type RuleKey, type RuleValue, type RuleValues, wrongOrder } from './rule-definitions.ts';
import { type SupplierRules, supplierRules } from './supplier-rules.ts';

/** A dated version of some rules; the others stay as they are. */
export interface RuleChange {
  /** Grows in the order in which changes are saved. */
  readonly number: number;
  readonly validFrom: Instant;
  readonly values: Readonly<Partial<Record<RuleKey, RuleValue>>>;
}

/** Rules from a moment on, until the next version. */
export interface RuleVersion {
  /** Null: since ever. */
  readonly validFrom: Instant | null;
  readonly values: RuleValues;
  readonly rules: SupplierRules;
}

/** Versions in the order of their moments; the first is since ever. */
export type RuleTimeline = readonly [RuleVersion, ...RuleVersion[]];

const byMoment = (one: RuleChange, other: RuleChange) =>
  one.validFrom - other.validFrom || one.number - other.number;

/**
 * The versions that changes make of the values a supplier began with. Of changes of one moment the later saved one counts.
 */
export function makeTimeline(start: RuleValues, changes: readonly RuleChange[]): RuleTimeline {
  const timeline: [RuleVersion, ...RuleVersion[]] = [
    { validFrom: null, values: start, rules: supplierRules(start) },
  ];
  let values = start;
  for (const { validFrom, values: own } of changes.toSorted(byMoment)) {
    values = { ...values, ...own };
    const version = { validFrom, values, rules: supplierRules(values) };
    if (timeline.at(-1)?.validFrom === validFrom) timeline[timeline.length - 1] = version;
    else timeline.push(version);
  }
  return timeline;
}

/** The version in force at a moment. */
export function versionAt(timeline: RuleTimeline, moment: Instant): RuleVersion {
  return timeline.findLast(({ validFrom }) => validFrom === null || validFrom <= moment) ?? timeline[0];
}

/**
 * The version by which a month is charged: that of its last moment, so that a month has one. What takes effect later never changes
 * a month that is over.
 */
export function versionOfPeriod(timeline: RuleTimeline, period: BillingPeriod): RuleVersion {
  return versionAt(timeline, (kyivMidnight(firstDayAfter(period)) - 1) as Instant);
}

/** A change is planned for at most so many days ahead: two years. */
export const maxDaysAhead = 731;

/** The first pair that is the wrong way round in any version; undefined: there is none. */
export function wrongOrderIn(timeline: RuleTimeline): readonly [RuleKey, RuleKey] | undefined {
  for (const { values } of timeline) {
    const pair = wrongOrder(values);
    if (pair !== undefined) return pair;
  }
  return undefined;
}
