import { type CustomerType, defaultReadingRules } from '#domain/readings/reading-rules.ts';

/** One set-based step of loading: rows of a staging table that are not there yet become rows of the schema. */
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
function noonOf(day: string): string {
  return `least((${day} + time '10:00') at time zone 'UTC', setting.now)`;
}

/** The period money of a day is posted to: its month, or the first open one when that is closed. */
function periodOf(day: string): string {
  return `greatest(to_char(${day}, 'YYYY-MM'), setting.first_open_period)`;
}

/** How many days of the next month readings are taken for a month (`daysInTime`), by the rules of the supplier. */
function daysInTimeSql(customer: CustomerType): string {
  const rules = defaultReadingRules.window[customer];
  const rule = (name: 'closingDay' | 'firstDays') =>
    `case when jsonb_typeof(rules #> '{readings,window,${customer},${name}}') = 'number'
      then (rules #>> '{readings,window,${customer},${name}}')::numeric::integer else ${rules[name]} end`;
  return `least(${rule('closingDay')}, ${rule('firstDays')})`;
}

const meterKey = `'meter:' || account_number || ':' || serial_number`;

/** What there is, in the order in which rows need each other. */
export const baseSteps: readonly LoadStep[] = [
  {
    table: 'supplier',
    stage: 'stage_supplier',
    sql: `insert into billing.supplier (name, short_name, edrpou, iban, bank_name, address, phones, mobile_phones,
        email, readings_email, main_url, images, rules, emergency_phones, complaint_contacts, fuel_mix, fuel_mix_year,
        co2_grams_per_kwh)
      select name, short_name, edrpou, iban, bank_name, address, phones, mobile_phones, email, readings_email,
        main_url, images, rules || jsonb_build_object('accountDigits', account_digits), emergency_phones,
        complaint_contacts, fuel_mix, fuel_mix_year, co2_g_per_kwh
      from stage_supplier where {piece} on conflict do nothing`,
  },
  {
    table: 'tariff',
    stage: 'stage_tariff',
    sql: `insert into billing.tariff (tariff_code, title, offer)
      select tariff_code, title, offer from stage_tariff where {piece} on conflict do nothing`,
  },
  {
    table: 'tariff_version',
    // The last day of a version is known when the next one is: that alone may still be told of one that is there.
    stage: 'stage_tariff_version',
    sql: `insert into billing.tariff_version (tariff_code, valid_from, valid_to, definition, act)
      select tariff_code, valid_from, valid_to, definition, act from stage_tariff_version where {piece}
      on conflict (tariff_code, valid_from) do update set valid_to = excluded.valid_to
        where tariff_version.valid_to is null and excluded.valid_to is not null`,
  },
  {
    table: 'customer',
    stage: 'stage_customer',
    sql: `insert into billing.customer (customer_id, customer_code, customer_type, surname, name, middle_name,
        company_name, tax_code, phone, email)
      select ${idOf(`'customer:' || customer_code`)}, customer_code, customer_type, surname, name, middle_name,
        company_name, tax_code, phone, email
      from stage_customer where {piece} on conflict do nothing`,
  },
  {
    table: 'account',
    stage: 'stage_account',
    sql: `with added as (
        insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date,
          contract_ended_on, consumer_eic, tariff_code, billing_condition, input_blocked, feed_in, opening_kopiykas,
          opened_on, object_code_set_at)
        select account_number, customer_id, object_code, contract_number, contract_date, contract_ended_on,
          consumer_eic, tariff_code, billing_condition, input_blocked, feed_in, opening_balance, opened_on,
          (select setting.now from stage_setting setting)
        from stage_account join billing.customer using (customer_code)
        where {piece} on conflict do nothing returning account_number, opening_kopiykas, opened_on),
      opening as (
        insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
          amount_kopiykas, posted_at)
        select account_number, period, ${idOf(`'opening:' || account_number`)}, 'opening',
          case when opening_kopiykas > 0 then 'receivable' else 'opening' end,
          case when opening_kopiykas > 0 then 'opening' else 'receivable' end,
          abs(opening_kopiykas), ${noonOf(`(period || '-01')::date`)}
        from added cross join stage_setting setting
        cross join lateral (select ${periodOf('opened_on')} as period) as posted
        where opening_kopiykas <> 0)
      select account_number from added`,
  },
  {
    table: 'premises',
    stage: 'stage_premises',
    sql: `insert into billing.premises (account_number, postcode, region, settlement, street, building, apartment,
        heating, resident_count)
      select account_number, postcode, region, settlement, street, building, apartment, heating, resident_count
      from stage_premises where {piece} on conflict do nothing`,
  },
  {
    table: 'account_responsible',
    stage: 'stage_responsible',
    // People change their phones, their posts and their work: the latest import says how it is.
    sql: `insert into billing.account_responsible as there (account_number, name, phone, role, responsible_until)
      select account_number, name, coalesce(phone, ''), coalesce(role, ''), responsible_until
      from stage_responsible where {piece}
      on conflict (account_number, name) do update
        set phone = excluded.phone, role = excluded.role, responsible_until = excluded.responsible_until
        where (there.phone, there.role, there.responsible_until)
          is distinct from (excluded.phone, excluded.role, excluded.responsible_until)`,
  },
  {
    table: 'metering_point',
    stage: 'stage_metering_point',
    sql: `insert into billing.metering_point (account_number, eic_code, point_state, contracted_power_watts,
        verification_requested)
      select account_number, eic_code, point_state, contracted_power_kw, verification_requested
      from stage_metering_point where {piece} on conflict do nothing`,
  },
  {
    table: 'meter',
    stage: 'stage_meter',
    sql: `insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme,
        digit_capacity, coefficient, meter_state, installed_on, removed_on, verified_on)
      select account_number, ${idOf(meterKey)}, eic_code, serial_number, meter_type, zone_scheme, digit_capacity,
        coefficient, meter_state, installed_on, removed_on, verified_on
      from stage_meter where {piece} on conflict do nothing`,
  },
  {
    table: 'register',
    stage: 'stage_register',
    sql: `insert into billing.register (account_number, meter_id, zone, installed_value, removed_value)
      select account_number, meter_id, zone, installed_value, removed_value
      from stage_register
      join stage_meter told using (account_number, serial_number)
      join billing.meter using (account_number, serial_number, zone_scheme)
      where {piece} on conflict do nothing`,
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
        insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date,
          submitted_at, source, status)
        select account_number, meter_id, zone,
          ${idOf(`'reading:' || account_number || ':' || serial_number || ':' || zone || ':' || effective_date`)},
          to_char(effective_date - 1, 'YYYY-MM'), value, effective_date,
          ${noonOf('coalesce(submitted_on, effective_date)')}, source, 'accepted'
        from stage_reading
        join billing.meter using (account_number, serial_number)
        join billing.register using (account_number, meter_id, zone)
        cross join stage_setting setting
        where effective_date <= coalesce(removed_on, 'infinity') and (effective_date > installed_on or not exists (
            select from billing.meter before where before.account_number = meter.account_number
              and before.serial_number = meter.serial_number and before.removed_on = meter.installed_on))
          and {piece} on conflict do nothing returning account_number, period, submitted_at),
      late as (
        select distinct account_number, period, case when is_closed then setting.now else submitted_at end as known_at
        from added join billing.account using (account_number) join billing.customer using (customer_id)
        cross join stage_setting setting cross join billing.supplier
        cross join lateral (select exists (select from billing.period p
          where p.period = added.period and p.state <> 'open') as is_closed) as past
        where is_closed or (submitted_at at time zone 'UTC')::date >= (period || '-01')::date + interval '1 month'
          + interval '1 day' * (case customer_type when 'person' then ${daysInTimeSql('person')} else ${daysInTimeSql('entity')} end)),
      asked as (
        insert into billing.recalculation_request (account_number, request_id, from_period, cause, requested_at)
        select account_number, ${idOf(`'lateReading:' || account_number || ':' || period || ':' || known_at`)}, period,
          'lateReading', known_at
        from late on conflict do nothing)
      select account_number from added`,
  },
  {
    table: 'violation_act',
    stage: 'stage_violation_act',
    sql: `with added as (
        insert into billing.violation_act (account_number, act_number, drawn_on, state, amount_kopiykas, energy_wh,
          due_on, protocol_number, clause, served_on, hearing_on, protocol_on, period_from, period_to, days,
          vat_kopiykas, paid_on)
        select account_number, act_number, drawn_on, state, amount, energy_kwh * 1000::bigint, due_on,
          nullif(protocol_number, ''), clause, served_on, hearing_on, protocol_on, period_from, period_to, days, vat,
          paid_on
        from stage_violation_act where {piece}
        on conflict do nothing returning account_number, act_number, drawn_on, state, amount_kopiykas),
      posted as (
        insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
          amount_kopiykas, posted_at, act_number)
        select account_number, ${periodOf('drawn_on')},
          ${idOf(`'act:' || account_number || ':' || act_number`)}, 'act', 'actReceivable', 'actRevenue', owed.amount,
          ${noonOf('drawn_on')}, act_number
        from added cross join stage_setting setting
        cross join lateral (select case when state = 'paid' then (
            select sum(amount) from stage_payment payment where payment.account_number = added.account_number
              and payment.act_number = added.act_number and payment.purpose = 'violationAct')
          else amount_kopiykas end as amount) as owed
        where state in ('billed', 'overdue', 'partPaid', 'instalments', 'paid') and owed.amount > 0)
      select act_number from added`,
  },
  {
    table: 'feed_in_month',
    stage: 'stage_feed_in',
    // A month is paid out after its act was drawn up: that alone may still be told of one that is there.
    sql: `insert into billing.feed_in_month as there (account_number, period, act_number, drawn_on, meter_id,
        opening_value, closing_value, generated_wh, exported_wh, consumed_wh, price_micro, amount_kopiykas,
        income_tax_permille, military_levy_permille, income_tax_kopiykas, military_levy_kopiykas, paid_kopiykas,
        paid_on, iban)
      select account_number, period, act_number, drawn_on, ${idOf(meterKey)}, opening_value, closing_value,
        generated_kwh * 1000::bigint, exported_kwh * 1000::bigint, consumed_kwh * 1000::bigint, price, amount,
        income_tax_percent, military_levy_percent, income_tax, military_levy, paid, paid_on, iban
      from stage_feed_in where {piece}
      on conflict (account_number, period) do update set paid_on = excluded.paid_on
        where there.paid_on is null and excluded.paid_on is not null`,
  },
  {
    table: 'benefit',
    stage: 'stage_benefit',
    // A month that is closed already is booked in the first open one.
    sql: `insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas, title)
      select account_number, period, kind, greatest(period, setting.first_open_period),
        ${idOf(`'benefit:' || account_number || ':' || period || ':' || kind`)}, amount, title
      from stage_benefit cross join stage_setting setting where {piece} on conflict do nothing`,
  },
  {
    table: 'payment',
    stage: 'stage_payment',
    sql: `with added as (
        insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, act_number,
          amount_kopiykas, state, started_at, confirmed_at, expected_on, landed_on, provider_reference)
        select account_number, ${idOf(`'payment:' || reference`)}, reference, ${idOf(`'request:' || reference`)},
          provider, purpose, nullif(act_number, ''), amount, case when landed_on is null then 'confirmed' else 'matched' end,
          ${noonOf('paid_on')}, ${noonOf('paid_on')}, coalesce(landed_on, paid_on + 3), landed_on, reference
        from stage_payment cross join stage_setting setting where {piece} on conflict do nothing
        returning account_number, payment_id, order_id, purpose, act_number, amount_kopiykas, state, started_at),
      told as (
        insert into billing.payment_event (account_number, payment_id, event_number, happened_at, to_state, evidence)
        select account_number, payment_id, 1, started_at, state, '{"source":"import"}' from added),
      posted as (
        insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
          amount_kopiykas, posted_at, payment_id, act_number)
        select added.account_number, ${periodOf('entry.day')}, ${idOf(`entry.kind || ':' || payment_id`)}, entry.kind,
          entry.debit, entry.credit, amount_kopiykas, ${noonOf('entry.day')}, payment_id, added.act_number
        from added join stage_payment on stage_payment.reference = added.order_id and {piece}
        cross join stage_setting setting
        cross join lateral (values
          ('payment', 'inTransit', case added.purpose when 'energy' then 'receivable' else 'actReceivable' end, paid_on),
          ('landing', 'bank', 'inTransit', landed_on)) as entry (kind, debit, credit, day)
        where entry.day is not null)
      select payment_id from added`,
  },
  {
    table: 'landing',
    stage: 'stage_payment',
    // Money that was on its way when it was imported, and is at the bank now.
    sql: `with landed as (
        update billing.payment payment set state = 'matched', landed_on = stage_payment.landed_on
        from stage_payment cross join stage_setting setting
        where payment.order_id = stage_payment.reference and payment.state = 'confirmed' and payment.landed_on is null
          and stage_payment.landed_on is not null and {piece}
        returning payment.account_number, payment.payment_id, payment.act_number, payment.amount_kopiykas, payment.landed_on),
      told as (
        insert into billing.payment_event (account_number, payment_id, event_number, happened_at, from_state, to_state, evidence)
        select account_number, payment_id, 1 + (select max(event_number) from billing.payment_event e
            where e.account_number = landed.account_number and e.payment_id = landed.payment_id), ${noonOf('landed_on')},
          'confirmed', 'matched', '{"source":"import"}'
        from landed cross join stage_setting setting)
      insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at, payment_id, act_number)
      select account_number, ${periodOf('landed_on')}, ${idOf(`'landing:' || payment_id`)}, 'landing', 'bank', 'inTransit',
        amount_kopiykas, ${noonOf('landed_on')}, payment_id, act_number
      from landed cross join stage_setting setting`,
  },
];
