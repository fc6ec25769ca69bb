import type { Zone } from '#domain/tariffs/tariff.ts';
import { text } from '../text.ts';
import type { WaitingReading } from './waiting-reading.ts';

/** The digits of a reading as they were typed, each with its zone where there are several. */
export function shownValues({ values }: Pick<WaitingReading, 'values'>): string {
  const typed = (Object.entries(values) as [Zone, string][]).filter(([, digits]) => digits !== '');
  if (typed.length === 1) return typed[0]?.[1] ?? '';
  return typed.map(([zone, digits]) => `${text.zones[zone]}: ${digits}`).join(', ');
}
