import { tableOf } from '#domain/table-of.ts';
import {
  accountNumber,
  choice,
  date,
  eicCode,
  email,
  integer,
  kilowatts,
  meterValues,
  personName,
  phone,
  registerValues,
  text,
} from './column-kind.ts';
import { type FileFormat, optional, type Row, type RowProblem, required } from './file-format.ts';

/** The columns that a kind of change wants and those that it may have besides; all others must be empty. */
const columnsOf: Readonly<Record<string, { wanted: readonly string[]; allowed?: readonly string[] }>> =
  tableOf({
    meterRemoved: { wanted: ['serial_number', 'final_values'] },
    meterReplaced: {
      wanted: ['serial_number', 'final_values', 'new_serial_number', 'initial_values'],
      allowed: ['meter_type', 'zone_scheme', 'digit_capacity', 'coefficient', 'verified_on'],
    },
    meterInstalled: {
      wanted: ['eic_code', 'serial_number', 'meter_type', 'zone_scheme', 'digit_capacity', 'initial_values'],
      allowed: ['coefficient', 'verified_on'],
    },
    meterVerified: { wanted: ['serial_number'] },
    zones: { wanted: ['serial_number', 'zone_scheme', 'final_values', 'initial_values'] },
    contractEnded: { wanted: [] },
    // What else it wants is asked for when it is made: one of before decision 0155 may be loaded again.
    holder: {
      wanted: ['customer_code'],
      allowed: ['new_account', 'contract_number', 'contract_date', 'consumer_eic', 'closing_values'],
    },
    tariff: { wanted: ['tariff_code'] },
    power: { wanted: ['eic_code', 'contracted_power_kw'] },
    pointState: { wanted: ['eic_code', 'point_state'] },
    contact: {
      wanted: [],
      allowed: ['surname', 'name', 'middle_name', 'company_name', 'phone', 'email'],
    },
  });

const always = ['account_number', 'change', 'effective_on', 'document'];

function checkChange(row: Row): RowProblem[] {
  const { wanted, allowed = [] } = columnsOf[row.change ?? ''] ?? { wanted: [] };
  const problems: RowProblem[] = wanted
    .filter((column) => row[column] === '')
    .map((column) => ({ column, code: 'value.required' }));
  const known = new Set([...always, ...wanted, ...allowed]);
  for (const [column, value] of Object.entries(row))
    if (value !== '' && !known.has(column)) problems.push({ column, code: 'value.notWanted' });
  if (row.change === 'contact' && allowed.every((column) => row[column] === ''))
    problems.push({ column: 'change', code: 'change.empty' });
  return problems;
}

/** Dated changes of what is there already (docs/import-format.md). */
export const changeFormat: FileFormat = {
  file: 'changes.csv',
  stage: 'stage_change',
  optional: true,
  columns: {
    account_number: required(accountNumber),
    change: required(choice(Object.keys(columnsOf))),
    effective_on: required(date),
    eic_code: optional(eicCode),
    serial_number: optional(text(30)),
    final_values: optional(registerValues),
    new_serial_number: optional(text(30)),
    meter_type: optional(text(80)),
    zone_scheme: optional(choice(['single', 'two', 'three'])),
    digit_capacity: optional(integer(4, 9)),
    coefficient: optional(integer(1, 100_000)),
    verified_on: optional(date),
    initial_values: optional(registerValues),
    customer_code: optional(text(40)),
    new_account: optional(accountNumber),
    contract_number: optional(text(40)),
    contract_date: optional(date),
    consumer_eic: optional(eicCode),
    closing_values: optional(meterValues),
    tariff_code: optional(text(40)),
    contracted_power_kw: optional(kilowatts),
    point_state: optional(choice(['active', 'takenByOperator', 'substation', 'commercial', 'disabled'])),
    surname: optional(personName(50)),
    name: optional(personName(50)),
    middle_name: optional(personName(50)),
    company_name: optional(text(200)),
    phone: optional(phone),
    email: optional(email),
    document: optional(text(200)),
  },
  checkRow: checkChange,
};
