import { isLowerValue } from '#billing/modules/master-data/public.ts';
import { type CrossCheck, repeatedKey, unknownReference } from './cross-check.ts';

const schemeZones = `(values ('single', 'single'), ('two', 'day'), ('two', 'night'), ('three', 'peak'),
  ('three', 'halfPeak'), ('three', 'night')) as scheme_zone (zone_scheme, zone)`;

/** Metering points, meters and what their registers must have. Source of the zones: facts 1.3. */
export const meterChecks: readonly CrossCheck[] = [
  {
    file: 'metering-points.csv',
    // A point is of one account at a time: the next one begins when the contract of the one before has ended.
    sql: `select line, 'eic_code' as column_name, 'key.repeated' as code, eic_code as value
      from (select point.line, eic_code, given.opened_on, max(coalesce(given.contract_ended_on, stored.contract_ended_on, 'infinity'))
          over (partition by eic_code order by given.opened_on, point.line rows between unbounded preceding and 1 preceding) as taken_until
        from stage_metering_point point left join (select distinct on (account_number) * from stage_account) given using (account_number)
        left join billing.account stored using (account_number) where eic_code is not null) placed
      where taken_until >= coalesce(opened_on, '-infinity')`,
  },
  unknownReference(
    'metering-points.csv',
    'stage_metering_point',
    'stage_account',
    ['account_number'],
    'account_number',
  ),
  repeatedKey('meters.csv', 'stage_meter', ['account_number', 'serial_number'], 'serial_number'),
  unknownReference(
    'meters.csv',
    'stage_meter',
    'stage_metering_point',
    ['account_number', 'eic_code'],
    'eic_code',
  ),
  {
    file: 'meters.csv',
    sql: `select meter.line, 'zone_scheme' as column_name, 'meter.registerMissing' as code, zone as value
      from stage_meter meter join ${schemeZones} using (zone_scheme)
      where not exists (select from stage_register r where r.account_number = meter.account_number
        and r.serial_number = meter.serial_number and r.zone = scheme_zone.zone)`,
  },
  repeatedKey('registers.csv', 'stage_register', ['account_number', 'serial_number', 'zone'], 'zone'),
  unknownReference(
    'registers.csv',
    'stage_register',
    'stage_meter',
    ['account_number', 'serial_number'],
    'serial_number',
  ),
  {
    file: 'registers.csv',
    sql: `select register.line, 'zone' as column_name, 'register.zone' as code, register.zone as value
      from stage_register register join stage_meter meter using (account_number, serial_number)
      where (meter.zone_scheme, register.zone) not in (select zone_scheme, zone from ${schemeZones})`,
  },
  {
    file: 'registers.csv',
    sql: `select register.line, checked.column_name, checked.code, checked.value
      from stage_register register join stage_meter meter using (account_number, serial_number)
      cross join lateral (values
        ('installed_value', 'dial.tooHigh', installed_value::text, installed_value >= 10 ^ digit_capacity),
        ('removed_value', 'dial.tooHigh', removed_value::text, removed_value >= 10 ^ digit_capacity),
        ('removed_value', 'value.required', '', removed_on is not null and removed_value is null),
        ('removed_value', 'value.notWanted', removed_value::text, removed_on is null and removed_value is not null)
      ) as checked (column_name, code, value, is_wrong)
      where checked.is_wrong`,
  },
];

const newSerial = `case change when 'meterReplaced' then new_serial_number else serial_number end`;
const isInstallation = `change in ('meterReplaced', 'meterInstalled', 'zones')`;

