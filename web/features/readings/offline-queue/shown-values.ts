import type { Zone } from '#domain/tariffs/tariff.ts';
import { text } from '../text.ts';
import type { QueuedReading } from './queued-reading.ts';

/** The typed digits of a reading, with zones for several registers. */
export function shownValues({ values }: Pick<QueuedReading, 'values'>): string {
  const typed = (Object.entries(values) as [Zone, string][]).filter(([, digits]) => digits !== '');
  if (typed.length === 1) return typed[0]?.[1] ?? '';
  return typed.map(([zone, digits]) => `${text.zones[zone]}: ${digits}`).join(', ');
}
