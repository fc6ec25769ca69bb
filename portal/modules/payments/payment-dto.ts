import type * as z from 'zod/mini';
import type { ModuleInput } from '#billing/api/define-module.ts';
import type { PAYMENT_LIST, PaymentData } from '#billing/api/payments.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { paymentSchema } from '#contract/payments/payments.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Every account that a sign-in sees. */
export async function listOwned(db: PortalDatabase, identityId: string): Promise<string[]> {
  const { rows } = await typedSql({ account: text() })`
    select account_number as account from portal.cabinet_account where identity_id = ${identityId}::uuid`.execute(
    db,
  );
  return rows.map(({ account }) => account);
}

/** Which of some accounts a sign-in sees. */
export async function listOwnedAmong(
  db: PortalDatabase,
  identityId: string,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await typedSql({ account: text() })`
    select account_number as account from portal.cabinet_account
     where identity_id = ${identityId}::uuid and account_number = any(${[...accounts]}::text[])`.execute(db);
  return new Set(rows.map(({ account }) => account));
}

/** The parts of an order that may be shown: those of accounts in the cabinet of an identity. `account` is known to be. */
export async function listOwnParts<Part extends { readonly account: string }>(
  db: PortalDatabase,
  identityId: string,
  account: string,
  parts: readonly Part[],
): Promise<readonly Part[]> {
  const others = parts.map((part) => part.account).filter((one) => one !== account);
  if (others.length === 0) return parts;
  const owned = await listOwnedAmong(db, identityId, others);
  return parts.filter((part) => part.account === account || owned.has(part.account));
}

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

/** What there is to say of a payment beside its state (messages.md, payments.*). */
function messageOf({ state, expectedOn }: PaymentData): string | null {
  if (state === 'failed') return formatMessage('payments.declined');
  if (state !== 'confirmed' || expectedOn === null) return null;
  return formatMessage('payments.pending', { date: formatDate(localDate(expectedOn)) });
}

/** A payment as its customer sees it: with a text, without what only the provider and the billing need. */
export function toPaymentDto(payment: PaymentData): z.infer<typeof paymentSchema> {
  const {
    landedOn: _landedOn,
    payUrl: _payUrl,
    payFields: _fields,
    providerReference: _reference,
    ...shown
  } = payment;
  return { ...shown, message: messageOf(payment) };
}

/** The states that a payment went through, in turn: words that were kept without a move are not the customer's. */
export function movesOf(
  events: readonly {
    readonly from: string | null;
    readonly state: PaymentData['state'];
    readonly happenedAt: string;
  }[],
) {
  return events
    .filter(({ from, state }) => from !== state)
    .map(({ state, happenedAt }) => ({ state, happenedAt }));
}
