import { type RawBuilder, sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_FIND_BY_ORDER, PAYMENT_GET, PAYMENT_LIST } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listDebtEventsOf } from '#billing/modules/ledger/public.ts';
import { type AccountAllocation, allocateAccount } from '#domain/ledger/allocate-account.ts';
import { type Kopiykas, moneyToWire, zeroMoney } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { int4, int8, text, typedSql } from '#platform/database/typed-sql.ts';
import { listPaymentEvents, type PaymentEvent, toPaymentData } from './payment-record.ts';
import { listOrder, listOrderOf, type Payment, paymentColumns, paymentSelectList } from './payment-store.ts';

interface PaymentFilter {
  readonly accountNumber: string;
  /** Inclusive Kyiv days of the start. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly purpose?: Payment['purpose'] | undefined;
  readonly state?: keyof typeof statesOf | undefined;
}

/** Cursor of the payment list; microseconds, which `Instant` does not have. */
interface PaymentPlace {
  readonly startedAt: string;
  readonly paymentId: string;
}

/** States as customers see them; payments waiting for the bank are in none. */
const statesOf = {
  inTransit: ['confirmed'],
  done: ['landed', 'matched'],
  failed: ['failed', 'expired', 'reversed', 'refunded'],
} as const satisfies Record<string, readonly PaymentState[]>;

const activeStates: readonly PaymentState[] = [...statesOf.inTransit, ...statesOf.done];

function matchesFilter({ accountNumber, from, to, purpose, state }: PaymentFilter): RawBuilder<unknown> {
  const begins = from === undefined ? null : instantToIso(kyivMidnight(localDate(from)));
  const ends = to === undefined ? null : instantToIso(kyivMidnight(addDays(localDate(to), 1)));
  const states = state === undefined ? null : [...statesOf[state]];
  return sql`account_number = ${accountNumber}
    and (${begins}::timestamptz is null or started_at >= ${begins}::timestamptz)
    and (${ends}::timestamptz is null or started_at < ${ends}::timestamptz)
    and (${purpose ?? null}::text is null or purpose = ${purpose ?? null}::text)
    and (${states}::text[] is null or state = any(${states}::text[]))`;
}

/** One page of filtered payments after the cursor, newest first. */
async function listPayments(
  db: BillingDatabase,
  filter: PaymentFilter,
  page: { readonly after: PaymentPlace | undefined; readonly limit: number },
): Promise<readonly { readonly payment: Payment; readonly place: PaymentPlace }[]> {
  const { startedAt = null, paymentId = null } = page.after ?? {};
  const { rows } = await typedSql({ ...paymentColumns, exactly: text() })`
    select ${paymentSelectList},
      to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exactly
    from billing.payment where ${matchesFilter(filter)}
      and (${startedAt}::timestamptz is null
        or (started_at, payment_id) < (${startedAt}::timestamptz, ${paymentId}::uuid))
    order by started_at desc, payment_id desc limit ${page.limit}`.execute(db);
  return rows.map(({ exactly, ...payment }) => ({
    payment,
    place: { startedAt: exactly, paymentId: payment.paymentId },
  }));
}

/** For a filter: number and sum of payments in transit or at the supplier, and number of payments in any state. */
async function sumPayments(
  db: BillingDatabase,
  filter: PaymentFilter,
): Promise<{ readonly count: number; readonly amount: Kopiykas; readonly listed: number }> {
  const { rows } = await typedSql({ count: int4(), amount: int8<Kopiykas>(), listed: int4() })`
    select count(*) filter (where state = any(${[...activeStates]}::text[]))::int as count,
      coalesce(sum(amount_kopiykas) filter (where state = any(${[...activeStates]}::text[])), 0)::bigint as amount,
      count(*)::int as listed
    from billing.payment where ${matchesFilter(filter)}`.execute(db);
  const [totals] = rows;
  if (totals === undefined) throw new Error('totals without a row');
  return totals;
}

/** A payment event in the answers of function modules. */
export function toEventRecord({ from, state, happenedAt, evidence }: PaymentEvent) {
  return { from, state, happenedAt: instantToIso(happenedAt), evidence };
}

type Settled = AccountAllocation['payments'] extends ReadonlyMap<string, infer One> ? One : never;

/** What a payment settled, as the answers have it. */
function settledBy({ settled, advance }: Settled) {
  return {
    settles: settled.map(({ period, amount }) => ({ period, sum: moneyToWire(amount) })),
    advance: moneyToWire(advance),
  };
}

/**
 * PAYMENT_GET: a payment with its order and transitions. The settled months are derived from the whole ledger of the
 * account, so they always agree with the debts (decision 0047); [] for an act.
 */
export const handlePaymentGet = handleModule(
  PAYMENT_GET,
  ({ db }) =>
    async ({ accountNumber, paymentId }) => {
      const parts = await listOrderOf(db, accountNumber, paymentId);
      const payment = parts.find((part) => part.paymentId === paymentId);
      if (payment === undefined) return refuse('common.notFound');
      const [events, debts] = await Promise.all([
        listPaymentEvents(db, [payment]),
        payment.purpose === 'energy' ? listDebtEventsOf(db, accountNumber) : [],
      ]);
      const allocation = allocateAccount(debts).payments.get(paymentId);
      return answer({
        payment: toPaymentData(payment),
        parts: parts.map(toPaymentData),
        events: events.map(toEventRecord),
        ...settledBy(allocation ?? { settled: [], advance: zeroMoney }),
      });
    },
);

/** PAYMENT_FIND_BY_ORDER: for provider callbacks and return pages, which know only our order number. */
export const handlePaymentFindByOrder = handleModule(
  PAYMENT_FIND_BY_ORDER,
  ({ db }) =>
    async ({ provider, orderId }) => {
      const [first] = await listOrder(db, orderId);
      if (first === undefined || first.provider !== provider) return refuse('common.notFound');
      return answer({ payment: toPaymentData(first) });
    },
);

/** PAYMENT_LIST: newest first, paged by the key of the last row. */
export const handlePaymentList = handleModule(
  PAYMENT_LIST,
  ({ db }) =>
    async ({ limit, after, withSettled = false, ...filter }) => {
      const found = await listPayments(db, filter, { after, limit: limit + 1 });
      const { count, amount, listed } = await sumPayments(db, filter);
      const page = found.slice(0, limit);
      const debts = withSettled ? await listDebtEventsOf(db, filter.accountNumber) : [];
      const allocations = allocateAccount(debts).payments;
      return answer({
        payments: page.map(({ payment }) => toPaymentData(payment)),
        next: found.length > limit ? (page.at(-1)?.place ?? null) : null,
        totals: { count, sum: moneyToWire(amount), listed },
        settled: page.flatMap(({ payment: { paymentId } }) => {
          const allocation = allocations.get(paymentId);
          return allocation ? [{ paymentId, ...settledBy(allocation) }] : [];
        }),
      });
    },
);
