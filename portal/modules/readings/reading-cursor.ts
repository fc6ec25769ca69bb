import type { ModuleInput } from '#billing/api/define-module.ts';
import type { READING_LIST } from '#billing/api/readings/readings.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';

type Place = NonNullable<ModuleInput<typeof READING_LIST>['after']>;

/** The cursor of a place in the history of readings. */
export function cursorOfReading({ effectiveDate, submittedAt, meterSerial }: Place): string {
  return writeCursor([effectiveDate, submittedAt, meterSerial]);
}

/** The place that a cursor says; undefined when it is none of ours. */
export function placeOfReading(cursor: string): Place | undefined {
  const parts = readCursor(cursor, [cursorPart.date, cursorPart.moment, cursorPart.text]);
  return parts && { effectiveDate: parts[0], submittedAt: parts[1], meterSerial: parts[2] };
}
