import { benefitsFrom, recalculationRequestsFrom } from '#billing/modules/charges/public.ts';
import { feedInMonthsFrom } from '#billing/modules/feed-in/public.ts';
import { postFrom } from '#billing/modules/ledger/public.ts';
import {
  accountsFrom,
  customersFrom,
  meteringPointsFrom,
  metersFrom,
  premisesFrom,
  registersFrom,
  responsiblesFrom,
} from '#billing/modules/master-data/public.ts';
import {
  landImportedFrom,
  lastEventNumber,
  orderPartsFrom,
  paymentEventsFrom,
} from '#billing/modules/payments/public.ts';
import { readingsFrom } from '#billing/modules/readings/public.ts';
import { suppliersFrom } from '#billing/modules/supplier/public.ts';
import { tariffsFrom, tariffVersionsFrom } from '#billing/modules/tariffs/public.ts';
import { actsFrom } from '#billing/modules/violation-acts/public.ts';

/**
 * One set-based step of loading: rows of a staging table that are not there yet become rows of the schema, by the statements
 * of the concepts that own its tables.
 */
export interface LoadStep {
  /** Named to the one who watches. */
  readonly table: string;
  /** Staging table that is worked through in pieces; its rows are limited by `{piece}` in the statement. */
  readonly stage: string;
  readonly sql: string;
}

/** A stable id made of a natural key (UUID version 8), so that loading twice makes the same rows. */
export function idOf(key: string): string {
  return `overlay(overlay(md5(${key}) placing '8' from 13) placing '8' from 17)::uuid`;
}

/** About noon in Kyiv of a day (a database may not know the zone by name), never later than now. */
export function noonOf(day: string): string {
  return `least((${day} + time '10:00') at time zone 'UTC', setting.now)`;
}

/** The period money of a day is posted to: its month, or the first open one when that is closed. */
export function periodOf(day: string): string {
  return `greatest(to_char(${day}, 'YYYY-MM'), setting.first_open_period)`;
}

/** SQL of the month that a reading of a relation counts for by its day: a reading of the 1st closes the month before. */
const monthOfReading = (reading: string) => `to_char(${reading}.effective_date - 1, 'YYYY-MM')`;

/** SQL of the id of a reading of a file; one that names another month than that of its day is a reading of its own. */
export function readingId(reading: string): string {
  const own = ['account_number', 'serial_number', 'zone', 'effective_date'].map(
    (column) => `${reading}.${column}`,
  );
  return idOf(`'reading:' || ${own.join(" || ':' || ")}
    || case when ${reading}.period <> ${monthOfReading(reading)} then ':' || ${reading}.period else '' end`);
}

/** SQL of what names a part of an order: its number alone when it is the first one. */
const partKey = `reference || case when part_number = 1 then '' else ':' || part_number end`;

const meterKey = `'meter:' || account_number || ':' || serial_number`;

/** What there is, in the order in which rows need each other. */
export const baseSteps: readonly LoadStep[] = [
  {
    table: 'supplier',
    stage: 'stage_supplier',
    sql: suppliersFrom(`(
      select name, short_name, edrpou, iban, bank_name, address, phones, mobile_phones, email, readings_email,
        main_url, images, rules || jsonb_build_object('accountDigits', account_digits) as rules, emergency_phones,
        complaint_contacts, fuel_mix, fuel_mix_year, co2_g_per_kwh as co2_grams_per_kwh
      from stage_supplier where {piece}) row`),
  },
  {
    table: 'tariff',
    stage: 'stage_tariff',
    sql: tariffsFrom('stage_tariff where {piece}'),
  },
  {
    table: 'tariff_version',
    stage: 'stage_tariff_version',
    sql: tariffVersionsFrom('stage_tariff_version where {piece}'),
  },
  {
    table: 'customer',
    stage: 'stage_customer',
    sql: customersFrom(`(
      select ${idOf(`'customer:' || customer_code`)} as customer_id, customer_code, customer_type, surname, name,
        middle_name, company_name, tax_code, phone, email
      from stage_customer where {piece}) row`),
  },
  {
    table: 'account',
    stage: 'stage_account',
    sql: `with added as (
        ${accountsFrom(`(
          select account_number, customer_id, object_code, contract_number, contract_date, contract_ended_on,
            consumer_eic, tariff_code, billing_condition, input_blocked, feed_in, opening_balance as opening_kopiykas,
            opened_on, (select setting.now from stage_setting setting) as object_code_set_at
          from stage_account join billing.customer using (customer_code) where {piece}) row`)}
        returning account_number, opening_kopiykas, opened_on),
      opening as (
        ${postFrom(`(
          select account_number, period, ${idOf(`'opening:' || account_number`)} as entry_id, 'opening' as kind,
            case when opening_kopiykas > 0 then 'receivable' else 'opening' end as debit_account,
            case when opening_kopiykas > 0 then 'opening' else 'receivable' end as credit_account,
            abs(opening_kopiykas) as amount_kopiykas, ${noonOf(`(period || '-01')::date`)} as posted_at,
            null::uuid as payment_id, null as act_number
          from added cross join stage_setting setting
          cross join lateral (select ${periodOf('opened_on')} as period) as posted
          where opening_kopiykas <> 0 and not setting.has_books) posting`)})
      select account_number from added`,
  },
  {
    table: 'premises',
    stage: 'stage_premises',
    sql: premisesFrom('stage_premises where {piece}'),
  },
  {
    table: 'account_responsible',
    stage: 'stage_responsible',
    sql: responsiblesFrom(
      `(select account_number, name, coalesce(phone, '') as phone, coalesce(role, '') as role, responsible_until
      from stage_responsible where {piece})`,
      { now: '(select now from stage_setting)', today: '(select today from stage_setting)' },
    ),
  },
  {
    table: 'metering_point',
    stage: 'stage_metering_point',
    sql: meteringPointsFrom(`(
      select account_number, eic_code, point_state, contracted_power_kw as contracted_power_watts,
        verification_requested, former.ended_on
      from stage_metering_point left join former_point former using (account_number, eic_code) where {piece}) row`),
  },
  {
    table: 'meter',
    stage: 'stage_meter',
    sql: `${metersFrom(`(
      select account_number, coalesce(meter_id, ${idOf(meterKey)}) as meter_id, eic_code, serial_number, meter_type, zone_scheme,
        digit_capacity, coefficient, meter_state, installed_on, removed_on, verified_on
      from stage_meter where {piece}) row`)} on conflict do nothing`,
  },
  {
    table: 'register',
    stage: 'stage_register',
    sql: `${registersFrom(`(
      select account_number, meter.meter_id, zone, installed_value, removed_value
      from stage_register
      join stage_meter staged using (account_number, serial_number)
      join billing.meter using (account_number, serial_number, zone_scheme)
      where {piece}) row`)} on conflict do nothing`,
  },
];

