import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';

/** States in which a violation act is billed and not paid in full; 'disputed' waits for a decision and is not asked for. */
export const unpaidActStates = ['billed', 'partPaid', 'instalments', 'overdue'] as const;

export interface UnpaidActRow {
  readonly actNumber: string;
  readonly drawnOn: string;
  readonly dueOn: string | null;
  /** What is still owed: the sum of the act less what was paid or is on its way. Kopiykas, always positive. */
  readonly owedKopiykas: bigint;
}

/**
 * SQL of what is owed for violation acts, oldest first. The debt is the act's part of the ledger account actReceivable, so
 * that money on its way no longer counts as debt. Kept apart from energy (facts 2.5, 9.3).
 */
export function unpaidActs(accountNumber: string): RawBuilder<UnpaidActRow> {
  return sql`
    select act_number as "actNumber", drawn_on as "drawnOn", due_on as "dueOn", owed as "owedKopiykas"
    from billing.violation_act a
    join lateral (
      select coalesce(sum(case e.debit_account when 'actReceivable' then e.amount_kopiykas
        else -e.amount_kopiykas end), 0)::bigint as owed
      from billing.ledger_entry e
      where e.account_number = a.account_number and e.act_number = a.act_number
        and 'actReceivable' in (e.debit_account, e.credit_account)
    ) debt on debt.owed > 0
    where a.account_number = ${accountNumber} and a.state = any(${[...unpaidActStates]}::text[])
    order by drawn_on, act_number`;
}

/** What is owed for violation acts, oldest first. */
export async function listUnpaidActs(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly UnpaidActRow[]> {
  return (await unpaidActs(accountNumber).execute(db)).rows;
}

/** Takes the lock of an act, so that two payments of it wait for each other; false: no such act of the account. */
export async function lockAct(
  db: BillingDatabase,
  accountNumber: string,
  actNumber: string,
): Promise<boolean> {
  const act = await db
    .selectFrom('billing.violation_act')
    .select('act_number')
    .where('account_number', '=', accountNumber)
    .where('act_number', '=', actNumber)
    .forUpdate()
    .executeTakeFirst();
  return act !== undefined;
}

/**
 * After money came for an act, or was taken back: paid when nothing is owed any more, with the day on which that came
 * about; else partly paid.
 */
export async function settleAct(
  db: BillingDatabase,
  accountNumber: string,
  actNumber: string,
): Promise<void> {
  await sql`
    update billing.violation_act a set
      state = case when debt.owed > 0 then 'partPaid' else 'paid' end,
      paid_on = case when debt.owed > 0 then null else debt.last_on end
    from (
      select coalesce(sum(case debit_account when 'actReceivable' then amount_kopiykas
          else -amount_kopiykas end), 0) as owed,
        (max(posted_at) at time zone 'Europe/Kyiv')::date as last_on
      from billing.ledger_entry
      where account_number = ${accountNumber} and act_number = ${actNumber}
        and 'actReceivable' in (debit_account, credit_account)
    ) debt
    where a.account_number = ${accountNumber} and a.act_number = ${actNumber}
      and a.state = any(${[...unpaidActStates, 'paid']}::text[])`.execute(db);
}
