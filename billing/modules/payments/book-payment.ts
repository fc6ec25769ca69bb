import type { BillingDatabase } from '#billing/billing-database.ts';
import { type ActKey, lockActs, settleActs } from '#billing/modules/acts/public.ts';
import { insertPostings, listStandingEntries, postingPeriod } from '#billing/modules/ledger/public.ts';
import { entriesForPayment, reversalOf } from '#domain/ledger/ledger.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Payment } from './payment-store.ts';

function actsOf(payments: readonly Payment[]): readonly ActKey[] {
  return payments.flatMap(({ accountNumber, actNumber }) =>
    actNumber === null ? [] : [{ accountNumber, actNumber }],
  );
}

/**
 * Books money that a provider took: on its way, and off the debt for energy or for the acts at once. Belongs into the
 * transaction that moves the payments, which must be locked.
 */
export async function bookConfirmed(
  db: BillingDatabase,
  payments: readonly Payment[],
  now: Instant,
): Promise<void> {
  // Two payments of one act wait for each other, so that the second sees what the first has settled.
  await lockActs(db, actsOf(payments));
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
  await settleActs(db, actsOf(payments));
}

/** Books money that the bank register shows: from its way into the bank. The same conditions. */
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
 * Books money that went back to the payer: everything that stands of the payments is undone by entries that point at it, so
 * that the debt is there again and what had landed leaves the bank. The same conditions.
 */
export async function bookReturned(
  db: BillingDatabase,
  payments: readonly Payment[],
  now: Instant,
): Promise<void> {
  await lockActs(db, actsOf(payments));
  const period = await postingPeriod(db, now);
  const standing = await listStandingEntries(db, payments);
  await insertPostings(
    db,
    standing.map(({ accountNumber, paymentId, actNumber, entryId, debit, credit, amount }) => ({
      accountNumber,
      period,
      entry: reversalOf({ debit, credit, amount, kind: 'paymentConfirmed' }),
      postedAt: now,
      paymentId,
      actNumber,
      reversesEntryId: entryId,
    })),
  );
  await settleActs(db, actsOf(payments));
}
