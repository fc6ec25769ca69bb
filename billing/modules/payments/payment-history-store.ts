import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { type Payment, paymentColumns } from './payment-store.ts';

export interface PaymentFilter {
  readonly accountNumber: string;
  /** Kyiv days on which they began, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly purpose?: Payment['purpose'] | undefined;
  readonly state?: keyof typeof statesOf | undefined;
}

/** Where a payment stands in the history; the moment to the microsecond, which our instants do not hold. */
export interface PaymentPlace {
  readonly startedAt: string;
  readonly paymentId: string;
}

/** What customers tell apart; who waits for an answer of the bank is in none. */
const statesOf = {
  inTransit: ['confirmed'],
  done: ['landed', 'matched'],
  failed: ['failed', 'expired', 'reversed', 'refunded'],
} as const satisfies Record<string, readonly PaymentState[]>;

const standing: readonly PaymentState[] = [...statesOf.inTransit, ...statesOf.done];

function matching({ accountNumber, from, to, purpose, state }: PaymentFilter): RawBuilder<unknown> {
  const begins = from === undefined ? null : instantToIso(kyivMidnight(localDate(from)));
  const ends = to === undefined ? null : instantToIso(kyivMidnight(addDays(localDate(to), 1)));
  const states = state === undefined ? null : [...statesOf[state]];
  return sql`account_number = ${accountNumber}
    and (${begins}::timestamptz is null or started_at >= ${begins}::timestamptz)
    and (${ends}::timestamptz is null or started_at < ${ends}::timestamptz)
    and (${purpose ?? null}::text is null or purpose = ${purpose ?? null}::text)
    and (${states}::text[] is null or state = any(${states}::text[]))`;
}

/** Payments of a filter, newest first, at most so many, from the place after the given one on. */
export async function listPayments(
  db: BillingDatabase,
  filter: PaymentFilter,
  page: { readonly after: PaymentPlace | undefined; readonly limit: number },
): Promise<readonly { readonly payment: Payment; readonly place: PaymentPlace }[]> {
  const { startedAt = null, paymentId = null } = page.after ?? {};
  const { rows } = await sql<Payment & { exactly: string }>`
    select ${paymentColumns},
      to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exactly
    from billing.payment where ${matching(filter)}
      and (${startedAt}::timestamptz is null
        or (started_at, payment_id) < (${startedAt}::timestamptz, ${paymentId}::uuid))
    order by started_at desc, payment_id desc limit ${page.limit}`.execute(db);
  return rows.map(({ exactly, ...payment }) => ({
    payment,
    place: { startedAt: exactly, paymentId: payment.paymentId },
  }));
}

/** How many payments a filter has, and the sum of those that are on their way or at the supplier. */
export async function sumPayments(
  db: BillingDatabase,
  filter: PaymentFilter,
): Promise<{ readonly count: number; readonly amount: Kopiykas }> {
  const { rows } = await sql<{ count: number; amount: Kopiykas }>`
    select count(*)::int as count,
      coalesce(sum(amount_kopiykas) filter (where state = any(${[...standing]}::text[])), 0)::bigint as amount
    from billing.payment where ${matching(filter)}`.execute(db);
  const [totals] = rows;
  if (totals === undefined) throw new Error('a sum without a row');
  return totals;
}
