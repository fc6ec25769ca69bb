import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type AuditOrigin,
  insertAudit,
  insertOutboxEvents,
  notifyOperators,
} from '#billing/modules/events/public.ts';
import { insertPostings, postingPeriod } from '#billing/modules/ledger/public.ts';
import { entriesForActAdvance } from '#domain/ledger/ledger.ts';
import { type Kopiykas, moneyToWire, negateMoney, zeroMoney } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { unpaidActStates } from '#domain/violation-acts/act-states.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { bool, int8, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { words } from './document/text.ts';

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

/** An act that something was paid for; in a batch of several requests with the one that paid. */
type PaidAct = ActKey & { readonly by?: AuditOrigin };

/** When something is booked, and by whom. */
export interface Booking extends AuditOrigin {
  readonly now: Instant;
}

/**
 * Updates acts after a payment or its reversal: paid when nothing is owed, with the day of the last payment; else partly paid, or
 * billed when nothing is paid. An act with a schedule is paid by instalments, and due on the day of its next part. An overpayment stays
 * with the act and is on no bill, so operators are notified: two orders of one act were paid. Of an act that staff have cancelled
 * nothing stays: what was paid becomes an advance for energy, and what goes back is taken off it.
 */
export async function settleActs(
  db: BillingDatabase,
  acts: readonly PaidAct[],
  booking: Booking,
): Promise<void> {
  if (acts.length === 0) return;
  const { rows } = await typedSql<UnsettledAct>({
    debt: int8(),
    lastAt: timestamptz(),
    accountNumber: text(),
    actNumber: text(),
    isDropped: bool(),
  })`
    with debt as materialized (
      select key."accountNumber" as account_number, key."actNumber" as act_number,
        coalesce(sum(case debit_account when 'actReceivable' then amount_kopiykas
          else -amount_kopiykas end), 0) as owed, max(posted_at) as last_at
      from ${actKeys(acts)} key
      left join billing.ledger_entry e on e.account_number = key."accountNumber" and e.act_number = key."actNumber"
        and 'actReceivable' in (debit_account, credit_account)
      group by 1, 2
    ), planned as (
      select debt.*, schedule.revision is not null as is_planned, next.due_on
      from debt
      left join lateral (
        select * from billing.act_schedule s
        where s.account_number = debt.account_number and s.act_number = debt.act_number
        order by s.revision desc limit 1) schedule on true
      left join lateral (
        select due_on from (
          select part.due_on, sum(part.amount) over (order by part.place) as through
          from unnest(schedule.due_on, schedule.amounts_kopiykas) with ordinality part (due_on, amount, place)) parts
        where through > schedule.total_kopiykas - debt.owed order by due_on limit 1) next on true
    ), settled as (
      update billing.violation_act a set
        state = case when debt.owed <= 0 then 'paid' when debt.is_planned then 'instalments'
          when debt.owed < a.amount_kopiykas then 'partPaid' else 'billed' end,
        paid_on = case when debt.owed > 0 then null else (debt.last_at at time zone 'Europe/Kyiv')::date end,
        due_on = coalesce(debt.due_on, a.due_on)
      from planned debt
      where a.account_number = debt.account_number and a.act_number = debt.act_number
        and a.state = any(${[...unpaidActStates, 'paid']}::text[])
    )
    select account_number as "accountNumber", act_number as "actNumber", owed::bigint as debt, last_at as "lastAt",
      a.state = 'cancelled' and a.revision > 0 as "isDropped"
    from debt join billing.violation_act a using (account_number, act_number)
    where owed < 0 or (owed > 0 and a.state = 'cancelled' and a.revision > 0) order by last_at desc`.execute(
    db,
  );
  const overpaid = rows.filter(({ isDropped }) => !isDropped);
  const [newest] = overpaid;
  if (newest !== undefined) await notifyOperators(db, overpaid.map(overpaidEvent), newest.lastAt);
  const dropped = rows.filter(({ isDropped }) => isDropped);
  const byOf = new Map(acts.map((act) => [keyOf(act), act.by]));
  await bookAdvances(
    db,
    dropped.map((act) => ({ ...act, by: byOf.get(keyOf(act)) })),
    booking,
  );
}

const keyOf = ({ accountNumber, actNumber }: ActKey) => `${accountNumber} ${actNumber}`;

/** An act with more payments than its sum, or a cancelled one with anything. */
interface UnsettledAct extends ActKey {
  readonly debt: Kopiykas;
  readonly lastAt: Instant;
  /** Cancelled by staff. */
  readonly isDropped: boolean;
}

function overpaidEvent({ accountNumber, actNumber, debt }: UnsettledAct) {
  const over = moneyToWire(negateMoney(debt));
  const subject = `${accountNumber} ${actNumber} ${over}`;
  return { kind: 'act.overpaid', subject, accountNumber, facts: { actNumber, over } };
}

/** Moves what cancelled acts have to the energy ledger, with audit and the news for the customer, as a correction has them. */
async function bookAdvances(
  db: BillingDatabase,
  acts: readonly (UnsettledAct & { readonly by: AuditOrigin | undefined })[],
  { now, ...by }: Booking,
): Promise<void> {
  if (acts.length === 0) return;
  const period = await postingPeriod(db, now);
  const postings = acts.flatMap(({ accountNumber, actNumber, debt, by: own }) =>
    entriesForActAdvance(negateMoney(debt)).map((entry) => ({
      ...{ accountNumber, period, entry, postedAt: now, actNumber, entryId: newId(), own },
      reason: debt < zeroMoney ? words.advance(actNumber) : words.advanceBack(actNumber),
    })),
  );
  await insertPostings(
    db,
    postings.map(({ own: _, ...posting }) => posting),
  );
  const changes = postings.map(({ accountNumber, entry, entryId, reason, own }) => {
    const sum = moneyToWire(entry.credit === 'receivable' ? negateMoney(entry.amount) : entry.amount);
    return {
      accountNumber,
      kind: 'ledger.corrected',
      payload: { period, sum, reason, entryId, reverses: null },
      ...(own && { by: own }),
    };
  });
  await insertAudit(db, by, changes, now);
  await insertOutboxEvents(db, changes, now);
}
