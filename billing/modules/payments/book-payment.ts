import type { BillingDatabase } from '#billing/billing-database.ts';
import { lockAct, settleAct } from '#billing/modules/acts/public.ts';
import { insertPostings, postingPeriod } from '#billing/modules/ledger/public.ts';
import { entriesForPayment } from '#domain/ledger/ledger.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Payment } from './payment-store.ts';

/**
 * Books money that a provider took: on its way, and off the debt for energy or for the act at once. Belongs into the
 * transaction that moves the payment, which must be locked.
 */
export async function bookConfirmed(db: BillingDatabase, payment: Payment, now: Instant): Promise<void> {
  const { accountNumber, paymentId, actNumber, amount } = payment;
  // Two payments of one act wait for each other, so that the second sees what the first has settled.
  if (actNumber !== null) await lockAct(db, accountNumber, actNumber);
  const period = await postingPeriod(db, now);
  const purpose = payment.purpose === 'energy' ? 'energy' : 'act';
  const entries = entriesForPayment({ event: 'confirmed', purpose, amount });
  await insertPostings(
    db,
    entries.map((entry) => ({ accountNumber, period, entry, postedAt: now, paymentId, actNumber })),
  );
  if (actNumber !== null) await settleAct(db, accountNumber, actNumber);
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
