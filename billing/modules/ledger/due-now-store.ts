import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type ActDebt, type BilledMonth, type DueNow, dueNow } from '#domain/ledger/due-now.ts';
import { type Kopiykas, kopiykas } from '#domain/money.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { unpaidActStates } from '#domain/violation-acts/act-states.ts';
import { type Instalment, instalmentsLeft } from '#domain/violation-acts/instalments.ts';
import { json, text, typedSql } from '#platform/database/typed-sql.ts';
import { bookingOrder, type DebtRow, debtEventRows, toDebtEvent } from './debt-events-store.ts';

/** A sum of kopiykas is text in JSON. */
type Stored<Row, Sum extends keyof Row> = Omit<Row, Sum> & Readonly<Record<Sum, string>>;

/** What the sum due now is made of, as one value of JSON. */
export interface StoredDueState {
  readonly receivable: string;
  readonly debtEvents: readonly Stored<DebtRow, 'amount'>[];
  readonly bills: readonly BilledMonth[];
  readonly acts: readonly (Stored<Omit<ActDebt, 'parts'>, 'debt'> & { readonly parts: StoredParts })[];
}

/** The parts by which an act is paid now, as a value of JSON; null: it is paid at once. */
export type StoredParts = readonly Stored<Instalment, 'sum'>[] | null;

/** SQL of `StoredParts`: the newest schedule of an act that is paid by instalments. @param act SQL of the alias of its row. */
export function partsOf(act: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${act}.state = 'instalments' then (
    select jsonb_agg(jsonb_build_object('dueOn', part.due_on, 'sum', part.amount::text) order by part.place)
    from (select * from billing.act_schedule s
      where s.account_number = ${act}.account_number and s.act_number = ${act}.act_number
      order by s.revision desc limit 1) schedule
    cross join unnest(schedule.due_on, schedule.amounts_kopiykas) with ordinality part (due_on, amount, place)) end`;
}

/** The parts of an act and what is left of each by its debt of now. */
export function toParts(parts: StoredParts, debt: Kopiykas) {
  const planned = parts?.map(({ dueOn, sum }) => ({ dueOn, sum: kopiykas(sum) }));
  return planned === undefined ? null : instalmentsLeft(planned, debt);
}

/**
 * SQL of the violation acts of an account with their part of the ledger account actReceivable (so money in transit is
 * already deducted), and whether they are due. Separate from energy (facts 2.5, 9.3). @param accountNumber SQL of the
 * account number.
 */
function actDebts(accountNumber: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select a.act_number, a.drawn_on, a.due_on, a.state = any(${[...unpaidActStates]}::text[]) as is_asked,
      ${partsOf(sql`a`)} as parts,
      coalesce(sum(case e.debit_account when 'actReceivable' then e.amount_kopiykas
        else -e.amount_kopiykas end), 0)::bigint as debt
    from billing.violation_act a
    left join billing.ledger_entry e on e.account_number = a.account_number and e.act_number = a.act_number
      and 'actReceivable' in (e.debit_account, e.credit_account)
    where a.account_number = ${accountNumber}
    group by a.account_number, a.act_number`;
}

/**
 * SQL of what the sum due of an account is made of: one value for any statement, so that its sums are of one moment.
 * @param accountNumber SQL of the account number.
 */
export function dueStateOf(accountNumber: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select jsonb_build_object('receivable', receivable::text,
      'debtEvents', case when receivable > 0 then events else '[]' end,
      'bills', (
        select coalesce(jsonb_agg(jsonb_build_object('period', b.period, 'dueOn', b.due_on) order by b.period), '[]')
        from billing.bill b where b.account_number = wanted.account_number),
      'acts', (
        select coalesce(jsonb_agg(jsonb_build_object('actNumber', act_number, 'drawnOn', drawn_on, 'dueOn', due_on,
          'debt', debt::text, 'isAsked', is_asked, 'parts', parts) order by drawn_on, act_number), '[]')
        from (${actDebts(sql`wanted.account_number`)}) act))
    from (select ${accountNumber} as account_number) wanted cross join lateral (
      select coalesce(sum(signed), 0) as receivable,
        coalesce(jsonb_agg(jsonb_build_object('period', period, 'paymentId', payment_id, 'namedPeriod', named_period,
          'amount', signed::text) order by ${bookingOrder}), '[]') as events
      from (${debtEventRows(sql`e.account_number = wanted.account_number`)}) event
    ) debt)`;
}

/** What is due now by what `dueStateOf` has read. */
export function toDueNow({ receivable, debtEvents, bills, acts }: StoredDueState, today: LocalDate): DueNow {
  return dueNow(
    {
      receivable: kopiykas(receivable),
      debtEvents: debtEvents.map((event) => toDebtEvent({ ...event, amount: kopiykas(event.amount) })),
      bills,
      acts: acts.map((act) => {
        const debt = kopiykas(act.debt);
        return { ...act, debt, parts: toParts(act.parts, debt) };
      }),
    },
    today,
  );
}

/** What is due now in accounts, in the order of their numbers; unknown ones are left out. */
export async function listDueNow(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  today: LocalDate,
): Promise<readonly (DueNow & { readonly accountNumber: string })[]> {
  const { rows } = await typedSql({ accountNumber: text(), state: json<StoredDueState>() })`
    select a.account_number as "accountNumber", ${dueStateOf(sql`a.account_number`)} as state
    from billing.account a where a.account_number = any(${[...accountNumbers]}::text[])
    order by a.account_number`.execute(db);
  return rows.map(({ accountNumber, state }) => ({ accountNumber, ...toDueNow(state, today) }));
}

/** What is due now in an account; undefined: no such account. */
export async function findDueNow(
  db: BillingDatabase,
  accountNumber: string,
  today: LocalDate,
): Promise<DueNow | undefined> {
  return (await listDueNow(db, [accountNumber], today))[0];
}
