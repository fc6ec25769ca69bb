import { formatText } from '#contract/messages/format-text.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import {
  definitionOf,
  isRuleValue,
  type RuleKey,
  type RuleValue,
  ruleKeys,
  tidyRuleValue,
} from '#domain/rules/rule-definitions.ts';
import {
  nameOfRule,
  optionWords,
  type RuleGroup,
  unitNames,
  unitWords,
} from '#domain/rules/rule-words.template.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { typedDates } from '#web/lib/dated-changes/typed-dates.ts';
import { showDate, showMoment, showMoney, showNumber, showSum } from '#web/lib/format.ts';
import type { RuleChange } from './api.ts';
import { text } from './text.ts';

const rateUnits = 10_000;
const asRate = (value: number) => String(value / rateUnits).replace('.', ',');

/** A value as a person reads it: «2 дні», «1 000,00 грн», «0,25». */
export function showRuleValue(rule: RuleKey, value: RuleValue): string {
  const definition = definitionOf(rule);
  switch (definition.kind) {
    case 'count': {
      const n = Number(value);
      return formatText(unitWords[definition.unit], { n }).replace(String(n), showNumber(n));
    }
    case 'money':
      return showSum(String(value));
    case 'rate':
      return asRate(Number(value));
    case 'choice':
      return optionWords[String(value)] ?? String(value);
    case 'flag':
      return value === true ? text.yes : text.no;
    case 'dates': {
      const days = Array.isArray(value) ? value : [];
      if (days.length === 0) return text.noDates;
      return days.length > 4 ? formatText(text.dayCount, { n: days.length }) : days.map(showDate).join(', ');
    }
  }
}

/** The dates in full, where a change is told. */
export function showChange(rule: RuleKey, before: RuleValue, after: RuleValue): string {
  if (!Array.isArray(before) || !Array.isArray(after))
    return formatText(text.becomes, {
      before: showRuleValue(rule, before),
      after: showRuleValue(rule, after),
    });
  const added = after.filter((day) => !before.includes(day)).map((day) => `+ ${showDate(day)}`);
  const removed = before.filter((day) => !after.includes(day)).map((day) => `− ${showDate(day)}`);
  return [...added, ...removed].join(', ');
}

/** How a change stands in a list of changes. */
export const shownChange = {
  dateOf: ({ validFrom }: RuleChange) => showMoment(validFrom),
  linesOf: ({ values }: RuleChange) =>
    values.map(({ rule, before, after }) => ({
      name: nameOfRule(rule),
      words: showChange(rule, before, after),
    })),
};

const dayOf = ({ validFrom }: RuleChange) => kyivDateOf(instantFromIso(validFrom));

/** The values on a day, by planned changes in the order of their moments; of those of the day too. */
export function valuesOnDay(
  inForce: ReadonlyMap<RuleKey, RuleValue>,
  planned: readonly RuleChange[],
  day: string,
): ReadonlyMap<RuleKey, RuleValue> {
  const counted = planned.filter((change) => dayOf(change) <= day);
  const entries = counted.flatMap(({ values }) => values.map(({ rule, after }) => [rule, after] as const));
  return new Map<RuleKey, RuleValue>([...inForce, ...entries]);
}

/** What planned changes make of a rule, each with its day. */
export function plannedValuesOf(rule: RuleKey, planned: readonly RuleChange[]) {
  return planned.flatMap((change) =>
    change.values
      .filter((one) => one.rule === rule)
      .map(({ after }) => ({
        changeId: change.changeId,
        value: showRuleValue(rule, after),
        date: showDate(dayOf(change)),
      })),
  );
}

/** A value as it stands in the field of its form. */
export function typedOf(rule: RuleKey, value: RuleValue): string {
  const { kind } = definitionOf(rule);
  if (Array.isArray(value)) return value.map(showDate).join('\n');
  if (kind === 'rate') return asRate(Number(value));
  if (kind === 'money') return String(value).replace('.', ',');
  return String(value);
}

/** What was typed as a value of the rule; undefined: it is none. */
export function readRuleValue(rule: RuleKey, typed: string): RuleValue | undefined {
  const value = valueOfTyped(rule, typed.trim());
  return isRuleValue(rule, value) ? tidyRuleValue(rule, value) : undefined;
}

function valueOfTyped(rule: RuleKey, typed: string): unknown {
  const { kind } = definitionOf(rule);
  switch (kind) {
    case 'count':
      return /^\d+$/.test(withoutSpaces(typed)) ? Number(withoutSpaces(typed)) : undefined;
    case 'money': {
      const sum = parseMoney(typed);
      return sum === undefined ? undefined : moneyToWire(sum);
    }
    case 'rate':
      return /^\d{1,4}([.,]\d{1,4})?$/.test(withoutSpaces(typed))
        ? Math.round(Number(withoutSpaces(typed).replace(',', '.')) * rateUnits)
        : undefined;
    case 'flag':
      return typed === 'true';
    case 'choice':
      return typed;
    case 'dates':
      return typedDates(typed);
  }
}

/** «0–31 днів»; undefined: the rule has no bounds. */
export function boundsOf(rule: RuleKey): string | undefined {
  const definition = definitionOf(rule);
  const bounds = (least: string, most: string, unit: string) =>
    formatText(text.bounds, { least, most, unit }).trim();
  switch (definition.kind) {
    case 'count':
      return bounds(showNumber(definition.least), showNumber(definition.most), unitNames[definition.unit]);
    case 'money':
      return bounds(showMoney(definition.least), showMoney(definition.most), text.hryvnias);
    case 'rate':
      return bounds(asRate(definition.least), asRate(definition.most), '');
    default:
      return undefined;
  }
}

/** The rules of a group, in the order of their definitions. */
export function rulesOf({ begins }: RuleGroup): readonly RuleKey[] {
  const starts: readonly string[] = begins;
  return ruleKeys.filter((key) => starts.some((start) => key.startsWith(start)));
}
