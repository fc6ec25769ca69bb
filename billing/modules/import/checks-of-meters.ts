import { type CrossCheck, repeatedKey, unknownReference } from './cross-check.ts';

const schemeZones = `(values ('single', 'single'), ('two', 'day'), ('two', 'night'), ('three', 'peak'),
  ('three', 'halfPeak'), ('three', 'night')) as scheme_zone (zone_scheme, zone)`;

/** Metering points, meters and what their registers must have. Source of the zones: facts 1.3. */
export const meterChecks: readonly CrossCheck[] = [
  repeatedKey('metering-points.csv', 'stage_metering_point', ['eic_code'], 'eic_code'),
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
    sql: `select register.line, told.column_name, told.code, told.value
      from stage_register register join stage_meter meter using (account_number, serial_number)
      cross join lateral (values
        ('installed_value', 'dial.tooHigh', installed_value::text, installed_value >= 10 ^ digit_capacity),
        ('removed_value', 'dial.tooHigh', removed_value::text, removed_value >= 10 ^ digit_capacity),
        ('removed_value', 'value.required', '', removed_on is not null and removed_value is null),
        ('removed_value', 'value.notWanted', removed_value::text, removed_on is null and removed_value is not null)
      ) as told (column_name, code, value, is_wrong)
      where told.is_wrong`,
  },
];