/** Meters of the folder: those of meters.csv, and those that changes.csv or a change of before brought. */
const knownMeter = `(
  select account_number, serial_number, digit_capacity, coefficient, eic_code, installed_on, removed_on from stage_meter
  union all
  select listed.account_number, listed.serial, coalesce(listed.digit_capacity, old.digit_capacity),
    coalesce(listed.coefficient, old.coefficient, 1), coalesce(listed.eic_code, old.eic_code), effective_on, null
  from (select *, ${newSerial} as serial from stage_change where ${isInstallation}) listed
  left join stage_meter old using (account_number, serial_number)
  where not exists (select from stage_meter meter
    where meter.account_number = listed.account_number and meter.serial_number = listed.serial)
  union all
  select listed.new_account, closing.key, old.digit_capacity, old.coefficient, old.eic_code, listed.effective_on, null
  from stage_change listed cross join jsonb_object_keys(listed.closing_values) closing (key)
  join stage_meter old on old.account_number = listed.account_number and old.serial_number = closing.key
  where not exists (select from stage_meter meter
      where meter.account_number = listed.new_account and meter.serial_number = closing.key)
    and not exists (select from billing.account opened where opened.account_number = listed.new_account)
  union all
  select account_number, serial_number, max(digit_capacity), max(coefficient), max(eic_code), min(installed_on), null
  from billing.meter stored
  where account_number in (select account_number from billing.master_data_change)
    and not exists (select from stage_meter meter
      where meter.account_number = stored.account_number and meter.serial_number = stored.serial_number)
    and not exists (select from stage_change listed where listed.account_number = stored.account_number
      and ${isInstallation} and case listed.change when 'meterReplaced' then listed.new_serial_number else listed.serial_number end = stored.serial_number)
  group by 1, 2)`;

const knownRegister = `(
  select account_number, serial_number, zone from stage_register
  union
  select account_number, ${newSerial}, jsonb_object_keys(initial_values) from stage_change where ${isInstallation}
  union
  select new_account, closing.key, jsonb_object_keys(closing.value)
  from stage_change cross join jsonb_each(closing_values) closing where new_account is not null
  union
  select r.account_number, m.serial_number, r.zone from billing.register r join billing.meter m using (account_number, meter_id)
  where r.account_number in (select account_number from billing.master_data_change))`;

/** Readings of a file that do not follow the one before of their register: `isWrong` of `same_day` and `is_lower`. */
function steps(isWrong: string): CrossCheck {
  return {
    file: 'readings.csv',
    sql: `select line, case when same_day then 'effective_date' else 'value' end as column_name,
        case when same_day then 'reading.dayTwice' else 'reading.lower' end as code,
        case when same_day then effective_date::text else value::text end as value
      from (select step.*, ${isLowerValue('previous', 'value', 'digit_capacity', 'setting.roll_over_from_percent')} as is_lower
        from (select line, account_number, serial_number, effective_date, value, lag(value) over register as previous,
            (effective_date, coalesce(period, '')) =
              (lag(effective_date) over register, lag(coalesce(period, '')) over register) as same_day
          from stage_reading where value is not null and effective_date is not null
          window register as (partition by account_number, serial_number, zone order by effective_date, period, line)) as step
        left join stage_meter meter using (account_number, serial_number)
        cross join stage_setting setting) as judged
      cross join stage_setting setting
      where ${isWrong}`,
  };
}

/**
 * Readings belong to a register, while its meter stood, fit its dial, one for a day, and never go back (except through
 * zero from the last tenth of the dial). One of the next 1st may be known already. A register that stood before the
 * history begins needs a reading where it begins, else its whole dial would be charged as the first month.
 */
