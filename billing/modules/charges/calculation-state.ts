import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingCondition } from '#billing/modules/accounts/public.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/** What stands in the way of a calculation. */
export interface CalculationState {
  readonly condition: BillingCondition;
  readonly hasBill: boolean;
  /** null: nothing has made the period yet. */
  readonly periodState: PeriodState | null;
  /** When the oldest reading under review that would count for the period came, epoch milliseconds; null: none does. */
  readonly underReviewSince: number | null;
  /** Phones of the contact centre. */
  readonly phones: readonly string[];
  /** Serial numbers of the account's meters by their ids. */
  readonly serials: Readonly<Record<string, string>>;
  /** Why no meter of the account can be read by the customer; null: some can. */
  readonly closedTo: 'takenByOperator' | 'substation' | 'inputBlocked' | null;
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
        and r.period = ${period} and r.status = 'underReview' and not exists (
          select from billing.reading later
          where later.account_number = r.account_number and later.meter_id = r.meter_id and later.zone = r.zone
            and later.period = r.period and later.status = 'accepted' and later.effective_date > r.effective_date
        )) as "underReviewSince",
      coalesce((select phones || mobile_phones from billing.supplier), '{}') as phones,
      (select coalesce(jsonb_object_agg(m.meter_id, m.serial_number), '{}') from billing.meter m
        where m.account_number = a.account_number) as serials,
      case
        when 'active' = any(point.states) then case when a.input_blocked then 'inputBlocked' end
        when array['takenByOperator', 'commercial'] && point.states then 'takenByOperator'
        when 'substation' = any(point.states) then 'substation'
      end as "closedTo"
    from billing.account a
    cross join lateral (select coalesce(array_agg(p.point_state), '{}') as states from billing.metering_point p
      where p.account_number = a.account_number) point
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
