import type { Zone } from '#domain/tariffs/tariff.ts';
import type { HistoryRow } from '../api.ts';

export interface ReadingOfMeter {
  key: string;
  effectiveDate: string;
  period: string;
  meterSerial: string;
  values: readonly { zone: Zone; value: number }[];
  source: HistoryRow['source'];
  state: HistoryRow['state'];
  receiptNumber: string | null;
  /** The reason of a correction; null: not a correction. */
  reason: string | null;
  hasPhoto: boolean;
}

/** Groups the registers read together into one reading; newest first, limited to `most`. */
export function readingsOf(rows: readonly HistoryRow[], maxReadings: number): readonly ReadingOfMeter[] {
  const byKey = new Map<string, ReadingOfMeter>();
  for (const { submittedAt, zone, value, kwhSincePrevious: _, ...row } of rows) {
    const { meterSerial, effectiveDate, source, state } = row;
    const key = [meterSerial, effectiveDate, submittedAt, source, state].join(' ');
    const known = byKey.get(key);
    const values = [...(known?.values ?? []), { zone, value }];
    byKey.set(key, { ...row, key, values });
  }
  return [...byKey.values()].slice(0, maxReadings);
}
