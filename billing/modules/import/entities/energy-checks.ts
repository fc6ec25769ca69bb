import { type CrossCheck, repeatedKey, unknownReference } from '../cross-check.ts';
import { noContract, ofAccount, ofPoint } from './references.ts';

/** Of the folder and stored. */
const knownChannel = `(
  select account_number, serial_number, channel from stage_meter_channel
  union select account_number, serial_number, channel
  from billing.meter_channel join billing.meter using (account_number, meter_id))`;
const knownMeter = `(
  select account_number, serial_number, digit_capacity, removed_on from stage_meter
  union all
  select account_number, case change when 'meterReplaced' then new_serial_number else serial_number end, digit_capacity, null
  from stage_change where change in ('meterReplaced', 'meterInstalled', 'zones'))`;

/** Hours of a day in Kyiv: the clock changes on the last Sundays of March and October. */
const hoursOf = (day: string) => `(case when extract(isodow from ${day}) = 7 and extract(day from ${day}) > 24
  then case extract(month from ${day}) when 3 then 23 when 10 then 25 else 24 end else 24 end)`;

/** What was measured beside the registers, corrected, paid and documented. */
export const energyChecks: readonly CrossCheck[] = [
  repeatedKey(
    'meter-channels.csv',
    'stage_meter_channel',
    ['account_number', 'serial_number', 'channel'],
    'channel',
  ),
  {
    file: 'meter-channels.csv',
    sql: `select channel.line, checked.column_name, checked.code, checked.value
      from stage_meter_channel channel left join ${knownMeter} meter using (account_number, serial_number)
      cross join stage_setting setting
      cross join lateral (values
        ('serial_number', 'reference.unknown', channel.serial_number, meter.serial_number is null),
        ('installed_value', 'dial.tooHigh', installed_value::text, installed_value >= 10 ^ digit_capacity),
        ('removed_value', 'dial.tooHigh', removed_value::text, removed_value >= 10 ^ digit_capacity),
        ('removed_value', 'value.required', '', removed_on is not null and removed_value is null and not setting.has_books),
        ('removed_value', 'value.notWanted', removed_value::text,
          meter.serial_number is not null and removed_on is null and removed_value is not null)
      ) as checked (column_name, code, value, is_wrong)
      where checked.is_wrong`,
  },
  repeatedKey(
    'channel-readings.csv',
    'stage_channel_reading',
    ['account_number', 'serial_number', 'channel', 'period'],
    'period',
  ),
  unknownReference(
    'channel-readings.csv',
    'stage_channel_reading',
    `${knownChannel}`,
    ['account_number', 'serial_number', 'channel'],
    'channel',
  ),
  {
    file: 'channel-readings.csv',
    sql: `select reading.line, checked.column_name, checked.code, checked.value
      from (select *, lag(value) over (partition by account_number, serial_number, channel order by period) as previous
        from stage_channel_reading) as reading
      join ${knownMeter} meter using (account_number, serial_number)
      cross join stage_setting setting
      cross join lateral (values
        ('value', 'dial.tooHigh', value::text, value >= 10 ^ digit_capacity),
        ('value', 'reading.lower', value::text,
          value < previous and previous * 100 < 10 ^ digit_capacity * setting.roll_over_from_percent),
        ('period', 'dates.future', period, period > to_char(today, 'YYYY-MM')),
        ('submitted_on', 'dates.future', submitted_on::text, submitted_on > today)
      ) as checked (column_name, code, value, is_wrong)
      where checked.is_wrong`,
  },
  repeatedKey(
    'hourly-values.csv',
    'stage_hourly_value',
    ['account_number', 'eic_code', 'day', 'channel'],
    'day',
  ),
  ofPoint('hourly-values.csv', 'stage_hourly_value'),
  {
    file: 'hourly-values.csv',
    sql: `select line, checked.column_name, checked.code, checked.value
      from stage_hourly_value cross join stage_setting setting
      cross join lateral (values
        ('hours', 'hours.count', cardinality(hours)::text, cardinality(hours) <> ${hoursOf('day')}),
        ('day', 'dates.future', day::text, day > today)
      ) as checked (column_name, code, value, is_wrong)
      where checked.is_wrong`,
  },
  repeatedKey(
    'volume-corrections.csv',
    'stage_volume_correction',
    ['account_number', 'eic_code', 'period', 'document'],
    'document',
  ),
  ofPoint('volume-corrections.csv', 'stage_volume_correction'),
  noContract('volume-corrections.csv', 'stage_volume_correction'),
  {
    file: 'volume-corrections.csv',
    sql: `select line, checked.column_name, 'dates.future' as code, checked.value
      from stage_volume_correction cross join stage_setting setting
      cross join lateral (values ('period', period, period >= to_char(today, 'YYYY-MM')),
        ('recorded_on', recorded_on::text, recorded_on > today)) as checked (column_name, value, is_wrong)
      where checked.is_wrong
      union all
      select given.line, 'period', 'correction.beforeOpening', given.period
      from stage_volume_correction given join stage_account account using (account_number)
      cross join stage_setting setting
      where not setting.has_books and given.period < to_char(account.opened_on, 'YYYY-MM')`,
  },
  repeatedKey(
    'reactive-payments.csv',
    'stage_reactive_payment',
    ['account_number', 'reference'],
    'reference',
  ),
  ofAccount('reactive-payments.csv', 'stage_reactive_payment'),
  noContract('reactive-payments.csv', 'stage_reactive_payment'),
  {
    file: 'reactive-payments.csv',
    sql: `select line, 'paid_on' as column_name,
        case when paid_on > today then 'dates.future' else 'payment.beforeHistory' end as code, paid_on::text as value
      from stage_reactive_payment cross join stage_setting setting
      where paid_on > today or (paid_on < history_start and not has_books)`,
  },
  repeatedKey('tax-invoices.csv', 'stage_tax_invoice', ['account_number', 'issued_on', 'number'], 'number'),
  ofAccount('tax-invoices.csv', 'stage_tax_invoice'),
  noContract('tax-invoices.csv', 'stage_tax_invoice'),
  {
    file: 'tax-invoices.csv',
    sql: `select line, checked.column_name, checked.code, checked.value
      from stage_tax_invoice given cross join stage_setting setting
      cross join lateral (values
        ('issued_on', 'dates.future', issued_on::text, issued_on > today),
        ('registered_on', 'dates.future', registered_on::text, registered_on > today),
        ('period', 'dates.future', period, period > to_char(today, 'YYYY-MM')),
        ('vat', 'taxInvoice.vat', (vat / 100.0)::numeric(18, 2)::text, abs(vat * 5 - net) > 25),
        ('adjusted_number', 'reference.unknown', adjusted_number, kind = 'adjustment' and adjusted_number <> ''
          and not exists (select from stage_tax_invoice other where other.account_number = given.account_number
            and other.number = given.adjusted_number and other.issued_on = given.adjusted_on and other.kind = 'invoice')
          and not exists (select from billing.tax_invoice stored where stored.account_number = given.account_number
            and stored.tax_invoice_number = given.adjusted_number and stored.issued_on = given.adjusted_on
            and stored.kind = 'invoice'))
      ) as checked (column_name, code, value, is_wrong)
      where checked.is_wrong`,
  },
];
