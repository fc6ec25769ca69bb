import { supplierFiles } from './supplier-files.ts';

/** The content of a file with one line exchanged (1 is the header); null takes it out. */
function line(file: keyof typeof supplierFiles, number: number, text: string | null): Record<string, string> {
  const lines = supplierFiles[file].split('\n');
  lines.splice(number - 1, 1, ...(text === null ? [] : [text]));
  return { [file]: lines.join('\n') };
}

/** The content of a file with one more line. */
function more(file: keyof typeof supplierFiles, text: string): Record<string, string> {
  return { [file]: `${supplierFiles[file]}${text}\n` };
}

const {
  'readings.csv': readings,
  'accounts.csv': accounts,
  'customers.csv': customers,
  'meters.csv': meters,
} = supplierFiles;

/** Files that can't be read, in the order of the format; of each its content and what is wrong: line, column, code, value. */
export const unreadableFiles: [
  string,
  string | Buffer,
  readonly [number | null, string | null, string, string][],
][] = [
  ['supplier.csv', Buffer.from('PK\u0003\u0004'), [[1, null, 'file.kind', 'XLSX, ZIP']]],
  ['tariffs.csv', 'tariff_code\nhousehold\n', [[1, 'title', 'file.missingColumn', 'title']]],
  [
    'tariff-versions.csv',
    supplierFiles['tariff-versions.csv'].replaceAll(',', '\t'),
    [[1, null, 'file.separator', 'TAB']],
  ],
  ['customers.csv', customers.replaceAll(',', ';'), [[1, null, 'file.separator', ';']]],
  ['accounts.csv', supplierFiles['accounts.csv'].replace('N1', '"N"1'), [[2, null, 'file.quotes', '']]],
  ['premises.csv', '', [[1, null, 'file.empty', '']]],
  [
    'responsibles.csv',
    'account_number,name\n2390001111,A,x\n2390001111\n2390001111,\n',
    [
      [2, null, 'row.columnCount', '3 / 2'],
      [3, null, 'row.columnCount', '1 / 2'],
      [4, 'name', 'value.required', ''],
    ],
  ],
  [
    'metering-points.csv',
    supplierFiles['metering-points.csv'].replace('eic_code', 'account_number'),
    [
      [1, 'account_number', 'file.repeatedColumn', 'account_number'],
      [1, 'eic_code', 'file.missingColumn', 'eic_code'],
    ],
  ],
  ['meters.csv', meters.replace('Type', 'x'.repeat(100_000)), [[2, null, 'row.tooLong', '']]],
  ['registers.csv', '', [[null, null, 'file.missing', '']]],
  ['readings.csv', readings.replace('customer,2026-10', '"customer,2026-10'), [[3, null, 'file.quotes', '']]],
  [
    'payments.csv',
    Buffer.concat([Buffer.from(supplierFiles['payments.csv'].trimEnd()), Buffer.from([0xcf, 0xee, 10])]),
    [[2, null, 'file.encoding', '']],
  ],
  ['benefits.csv', 'account_number,period,amount,colour\n', [[1, 'colour', 'file.unknownColumn', 'colour']]],
];

/** A new meter that was put up after the last reading. */
const secondMeter = {
  ...more('meters.csv', '2390001111,62Z0123456789017,21040018,T,single,5,1,working,2026-11-10,,'),
  ...more('registers.csv', '2390001111,21040018,single,0,'),
};

const signInColumns = 'phone,accounts,password,customer_type';
const actColumns =
  'account_number,act_number,drawn_on,state,amount,clause,served_on,hearing_on,protocol_on,period_from,period_to,days,vat,paid_on';

