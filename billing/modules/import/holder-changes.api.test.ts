import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangeRow, changesFile, householdFiles, makeHousehold } from './testing/household-files.ts';
import { type ImportFixture, openImportFixture } from './testing/import-fixture.ts';

const [sold, inherited] = [makeHousehold(0), makeHousehold(1)];
const opened = '2390009100';
const base = householdFiles([sold, inherited]);

/** The household of `sold` goes to HEIR on 02.03.2026: since the 1st, when the meter showed 590, it has counted 7 kWh. */
const change: ChangeRow = {
  account_number: sold.account,
  change: 'holder',
  effective_on: '2026-03-02',
  customer_code: 'HEIR',
  new_account: opened,
  contract_number: 'N2',
  contract_date: '2026-03-01',
  consumer_eic: sold.eic,
  closing_values: `${sold.serial}/single=597`,
  document: 'Заява 7',
};
const changed = {
  ...base,
  ...changesFile([change]),
  'readings.csv': `${base['readings.csv']}${opened},${sold.serial},single,2026-04-01,900\n`,
};

/** The next export of the supplier: both accounts, and at the other place a former account and the one after it. */
const next = {
  ...base,
  'accounts.csv':
    base['accounts.csv'].replace(
      `N1,2020-01-15,,${inherited.eic}`,
      `N1,2020-01-15,2026-03-09,${inherited.eic}`,
    ) +
    `${opened},HEIR,OTHER123,N2,2026-03-01,,${sold.eic},household,normal,no,no,0,2026-03-02\n` +
    `2390009101,HEIR,OTHER124,N3,2026-03-10,,${inherited.eic},household,normal,no,no,0,2026-03-10\n`,
  'premises.csv':
    base['premises.csv'] +
    `${opened},46901,Region,Town,Street,1,2,none,4\n2390009101,46901,Region,Town,Street,1,2,none,1\n`,
  'metering-points.csv':
    base['metering-points.csv'] +
    `${opened},${sold.eic},active,5,no\n2390009101,${inherited.eic},active,5,no\n`,
  'meters.csv':
    base['meters.csv'].replace(
      `${inherited.serial},Type,single,5,1,working,2021-05-18,,`,
      `${inherited.serial},Type,single,5,1,removed,2021-05-18,2026-03-10,`,
    ) +
    `${opened},${sold.eic},${sold.serial},Type,single,5,1,working,2026-03-02,,\n` +
    `2390009101,${inherited.eic},${inherited.serial},Type,single,5,1,working,2026-03-10,,\n`,
  'registers.csv':
    base['registers.csv'].replace(`${inherited.serial},single,0,`, `${inherited.serial},single,0,680`) +
    `${opened},${sold.serial},single,597,\n2390009101,${inherited.serial},single,680,\n`,
};

let fixture: ImportFixture;

beforeAll(async () => {
  fixture = await openImportFixture('2026-03-03');
  expect(await fixture.load(base)).toMatchObject({ kind: 'loaded', closedPeriods: ['2026-01', '2026-02'] });
});
afterAll(() => fixture.end());

const bills = () =>
  fixture.ask(`select account_number as account, (energy_wh / 1000)::int as kwh, charged_kopiykas::int as charged
    from billing.bill where period = '2026-03' order by 1`);

