import {
  accountNumber,
  choice,
  date,
  dialValue,
  eicCode,
  id,
  integer,
  kilowatts,
  period,
  text,
  yesNo,
} from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

const zone = choice(['single', 'day', 'night', 'peak', 'halfPeak']);

export const meteringPointFormat: FileFormat = {
  file: 'metering-points.csv',
  stage: 'stage_metering_point',
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    point_state: optional(
      choice(['active', 'takenByOperator', 'substation', 'commercial', 'disabled'], 'active'),
    ),
    contracted_power_kw: required(kilowatts),
    verification_requested: optional(yesNo),
  },
};

function checkMeter(row: Row): RowProblem[] {
  const removedOn = row.removed_on ?? '';
  if (removedOn !== '' && removedOn < (row.installed_on ?? ''))
    return [{ column: 'removed_on', code: 'dates.order' }];
  if (row.meter_state === 'removed' && removedOn === '')
    return [{ column: 'removed_on', code: 'value.required' }];
  if (row.meter_state !== 'removed' && removedOn !== '')
    return [{ column: 'removed_on', code: 'value.notWanted' }];
  return [];
}

export const meterFormat: FileFormat = {
  file: 'meters.csv',
  stage: 'stage_meter',
  columns: {
    account_number: required(accountNumber),
    eic_code: required(eicCode),
    serial_number: required(text(30)),
    meter_type: required(text(80)),
    zone_scheme: required(choice(['single', 'two', 'three'])),
    digit_capacity: required(integer(4, 9)),
    coefficient: optional(integer(1, 100_000, '1')),
    meter_state: optional(choice(['working', 'disabled', 'removed'], 'working')),
    installed_on: required(date),
    removed_on: optional(date),
    verified_on: optional(date),
    meter_id: optional(id),
  },
  checkRow: checkMeter,
};

export const registerFormat: FileFormat = {
  file: 'registers.csv',
  stage: 'stage_register',
  columns: {
    account_number: required(accountNumber),
    serial_number: required(text(30)),
    zone: required(zone),
    installed_value: required(dialValue),
    removed_value: optional(dialValue),
  },
};

export const readingFormat: FileFormat = {
  file: 'readings.csv',
  stage: 'stage_reading',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    serial_number: required(text(30)),
    zone: required(zone),
    effective_date: required(date),
    value: required(dialValue),
    source: optional(choice(['customer', 'operator', 'remote', 'import'], 'import')),
    submitted_on: optional(date),
    period: optional(period),
  },
};
