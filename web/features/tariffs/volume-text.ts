import { formatText } from '#contract/messages/format-text.ts';
import type { TariffRule } from '#domain/tariffs/tariff.ts';
import type { TariffStep } from '#domain/tariffs/tariff-steps.ts';
import { showNumber } from '#web/lib/format.ts';
import type { TariffRun } from './tariff-runs-of.ts';
import { text } from './text.ts';

/** The kWh of a month that a price applies to, in words. */
export function volumeText(rule: TariffRule, { aboveKwh, upToKwh, season }: TariffStep): string {
  if (aboveKwh === 0 && upToKwh === undefined) return text.any;
  const facts = { above: showNumber(aboveKwh), upTo: showNumber(upToKwh ?? 0) };
  if (season !== undefined)
    return formatText(text.inSeason, {
      ...facts,
      from: dayAndMonth(season.from),
      to: dayAndMonth(season.to),
    });
  if (rule.kind === 'seasonalHeating') return text.offOrAbove;
  const words =
    rule.kind === 'wholeVolumeBlocks'
      ? { upTo: text.wholeUpTo, between: text.wholeBetween, above: text.wholeAbove }
      : { upTo: text.upTo, between: text.between, above: text.above };
  return formatText(upToKwh === undefined ? words.above : aboveKwh === 0 ? words.upTo : words.between, facts);
}

/** The same within a run, whose days already give the season. */
export function volumeInRun({ rule, isSeason }: TariffRun, { season: _, ...step }: TariffStep): string {
  return volumeText(isSeason === undefined ? rule : { kind: 'marginalBlocks', blocks: [] }, step);
}

/** "10-01" as "01.10". */
function dayAndMonth(day: string): string {
  return day.split('-').reverse().join('.');
}
