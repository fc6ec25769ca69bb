import { addMoney, type Kopiykas, negateMoney, smallerMoney, subtractMoney, zeroMoney } from '../money.ts';
import { type BillingPeriod, comparePeriods } from '../time/billing-period.ts';
import { type Allocation, allocatePayment, type PeriodSum } from './allocate-payment.ts';

/** A change of the energy debt of an account, in the order of booking. */
export type DebtEvent =
  /** A charge of a month; negative gives back. */
  | { readonly kind: 'charge'; readonly period: BillingPeriod; readonly amount: Kopiykas }
  /** A payment that was not reversed. */
  | {
      readonly kind: 'payment';
      readonly paymentId: string;
      /** Above zero. */
      readonly amount: Kopiykas;
      readonly namedPeriod: BillingPeriod | null;
    };

export interface AccountAllocation {
  /** What each payment settles now, and its unused rest. */
  readonly payments: ReadonlyMap<string, Allocation>;
  /** Debt by month, the oldest first; empty while there is a credit. */
  readonly open: readonly PeriodSum[];
  /** Paid or given back in excess of all debts. */
  readonly credit: Kopiykas;
}

/** Unused money: of a payment, or given back by a charge. */
interface Credit {
  left: Kopiykas;
  /** Settled sums by month, in the order of settlement. */
  readonly settled: Map<BillingPeriod, Kopiykas>;
}

function newCredit(amount: Kopiykas): Credit {
  return { left: amount, settled: new Map() };
}

function settle(credit: Credit, { period, amount }: PeriodSum): void {
  credit.left = subtractMoney(credit.left, amount);
  credit.settled.set(period, addMoney(credit.settled.get(period) ?? zeroMoney, amount));
}

function sumsOf(months: ReadonlyMap<BillingPeriod, Kopiykas>): PeriodSum[] {
  return [...months].map(([period, amount]) => ({ period, amount }));
}

/**
 * Derives which payment settles which month from all bookings; the result is not stored. Money settles the month its
 * payer named, then the oldest debt; the rest is a credit that settles the next charges, the oldest credit first. A
 * charge that gives back lowers its own month first and is then allocated the same way (product.md §7, facts 2.3).
 * Violation acts are separate and not among these events.
 */
export function allocateAccount(events: Iterable<DebtEvent>): AccountAllocation {
  const open = new Map<BillingPeriod, Kopiykas>();
  const waiting: Credit[] = [];
  const payments = new Map<string, Credit>();

  function owe(period: BillingPeriod, amount: Kopiykas): void {
    const owed = addMoney(open.get(period) ?? zeroMoney, amount);
    if (owed === zeroMoney) open.delete(period);
    else open.set(period, owed);
  }

  function spend(credit: Credit, namedPeriod: BillingPeriod | undefined): void {
    for (const part of allocatePayment(credit.left, sumsOf(open), namedPeriod).settled) {
      owe(part.period, negateMoney(part.amount));
      settle(credit, part);
    }
    if (credit.left > zeroMoney) waiting.push(credit);
  }

  for (const event of events) {
    if (event.kind === 'payment') {
      const credit = newCredit(event.amount);
      payments.set(event.paymentId, credit);
      spend(credit, event.namedPeriod ?? undefined);
    } else if (event.amount < zeroMoney) {
      spend(newCredit(negateMoney(event.amount)), event.period);
    } else {
      let charged = event.amount;
      for (let first = waiting[0]; first !== undefined && charged > zeroMoney; first = waiting[0]) {
        const amount = smallerMoney(first.left, charged);
        settle(first, { period: event.period, amount });
        charged = subtractMoney(charged, amount);
        if (first.left === zeroMoney) waiting.shift();
      }
      owe(event.period, charged);
    }
  }
  return {
    payments: new Map(
      [...payments].map(([id, { settled, left }]) => [id, { settled: sumsOf(settled), advance: left }]),
    ),
    open: sumsOf(open).toSorted((a, b) => comparePeriods(a.period, b.period)),
    credit: waiting.reduce((sum, { left }) => addMoney(sum, left), zeroMoney),
  };
}
