import type { CrossCheck } from './cross-check.ts';

const rollOverFromPercent = 90;

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
      left join stage_meter meter using (account_number, serial_number)
      left join stage_register register using (account_number, serial_number, zone)
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
        and not exists (select from stage_reading reading where reading.account_number = register.account_number
          and reading.serial_number = register.serial_number and reading.zone = register.zone
          and reading.effective_date <= history_start)`,
  },
  {
    file: 'readings.csv',
    sql: `select step.line, case when same_day then 'effective_date' else 'value' end as column_name,
        case when same_day then 'reading.dayTwice' else 'reading.lower' end as code,
        case when same_day then effective_date::text else value::text end as value
      from (select line, account_number, serial_number, effective_date, value, lag(value) over register as previous,
          effective_date = lag(effective_date) over register as same_day
        from stage_reading where value is not null and effective_date is not null
        window register as (partition by account_number, serial_number, zone order by effective_date, line)) as step
      left join stage_meter meter using (account_number, serial_number)
      where same_day
        or (value < previous and previous * 100 < 10 ^ digit_capacity * ${rollOverFromPercent})`,
  },
];
