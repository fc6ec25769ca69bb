import { eicCheckCharacter } from '#domain/identifiers/eic-code.ts';
import { supplierFiles } from './supplier-files.ts';

/** A household of 10 kWh a day since 01.02.2026, 4.32 each: 1209.60 in February, 1339.20 in March. */
export interface Household {
  readonly account: string;
  readonly eic: string;
  readonly serial: string;
  /** `read`: 280, 310, 590 on the first of January, February, March; `unread`: not in March; `neverRead`: a meter of this year. */
  readonly readings: 'read' | 'unread' | 'neverRead';
}

/** Columns of changes.csv with their values. */
export type ChangeRow = Readonly<Record<string, string>>;

const changeColumns = (
  'account_number,change,effective_on,eic_code,serial_number,final_values,new_serial_number,meter_type,zone_scheme,' +
  'digit_capacity,initial_values,customer_code,new_account,contract_number,contract_date,consumer_eic,closing_values,tariff_code,' +
  'contracted_power_kw,point_state,phone,document'
).split(',');

export function changesFile(rows: readonly ChangeRow[]) {
  const lines = [changeColumns, ...rows.map((row) => changeColumns.map((column) => row[column] ?? ''))];
  return { 'changes.csv': lines.map((line) => `${line.join(',')}\n`).join('') };
}

export function makeHousehold(index: number, readings: Household['readings'] = 'read'): Household {
  // A check character of '-' is not used.
  const [eic = ''] = [0, 1, 2, 3]
    .map((last) => `62Z${String(700_000_000_000 + index * 10 + last)}`)
    .map((body) => body + eicCheckCharacter(body))
    .filter((code) => !code.endsWith('-'));
  return { account: String(2_390_001_100 + index), eic, serial: String(21_040_000 + index), readings };
}

const headerOf = (file: keyof typeof supplierFiles) => `${supplierFiles[file].split('\n')[0]}\n`;

/** The folder of the households as it is on 03.03.2026, with the tariffs `cheap` and `late` and the customer HEIR besides. */
export function householdFiles(households: readonly Household[]) {
  const linesOf = (line: (household: Household) => string) => households.map(line).join('');
  return {
    ...supplierFiles,
    'tariffs.csv': `${supplierFiles['tariffs.csv']}cheap,Cheap\nlate,Late\n`,
    'tariff-versions.csv':
      `${supplierFiles['tariff-versions.csv']}cheap,2024-06-01,,flat,2.64,,,,,,two.night=0.5,Act\n` +
      'late,2026-03-01,,flat,1.00,,,,,,,Act\n',
    'customers.csv':
      `${headerOf('customers.csv')}HEIR,person,Heir,Name,,,,,\n` +
      linesOf(({ account }) => `C${account},person,Surname,Name,,,,+380501110001,\n`),
    'accounts.csv':
      headerOf('accounts.csv') +
      linesOf(
        ({ account, eic }) =>
          `${account},C${account},CODE${account.slice(-4)},N1,2020-01-15,,${eic},household,normal,no,no,0,2020-01-15\n`,
      ),
    'premises.csv':
      headerOf('premises.csv') + linesOf(({ account }) => `${account},46901,Region,Town,Street,1,2,none,2\n`),
    'metering-points.csv':
      headerOf('metering-points.csv') + linesOf(({ account, eic }) => `${account},${eic},active,5,no\n`),
    'meters.csv':
      headerOf('meters.csv') +
      linesOf(({ account, eic, serial, readings }) => {
        const installedOn = readings === 'neverRead' ? '2026-01-01' : '2021-05-18';
        return `${account},${eic},${serial},Type,single,5,1,working,${installedOn},,\n`;
      }),
    'registers.csv':
      headerOf('registers.csv') + linesOf(({ account, serial }) => `${account},${serial},single,0,\n`),
    'readings.csv': `account_number,serial_number,zone,effective_date,value\n${linesOf(readingsOf)}`,
    'payments.csv': 'reference,account_number,paid_on,amount\n',
  };
}

function readingsOf({ account, serial, readings }: Household): string {
  const values = { '2026-01-01': 280, '2026-02-01': 310, '2026-03-01': 590 };
  const count = { read: 3, unread: 2, neverRead: 0 }[readings];
  return Object.entries(values)
    .slice(0, count)
    .map(([day, value]) => `${account},${serial},single,${day},${value}\n`)
    .join('');
}

/** The columns of a day on which a meter of one zone is removed. */
export function removal(day: string, value: number): ChangeRow {
  return { effective_on: day, final_values: `single=${value}` };
}

/** A second meter at a point. */
export function installation(eic: string, serial: string): ChangeRow {
  return {
    change: 'meterInstalled',
    eic_code: eic,
    serial_number: `${serial}N`,
    meter_type: 'Type',
    zone_scheme: 'single',
    digit_capacity: '6',
    initial_values: 'single=7',
  };
}

/** A meter of the same kind in the place of the one that stands. */
export function replacement(serial: string): ChangeRow {
  return {
    change: 'meterReplaced',
    serial_number: serial,
    new_serial_number: `${serial}N`,
    initial_values: 'single=5',
  };
}

/** The meter counts two zones from then on. */
export function zones(serial: string): ChangeRow {
  return { change: 'zones', serial_number: serial, zone_scheme: 'two', initial_values: 'day=1;night=2' };
}

/** The files in which meters were replaced on 10.02.2026 at 400, as base files tell it. */
export function withReplaced<Files extends Readonly<Record<'meters.csv' | 'registers.csv', string>>>(
  files: Files,
  households: readonly Household[],
): Files {
  let { 'meters.csv': meters, 'registers.csv': registers } = files;
  for (const { account, eic, serial } of households) {
    const own = `${account},${eic},${serial},Type,single,5,1`;
    meters = meters.replace(`${own},working,2021-05-18,,`, `${own},removed,2021-05-18,2026-02-10,`);
    meters += `${account},${eic},${serial}N,Type,single,5,1,working,2026-02-10,,\n`;
    registers = registers.replace(`${account},${serial},single,0,`, `${account},${serial},single,0,400`);
    registers += `${account},${serial}N,single,0,\n`;
  }
  return { ...files, 'meters.csv': meters, 'registers.csv': registers };
}

/** The same replacement as changes.csv tells it. */
export const replacementOnPaper = ({ account, serial }: Household): ChangeRow => ({
  ...{ account_number: account, change: 'meterReplaced', effective_on: '2026-02-10', serial_number: serial },
  ...{ final_values: 'single=400', new_serial_number: `${serial}N`, initial_values: 'single=0' },
  document: 'Act 7',
});
