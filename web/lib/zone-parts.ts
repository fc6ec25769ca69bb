import { formatText } from '#contract/messages/format-text.ts';
import { text as cabinet } from './cabinet-text.ts';
import { text as common } from './text.ts';

export type Zone = 'single' | 'day' | 'night' | 'peak' | 'halfPeak';

/** A month of consumption: kWh by zone; zones that the meters did not have then are absent. */
interface ZoneMonth {
  readonly zones: Readonly<Record<string, number>>;
}

/** From the bottom of a bar up: the cheapest zone first. */
const ORDER: readonly Zone[] = ['single', 'night', 'halfPeak', 'day', 'peak'];

/** The zones that occur in these months, from the bottom of a bar up. */
export function zonesOf(months: readonly ZoneMonth[]): readonly Zone[] {
  return ORDER.filter((zone) => months.some((month) => month.zones[zone] !== undefined));
}

/** The kilowatt-hours of a month in that order; a zone the meter did not have then counts as nothing. */
export function partsOf(month: ZoneMonth, zones: readonly Zone[]): readonly number[] {
  return zones.map((zone) => month.zones[zone] ?? 0);
}

const names: Readonly<Record<Zone, string>> = {
  single: common.readings,
  day: cabinet.day,
  night: cabinet.night,
  peak: cabinet.peak,
  halfPeak: cabinet.halfPeak,
};

/** "Ніч", "Пік і Ніч", "Пік, Напівпік і Ніч". */
export function zoneList(zones: readonly Zone[]): string {
  const words = zones.map((zone) => names[zone]);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : formatText(cabinet.zoneList, { zones: words.join(', '), last });
}
