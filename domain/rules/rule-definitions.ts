import { kopiykas, moneyToWire, parseMoney } from '../money.ts';
import { type LocalDate, parseLocalDate } from '../time/local-date.ts';

/** What a whole number counts. */
export type RuleUnit =
  | 'days'
  | 'workingDays'
  | 'dayOfMonth'
  | 'hour'
  | 'percent'
  | 'kwh'
  | 'hoursOfPower'
  | 'inARow'
  | 'wattHoursPerKilowatt'
  | 'kilowatts'
  | 'months'
  | 'orders';

/** A value of a rule as it is kept and sent: money as '1234.56', a rate in ten-thousandths, days as '2026-12-25'. */
export type RuleValue = number | string | boolean | readonly string[];

/** What a value may be, and what it is until the supplier says otherwise. `least` and `most` may be taken. */
export type RuleDefinition =
  | {
      readonly kind: 'count';
      readonly unit: RuleUnit;
      readonly least: number;
      readonly most: number;
      readonly standard: number;
    }
  | {
      readonly kind: 'money';
      readonly least: string;
      readonly most: string;
      readonly standard: string;
    }
  | { readonly kind: 'rate'; readonly least: number; readonly most: number; readonly standard: number }
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly standard: string }
  | { readonly kind: 'flag'; readonly standard: boolean }
  | { readonly kind: 'dates'; readonly most: number; readonly standard: readonly LocalDate[] };

type CountDefinition = Extract<RuleDefinition, { kind: 'count' }>;

const count = (unit: RuleUnit, least: number, most: number, standard: number): CountDefinition => ({
  kind: 'count',
  unit,
  least,
  most,
  standard,
});
const money = (least: string, most: string, standard: string) =>
  ({ kind: 'money', least, most, standard }) as const;
const rate = (least: number, most: number, standard: number) =>
  ({ kind: 'rate', least, most, standard }) as const;

const outsideWindow = ['accept', 'block'] as const;
const confirmations = ['none', 'contractPhone', 'firstHolder'] as const;

/**
 * Every rule that a supplier sets, by its path in `billing.supplier.rules`, which is how a supplier begins; what is changed later is
 * a version with its date. Source of the standard values: product.md 7, messages.md, facts 2.3 and facts of entities 1.4.
 */
const ruleDefinitions = {
  'readings.window.person.lastDays': count('days', 0, 31, 2),
  'readings.window.person.firstDays': count('days', 0, 31, 3),
  'readings.window.person.closingDay': count('dayOfMonth', 1, 31, 2),
  'readings.window.person.closingHour': count('hour', 1, 24, 13),
  'readings.window.person.outsideWindow': { kind: 'choice', options: outsideWindow, standard: 'accept' },
  'readings.window.entity.lastDays': count('days', 0, 31, 2),
  'readings.window.entity.firstDays': count('days', 0, 31, 3),
  'readings.window.entity.closingDay': count('dayOfMonth', 1, 31, 3),
  'readings.window.entity.closingHour': count('hour', 1, 24, 24),
  'readings.window.entity.outsideWindow': { kind: 'choice', options: outsideWindow, standard: 'block' },
  'readings.deviation.first.percent': count('percent', 0, 100_000, 50),
  'readings.deviation.first.kwh': count('kwh', 0, 1_000_000_000, 100),
  'readings.deviation.second.percent': count('percent', 0, 100_000, 200),
  'readings.deviation.second.kwh': count('kwh', 0, 1_000_000_000, 1000),
  'readings.deviation.second.floorKwh': count('kwh', 0, 1_000_000_000, 100),
  'readings.entityDeviation.first.percent': count('percent', 0, 100_000, 50),
  'readings.entityDeviation.first.hours': count('hoursOfPower', 0, 10_000, 10),
  'readings.entityDeviation.second.percent': count('percent', 0, 100_000, 80),
  'readings.entityDeviation.second.hours': count('hoursOfPower', 0, 10_000, 20),
  'readings.verificationAtDeviation': count('inARow', 1, 24, 3),
  'readings.rollOverFromPercent': count('percent', 1, 100, 90),
  'readings.normDailyWattHoursPerKilowatt': count('wattHoursPerKilowatt', 0, 24_000, 1000),
  'readings.commercialWorkingDays': count('workingDays', 1, 31, 3),
  'readings.holidaysAreWorkingDays': { kind: 'flag', standard: true },
  'readings.holidays': { kind: 'dates', most: 400, standard: [] },
  'bills.dueDay': count('dayOfMonth', 1, 31, 20),
  'bills.minWorkingDays': count('workingDays', 1, 60, 5),
  'acts.hearingDays': count('days', 0, 365, 20),
  'acts.paymentDays': count('days', 1, 365, 30),
  'payments.least': money('0.01', '999999999.99', '1.00'),
  'payments.most': money('0.01', '999999999.99', '100000.00'),
  'payments.entity.least': money('0.01', '999999999.99', '1.00'),
  // Up to what a code of the National Bank can name.
  'payments.entity.most': money('0.01', '999999999.99', '999999999.99'),
  'payments.underWay': count('orders', 1, 1000, 5),
  'payments.perDay': count('orders', 1, 10_000, 30),
  'access.confirmation': { kind: 'choice', options: confirmations, standard: 'none' },
  'access.codeMonths': count('months', 0, 120, 12),
  'corrections.billing': money('0.00', '999999999.99', '1000.00'),
  'corrections.owner': money('0.00', '999999999.99', '10000.00'),
  'reactive.minKwh': count('kwh', 0, 1_000_000_000, 5000),
  'reactive.minKilowatts': count('kilowatts', 0, 1_000_000, 0),
  'reactive.generationFactor': rate(1, 1_000_000, 30_000),
  'reactive.surchargeFactor': rate(1, 1_000_000, 10_000),
  'reactive.tgLimit': rate(1, 100_000, 2500),
  'reactive.cap': rate(10_000, 1_000_000, 40_625),
} as const satisfies Readonly<Record<string, RuleDefinition>>;

