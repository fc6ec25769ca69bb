import type { ModuleInput } from '#billing/api/define-module.ts';
import type { PAYMENT_LIST } from '#billing/api/payments.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';

type Place = NonNullable<ModuleInput<typeof PAYMENT_LIST>['after']>;

/** The cursor of a place in the history of payments. */
export function cursorOfPayment({ startedAt, paymentId }: Place): string {
  return writeCursor([startedAt, paymentId]);
}

/** The place that a cursor says; undefined when it is none of ours. */
export function placeOfPayment(cursor: string): Place | undefined {
  const parts = readCursor(cursor, [cursorPart.moment, cursorPart.uuid]);
  return parts && { startedAt: parts[0], paymentId: parts[1] };
}