/**
 * What was read, billed and paid, once changes of master data are made: a reading may be of a meter that a change brought.
 * Directions of entries: domain/ledger/ledger.ts.
 */
export const historySteps: readonly LoadStep[] = [
  {
    table: 'reading',
    stage: 'stage_reading',
    // A reading that came when its month was over, or closed, makes a recalculation in the month in which it is known.
    sql: `with added as (
        ${readingsFrom(`(
        select account_number, meter_id, zone,
          ${readingId('stage_reading')} as reading_id,
          coalesce(stage_reading.period, ${monthOfReading('stage_reading')}) as period, value, effective_date,
          ${noonOf('coalesce(submitted_on, effective_date)')} as submitted_at, source, 'accepted' as status
        from stage_reading
        join billing.meter using (account_number, serial_number)
        join billing.register using (account_number, meter_id, zone)
        cross join stage_setting setting
        where effective_date <= coalesce(removed_on, 'infinity') and effective_date >= installed_on
          and (effective_date > installed_on or not exists (
            select from billing.meter before where before.account_number = meter.account_number
              and before.serial_number = meter.serial_number and before.removed_on = meter.installed_on))
          and {piece}) row`)} returning account_number, period, submitted_at),
      late as (
        select distinct account_number, period, case when is_closed then setting.now else submitted_at end as known_at
        from added join billing.account using (account_number) join billing.customer using (customer_id)
        cross join stage_setting setting
        cross join lateral (select exists (select from billing.period p
          where p.period = added.period and p.state <> 'open') or exists (select from billing.bill b
            where b.account_number = added.account_number and b.period = added.period) as is_closed) as past
        where not setting.has_books and (is_closed or (submitted_at at time zone 'UTC')::date >= (period || '-01')::date + interval '1 month'
          + interval '1 day' * (case customer_type when 'person' then setting.person_days_in_time
            else setting.entity_days_in_time end))),
      asked as (
        ${recalculationRequestsFrom(`(
          select account_number, ${idOf(`'lateReading:' || account_number || ':' || period || ':' || known_at`)}
            as request_id, period as from_period, 'lateReading' as cause, known_at as requested_at
          from late) row`)})
      select account_number from added`,
  },
  {
    table: 'violation_act',
    stage: 'stage_violation_act',
    sql: `with added as (
        ${actsFrom(`(
          select account_number, act_number, drawn_on, state, amount as amount_kopiykas,
            energy_kwh * 1000::bigint as energy_wh, due_on, nullif(protocol_number, '') as protocol_number, clause,
            served_on, hearing_on, protocol_on, period_from, period_to, days, vat as vat_kopiykas, paid_on
          from stage_violation_act where {piece}) row`)}
        returning account_number, act_number, drawn_on, state, amount_kopiykas),
      posted as (
        ${postFrom(`(
        select account_number, ${periodOf('drawn_on')} as period,
          ${idOf(`'act:' || account_number || ':' || act_number`)} as entry_id, 'act' as kind,
          'actReceivable' as debit_account, 'actRevenue' as credit_account, owed.amount as amount_kopiykas,
          ${noonOf('drawn_on')} as posted_at, null::uuid as payment_id, act_number
        from added cross join stage_setting setting
        cross join lateral (select case when state = 'paid' then (
            select sum(amount) from stage_payment payment where payment.account_number = added.account_number
              and payment.act_number = added.act_number and payment.purpose = 'violationAct')
          else amount_kopiykas end as amount) as owed
        where state in ('billed', 'overdue', 'partPaid', 'instalments', 'paid') and owed.amount > 0
          and not setting.has_books) posting`)})
      select act_number from added`,
  },
  {
    table: 'feed_in_month',
    stage: 'stage_feed_in',
    sql: feedInMonthsFrom(`(
      select account_number, period, act_number, drawn_on, meter_id, opening_value, closing_value,
        generated_kwh * 1000::bigint as generated_wh, exported_kwh * 1000::bigint as exported_wh,
        consumed_kwh * 1000::bigint as consumed_wh, price as price_micro, amount as amount_kopiykas,
        income_tax_percent as income_tax_permille, military_levy_percent as military_levy_permille,
        income_tax as income_tax_kopiykas, military_levy as military_levy_kopiykas, paid as paid_kopiykas, paid_on, iban
      from stage_feed_in cross join lateral (
        select meter_id from billing.meter m where m.account_number = stage_feed_in.account_number
          and m.serial_number = stage_feed_in.serial_number order by m.installed_on limit 1) first where {piece}) row`),
  },
  {
    table: 'benefit',
    stage: 'stage_benefit',
    // A month that is closed already is booked in the first open one.
    sql: benefitsFrom(`(
      select account_number, period, kind,
        coalesce(case when setting.has_books then posting_period end, greatest(period, setting.first_open_period)) as posting_period,
        coalesce(entry_id, ${idOf(`'benefit:' || account_number || ':' || period || ':' || kind`)}) as benefit_id,
        amount as amount_kopiykas, title
      from stage_benefit cross join stage_setting setting where {piece}) row`),
  },
  {
    table: 'payment',
    stage: 'stage_payment',
    sql: `with added as (
        ${orderPartsFrom(`(
          select account_number, ${idOf(`'payment:' || ${partKey}`)} as payment_id, reference as order_id, part_number,
            part_count, nullif(order_amount, 0) as order_kopiykas, named_period,
            ${idOf(`'request:' || ${partKey}`)} as request_id, provider, purpose, nullif(act_number, '') as act_number,
            amount as amount_kopiykas,
            coalesce(case when setting.has_books then state end, case when landed_on is null then 'confirmed' else 'matched' end) as state,
            ${noonOf('paid_on')} as started_at, ${noonOf('paid_on')} as confirmed_at,
            coalesce(expected_on, landed_on, paid_on + 3) as expected_on, landed_on,
            coalesce(nullif(provider_reference, ''), reference) as provider_reference
          from stage_payment cross join stage_setting setting where {piece}) row`)}
        on conflict do nothing returning account_number, payment_id, order_id, part_number, purpose, act_number, amount_kopiykas, state, started_at),
      events as (
        ${paymentEventsFrom(`(
          select account_number, payment_id, 1 as event_number, started_at as happened_at, null as from_state,
            state as to_state, '{"source":"import"}'::jsonb as evidence
          from added) evidence`)}),
      posted as (
        ${postFrom(`(
        select added.account_number, ${periodOf('entry.day')} as period,
          ${idOf(`entry.kind || ':' || payment_id`)} as entry_id, entry.kind, entry.debit as debit_account,
          entry.credit as credit_account, amount_kopiykas, ${noonOf('entry.day')} as posted_at, payment_id,
          added.act_number
        from added join stage_payment on stage_payment.reference = added.order_id
          and stage_payment.part_number = added.part_number and {piece}
        cross join stage_setting setting
        cross join lateral (values
          ('payment', 'inTransit', case added.purpose when 'energy' then 'receivable' else 'actReceivable' end, paid_on),
          ('landing', 'bank', 'inTransit', landed_on)) as entry (kind, debit, credit, day)
        where entry.day is not null and not setting.has_books) posting`)})
      select payment_id from added`,
  },
  {
    table: 'landing',
    stage: 'stage_payment',
    // Money that was on its way when it was imported, and is at the bank now.
    sql: `with landed as (
        ${landImportedFrom(`(
          select reference as order_id, landed_on from stage_payment where landed_on is not null and {piece})`)}
        returning payment.account_number, payment.payment_id, payment.act_number, payment.amount_kopiykas, payment.landed_on),
      events as (
        ${paymentEventsFrom(`(
          select account_number, payment_id, 1 + ${lastEventNumber} as event_number,
            ${noonOf('landed_on')} as happened_at, 'confirmed' as from_state, 'matched' as to_state,
            '{"source":"import"}'::jsonb as evidence
          from landed row cross join stage_setting setting) evidence`)})
      ${postFrom(`(
        select account_number, ${periodOf('landed_on')} as period, ${idOf(`'landing:' || payment_id`)} as entry_id,
          'landing' as kind, 'bank' as debit_account, 'inTransit' as credit_account, amount_kopiykas,
          ${noonOf('landed_on')} as posted_at, payment_id, act_number
        from landed cross join stage_setting setting) posting`)}`,
  },
];