export const readingChecks: readonly CrossCheck[] = [
  {
    file: 'readings.csv',
    sql: `select reading.line,
        case when meter.serial_number is null then 'serial_number' when register.zone is null then 'zone'
          when value >= 10 ^ digit_capacity then 'value'
          when submitted_on > setting.today then 'submitted_on' else 'effective_date' end as column_name,
        case when meter.serial_number is null or register.zone is null then 'reference.unknown'
          when value >= 10 ^ digit_capacity then 'dial.tooHigh'
          when submitted_on > setting.today or effective_date > setting.next_month then 'dates.future'
          when effective_date < installed_on then 'reading.beforeInstallation'
          else 'reading.afterRemoval' end as code,
        case when meter.serial_number is null then reading.serial_number when register.zone is null then reading.zone
          when value >= 10 ^ digit_capacity then value::text
          when submitted_on > setting.today then submitted_on::text else effective_date::text end as value
      from stage_reading reading
      cross join stage_setting setting
      left join ${knownMeter} meter using (account_number, serial_number)
      left join ${knownRegister} register using (account_number, serial_number, zone)
      where register.zone is null or value >= 10 ^ digit_capacity or submitted_on > setting.today
        or effective_date > setting.next_month or effective_date < installed_on or effective_date > removed_on`,
  },
  {
    file: 'registers.csv',
    sql: `select register.line, 'zone' as column_name, 'register.noOpening' as code, zone as value
      from stage_register register
      join stage_meter meter using (account_number, serial_number)
      join stage_account account using (account_number)
      cross join stage_setting setting
      where installed_on < history_start and coalesce(removed_on, 'infinity') > history_start
        and opened_on <= history_start and coalesce(contract_ended_on, 'infinity') >= history_start
        and not setting.has_books
        and not exists (select from stage_reading reading where reading.account_number = register.account_number
          and reading.serial_number = register.serial_number and reading.zone = register.zone
          and reading.effective_date <= history_start)
        and not exists (select from billing.register stored join billing.meter of_serial using (account_number, meter_id)
          where stored.account_number = register.account_number and of_serial.serial_number = register.serial_number
            and stored.zone = register.zone)`,
  },
  steps('same_day or (not setting.has_books and is_lower)'),
];

/**
 * The most that each metering point with readings had in the folder, in its changes and before, W: changes are not asked for
 * their days.
 */
const greatestPower = `(
  select account_number, eic_code, max(watts) as watts from (
    select account_number, eic_code, contracted_power_kw as watts from stage_metering_point
    union all select account_number, eic_code, contracted_power_kw from stage_change
    union all select account_number, eic_code, contracted_power_watts from billing.metering_point
      where account_number in (select account_number from stage_reading)
    union all select account_number, eic_code, contracted_power_watts from billing.metering_point_version
      where account_number in (select account_number from stage_reading)) known
  group by account_number, eic_code)`;

/**
 * What is loaded and counts in full, but is named: more than the contracted power lets through since the value before, in the
 * folder, in what is stored, or at an installation since the history begins (facts 2.2).
 */
export const readingWarnings: readonly CrossCheck[] = [
  // Operators may have accepted a lower value, and the books were made of it.
  steps('setting.has_books and is_lower and not coalesce(same_day, false)'),
  {
    file: 'readings.csv',
    sql: `select step.line, 'value' as column_name, 'reading.abovePower' as code, step.value::text as value
      from (select reading.line, account_number, serial_number, zone, effective_date, reading.value,
          lag(reading.value) over register as previous, lag(effective_date) over register as previous_date,
          stage_register.line is not null as is_listed, installed_value
        from stage_reading reading left join stage_register using (account_number, serial_number, zone)
        where reading.value is not null and effective_date is not null
        window register as (partition by account_number, serial_number, zone order by effective_date, reading.line)) as step
      join ${knownMeter} meter using (account_number, serial_number)
      join ${greatestPower} power using (account_number, eic_code)
      left join lateral (select stored.value, stored.effective_date as on_date from billing.meter of_serial
        join billing.reading stored using (account_number, meter_id)
        where step.previous is null
          and of_serial.account_number = step.account_number and of_serial.serial_number = step.serial_number
          and stored.zone = step.zone and stored.status = 'accepted' and stored.effective_date < step.effective_date
        order by stored.effective_date desc, stored.period desc limit 1) before on true
      cross join lateral (select is_listed and meter.installed_on < step.effective_date
        and meter.installed_on >= (select history_start from stage_setting)
        and meter.installed_on > coalesce(before.on_date, '-infinity') as is_installed) newest
      cross join lateral (select
        coalesce(step.previous, case when is_installed then installed_value else before.value end) as value,
        coalesce(step.previous_date, case when is_installed then meter.installed_on else before.on_date end) as on_date) opening
      where (step.value - opening.value + case when step.value < opening.value then 10 ^ digit_capacity else 0 end)::numeric * coefficient * 1000
        > power.watts::numeric * 24 * greatest(step.effective_date - opening.on_date, 1)`,
  },
];
