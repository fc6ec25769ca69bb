import type { OutputOf } from '#contract/define-call.ts';
import type { listReadings } from '#contract/readings.ts';

export type Row = OutputOf<typeof listReadings>['readings'][number];

/** A meter read at one moment: one value per register. */
export interface WholeReading extends Omit<Row, 'zone' | 'value' | 'kwhSincePrevious' | 'state'> {
  readonly key: string;
  readonly registers: readonly Pick<Row, 'zone' | 'value' | 'kwhSincePrevious' | 'state'>[];
}

/** Joins the registers read together into one reading, in the order of the rows. */
export function wholeReadings(rows: readonly Row[]): readonly WholeReading[] {
  const byKey = new Map<string, WholeReading>();
  for (const { zone, value, kwhSincePrevious, state, ...row } of rows) {
    const key = [row.effectiveDate, row.submittedAt, row.meterSerial].join(' ');
    const register = { zone, value, kwhSincePrevious, state };
    const known = byKey.get(key);
    byKey.set(key, { ...(known ?? { ...row, key }), registers: [...(known?.registers ?? []), register] });
  }
  return [...byKey.values()];
}
