import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { entryPart, signedOnReceivable } from './entry-part.ts';

/** One place where the books do not agree with themselves. */
export interface LedgerProblem {
  readonly rule:
    | 'bill.opening'
    | 'bill.charged'
    | 'bill.recalculated'
    | 'bill.benefit'
    | 'bill.corrected'
    | 'bill.paid'
    | 'bill.closing'
    | 'bill.lines'
    | 'benefit.posted'
    | 'payment.posted'
    | 'payment.landed'
    | 'payment.unknown'
    | 'transit.negative'
    | 'act.unknown'
    | 'act.state'
    | 'reversal.unknown';
  readonly accountNumber: string;
  /** Period, payment id, act number or entry id. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** What every bill should say by the ledger: sums of the receivable before and in its period, by kind. */
const billProblems = sql`
  with moved as (
    select b.account_number, b.period,
      coalesce(sum(signed) filter (where e.period < b.period or part = 'opening'), 0) as opening,
      coalesce(sum(signed) filter (where e.period = b.period and part = 'charge'), 0) as charged,
      coalesce(sum(signed) filter (where e.period = b.period and part = 'recalculation'), 0) as recalculated,
      coalesce(sum(signed) filter (where e.period = b.period and part = 'benefit'), 0) as benefit,
      coalesce(sum(signed) filter (where e.period = b.period and part = 'correction'), 0) as corrected,
      coalesce(-sum(signed) filter (where e.period = b.period and part = 'payment'), 0) as paid,
      coalesce(sum(signed), 0) as closing
    from billing.bill b
    left join lateral (
      select period, ${entryPart('l')} as part, ${signedOnReceivable('l')} as signed
      from billing.ledger_entry l
      where l.account_number = b.account_number and l.period <= b.period
        and 'receivable' in (l.debit_account, l.credit_account)
    ) e on true
    group by b.account_number, b.period
  ), lines as (
    select account_number, period, sum(amount_kopiykas) as amount from billing.charge_line group by 1, 2
  )
  select 'bill.' || figure.name as rule, b.account_number as "accountNumber", b.period::text as subject,
    figure.ledger::text as expected, figure.bill::text as found
  from billing.bill b
  join moved m using (account_number, period)
  left join lines l using (account_number, period)
  cross join lateral (values
    ('opening', m.opening, b.opening_kopiykas),
    ('charged', m.charged, b.charged_kopiykas),
    ('recalculated', m.recalculated, b.recalculated_kopiykas),
    ('benefit', m.benefit, b.benefit_kopiykas),
    ('corrected', m.corrected, b.corrected_kopiykas),
    ('paid', m.paid, b.paid_kopiykas),
    ('closing', m.closing, b.closing_kopiykas),
    ('lines', coalesce(l.amount, 0), b.charged_kopiykas + b.recalculated_kopiykas)
  ) as figure (name, ledger, bill)
  where figure.ledger <> figure.bill`;

/** Payments and the ledger tell the same: posted once with their sum when confirmed, landed once when landed. */
const paymentProblems = sql`
  with posted as (
    select account_number, payment_id,
      coalesce(sum(amount_kopiykas) filter (where kind = 'payment'), 0)
        - coalesce(sum(amount_kopiykas) filter (where kind = 'reversal' and credit_account <> 'bank'), 0) as paid,
      bool_or(kind = 'landing' or (kind = 'payment' and debit_account = 'bank')) as landed
    from billing.ledger_entry where payment_id is not null group by 1, 2
  )
  select 'payment.posted' as rule, p.account_number as "accountNumber", p.payment_id::text as subject,
    (case when p.state in ('confirmed', 'landed', 'matched') then p.amount_kopiykas else 0 end)::text as expected,
    coalesce(e.paid, 0)::text as found
  from billing.payment p left join posted e using (account_number, payment_id)
  where coalesce(e.paid, 0) <> case when p.state in ('confirmed', 'landed', 'matched') then p.amount_kopiykas else 0 end
  union all
  select 'payment.landed', p.account_number, p.payment_id::text, (p.state in ('landed', 'matched'))::text, e.landed::text
  from billing.payment p join posted e using (account_number, payment_id)
  where p.state in ('confirmed', 'landed', 'matched') and e.landed <> (p.state in ('landed', 'matched'))
  union all
  select 'payment.unknown', e.account_number, e.payment_id::text, 'a payment', 'none'
  from posted e left join billing.payment p using (account_number, payment_id)
  where p.payment_id is null`;

/** Entries that point at nothing, money on its way below zero, acts that are settled in one place only. */
const otherProblems = sql`
  select 'reversal.unknown' as rule, e.account_number as "accountNumber", e.entry_id::text as subject,
    e.reverses_entry_id::text as expected, 'none' as found
  from billing.ledger_entry e
  where e.reverses_entry_id is not null and not exists (
    select from billing.ledger_entry o
    where o.account_number = e.account_number and o.entry_id = e.reverses_entry_id)
  union all
  select 'act.unknown', e.account_number, e.act_number, 'an act', 'none'
  from billing.ledger_entry e
  left join billing.violation_act a using (account_number, act_number)
  where e.act_number is not null and a.act_number is null
  union all
  select 'act.state', a.account_number, a.act_number, 'nothing owed', debt.owed::text
  from billing.violation_act a
  join lateral (
    select coalesce(sum(case debit_account when 'actReceivable' then amount_kopiykas else -amount_kopiykas end), 0) as owed
    from billing.ledger_entry e
    where e.account_number = a.account_number and e.act_number = a.act_number
      and 'actReceivable' in (e.debit_account, e.credit_account)
  ) debt on true
  where a.state = 'paid' and debt.owed > 0
  union all
  select 'benefit.posted', n.account_number, n.period || ' ' || n.kind, n.amount_kopiykas::text,
    coalesce(e.amount_kopiykas, 0)::text
  from billing.benefit n
  join billing.period p on p.period = n.posting_period and p.state = 'closed'
  left join billing.ledger_entry e
    on e.account_number = n.account_number and e.period = n.posting_period and e.entry_id = n.benefit_id
  where coalesce(e.amount_kopiykas, 0) <> n.amount_kopiykas
  union all
  select 'transit.negative', account_number, 'inTransit', 'at least 0', sum(signed)::text
  from (
    select account_number,
      case debit_account when 'inTransit' then amount_kopiykas else -amount_kopiykas end as signed
    from billing.ledger_entry where 'inTransit' in (debit_account, credit_account)
  ) transit
  group by account_number having sum(signed) < 0`;

/**
 * Whether the books agree with themselves: every bill is what the ledger says of its period, every payment is posted once
 * with its own sum, nothing points at nothing (product.md §7: views of the ledger agree to the kopiyka). Answers the
 * problems, none when all is well; at most `limit` of each kind.
 */
export async function checkLedger(db: BillingDatabase, limit = 100): Promise<readonly LedgerProblem[]> {
  const found = await Promise.all(
    [billProblems, paymentProblems, otherProblems].map((problems) =>
      sql<LedgerProblem>`select * from (${problems}) problem order by 2, 3, 1 limit ${limit}`.execute(db),
    ),
  );
  return found.flatMap((result) => result.rows);
}
