import { formatText } from '#contract/messages/format-text.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { text as cabinet } from './cabinet-text.ts';
import { text as common } from './text.ts';

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