/** What is done to the smallest folder, and the one problem it must give: file, line, column, code, value. */
export const problemCases: [string, Record<string, string>, unknown[]][] = [
  ['no value', line('tariffs.csv', 2, 'household,'), ['tariffs.csv', 2, 'title', 'value.required', '']],
  [
    'a long value',
    line('tariffs.csv', 2, `household,${'T'.repeat(201)}`),
    ['tariffs.csv', 2, 'title', 'value.tooLong', 'T'.repeat(80)],
  ],
  [
    'a day that does not exist',
    { 'readings.csv': readings.replace('single,2026-11-01', 'single,2026-11-31') },
    ['readings.csv', 3, 'effective_date', 'value.date', '2026-11-31'],
  ],
  [
    'a fraction on a dial',
    { 'readings.csv': readings.replace('12425', '12425.5') },
    ['readings.csv', 3, 'value', 'value.dial', '12425.5'],
  ],
  [
    'a number out of range',
    { 'meters.csv': meters.replace('single,5,', 'single,3,') },
    ['meters.csv', 2, 'digit_capacity', 'value.integer', '3'],
  ],
  [
    'a power that is none',
    { 'metering-points.csv': supplierFiles['metering-points.csv'].replace(',5,', ',0,') },
    ['metering-points.csv', 2, 'contracted_power_kw', 'value.power', '0'],
  ],
  [
    'a sum that is none',
    { 'payments.csv': supplierFiles['payments.csv'].replace('432.00', '-432.00') },
    ['payments.csv', 2, 'amount', 'value.money', '-432.00'],
  ],
  [
    'a word that is not of the list',
    { 'customers.csv': customers.replace('C1,person', 'C1,human') },
    ['customers.csv', 2, 'customer_type', 'value.choice', 'human'],
  ],
  [
    'neither yes nor no',
    { 'accounts.csv': accounts.replace(',no,no,', ',maybe,no,') },
    ['accounts.csv', 2, 'input_blocked', 'value.yesNo', 'maybe'],
  ],
  [
    'a wrong EIC',
    { 'accounts.csv': accounts.replace('62X003485000012Y', '62X003485000012Z') },
    ['accounts.csv', 2, 'consumer_eic', 'value.eic', '62X003485000012Z'],
  ],
  [
    'a wrong taxpayer number',
    { 'customers.csv': customers.replace('3390945670', '3390945671') },
    ['customers.csv', 2, 'tax_code', 'value.rnokpp', '3390945671'],
  ],
  [
    'a wrong phone',
    { 'customers.csv': customers.replace('+380501110001', '+48501110001') },
    ['customers.csv', 2, 'phone', 'value.phone', '+48501110001'],
  ],
  [
    'a wrong e-mail',
    { 'customers.csv': customers.replace('a@b.example', 'a@b') },
    ['customers.csv', 2, 'email', 'value.email', 'a@b'],
  ],
  [
    'a short object code',
    { 'accounts.csv': accounts.replace('CODE1111', 'C1') },
    ['accounts.csv', 2, 'object_code', 'value.objectCode', 'C1'],
  ],
  [
    'a block tariff without blocks',
    {
      'tariff-versions.csv': supplierFiles['tariff-versions.csv'].replace(
        'household,2024-06-01,,flat',
        'household,2024-06-01,,marginalBlocks',
      ),
    },
    ['tariff-versions.csv', 2, 'rule', 'value.tariffRule', 'marginalBlocks'],
  ],
  [
    'a removed meter without a date',
    { 'meters.csv': meters.replace(',working,', ',removed,') },
    ['meters.csv', 2, 'removed_on', 'value.required', ''],
  ],
  [
    'a contract that ended before it began',
    { 'accounts.csv': accounts.replace(',2020-01-15,,', ',2020-01-15,2019-01-15,') },
    ['accounts.csv', 2, 'contract_ended_on', 'dates.order', '2019-01-15'],
  ],
  [
    'an act number on a payment for energy',
    { 'payments.csv': supplierFiles['payments.csv'].replace(',energy,,', ',energy,46-1,') },
    ['payments.csv', 2, 'act_number', 'value.notWanted', '46-1'],
  ],
  [
    'a password that is too short',
    { 'sign-ins.csv': `${signInColumns}\n+380501110001,2390001111,1234567,\n` },
    ['sign-ins.csv', 2, 'password', 'value.password', '1234567'],
  ],
  [
    'a customer that is there twice',
    more('customers.csv', customers.split('\n')[1] ?? ''),
    ['customers.csv', 3, 'customer_code', 'key.repeated', 'C1'],
  ],
  [
    'an account that is there twice',
    more('accounts.csv', accounts.split('\n')[1] ?? ''),
    ['accounts.csv', 3, 'account_number', 'key.repeated', '2390001111'],
  ],
  [
    'a payment that is there twice',
    more('payments.csv', supplierFiles['payments.csv'].split('\n')[1] ?? ''),
    ['payments.csv', 3, 'reference', 'key.repeated', 'P-1'],
  ],
  [
    'an unknown account',
    more('payments.csv', 'P-2,2390009999,2026-11-05,,10.00,energy,,bank'),
    ['payments.csv', 3, 'account_number', 'reference.unknown', '2390009999'],
  ],
  [
    'an unknown customer',
    { 'accounts.csv': accounts.replace(',C1,', ',C2,') },
    ['accounts.csv', 2, 'customer_code', 'reference.unknown', 'C2'],
  ],
  [
    'an unknown meter',
    more('readings.csv', '2390001111,999,single,2026-11-01,1,customer,'),
    ['readings.csv', 4, 'serial_number', 'reference.unknown', '999'],
  ],
  [
    'an unknown register',
    more('readings.csv', '2390001111,21040017,night,2026-11-01,1,customer,'),
    ['readings.csv', 4, 'zone', 'reference.unknown', 'night'],
  ],
  [
    'an unknown act',
    more('payments.csv', 'P-2,2390001111,2026-11-05,,10.00,violationAct,46-9,bank'),
    ['payments.csv', 3, 'act_number', 'reference.unknown', '46-9'],
  ],
  ...(
    [
      [
        'an act handed over before it was drawn up',
        ',2026-11-04,,,,,,,',
        'served_on',
        'dates.order',
        '2026-11-04',
      ],
      [
        'days of an act that end before they begin',
        ',,,,2026-10-02,2026-10-01,,,',
        'period_to',
        'dates.order',
        '2026-10-01',
      ],
      ['a VAT larger than the act', ',,,,,,,10.01,', 'vat', 'value.money', '10.01'],
      ['an act that charges days to come', ',,,,,2099-01-01,,,', 'period_to', 'dates.future', '2099-01-01'],
      ['an act of no day', ',,,,,,0,,', 'days', 'value.integer', '0'],
    ] as const
  ).map(([name, values, column, code, value]): (typeof problemCases)[number] => [
    name,
    { 'violation-acts.csv': `${actColumns}\n2390001111,46-1,2026-11-05,billed,10.00,${values}\n` },
    ['violation-acts.csv', 2, column, code, value],
  ]),
  [
    'a sign-in to an unknown account',
    { 'sign-ins.csv': `${signInColumns}\n+380501110001,2390001111;2390001112,12345678,\n` },
    ['sign-ins.csv', 2, 'accounts', 'reference.unknown', '2390001112'],
  ],
  [
    'an entity that signs in to the account of a person',
    {
      'sign-ins.csv': `${signInColumns}\n+380501110001,2390001111,12345678,entity\n`,
    },
    ['sign-ins.csv', 2, 'accounts', 'signIn.notOfEntity', '2390001111'],
  ],
  [
    'an account that two entities sign in to',
    {
      'customers.csv': customers.replace('C1,person,Surname,Name,,,3390945670', 'C1,entity,,,,Firm,44702151'),
      'sign-ins.csv':
        `${signInColumns}\n+380501110001,2390001111,12345678,entity\n` +
        '+380501110002,2390001111,12345678,entity\n',
    },
    ['sign-ins.csv', 3, 'accounts', 'signIn.accountTaken', '2390001111'],
  ],
  [
    'an account without premises',
    line('premises.csv', 2, null),
    ['accounts.csv', 2, 'account_number', 'account.noPremises', '2390001111'],
  ],
  [
    'a tariff without versions',
    more('tariffs.csv', 'heating,Опалення'),
    ['tariffs.csv', 3, 'tariff_code', 'tariff.noVersions', 'heating'],
  ],
  [
    'a tariff that begins after the history',
    { 'tariff-versions.csv': supplierFiles['tariff-versions.csv'].replace('2024-06-01', '2026-10-02') },
    ['tariffs.csv', 2, 'tariff_code', 'tariff.historyUncovered', 'household'],
  ],
  [
    'a gap between versions of a tariff',
    more('tariff-versions.csv', 'household,2023-06-01,2024-05-30,flat,2.64,,,,,,,A'),
    ['tariff-versions.csv', 3, 'valid_to', 'tariffVersion.gap', '2024-05-30'],
  ],
  [
    'versions of a tariff that overlap',
    more('tariff-versions.csv', 'household,2023-06-01,2024-06-01,flat,2.64,,,,,,,A'),
    ['tariff-versions.csv', 3, 'valid_to', 'tariffVersion.overlap', '2024-06-01'],
  ],
  [
    'a two-zone meter with one register',
    {
      'meters.csv': meters.replace(',single,', ',two,'),
      'registers.csv': supplierFiles['registers.csv'].replace(',single,', ',day,'),
      'readings.csv': readings.replaceAll(',single,', ',day,'),
    },
    ['meters.csv', 2, 'zone_scheme', 'meter.registerMissing', 'night'],
  ],
  [
    'a register that the meter can not have',
    {
      ...more('registers.csv', '2390001111,21040017,night,5,'),
      ...more('readings.csv', '2390001111,21040017,night,2026-10-01,5,customer,'),
    },
    ['registers.csv', 3, 'zone', 'register.zone', 'night'],
  ],
  [
    'a meter without a reading where the history begins',
    {
      'readings.csv': `${readings.split('\n')[0]}\n2390001111,21040017,single,2026-10-05,12345,customer,\n`,
    },
    ['registers.csv', 2, 'zone', 'register.noOpening', 'single'],
  ],
  [
    'a reading higher than the dial',
    { 'readings.csv': readings.replace(',12425,', ',112425,') },
    ['readings.csv', 3, 'value', 'dial.tooHigh', '112425'],
  ],
  [
    'an installed value higher than the dial',
    { 'registers.csv': supplierFiles['registers.csv'].replace(',0,', ',100000,') },
    ['registers.csv', 2, 'installed_value', 'dial.tooHigh', '100000'],
  ],
  [
    'a reading before the meter was there',
    { ...secondMeter, ...more('readings.csv', '2390001111,21040018,single,2026-11-01,1,customer,') },
    ['readings.csv', 4, 'effective_date', 'reading.beforeInstallation', '2026-11-01'],
  ],
  [
    'a reading of the future',
    more('readings.csv', '2390001111,21040017,single,2026-12-02,12500,customer,'),
    ['readings.csv', 4, 'effective_date', 'dates.future', '2026-12-02'],
  ],
  [
    'two readings of a day',
    more('readings.csv', '2390001111,21040017,single,2026-11-01,12425,customer,'),
    ['readings.csv', 4, 'effective_date', 'reading.dayTwice', '2026-11-01'],
  ],
  [
    'a reading that goes back',
    { 'readings.csv': readings.replace(',12425,', ',12344,') },
    ['readings.csv', 3, 'value', 'reading.lower', '12344'],
  ],
  [
    'a payment of the future',
    { 'payments.csv': supplierFiles['payments.csv'].replace('2026-11-05,2026-11-06', '2026-11-21,') },
    ['payments.csv', 2, 'paid_on', 'dates.future', '2026-11-21'],
  ],
  [
    'a payment before the history',
    { 'payments.csv': supplierFiles['payments.csv'].replace('2026-11-05', '2026-09-30') },
    ['payments.csv', 2, 'paid_on', 'payment.beforeHistory', '2026-09-30'],
  ],
  [
    'a benefit before the history',
    { 'benefits.csv': 'account_number,period,amount\n2390001111,2026-09,100.00\n' },
    ['benefits.csv', 2, 'period', 'benefit.beforeHistory', '2026-09'],
  ],
  [
    'a benefit of a month that is still to come',
    { 'benefits.csv': 'account_number,period,amount\n2390001111,2026-12,100.00\n' },
    ['benefits.csv', 2, 'period', 'dates.future', '2026-12'],
  ],
  [
    'a benefit that is there twice',
    { 'benefits.csv': 'account_number,period,amount\n2390001111,2026-10,1.00\n2390001111,2026-10,2.00\n' },
    ['benefits.csv', 3, 'period', 'key.repeated', '2026-10'],
  ],
  [
    'a benefit of nobody',
    { 'benefits.csv': 'account_number,period,amount\n2390001119,2026-10,100.00\n' },
    ['benefits.csv', 2, 'account_number', 'reference.unknown', '2390001119'],
  ],
];
