import { formatText } from '#contract/messages/format-text.ts';
import type { TariffPlanData } from '#contract/values/tariff-plan.ts';
import { formatPrice } from '#domain/price.ts';
import { tariffSteps } from '#domain/tariffs/tariff-steps.ts';
import { showDate } from '#web/lib/format.ts';
import { ruleOf } from '../tariff-runs-of.ts';
import { volumeText } from '../volume-text.ts';
import { text } from './text.ts';

/** What of a version, planned or in force, says how it charges. */
export type Priced = Pick<TariffPlanData, 'from' | 'rule' | 'zones' | 'act'>;

/** Each price of a version with the volume that it is for. */
export function priceLines(version: Priced): readonly { price: string; volume: string }[] {
  const rule = ruleOf({ ...version, to: null, actUrl: null });
  return tariffSteps(rule).map((step) => ({
    price: formatPrice(step.price),
    volume: volumeText(rule, step),
  }));
}

/** The multipliers of the zones; a zone that is not named counts in full. */
export function zoneLines({ zones }: Priced): readonly string[] {
  const factor = (scheme: string, zone: string) => (zones[scheme]?.[zone] ?? '1').replace('.', ',');
  return [
    formatText(text.twoZones, { day: factor('two', 'day'), night: factor('two', 'night') }),
    formatText(text.threeZones, {
      peak: factor('three', 'peak'),
      halfPeak: factor('three', 'halfPeak'),
      night: factor('three', 'night'),
    }),
  ];
}

/** Prices of a version in one line. */
function pricesInLine(version: Priced): string {
  const lines = priceLines(version);
  return lines.map(({ price, volume }) => (lines.length === 1 ? price : `${price} (${volume})`)).join('; ');
}

/** What differs between two states of a planned version, in words. */
export function differences(
  before: Priced,
  after: Priced,
): readonly { name: string; before: string; after: string }[] {
  const facts = (version: Priced) => [
    { name: text.from, value: showDate(version.from) },
    { name: text.prices, value: pricesInLine(version) },
    { name: text.zones, value: zoneLines(version).join('; ') },
    { name: text.act, value: version.act },
  ];
  const now = facts(after);
  return facts(before).flatMap(({ name, value }, index) => {
    const other = now[index]?.value ?? '';
    return value === other ? [] : [{ name, before: value, after: other }];
  });
}
