import { type RawBuilder, sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { dueStateOf, type StoredDueState, toDueNow } from '#billing/modules/ledger/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { settleByAdvance } from '#domain/invoices/planned-payments.ts';
import type { DueNow } from '#domain/ledger/due-now.ts';
import { addMoney, type Kopiykas, kopiykas, moneyToWire, zeroMoney } from '#domain/money.ts';
import type { WindowRules } from '#domain/readings/reading-rules.ts';
import { nextWindow, type SubmissionWindow } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { bool, json, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';

/** A planned payment, kopiykas as text. */
interface PlannedRow {
  readonly period: BillingPeriod;
  readonly dueOn: LocalDate;
  readonly amount: string;
}

const reminderFactsColumns = {
  accountNumber: text(),
  customerType: text<'person' | 'entity'>(),
  takesReadings: bool(),
  awaitsReading: bool(),
  /** Components of the sum due now. */
  dueState: json<StoredDueState>(),
  /** Planned payments of months that are not charged yet, the earliest first. */
  planned: json<readonly PlannedRow[]>(),
};
type ReminderFactsRow = RowOf<typeof reminderFactsColumns>;

/**
 * SQL that counts the registers of the account `a` that take readings, and those of them without one as of the 1st after a period:
 * an earlier reading leaves the last days to an average.
 */
export function registersOf(
  period: RawBuilder<unknown>,
  firstAfter: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
      select count(*) as open_registers,
        count(*) filter (where not exists (
          select from billing.reading d
          where d.account_number = r.account_number and d.meter_id = r.meter_id and d.zone = r.zone
            and d.status in ('accepted', 'underReview') and d.period = ${period}
            and d.effective_date >= ${firstAfter})) as waiting_registers
      from billing.meter m
      join billing.metering_point p on p.account_number = m.account_number and p.eic_code = m.eic_code
      join billing.register r on r.account_number = m.account_number and r.meter_id = m.meter_id
      where m.account_number = a.account_number and m.meter_state = 'working'
        and p.point_state not in ('takenByOperator', 'substation', 'commercial') and not a.input_blocked`;
}

/**
 * Facts for reminders of accounts with a contract, in one statement for all of them. A register needs a reading when
 * its meter works at a point where readings are accepted and there is none as of the 1st after the period of the
 * customer's window: an earlier reading leaves the last days to an average.
 */
async function listReminderFacts(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  today: LocalDate,
  windowPeriods: Readonly<Record<'person' | 'entity', BillingPeriod>>,
): Promise<readonly ReminderFactsRow[]> {
  const result = await typedSql(reminderFactsColumns)`
    select a.account_number as "accountNumber", c.customer_type as "customerType",
      coalesce(reading.open_registers, 0) > 0 as "takesReadings",
      coalesce(reading.waiting_registers, 0) > 0 as "awaitsReading",
      ${dueStateOf(sql`a.account_number`)} as "dueState",
      (select coalesce(jsonb_agg(jsonb_build_object('period', p.period, 'dueOn', p.due_on,
          'amount', p.amount_kopiykas::text) order by p.due_on, p.part_number), '[]')
        from billing.planned_payment p where p.account_number = a.account_number and not exists (
          select from billing.bill b where b.account_number = a.account_number and b.period >= p.period)) as planned
    from billing.account a
    join billing.customer c on c.customer_id = a.customer_id
    cross join lateral (select
      case c.customer_type when 'person' then ${windowPeriods.person}::text else ${windowPeriods.entity}::text end as period,
      case c.customer_type when 'person' then ${firstDayAfter(windowPeriods.person)}::date
        else ${firstDayAfter(windowPeriods.entity)}::date end as first_after) placed
    left join lateral (${registersOf(sql`placed.period`, sql`placed.first_after`)}) reading on true
    where a.account_number = any(${[...accountNumbers]}::text[])
      and (a.contract_ended_on is null or a.contract_ended_on > ${today}::date)
    order by a.account_number`.execute(db);
  return result.rows;
}

const shownWindows = 3;

/** The current or next window, and the ones after it; the search for each starts at the end of the previous one. */
function windowsFrom(now: Instant, rules: WindowRules): readonly [SubmissionWindow, ...SubmissionWindow[]] {
  const first = nextWindow(now, rules);
  const windows: [SubmissionWindow, ...SubmissionWindow[]] = [first];
  let last = first;
  while (windows.length < shownWindows) {
    last = nextWindow(last.closesAt, rules);
    windows.push(last);
  }
  return windows;
}

/** Sum owed by the last bill; a debt without a bill has no due date, so no reminder. */
function owedOf({ energy, lastBill }: DueNow) {
  if (energy === zeroMoney || lastBill === null) return null;
  return { ...lastBill, sum: moneyToWire(energy) };
}

/** The next planned payment that the advance does not settle. */
function plannedOf(overpaid: Kopiykas, planned: readonly PlannedRow[], today: LocalDate) {
  const parts = planned.map((part) => ({ ...part, amount: kopiykas(part.amount) }));
  const next = settleByAdvance(overpaid, parts).find(
    ({ dueOn, unpaid }) => dueOn >= today && unpaid > zeroMoney,
  );
  return next === undefined
    ? null
    : { period: next.period, dueOn: next.dueOn, sum: moneyToWire(next.unpaid) };
}

/** REMINDER_FACTS: dates of KKOEE 8.6.3 and of the bill, for any number of accounts in one statement. */
export const handleReminderFacts = handleModule(
  REMINDER_FACTS,
  ({ db, clock }) =>
    async ({ accountNumbers }) => {
      const now = clock.now();
      const { readings: rules } = await rulesAt(db, now);
      const windows = {
        person: windowsFrom(now, rules.window.person),
        entity: windowsFrom(now, rules.window.entity),
      };
      const today = kyivDateOf(now);
      const rows = await listReminderFacts(db, accountNumbers, today, {
        person: windows.person[0].period,
        entity: windows.entity[0].period,
      });
      return answer({
        accounts: rows
          .map((row) => ({ ...row, due: toDueNow(row.dueState, today) }))
          .map(({ due, ...row }) => ({
            accountNumber: row.accountNumber,
            windows: windows[row.customerType].map(({ period, opensOn, closesAt }) => ({
              period,
              opensOn,
              closesAt: instantToIso(closesAt),
            })),
            takesReadings: row.takesReadings,
            awaitsReading: row.awaitsReading,
            owed: owedOf(due),
            planned: plannedOf(due.overpaid, row.planned, today),
            toPay: moneyToWire(addMoney(due.energy, due.forActs)),
          })),
      });
    },
);
