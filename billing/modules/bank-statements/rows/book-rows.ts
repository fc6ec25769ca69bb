import { type RawBuilder, sql } from 'kysely';
import { type AuditOrigin, auditFrom, outboxFrom } from '#billing/modules/events/public.ts';
import { postFrom } from '#billing/modules/ledger/public.ts';
import {
  lastEventNumber,
  matchPaymentsFrom,
  paymentEventsFrom,
  paymentsFrom,
} from '#billing/modules/payments/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { inRange, type RowRange } from './match-rows.ts';

export interface Booking extends RowRange, AuditOrigin {
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

/** Noon of a day in Kyiv: when the money of a row was received, as far as a statement says. */
const noonOf = (column: string) => sql`(${sql.ref(column)} + time '12:00') at time zone 'Europe/Kyiv'`;

/** The news for the customers of `landed_row`. */
const landedEvents = (now: Instant) => sql`
  select ${eventId(now)} as event_id, account_number, 'payment.landed' as kind, facts as payload,
    ${instantToIso(now)}::timestamptz as created_at
  from landed_row`;

/**
 * Books the rows of a range that were matched to an account or an act: a payment by the bank that is matched from the
 * beginning, its entry from the bank to the debt, its event, the audit and the news for the customer, and for whom its payer
 * pays; one statement for all.
 * Ids of payments and entries follow from the row, so that a row can't be booked twice even by mistake.
 */
export function bookDirect({ actor, reference, now, period, ...range }: Booking): RawBuilder<unknown> {
  const at = sql`${instantToIso(now)}::timestamptz`;
  return sql`
    with received as materialized (
      select o.line, o.account_number, o.act_number, o.payment_id, r.paid_on, r.amount_kopiykas, r.bank_row_id, r.payer,
        case when o.act_number is null then 'energy' else 'violationAct' end as purpose
      from billing.bank_statement_outcome o
      join billing.bank_statement_row r on r.statement_number = o.statement_number and r.line = o.line
      where ${inRange(range, 'o')} and o.payment_id is not null and o.outcome = 'matched'
    ), payment_row as (
      select account_number, payment_id, 'bank-' || payment_id as order_id, payment_id as request_id, 'bank' as provider, purpose,
        act_number, amount_kopiykas, 'matched' as state, ${noonOf('paid_on')} as started_at,
        ${noonOf('paid_on')} as confirmed_at, paid_on as expected_on, paid_on as landed_on, bank_row_id as provider_reference
      from received
    ), paid as (
      ${sql.raw(paymentsFrom('payment_row'))}
    ), evidence_row as (
      select account_number, payment_id, 1 as event_number, ${at} as happened_at, null as from_state, 'matched' as to_state,
        jsonb_build_object('statement', ${range.statementNumber}::int, 'line', line) as evidence
      from received
    ), noted as (
      ${sql.raw(paymentEventsFrom('evidence_row'))}
    ), posting as (
      select account_number, ${period}::text as period, payment_id as entry_id, 'payment' as kind, 'bank' as debit_account,
        case purpose when 'energy' then 'receivable' else 'actReceivable' end as credit_account, amount_kopiykas,
        ${at} as posted_at, payment_id, act_number
      from received
    ), posted as (
      ${sql.raw(postFrom('posting'))}
    ), remembered as (
      insert into billing.bank_statement_payer (payer_key, account_number)
      select distinct hashtextextended(payer, 0), account_number from received where payer is not null order by 1, 2
      on conflict do nothing
    ), landed_row as materialized (
      select row.*, jsonb_build_object('paymentId', payment_id, 'provider', 'bank', 'purpose', purpose, 'actNumber', act_number,
        'sum', ${moneyText('row.amount_kopiykas')}, 'state', 'landed', 'expectedOn', paid_on, 'landedOn', paid_on) as facts
      from received row
    ), audit_row as (
      select account_number, payment_id as audit_id, ${at} as happened_at, ${actor}::text as actor,
        ${reference}::text as reference, 'payment.landed' as action,
        null::jsonb as before, facts as after
      from landed_row
    ), audited as (
      ${sql.raw(auditFrom('audit_row'))}
    ), event_row as (
      ${landedEvents(now)}
    )
    ${sql.raw(outboxFrom('event_row'))}`;
}

/**
 * Books the rows of a range that name an order: all its parts land and are matched. Of an order that the provider never
 * confirmed the money goes straight from the bank to the debt; of a confirmed one, from its way into the bank.
 */
export function bookOrders({ actor, reference, now, period, ...range }: Booking): RawBuilder<unknown> {
  const at = sql`${instantToIso(now)}::timestamptz`;
  return sql`
    with received as materialized (
      select o.line, o.row_key, r.paid_on, p.account_number, p.payment_id, p.act_number, p.purpose, p.provider,
        p.amount_kopiykas, p.state, ${at} as matched_at
      from billing.bank_statement_outcome o
      join billing.bank_statement_row r on r.statement_number = o.statement_number and r.line = o.line
      join billing.payment p on p.order_id = o.order_id
      where ${inRange(range, 'o')} and o.order_id is not null and o.outcome = 'matched'
    ), moved as (
      ${sql.raw(matchPaymentsFrom('received'))}
    ), evidence_row as (
      select account_number, payment_id, step.number + ${sql.raw(lastEventNumber)} as event_number, ${at} as happened_at,
        coalesce(step.from_state, row.state) as from_state, step.to_state,
        jsonb_build_object('statement', ${range.statementNumber}::int, 'line', line) as evidence
      from received row cross join (values (1, null, 'landed'), (2, 'landed', 'matched')) as step (number, from_state, to_state)
    ), noted as (
      ${sql.raw(paymentEventsFrom('evidence_row'))}
    ), posting as (
      select account_number, ${period}::text as period, gen_random_uuid() as entry_id,
        case state when 'confirmed' then 'landing' else 'payment' end as kind, 'bank' as debit_account,
        case when state = 'confirmed' then 'inTransit' when purpose = 'energy' then 'receivable' else 'actReceivable' end
          as credit_account, amount_kopiykas, ${at} as posted_at, payment_id, act_number
      from received
    ), posted as (
      ${sql.raw(postFrom('posting'))}
    ), landed_row as materialized (
      select row.*, jsonb_build_object('paymentId', payment_id, 'provider', provider, 'purpose', purpose,
        'actNumber', act_number, 'sum', ${moneyText('row.amount_kopiykas')}, 'state', 'landed', 'expectedOn', paid_on,
        'landedOn', paid_on) as facts
      from received row
    ), audit_row as (
      select account_number, gen_random_uuid() as audit_id, ${at} as happened_at, ${actor}::text as actor,
        ${reference}::text as reference, 'payment.landed' as action, jsonb_build_object('state', state) as before, facts as after
      from landed_row
    ), audited as (
      ${sql.raw(auditFrom('audit_row'))}
    ), event_row as (
      ${landedEvents(now)}
    )
    ${sql.raw(outboxFrom('event_row'))}`;
}
