import { fullCoefficient, type Price, priceToText, zonePrice } from '#domain/price.ts';
import { inSeason } from '#domain/tariffs/select-versions.ts';
import { type TariffRule, type Zone, zonesOf } from '#domain/tariffs/tariff.ts';
import { type TariffStep, tariffSteps } from '#domain/tariffs/tariff-steps.ts';
import { tariffVersionFromJson } from '#domain/tariffs/tariff-version-json.ts';
import { addDays, dayNumber, type LocalDate, laterOf, localDate } from '#domain/time/local-date.ts';
import type { History, Version } from './act-link.tsx';

/** How many days the chart continues after the last known date. */
const DAYS_AHEAD = 150;

/** Days with the same prices: a version, or a season of it. */
export interface TariffRun {
  readonly version: Version;
  readonly rule: TariffRule;
  readonly from: LocalDate;
  /** The last day; undefined: no known end. */
  readonly to: LocalDate | undefined;
  /** Whether it is a season of reduced prices; undefined: the rule has none. */
  readonly isSeason: boolean | undefined;
  /** Prices without zone coefficients. */
  readonly steps: readonly TariffStep[];
}

/** The rule of a version as a domain value. */
export function ruleOf({ from, rule, act }: Version): TariffRule {
  return tariffVersionFromJson({ validFrom: from, rule, act }).rule;
}

/** The zones of the meter, in order. */
export function zonesOfMeter({ zoneScheme }: History): readonly Zone[] {
  return zonesOf[zoneScheme];
}

/** The price in a zone; without a zone, the price without coefficient. */
export function priceIn(
  { zoneScheme }: History,
  { from, rule, act, zones }: Version,
  price: Price,
  zone?: Zone,
): Price {
  if (zone === undefined) return price;
  const { coefficients } = tariffVersionFromJson({ validFrom: from, rule, act, coefficients: zones });
  return zonePrice(price, coefficients[zoneScheme]?.[zone] ?? fullCoefficient);
}

/** The runs in order, oldest first; versions with a season are split by it. */
export function tariffRunsOf(history: History): TariffRun[] {
  const end = chartEnd(history);
  return [...history.versions].reverse().flatMap((version): TariffRun[] => {
    const rule = ruleOf(version);
    const steps = tariffSteps(rule);
    const from = localDate(version.from);
    const to = version.to === null ? undefined : localDate(version.to);
    if (rule.kind !== 'seasonalHeating') return [{ version, rule, from, to, isSeason: undefined, steps }];
    return seasons(rule, from, to, end).map((run) => ({
      version,
      rule,
      ...run,
      steps: run.isSeason ? steps : [{ aboveKwh: 0, price: rule.price }],
    }));
  });
}

/** The first day after the chart. */
export function chartEnd({ today, versions }: History): LocalDate {
  return addDays(laterOf(localDate(today), localDate(versions[0]?.from ?? today)), DAYS_AHEAD);
}

/** The run of a day. */
export function runOn(runs: readonly TariffRun[], day: string): TariffRun | undefined {
  return runs.find(({ from, to }) => from <= day && (to === undefined || to >= day));
}

/** Values for the chart, which only draws: the last price first, then the others from the lowest volume up. */
export function valuesOf(run: TariffRun, lines: number, price: (price: Price) => Price): (number | null)[] {
  const drawn = run.steps.map((step) => Number(priceToText(price(step.price))));
  const others = drawn.slice(0, -1);
  return Array.from({ length: lines }, (_, line) =>
    line === 0 ? (drawn.at(-1) ?? null) : (others[line - 1] ?? null),
  );
}

/** The years with a version in force, latest first. */
export function yearsOf({ today, versions }: History): string[] {
  const first = Number((versions.at(-1)?.from ?? today).slice(0, 4));
  const last = Math.max(Number(today.slice(0, 4)), Number((versions[0]?.from ?? today).slice(0, 4)));
  return Array.from({ length: last - first + 1 }, (_, n) => String(last - n));
}

/** Whether a version was in force on a day of the year. */
export function isOfYear(
  { from, to }: { from: string; to: string | null | undefined },
  year: string,
): boolean {
  return from.slice(0, 4) <= year && (to == null || to.slice(0, 4) >= year);
}

/** As a number for the chart's axis. */
export const dayOf = (date: string): number => dayNumber(localDate(date));

/** Upper limit, because a season of the whole year never ends. */
const DAYS_OF_A_SEASON = 366;

function seasons(
  rule: TariffRule,
  from: LocalDate,
  to: LocalDate | undefined,
  end: LocalDate,
): { from: LocalDate; to: LocalDate; isSeason: boolean }[] {
  const runs: { from: LocalDate; to: LocalDate; isSeason: boolean }[] = [];
  const last = to ?? addDays(end, DAYS_OF_A_SEASON);
  for (let day = from; day <= last; day = addDays(day, 1)) {
    const isSeason = inSeason(rule, day);
    const run = runs.at(-1);
    if (run?.isSeason === isSeason) run.to = day;
    else if (day > end) break;
    else runs.push({ from: day, to: day, isSeason });
  }
  return runs;
}
