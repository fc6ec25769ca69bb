import type { listCustomerMessages } from '#contract/customers.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallFailure, failFields } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import type { listSentMessages } from '../outbox/public.ts';

export const rowsAtOnce = 20;

const keptDays = 30;

/** Since when messages are kept. */
export const keptSince = (now: Instant) => (now - keptDays * 86_400_000) as Instant;

export const wrongCursor = (): CallFailure => failFields([{ path: 'cursor', code: 'field.invalid' }]);

/** Where a list by moment and id goes on; {}: at its beginning. */
export function afterOf(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const parts = readCursor(cursor, [cursorPart.moment, cursorPart.uuid]);
  return parts && { after: [parts[0], parts[1]] as const };
}

/** A part of rows, of which one more than the part was read, and the cursor of the next. */
export function partOf<Row extends { readonly moment: string; readonly id: string }>(read: readonly Row[]) {
  const rows = read.slice(0, rowsAtOnce).map(({ moment: _, ...row }) => row);
  const last = read.length > rowsAtOnce ? read[rowsAtOnce - 1] : undefined;
  return { rows, next: last === undefined ? null : writeCursor([last.moment, last.id]) };
}

type SentMessage = Awaited<ReturnType<typeof listSentMessages>>[number];

/** A message as the staff sees it: of a device there is nothing to show. */
export function messageData(
  message: Omit<SentMessage, 'moment'>,
): OutputOf<typeof listCustomerMessages>['messages'][number] {
  return {
    ...message,
    recipient: message.channel === 'push' ? '' : message.recipient,
    createdAt: instantToIso(message.createdAt),
    sentAt: message.sentAt === null ? null : instantToIso(message.sentAt),
  };
}