test('a change of holder names what it lacks and what can not be', async () => {
  const { account_number = '', change: kind = '', effective_on = '', customer_code = '' } = change;
  const cases: [ChangeRow, ...string[]][] = [
    [
      { account_number, change: kind, effective_on, customer_code },
      'consumer_eic value.required',
      'contract_date value.required',
      'contract_number value.required',
      'new_account value.required',
    ],
    [{ ...change, closing_values: 'single=597' }, 'closing_values value.meterValues single=597'],
    [{ ...change, closing_values: '' }, `closing_values value.required ${sold.serial}`],
    [{ ...change, closing_values: `${sold.serial}/single=589` }, 'closing_values reading.lower single=589'],
    [{ ...change, new_account: inherited.account }, `new_account account.taken ${inherited.account}`],
    [{ ...change, new_account: '23900091' }, 'new_account account.digits 23900091'],
    [{ ...change, customer_code: 'none' }, 'customer_code reference.unknown none'],
    [{ ...change, customer_code: `C${sold.account}` }, `customer_code change.otherCustomer C${sold.account}`],
    [{ ...change, effective_on: '2026-03-04' }, 'effective_on dates.future 2026-03-04'],
  ];
  for (const [row, ...problems] of cases)
    expect(await fixture.load({ ...base, ...changesFile([row]) }), problems.join()).toEqual(
      problems.map((problem) => `changes.csv:2 ${problem}`),
    );
  const twice = {
    ...change,
    account_number: inherited.account,
    closing_values: `${inherited.serial}/single=597`,
  };
  expect(await fixture.load({ ...base, ...changesFile([change, twice]) })).toEqual([
    `changes.csv:2 new_account account.taken ${opened}`,
    `changes.csv:3 new_account account.taken ${opened}`,
  ]);
});

test('a change of holder opens an account that is charged from its day on, once', async () => {
  fixture.setDay('2026-04-03');
  expect(await fixture.load(changed)).toMatchObject({
    kind: 'loaded',
    added: { master_data_change: 4, reading: 1 },
  });
  expect(await fixture.load(changed)).toMatchObject({
    kind: 'loaded',
    added: { master_data_change: 0, reading: 0 },
  });
  const other = { ...change, closing_values: `${sold.serial}/single=598` };
  expect(await fixture.load({ ...changed, ...changesFile([other]) })).toContain(
    'changes.csv:2 effective_on change.conflict 2026-03-02',
  );
});

test('the next export tells both accounts, and an account after a former one at the same point', async () => {
  const readings = `${changed['readings.csv']}2390009101,${inherited.serial},single,2026-04-01,750\n`;
  const files = { ...next, 'changes.csv': changed['changes.csv'], 'readings.csv': readings };
  expect(await fixture.load(files)).toMatchObject({
    kind: 'loaded',
    added: { account: 1, metering_point: 1, reading: 1 },
  });
  expect(await fixture.load(files)).toMatchObject({
    kind: 'loaded',
    added: { account: 0, master_data_change: 0 },
  });
  await fixture.close('2026-03');
  expect(await bills()).toEqual([
    { account: sold.account, kwh: 7, charged: 3024 },
    { account: inherited.account, kwh: 90, charged: 38_880 },
    { account: opened, kwh: 303, charged: 130_896 },
    { account: '2390009101', kwh: 70, charged: 30_240 },
  ]);
});

test('a point of two accounts at a time is refused, in a folder and beside what is stored', async () => {
  const { 'metering-points.csv': points } = next;
  const line = points.split('\n').length;
  const third = `2390009102,HEIR,OTHER125,N4,2026-03-20,,${sold.eic},household,normal,no,no,0,2026-03-20\n`;
  const files = {
    ...next,
    'changes.csv': changed['changes.csv'],
    'accounts.csv': next['accounts.csv'] + third,
    'premises.csv': `${next['premises.csv']}2390009102,46901,Region,Town,Street,1,2,none,1\n`,
  };
  expect(
    await fixture.load({ ...files, 'metering-points.csv': `${points}2390009102,${sold.eic},active,5,no\n` }),
  ).toContain(`metering-points.csv:${line} eic_code key.repeated ${sold.eic}`);
  const withoutOpened = (text: string) =>
    text
      .split('\n')
      .filter((row) => !row.startsWith(opened))
      .join('\n');
  const alone = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, withoutOpened(text)]));
  expect(
    await fixture.load({
      ...alone,
      'metering-points.csv': `${withoutOpened(points)}2390009102,${sold.eic},active,5,no\n`,
    }),
  ).toContain(`metering-points.csv:${line - 1} account_number row.differs 2390009102`);
});
