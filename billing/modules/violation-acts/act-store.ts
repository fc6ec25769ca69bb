import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { notifyOperators } from '#billing/modules/events/public.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { int8, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';

/** States of a billed act that is not paid in full; a 'disputed' act waits for a decision and is not due. */
export const unpaidActStates = ['billed', 'partPaid', 'instalments', 'overdue'] as const;

/**
 * SQL of the violation acts of an account with their part of the ledger account actReceivable (so money in transit is
 * already deducted), and whether they are due. Separate from energy (facts 2.5, 9.3). @param accountNumber SQL of the
 * account number.
 */
export function actDebts(accountNumber: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select a.act_number, a.drawn_on, a.due_on, a.state = any(${[...unpaidActStates]}::text[]) as is_asked,
      coalesce(sum(case e.debit_account when 'actReceivable' then e.amount_kopiykas
        else -e.amount_kopiykas end), 0)::bigint as debt
    from billing.violation_act a
    left join billing.ledger_entry e on e.account_number = a.account_number and e.act_number = a.act_number
      and 'actReceivable' in (e.debit_account, e.credit_account)
    where a.account_number = ${accountNumber}
    group by a.account_number, a.act_number`;
}

/** SQL that adds the acts of a relation; those that are there stay. */
export const actsFrom = insertFrom(
  'billing.violation_act',
  `account_number, act_number, drawn_on, state, amount_kopiykas, energy_wh, due_on, protocol_number, clause, served_on,
    hearing_on, protocol_on, period_from, period_to, days, vat_kopiykas, paid_on`,
  'on conflict do nothing',
);

/** Key of an act. */
export interface ActKey {
  readonly accountNumber: string;
  readonly actNumber: string;
}

/** SQL of distinct act keys: two payments of a batch may be for one act. */
function actKeys(acts: readonly ActKey[]): RawBuilder<unknown> {
  const rows = acts.map(({ accountNumber, actNumber }) => ({ accountNumber, actNumber }));
  return sql`(select distinct "accountNumber", "actNumber" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as key ("accountNumber" text, "actNumber" text))`;
}

/** SQL of the sums owed for acts; an act that is not due has no row. */
export function owedForActs(acts: readonly ActKey[]) {
  return typedSql({ accountNumber: text(), actNumber: text(), owedKopiykas: int8() })`
    select a.account_number as "accountNumber", a.act_number as "actNumber", debt.owed as "owedKopiykas"
    from billing.violation_act a
    join lateral (
      select coalesce(sum(case e.debit_account when 'actReceivable' then e.amount_kopiykas
        else -e.amount_kopiykas end), 0)::bigint as owed
      from billing.ledger_entry e
      where e.account_number = a.account_number and e.act_number = a.act_number
        and 'actReceivable' in (e.debit_account, e.credit_account)
    ) debt on debt.owed > 0
    where (a.account_number, a.act_number) in ${actKeys(acts)} and a.state = any(${[...unpaidActStates]}::text[])`;
}

/** Locks acts, always in the same order, so that concurrent payments of one act are serialized. */
export async function lockActs(db: BillingDatabase, acts: readonly ActKey[]): Promise<void> {
  if (acts.length === 0) return;
  await sql`
    select from billing.violation_act where (account_number, act_number) in ${actKeys(acts)}
    order by account_number, act_number for update`.execute(db);
}

/**
 * Updates the state of acts after a payment or its reversal: paid when nothing is owed, with the day of the last
 * payment; else partly paid, or billed when nothing is paid. An overpayment stays with the act and is on no bill, so
 * operators are notified: two orders of one act were paid.
 */
export async function settleActs(db: BillingDatabase, acts: readonly ActKey[]): Promise<void> {
  if (acts.length === 0) return;
  const { rows } = await typedSql<OverpaidAct>({
    overKopiykas: int8(),
    lastAt: timestamptz(),
    accountNumber: text(),
    actNumber: text(),
  })`
    with debt as materialized (
      select key."accountNumber" as account_number, key."actNumber" as act_number,
        coalesce(sum(case debit_account when 'actReceivable' then amount_kopiykas
          else -amount_kopiykas end), 0) as owed, max(posted_at) as last_at
      from ${actKeys(acts)} key
      left join billing.ledger_entry e on e.account_number = key."accountNumber" and e.act_number = key."actNumber"
        and 'actReceivable' in (debit_account, credit_account)
      group by 1, 2
    ), settled as (
      update billing.violation_act a set
        state = case when debt.owed <= 0 then 'paid' when debt.owed < a.amount_kopiykas then 'partPaid' else 'billed' end,
        paid_on = case when debt.owed > 0 then null else (debt.last_at at time zone 'Europe/Kyiv')::date end
      from debt
      where a.account_number = debt.account_number and a.act_number = debt.act_number
        and a.state = any(${[...unpaidActStates, 'paid']}::text[])
    )
    select account_number as "accountNumber", act_number as "actNumber", -owed::bigint as "overKopiykas",
      last_at as "lastAt"
    from debt where owed < 0 order by last_at desc`.execute(db);
  const [newest] = rows;
  if (newest !== undefined) await notifyOperators(db, rows.map(overpaidEvent), newest.lastAt);
}

/** An act with more payments than its sum. */
interface OverpaidAct extends ActKey {
  readonly overKopiykas: Kopiykas;
  readonly lastAt: Instant;
}

function overpaidEvent({ accountNumber, actNumber, overKopiykas }: OverpaidAct) {
  const over = moneyToWire(overKopiykas);
  const subject = `${accountNumber} ${actNumber} ${over}`;
  return { kind: 'act.overpaid', subject, accountNumber, facts: { actNumber, over } };
}
