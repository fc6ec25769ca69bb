import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { dueStateOf, type StoredDueState } from '#billing/modules/ledger/public.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export interface ReminderFactsRow {
  readonly accountNumber: string;
  readonly customerType: 'person' | 'entity';
  readonly takesReadings: boolean;
  readonly awaitsReading: boolean;
  /** What the sum due now is made of. */
  readonly dueState: StoredDueState;
}

/**
 * What there is to remind of in accounts with a contract, in one statement for all of them. A register waits when its meter
 * works at a point where readings are taken and nothing stands as of the 1st after the period of its customer's window: what
 * was read before that window leaves its last days to an average.
 */
export async function listReminderFacts(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  today: LocalDate,
  windowPeriods: Readonly<Record<'person' | 'entity', BillingPeriod>>,
): Promise<readonly ReminderFactsRow[]> {
  const result = await sql<ReminderFactsRow>`
    select a.account_number as "accountNumber", c.customer_type as "customerType",
      coalesce(reading.open_registers, 0) > 0 as "takesReadings",
      coalesce(reading.waiting_registers, 0) > 0 as "awaitsReading",
      ${dueStateOf(sql`a.account_number`)} as "dueState"
    from billing.account a
    join billing.customer c on c.customer_id = a.customer_id
    cross join lateral (select
      case c.customer_type when 'person' then ${windowPeriods.person}::text else ${windowPeriods.entity}::text end as period,
      case c.customer_type when 'person' then ${firstDayAfter(windowPeriods.person)}::date
        else ${firstDayAfter(windowPeriods.entity)}::date end as first_after) placed
    left join lateral (
      select count(*) as open_registers,
        count(*) filter (where not exists (
          select from billing.reading d
          where d.account_number = r.account_number and d.meter_id = r.meter_id and d.zone = r.zone
            and d.status in ('accepted', 'underReview') and d.period = placed.period
            and d.effective_date >= placed.first_after)) as waiting_registers
      from billing.meter m
      join billing.metering_point p on p.account_number = m.account_number and p.eic_code = m.eic_code
      join billing.register r on r.account_number = m.account_number and r.meter_id = m.meter_id
      where m.account_number = a.account_number and m.meter_state = 'working'
        and p.point_state not in ('takenByOperator', 'substation') and not a.input_blocked
    ) reading on true
    where a.account_number = any(${[...accountNumbers]}::text[])
      and (a.contract_ended_on is null or a.contract_ended_on > ${today}::date)
    order by a.account_number`.execute(db);
  return result.rows;
}
