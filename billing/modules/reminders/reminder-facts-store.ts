import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { unpaidActStates } from '#billing/modules/acts/public.ts';
import type { Kopiykas } from '#domain/money.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export interface ReminderFactsRow {
  readonly accountNumber: string;
  readonly customerType: 'person' | 'entity';
  readonly takesReadings: boolean;
  readonly awaitsReading: boolean;
  /** Debt (+) or overpayment (−) for energy now. */
  readonly receivable: Kopiykas;
  /** What is asked for violation acts now. */
  readonly actDebt: Kopiykas;
  readonly billPeriod: BillingPeriod | null;
  readonly dueOn: LocalDate | null;
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
      coalesce(debt.receivable, 0)::bigint as receivable, acts.debt as "actDebt", bill.period as "billPeriod", bill.due_on as "dueOn"
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
    left join lateral (
      select sum(case e.debit_account when 'receivable' then e.amount_kopiykas else -e.amount_kopiykas end) as receivable
      from billing.ledger_entry e
      where e.account_number = a.account_number and 'receivable' in (e.debit_account, e.credit_account)
    ) debt on true
    cross join lateral (
      select greatest(coalesce(sum(case e.debit_account when 'actReceivable' then e.amount_kopiykas
        else -e.amount_kopiykas end), 0), 0)::bigint as debt
      from billing.violation_act v
      join billing.ledger_entry e on e.account_number = v.account_number and e.act_number = v.act_number
        and 'actReceivable' in (e.debit_account, e.credit_account)
      where v.account_number = a.account_number and v.state = any(${[...unpaidActStates]}::text[])
    ) acts
    left join lateral (
      select b.period, b.due_on from billing.bill b
      where b.account_number = a.account_number order by b.period desc limit 1
    ) bill on true
    where a.account_number = any(${[...accountNumbers]}::text[])
      and (a.contract_ended_on is null or a.contract_ended_on > ${today}::date)
    order by a.account_number`.execute(db);
  return result.rows;
}
