import type { ExportedRows } from './exported-rows.ts';
import { kyivDay } from './rows-of-customers.ts';

/**
 * Meters with their place among those of one serial number of an account: a meter that was programmed for other zones, or came back,
 * is several rows, and meters.csv has one line for a serial number. That is the first of them as it was installed; changes.csv has
 * what followed.
 */
const placedMeters = `(
  select m.*, row_number() over same_serial as place, count(*) over (partition by account_number, serial_number) as meters
  from billing.meter m
  window same_serial as (partition by account_number, serial_number order by installed_on)) meter`;

const valuesOf = (column: 'installed_value' | 'removed_value') => `(
  select jsonb_object_agg(r.zone, r.${column}) from billing.register r
  where r.account_number = meter.account_number and r.meter_id = meter.meter_id)`;

/** Names of the columns of changes.csv that no line of an export fills. */
const emptyChangeColumns = [
  ['new_serial_number', 'text'],
  ['customer_code', 'text'],
  ['new_account', 'text'],
  ['contract_number', 'text'],
  ['contract_date', 'date'],
  ['consumer_eic', 'text'],
  ['closing_values', 'jsonb'],
  ['tariff_code', 'text'],
  ['contracted_power_kw', 'integer'],
  ['point_state', 'text'],
  ['surname', 'text'],
  ['name', 'text'],
  ['middle_name', 'text'],
  ['company_name', 'text'],
  ['phone', 'text'],
  ['email', 'text'],
  ['document', 'text'],
]
  .map(([name, type]) => `null::${type} as ${name}`)
  .join(', ');

/** The newest meter of each serial number, to which channels are counted. */
const newestMeter = `(
  select distinct on (account_number, serial_number) account_number, serial_number, meter_id,
    count(*) over (partition by account_number, serial_number) as meters
  from billing.meter order by account_number, serial_number, installed_on desc) newest`;

/** Points, meters, and what was read of them. */
export const meterRows: readonly ExportedRows[] = [
  {
    file: 'metering-points.csv',
    rows: `select account_number, eic_code, point_state, contracted_power_watts as contracted_power_kw, verification_requested
      from billing.metering_point`,
    key: ['account_number', 'eic_code'],
  },
  {
    file: 'point-versions.csv',
    rows: `select account_number, eic_code, valid_from, point_state, contracted_power_watts
      from billing.metering_point_version`,
    key: ['account_number', 'eic_code', 'valid_from'],
  },
  {
    file: 'meters.csv',
    rows: `select account_number, eic_code, serial_number, meter_type, zone_scheme, digit_capacity, coefficient,
        case when meters = 1 then meter_state else 'working' end as meter_state, installed_on,
        case when meters = 1 then removed_on end as removed_on, verified_on, meter_id
      from ${placedMeters} where place = 1`,
    key: ['account_number', 'serial_number'],
  },
  {
    file: 'registers.csv',
    rows: `select account_number, serial_number, zone, installed_value, case when meters = 1 then removed_value end as removed_value
      from ${placedMeters} join billing.register using (account_number, meter_id) where place = 1`,
    key: ['account_number', 'serial_number', 'zone'],
  },
  {
    file: 'changes.csv',
    rows: `select account_number, event.change, event.effective_on,
        case event.change when 'meterInstalled' then eic_code end as eic_code, serial_number, event.final_values,
        case event.change when 'meterInstalled' then meter_type end as meter_type,
        case event.change when 'meterInstalled' then zone_scheme end as zone_scheme,
        case event.change when 'meterInstalled' then digit_capacity end as digit_capacity,
        case event.change when 'meterInstalled' then coefficient end as coefficient,
        case event.change when 'meterInstalled' then verified_on end as verified_on, event.initial_values,
        ${emptyChangeColumns}
      from ${placedMeters}
      cross join lateral (values
        ('meterInstalled', installed_on, null::jsonb, ${valuesOf('installed_value')}, place > 1),
        ('meterRemoved', removed_on, ${valuesOf('removed_value')}, null::jsonb, removed_on is not null)
      ) as event (change, effective_on, final_values, initial_values, is_told)
      where meters > 1 and event.is_told`,
    // A meter that is removed and installed on one day is removed first.
    key: ['account_number', 'serial_number', 'effective_on', 'change desc'],
  },
  {
    file: 'readings.csv',
    // What is under review, was rejected or superseded counts for nothing.
    rows: `select account_number, serial_number, zone, effective_date, value, source, ${kyivDay('submitted_at')} as submitted_on,
        case when period <> to_char(effective_date - 1, 'YYYY-MM') then period end as period
      from billing.reading join billing.meter using (account_number, meter_id) where status = 'accepted'`,
    key: ['account_number', 'serial_number', 'zone', 'effective_date', 'period'],
  },
  {
    file: 'feed-in.csv',
    rows: `select account_number, period, act_number, drawn_on, serial_number, opening_value, closing_value,
        generated_wh / 1000 as generated_kwh, exported_wh / 1000 as exported_kwh, consumed_wh / 1000 as consumed_kwh,
        price_micro as price, amount_kopiykas as amount, income_tax_permille as income_tax_percent,
        income_tax_kopiykas as income_tax, military_levy_permille as military_levy_percent,
        military_levy_kopiykas as military_levy, paid_kopiykas as paid, paid_on, iban
      from billing.feed_in_month join billing.meter using (account_number, meter_id)`,
    key: ['account_number', 'period'],
    sums: ['amount', 'paid'],
  },
  {
    file: 'meter-channels.csv',
    rows: `select account_number, serial_number, channel, installed_value,
        case when meters = 1 then removed_value end as removed_value
      from ${newestMeter} join billing.meter_channel using (account_number, meter_id)`,
    key: ['account_number', 'serial_number', 'channel'],
  },
  {
    file: 'channel-readings.csv',
    rows: `select account_number, serial_number, channel, period, value, source, ${kyivDay('submitted_at')} as submitted_on
      from ${newestMeter} join billing.channel_reading using (account_number, meter_id)`,
    key: ['account_number', 'serial_number', 'channel', 'period'],
  },
  {
    file: 'hourly-values.csv',
    rows: 'select account_number, eic_code, day, channel, hours from billing.hourly_value',
    key: ['account_number', 'eic_code', 'day', 'channel'],
  },
];
