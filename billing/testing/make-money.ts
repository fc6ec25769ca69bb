import type { Insertable } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { DB } from '#billing/database.gen.ts';
import { insertPostings } from '#billing/modules/ledger/public.ts';
import type { ActState } from '#contract/values/violation-act.ts';
import { entriesForCharge } from '#domain/ledger/ledger.ts';
import { parseMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';

/** Charges an account for energy; a negative sum is a credit. Booked on the morning after the period. */
export async function makeCharge(
  db: BillingDatabase,
  accountNumber: string,
  period: string,
  sum: string,
): Promise<void> {
  const booked = billingPeriod(period);
  const entries = entriesForCharge(parseMoney(sum) ?? zeroMoney, 'charge');
  await insertPostings(
    db,
    entries.map((entry) => {
      const postedAt = kyivInstant(firstDayAfter(booked), 9, 0);
      return { accountNumber, period: booked, entry, postedAt };
    }),
  );
}

export interface ActFixture {
  readonly actNumber: string;
  readonly sum: string;
  readonly drawnOn?: string;
  readonly dueOn?: string;
  readonly state?: ActState;
  /** Whether the act is booked as a debt; default: when billed or disputed. */
  readonly isBooked?: boolean;
  /** Further columns of the act. */
  readonly facts?: Partial<Insertable<DB['billing.violation_act']>>;
}

const unbooked: readonly ActState[] = ['drawn', 'served', 'hearingSet', 'decided', 'cancelled'];

/** Creates a violation act of an account; booked as a separate debt when billed or disputed. */
export async function makeAct(db: BillingDatabase, accountNumber: string, act: ActFixture): Promise<void> {
  const drawnOn = localDate(act.drawnOn ?? '2026-09-10');
  const amount = parseMoney(act.sum) ?? zeroMoney;
  const state = act.state ?? 'billed';
  await db
    .insertInto('billing.violation_act')
    .values({
      account_number: accountNumber,
      act_number: act.actNumber,
      drawn_on: drawnOn,
      due_on: act.dueOn ?? null,
      state,
      amount_kopiykas: amount,
      ...act.facts,
    })
    .execute();
  if (!(act.isBooked ?? !unbooked.includes(state))) return;
  await insertPostings(
    db,
    entriesForCharge(amount, 'actCharge').map((entry) => ({
      accountNumber,
      period: billingPeriod(drawnOn.slice(0, 7)),
      entry,
      postedAt: kyivInstant(drawnOn, 12, 0),
      actNumber: act.actNumber,
    })),
  );
}
