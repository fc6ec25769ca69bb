import { type RawBuilder, sql } from 'kysely';
import { entryPart, signedOnReceivable } from './ledger-store.ts';

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
    | 'invoice.lines'
    | 'invoice.reactive'
    | 'benefit.posted'
    | 'payment.posted'
    | 'payment.landed'
    | 'payment.unknown'
    | 'transit.negative'
    | 'act.unknown'
    | 'act.state'
    | 'order.state'
    | 'order.sum'
    | 'reversal.unknown'
    | 'reversal.whole'
    | 'allocation.sum';
  readonly accountNumber: string;
  /** Period, payment id, order, act number or entry id. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** Accounts after one and up to another, in the order of their numbers. */
export interface AccountRange {
  readonly after: string;
  readonly upTo: string;
}

/** SQL: a column of account numbers is in the range. */
export function within({ after, upTo }: AccountRange, column: string): RawBuilder<unknown> {
  const account = sql.ref(column);
  return sql`${account} > ${after} and ${account} <= ${upTo}`;
}

/** What every bill should say by the ledger: sums of the receivable before and in its period, by kind. */
export const billProblems = (range: AccountRange) => sql`
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
    where ${within(range, 'b.account_number')}
    group by b.account_number, b.period
  ), lines as (
    select account_number, period, sum(amount) as amount from (
      select account_number, period, amount_kopiykas as amount from billing.charge_line
      where ${within(range, 'account_number')}
      union all
      select account_number, period, gross_kopiykas from billing.invoice
      where ${within(range, 'account_number')} and payee = 'supplier') charged
    group by 1, 2
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

/**
 * Payments and the ledger tell the same: off the debt while the money is there, on its way or in the bank as the state says,
 * and nothing of it once it went back; the parts of an order stand together and are its sum.
 */
export const paymentProblems = (range: AccountRange) => sql`
  with booked as (
    select account_number, payment_id,
      sum(case when credit_account in ('receivable', 'actReceivable') then amount_kopiykas
        when debit_account in ('receivable', 'actReceivable') then -amount_kopiykas else 0 end) as paid,
      sum(case when debit_account = 'bank' then amount_kopiykas
        when credit_account = 'bank' then -amount_kopiykas else 0 end) as landed
    from billing.ledger_entry where payment_id is not null and ${within(range, 'account_number')} group by 1, 2
  ), due as (
    select p.*, case when state in ('confirmed', 'landed', 'matched') then amount_kopiykas else 0 end as paid,
      case when state in ('landed', 'matched') then amount_kopiykas else 0 end as landed
    from billing.payment p where ${within(range, 'p.account_number')}
  )
  select 'payment.' || figure.name as rule, p.account_number as "accountNumber", p.payment_id::text as subject,
    figure.due::text as expected, figure.booked::text as found
  from due p left join booked e using (account_number, payment_id)
  cross join lateral (values
    ('posted', p.paid, coalesce(e.paid, 0)),
    ('landed', p.landed, coalesce(e.landed, 0))
  ) as figure (name, due, booked)
  where figure.due <> figure.booked
  union all
  select 'payment.unknown', e.account_number, e.payment_id::text, 'a payment', 'none'
  from booked e left join billing.payment p using (account_number, payment_id)
  where p.payment_id is null
  union all
  select 'order.' || figure.name, p.account_number, p.order_id, figure.first, figure.all_parts
  from due p
  join lateral (
    select string_agg(distinct part.state, ', ' order by part.state) as states,
      count(*) || ' = ' || sum(part.amount_kopiykas) as amount
    from billing.payment part where part.order_id = p.order_id
  ) parts on true
  cross join lateral (values
    ('state', p.state, parts.states),
    ('sum', p.part_count || ' = ' || coalesce(p.order_kopiykas, p.amount_kopiykas), parts.amount)
  ) as figure (name, first, all_parts)
  where p.part_number = 1 and figure.first <> figure.all_parts`;

/** Entries that point at nothing or undo something else, money on its way below zero, acts that are settled in one place only. */
export const otherProblems = (range: AccountRange) => sql`
  select 'reversal.unknown' as rule, e.account_number as "accountNumber", e.entry_id::text as subject,
    e.reverses_entry_id::text as expected, 'none' as found
  from billing.ledger_entry e
  where ${within(range, 'e.account_number')} and e.reverses_entry_id is not null and not exists (
    select from billing.ledger_entry o
    where o.account_number = e.account_number and o.entry_id = e.reverses_entry_id)
  union all
  select 'reversal.whole', e.account_number, e.entry_id::text,
    concat_ws(' ', o.credit_account, o.debit_account, o.amount_kopiykas, o.payment_id, o.act_number),
    concat_ws(' ', e.debit_account, e.credit_account, e.amount_kopiykas, e.payment_id, e.act_number)
  from billing.ledger_entry e
  join billing.ledger_entry o on o.account_number = e.account_number and o.entry_id = e.reverses_entry_id
  where ${within(range, 'e.account_number')}
    and (e.debit_account, e.credit_account, e.amount_kopiykas, e.payment_id, e.act_number)
      is distinct from (o.credit_account, o.debit_account, o.amount_kopiykas, o.payment_id, o.act_number)
  union all
  select 'act.unknown', e.account_number, e.act_number, 'an act', 'none'
  from billing.ledger_entry e
  left join billing.violation_act a using (account_number, act_number)
  where ${within(range, 'e.account_number')} and e.act_number is not null and a.act_number is null
  union all
  select 'act.state', a.account_number, a.act_number, 'nothing owed', debt.owed::text
  from billing.violation_act a
  join lateral (
    select coalesce(sum(case debit_account when 'actReceivable' then amount_kopiykas else -amount_kopiykas end), 0) as owed
    from billing.ledger_entry e
    where e.account_number = a.account_number and e.act_number = a.act_number
      and 'actReceivable' in (e.debit_account, e.credit_account)
  ) debt on true
  where ${within(range, 'a.account_number')} and a.state = 'paid' and debt.owed > 0
  union all
  select 'benefit.posted', n.account_number, n.period || ' ' || n.kind, n.amount_kopiykas::text,
    coalesce(e.amount_kopiykas, 0)::text
  from billing.benefit n
  join billing.period p on p.period = n.posting_period and p.state = 'closed'
  left join billing.ledger_entry e
    on e.account_number = n.account_number and e.period = n.posting_period and e.entry_id = n.benefit_id
  where ${within(range, 'n.account_number')} and coalesce(e.amount_kopiykas, 0) <> n.amount_kopiykas
  union all
  select 'invoice.lines', i.account_number, i.period || ' ' || i.payee,
    (case i.price_base when 'net' then i.net_kopiykas else i.gross_kopiykas end)::text, coalesce(l.amount, 0)::text
  from billing.invoice i
  left join lateral (
    select sum(amount_kopiykas) as amount from billing.invoice_line l
    where l.account_number = i.account_number and l.period = i.period and l.payee = i.payee) l on true
  where ${within(range, 'i.account_number')}
    and coalesce(l.amount, 0) <> case i.price_base when 'net' then i.net_kopiykas else i.gross_kopiykas end
  union all
  select 'invoice.reactive', i.account_number, i.period, i.gross_kopiykas::text, coalesce(e.amount, 0)::text
  from billing.invoice i
  left join lateral (
    select sum(case debit_account when 'reactiveReceivable' then amount_kopiykas else -amount_kopiykas end) as amount
    from billing.ledger_entry e
    where e.account_number = i.account_number and e.period = i.period and e.kind = 'reactive') e on true
  where ${within(range, 'i.account_number')} and i.payee = 'operator' and coalesce(e.amount, 0) <> i.gross_kopiykas
  union all
  select 'transit.negative', account_number, 'inTransit', 'at least 0', sum(signed)::text
  from (
    select account_number,
      case debit_account when 'inTransit' then amount_kopiykas else -amount_kopiykas end as signed
    from billing.ledger_entry
    where ${within(range, 'account_number')} and 'inTransit' in (debit_account, credit_account)
  ) transit
  group by account_number having sum(signed) < 0`;