export type RuleKey = keyof typeof ruleDefinitions;
export const ruleKeys = Object.keys(ruleDefinitions) as readonly RuleKey[];

/** Values of all rules. */
export type RuleValues = Readonly<Record<RuleKey, RuleValue>>;

export type ChoiceOf<Key extends RuleKey> = (typeof ruleDefinitions)[Key] extends {
  readonly options: readonly (infer Option)[];
}
  ? Option
  : never;

/** The definition of a rule, whatever its kind. */
export function definitionOf(key: RuleKey): RuleDefinition {
  return ruleDefinitions[key];
}

/** Rules of which the first may not be above the second. */
const orderedRules: readonly (readonly [RuleKey, RuleKey])[] = [
  ['payments.least', 'payments.most'],
  ['payments.entity.least', 'payments.entity.most'],
];

/** Whether a value is one of the rule, within its bounds. */
export function isRuleValue(key: RuleKey, value: unknown): value is RuleValue {
  const definition = definitionOf(key);
  switch (definition.kind) {
    case 'count':
    case 'rate':
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= definition.least &&
        value <= definition.most
      );
    case 'money': {
      const sum = typeof value === 'string' ? parseMoney(value) : undefined;
      return sum !== undefined && sum >= moneyOf(definition.least) && sum <= moneyOf(definition.most);
    }
    case 'choice':
      return definition.options.some((option) => option === value);
    case 'flag':
      return typeof value === 'boolean';
    case 'dates':
      return (
        Array.isArray(value) &&
        value.length <= definition.most &&
        new Set(value).size === value.length &&
        value.every((day) => typeof day === 'string' && parseLocalDate(day) !== undefined)
      );
  }
}

function moneyOf(text: string) {
  return parseMoney(text) ?? kopiykas(0);
}

/** The value in its one spelling: money with two digits, days in their order. */
export function tidyRuleValue(key: RuleKey, value: RuleValue): RuleValue {
  if (Array.isArray(value)) return value.toSorted();
  if (definitionOf(key).kind === 'money' && typeof value === 'string') return moneyToWire(moneyOf(value));
  return value;
}

export function isSameRuleValue(one: RuleValue, other: RuleValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The pair of rules whose values are the wrong way round; undefined: there is none. */
export function wrongOrder(values: RuleValues): readonly [RuleKey, RuleKey] | undefined {
  return orderedRules.find(([low, high]) => moneyOf(String(values[low])) > moneyOf(String(values[high])));
}

/**
 * Values with which a supplier begins: its own JSON over the standard ones. A value that is none of the rule counts as not given, and
 * so do both of a pair that is the wrong way round.
 */
export function startingValues(own: unknown): RuleValues {
  const given = Object.fromEntries(
    ruleKeys.map((key) => {
      const value = key
        .split('.')
        .reduce<unknown>(
          (holder, name) =>
            typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined,
          own,
        );
      return [key, isRuleValue(key, value) ? tidyRuleValue(key, value) : definitionOf(key).standard];
    }),
  ) as Record<RuleKey, RuleValue>;
  for (let pair = wrongOrder(given); pair !== undefined; pair = wrongOrder(given)) {
    for (const key of pair) given[key] = definitionOf(key).standard;
  }
  return given;
}
