import { type RawBuilder, sql } from 'kysely';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { inRange, type RowRange } from './match-rows.ts';

export interface Booking extends RowRange {
  readonly actor: string;
  readonly now: Instant;
  /** The period that the entries belong to. */
  readonly period: BillingPeriod;
}

/** Sums as events carry them: "432.50". */
const moneyText = (column: string) =>
  sql`${sql.ref(column)} / 100 || '.' || lpad((${sql.ref(column)} % 100)::text, 2, '0')`;

/** An id for the outbox, which is read in the order of its ids: the moment as UUIDv7 has it, the rest by chance. */
const eventId = (now: Instant) => {
  const moment = now.toString(16).padStart(12, '0');
  return sql`(${`${moment.slice(0, 8)}-${moment.slice(8)}-7`} || substr(gen_random_uuid()::text, 16))::uuid`;
};

/** Noon of a day in Kyiv: when the money of a row came, as far as a statement says. */
const noonOf = (column: string) => sql`(${sql.ref(column)} + time '12:00') at time zone 'Europe/Kyiv'`;

/**
 * Books the rows of a range that were matched to an account or an act: a payment by the bank that is matched from the
 * beginning, its entry from the bank to the debt, its event, the audit and the news for the customer, and for whom its payer
 * pays; one statement for all.
 * Ids of payments and entries follow from the row, so that a row can't be booked twice even by mistake.
 */
export function bookDirect({ actor, now, period, ...range }: Booking): RawBuilder<unknown> {
  const at = sql`${instantToIso(now)}::timestamptz`;
  return sql`
    with came as materialized (
      select o.line, o.account_number, o.act_number, o.payment_id, r.paid_on, r.amount_kopiykas, r.bank_row_id, r.payer
      from billing.bank_statement_outcome o
      join billing.bank_statement_row r on r.statement_number = o.statement_number and r.line = o.line
      where ${inRange(range, 'o')} and o.payment_id is not null and o.outcome = 'matched'
    ), paid as (
      insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, act_number,
        amount_kopiykas, state, started_at, confirmed_at, expected_on, landed_on, provider_reference)
      select account_number, payment_id, 'bank-' || payment_id, payment_id, 'bank',
        case when act_number is null then 'energy' else 'violationAct' end, act_number, amount_kopiykas, 'matched',
        ${noonOf('paid_on')}, ${noonOf('paid_on')}, paid_on, paid_on, bank_row_id
      from came
    ), noted as (
      insert into billing.payment_event (account_number, payment_id, event_number, happened_at, from_state, to_state, evidence)
      select account_number, payment_id, 1, ${at}, null, 'matched',
        jsonb_build_object('statement', ${range.statementNumber}::int, 'line', line)
      from came
    ), posted as (
      insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at, payment_id, act_number)
      select account_number, ${period}, payment_id, 'payment', 'bank',
        case when act_number is null then 'receivable' else 'actReceivable' end, amount_kopiykas, ${at}, payment_id, act_number
      from came
    ), remembered as (
      insert into billing.bank_statement_payer (payer_key, account_number)
      select distinct hashtextextended(payer, 0), account_number from came where payer is not null order by 1, 2
      on conflict do nothing
    ), told as materialized (
      select row.*, jsonb_build_object('paymentId', payment_id, 'provider', 'bank',
        'purpose', case when act_number is null then 'energy' else 'violationAct' end, 'actNumber', act_number,
        'sum', ${moneyText('row.amount_kopiykas')}, 'state', 'landed', 'expectedOn', paid_on, 'landedOn', paid_on) as facts
      from came row
    ), audited as (
      insert into billing.audit_entry (account_number, audit_id, happened_at, actor, action, before, after)
      select account_number, payment_id, ${at}, ${actor}, 'payment.landed', null, facts from told
    )
    insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
    select ${eventId(now)}, account_number, 'payment.landed', facts, ${at} from told`;
}

/**
 * Books the rows of a range that name an order: all its parts land and are matched. Of an order that the provider never
 * confirmed the money goes straight from the bank to the debt; of a confirmed one, from its way into the bank.
 */
export function bookOrders({ actor, now, period, ...range }: Booking): RawBuilder<unknown> {
  const at = sql`${instantToIso(now)}::timestamptz`;
  return sql`
    with came as materialized (
      select o.line, o.row_key, r.paid_on, p.account_number, p.payment_id, p.act_number, p.purpose, p.provider,
        p.amount_kopiykas, p.state
      from billing.bank_statement_outcome o
      join billing.bank_statement_row r on r.statement_number = o.statement_number and r.line = o.line
      join billing.payment p on p.order_id = o.order_id
      where ${inRange(range, 'o')} and o.order_id is not null and o.outcome = 'matched'
    ), moved as (
      update billing.payment p set state = 'matched', landed_on = row.paid_on,
        -- what was asked back is asked for on
        next_query_at = case when p.refund_asked_at is not null then p.next_query_at end,
        confirmed_at = coalesce(p.confirmed_at, ${at}), expected_on = coalesce(p.expected_on, row.paid_on)
      from came row where p.account_number = row.account_number and p.payment_id = row.payment_id
    ), noted as (
      insert into billing.payment_event (account_number, payment_id, event_number, happened_at, from_state, to_state, evidence)
      select account_number, payment_id, step.number + (
          select coalesce(max(e.event_number), 0) from billing.payment_event e
          where e.account_number = row.account_number and e.payment_id = row.payment_id),
        ${at}, coalesce(step.from_state, row.state), step.to_state,
        jsonb_build_object('statement', ${range.statementNumber}::int, 'line', line)
      from came row cross join (values (1, null, 'landed'), (2, 'landed', 'matched')) as step (number, from_state, to_state)
    ), posted as (
      insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at, payment_id, act_number)
      select account_number, ${period}, gen_random_uuid(), case state when 'confirmed' then 'landing' else 'payment' end, 'bank',
        case when state = 'confirmed' then 'inTransit' when purpose = 'energy' then 'receivable' else 'actReceivable' end,
        amount_kopiykas, ${at}, payment_id, act_number
      from came
    ), told as materialized (
      select row.*, jsonb_build_object('paymentId', payment_id, 'provider', provider, 'purpose', purpose,
        'actNumber', act_number, 'sum', ${moneyText('row.amount_kopiykas')}, 'state', 'landed', 'expectedOn', paid_on,
        'landedOn', paid_on) as facts
      from came row
    ), audited as (
      insert into billing.audit_entry (account_number, audit_id, happened_at, actor, action, before, after)
      select account_number, gen_random_uuid(), ${at}, ${actor}, 'payment.landed', jsonb_build_object('state', state), facts
      from told
    )
    insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
    select ${eventId(now)}, account_number, 'payment.landed', facts, ${at} from told`;
}
