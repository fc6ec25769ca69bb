import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ChangeRow,
  changesFile,
  type Household,
  householdFiles,
  installation,
  makeHousehold,
  removal,
  replacement,
  zones,
} from './testing/household-files.ts';
import { type ImportFixture, openImportFixture } from './testing/import-fixture.ts';

/** A point that is not of the account. */
const { eic: foreignEic } = makeHousehold(900);

/** Rows of changes.csv that can't be made, each of a household of its own, with the problem: column, code, value. */
const refusedRows: readonly [(household: Household) => ChangeRow, string][] = [
  [
    () => ({ change: 'meterRemoved', serial_number: 'none', ...removal('2026-03-02', 600) }),
    'serial_number reference.unknown none',
  ],
  [
    ({ serial }) => ({ change: 'meterRemoved', serial_number: serial, ...removal('2026-03-02', 589) }),
    'final_values reading.lower single=589',
  ],
  [
    ({ serial }) => ({ change: 'meterRemoved', serial_number: serial, ...removal('2026-03-02', 100_000) }),
    'final_values dial.tooHigh {"single": 100000}',
  ],
  [
    ({ serial }) => ({ change: 'meterRemoved', serial_number: serial, ...removal('2021-05-17', 0) }),
    'effective_on dates.order 2021-05-17',
  ],
  [
    ({ serial }) => ({ change: 'meterRemoved', serial_number: serial, ...removal('2026-03-04', 600) }),
    'effective_on dates.future 2026-03-04',
  ],
  [
    ({ serial }) => ({ ...installation(foreignEic, serial), effective_on: '2026-03-02' }),
    `eic_code reference.unknown ${foreignEic}`,
  ],
  [
    ({ eic, serial }) => ({
      ...installation(eic, serial),
      serial_number: serial,
      effective_on: '2026-03-02',
    }),
    'serial_number meter.serialTaken {serial}',
  ],
  [
    ({ eic, serial }) => ({ ...installation(eic, serial), zone_scheme: 'two', effective_on: '2026-03-02' }),
    'initial_values change.registers {"single": 7}',
  ],
  [
    ({ serial }) => ({ ...replacement(serial), new_serial_number: serial, ...removal('2026-03-02', 600) }),
    'new_serial_number meter.serialTaken {serial}',
  ],
  [
    ({ serial }) => ({
      ...replacement(serial),
      ...removal('2026-03-02', 600),
      initial_values: 'single=100000',
    }),
    'initial_values dial.tooHigh {"single": 100000}',
  ],
  [
    () => ({ change: 'meterVerified', serial_number: 'none', effective_on: '2026-03-02' }),
    'serial_number reference.unknown none',
  ],
  [
    ({ serial }) => ({ ...zones(serial), effective_on: '2026-03-02', final_values: 'day=600' }),
    'final_values change.registers {"day": 600}',
  ],
  [
    ({ serial }) => ({ ...zones(serial), ...removal('2021-05-18', 0) }),
    'effective_on dates.order 2021-05-18',
  ],
  [() => ({ change: 'contractEnded', effective_on: '2020-01-13' }), 'effective_on dates.order 2020-01-13'],
  [
    () => ({ change: 'tariff', effective_on: '2026-03-02', tariff_code: 'none' }),
    'tariff_code reference.unknown none',
  ],
  [
    () => ({ change: 'tariff', effective_on: '2026-02-15', tariff_code: 'late' }),
    'tariff_code tariff.historyUncovered late',
  ],
  [
    () => ({
      change: 'power',
      effective_on: '2026-03-02',
      eic_code: foreignEic,
      contracted_power_kw: '10',
    }),
    `eic_code reference.unknown ${foreignEic}`,
  ],
  [
    () => ({
      change: 'pointState',
      effective_on: '2026-03-02',
      eic_code: foreignEic,
      point_state: 'disabled',
    }),
    `eic_code reference.unknown ${foreignEic}`,
  ],
  [
    () => ({ change: 'contact', effective_on: '2026-03-04', phone: '+380501110009' }),
    'effective_on dates.future 2026-03-04',
  ],
];

const households = refusedRows.map((_, index) => makeHousehold(index));
let fixture: ImportFixture;

beforeAll(async () => {
  fixture = await openImportFixture('2026-03-03');
  expect(await fixture.load(householdFiles(households))).toMatchObject({ kind: 'loaded' });
});
afterAll(() => fixture.end());

describe('changes.csv', () => {
  test('is refused for what a kind lacks, may not have, or writes wrongly', async () => {
    const { account, serial, eic } = makeHousehold(0);
    const bare = (change: string, more: ChangeRow = {}) => ({
      account_number: account,
      change,
      effective_on: '2026-03-02',
      ...more,
    });
    const rows: [ChangeRow, ...string[]][] = [
      [bare('meterRemoved'), 'serial_number value.required', 'final_values value.required'],
      [
        bare('meterReplaced'),
        'serial_number value.required',
        'final_values value.required',
        'new_serial_number value.required',
        'initial_values value.required',
      ],
      [
        bare('meterInstalled'),
        'eic_code value.required',
        'serial_number value.required',
        'meter_type value.required',
        'zone_scheme value.required',
        'digit_capacity value.required',
        'initial_values value.required',
      ],
      [bare('meterVerified'), 'serial_number value.required'],
      [
        bare('zones', { serial_number: serial }),
        'zone_scheme value.required',
        'final_values value.required',
        'initial_values value.required',
      ],
      [bare('contractEnded', { phone: '+380501110009' }), 'phone value.notWanted +380501110009'],
      [bare('holder'), 'customer_code value.required'],
      [
        bare('tariff', { customer_code: 'HEIR' }),
        'tariff_code value.required',
        'customer_code value.notWanted HEIR',
      ],
      [bare('power', { eic_code: eic }), 'contracted_power_kw value.required'],
      [
        bare('power', { eic_code: `${eic.slice(0, 15)}-`, contracted_power_kw: 'x' }),
        `eic_code value.eic ${eic.slice(0, 15)}-`,
        'contracted_power_kw value.power x',
      ],
      [bare('pointState', { point_state: 'gone' }), 'point_state value.choice gone'],
      [bare('contact'), 'change change.empty contact'],
      [bare('contact', { phone: '12', effective_on: '2026-03-01' }), 'phone value.phone 12'],
      [
        bare('else', { effective_on: '2026-02-30' }),
        'change value.choice else',
        'effective_on value.date 2026-02-30',
      ],
    ];
    const problems = rows.flatMap(([, ...own], index) =>
      own.map((problem) => `changes.csv:${index + 2} ${problem}`),
    );
    expect(await fixture.load(changesFile(rows.map(([row]) => row)))).toEqual(problems);
  });

  test('is refused for what the stored facts do not allow, each row with its place, and changes nothing', async () => {
    const places = refusedRows.map(([row, problem], index) => {
      const household = households[index] as Household;
      return {
        row: { account_number: household.account, ...row(household) },
        problem: problem.replace('{serial}', household.serial),
      };
    });
    const unknown = { account_number: '2399999999', change: 'contractEnded', effective_on: '2026-03-02' };
    expect(await fixture.load(changesFile([...places.map(({ row }) => row), unknown]))).toEqual(
      [...places.map(({ problem }) => problem), 'account_number reference.unknown 2399999999'].map(
        (problem, index) => `changes.csv:${index + 2} ${problem}`,
      ),
    );
    expect(await fixture.ask('select from billing.master_data_change')).toEqual([]);
  });
});
