import type { BillingDatabase } from '#billing/billing-database.ts';
import type { AuditOrigin } from '#billing/modules/events/public.ts';
import { insertPostings, listEntriesInForce, postingPeriod } from '#billing/modules/ledger/public.ts';
import { type Booking, lockActs, settleActs } from '#billing/modules/violation-acts/public.ts';
import { entriesForPayment, reversalOf } from '#domain/ledger/ledger.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Payment } from './payment-store.ts';

/** A payment; in a batch of several requests with the one that it was moved by. */
export type BookedPayment = Payment & { readonly by?: AuditOrigin };

function actsOf(payments: readonly BookedPayment[]): Parameters<typeof settleActs>[1] {
  return payments.flatMap(({ accountNumber, actNumber, by }) =>
    actNumber === null ? [] : [{ accountNumber, actNumber, ...(by && { by }) }],
  );
}

/**
 * Books money received by a provider: debits money in transit, credits the debt for energy or acts. Runs in the
 * transaction that moves the payments, which must be locked.
 */
export async function bookConfirmed(
  db: BillingDatabase,
  payments: readonly BookedPayment[],
  booking: Booking,
): Promise<void> {
  // Serializes payments of one act, so that the second one sees what the first has settled.
  await lockActs(db, actsOf(payments));
  const { now } = booking;
  const period = await postingPeriod(db, now);
  await insertPostings(
    db,
    payments.flatMap(({ accountNumber, paymentId, actNumber, purpose, amount }) =>
      entriesForPayment({
        event: 'confirmed',
        purpose: purpose === 'energy' ? 'energy' : 'act',
        amount,
      }).map((entry) => ({ accountNumber, period, entry, postedAt: now, paymentId, actNumber })),
    ),
  );
  await settleActs(db, actsOf(payments), booking);
}

/** Books money shown by the bank statement: from transit to the bank. Same preconditions. */
export async function bookLanded(
  db: BillingDatabase,
  payments: readonly Payment[],
  now: Instant,
): Promise<void> {
  if (payments.length === 0) return;
  const period = await postingPeriod(db, now);
  await insertPostings(
    db,
    payments.flatMap(({ accountNumber, paymentId, actNumber, amount }) =>
      entriesForPayment({ event: 'landed', amount }).map((entry) => {
        return { accountNumber, period, entry, postedAt: now, paymentId, actNumber };
      }),
    ),
  );
}

/**
 * Books money returned to the payer: reverses all entries of the payments that are not reversed yet, so that the debt
 * is restored and landed money leaves the bank. Same preconditions.
 */
export async function bookReturned(
  db: BillingDatabase,
  payments: readonly BookedPayment[],
  booking: Booking,
): Promise<void> {
  await lockActs(db, actsOf(payments));
  const { now } = booking;
  const period = await postingPeriod(db, now);
  const entries = await listEntriesInForce(db, payments);
  await insertPostings(
    db,
    entries.map(({ accountNumber, paymentId, actNumber, entryId, debit, credit, amount }) => ({
      accountNumber,
      period,
      entry: reversalOf({ debit, credit, amount, kind: 'paymentConfirmed' }),
      postedAt: now,
      paymentId,
      actNumber,
      reversesEntryId: entryId,
    })),
  );
  await settleActs(db, actsOf(payments), booking);
}
