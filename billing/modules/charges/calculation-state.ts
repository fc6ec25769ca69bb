import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** What stands in the way of a calculation. */
export interface CalculationState {
  readonly condition: 'normal' | 'callCentre' | 'contractChanges' | 'specialGroup';
  readonly hasBill: boolean;
  /** null: nothing has made the period yet. */
  readonly periodState: PeriodState | null;
  /** When the oldest reading of the period that is under review came, epoch milliseconds; null: none is. */
  readonly underReviewSince: number | null;
  /** Phones of the contact centre. */
  readonly phones: readonly string[];
}

/** undefined: no such account. */
export async function findCalculationState(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<CalculationState | undefined> {
  const { rows } = await sql<CalculationState>`
    select a.billing_condition as condition,
      exists (select from billing.bill b where b.account_number = a.account_number and b.period = ${period}) as "hasBill",
      (select state from billing.period p where p.period = ${period}) as "periodState",
      (select min(submitted_at) from billing.reading r where r.account_number = a.account_number
        and r.period = ${period} and r.status = 'underReview') as "underReviewSince",
      coalesce((select phones || mobile_phones from billing.supplier), '{}') as phones
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
