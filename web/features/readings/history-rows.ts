import type { Zone } from '#domain/tariffs/tariff.ts';
import type { HistoryRow } from './reading-types.ts';

export interface ReadingOfMeter {
  key: string;
  effectiveDate: string;
  meterSerial: string;
  values: readonly { zone: Zone; value: number }[];
  source: HistoryRow['source'];
  state: HistoryRow['state'];
}

/** Registers that were read together are one reading; the newest first, so many at most. */
export function readingsOf(rows: readonly HistoryRow[], most: number): readonly ReadingOfMeter[] {
  const byKey = new Map<string, ReadingOfMeter>();
  for (const { meterSerial, effectiveDate, submittedAt, source, state, zone, value } of rows) {
    const key = [meterSerial, effectiveDate, submittedAt, source, state].join(' ');
    const known = byKey.get(key);
    const values = [...(known?.values ?? []), { zone, value }];
    byKey.set(key, { key, effectiveDate, meterSerial, source, state, values });
  }
  return [...byKey.values()].slice(0, most);
}
