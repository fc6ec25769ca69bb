import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ChangeRow,
  changesFile,
  type Household,
  householdFiles,
  makeHousehold,
  replacementOnPaper,
  withReplaced,
} from './testing/household-files.ts';
import { type ImportFixture, openImportFixture } from './testing/import-fixture.ts';

const [byBase, byChanges, byBoth, changed, zoned, ended, flagged] = [1, 2, 3, 4, 5, 6, 7].map((index) =>
  makeHousehold(index, 'unread'),
) as [Household, Household, Household, Household, Household, Household, Household];

/** On 03.02.2026: 30 kWh a month, each meter shows 310. */
const february = {
  ...householdFiles([byBase, byChanges, byBoth, changed, zoned, ended, flagged]),
  ...changesFile([]),
};
type Files = Record<keyof typeof february, string>;

const readingOf = ({ account }: Household, serial: string, day: string, value: number) =>
  `${account},${serial},single,${day},${value}\n`;
const newMeters = (day: string, value: number, households: readonly Household[]) =>
  households.map((household) => readingOf(household, `${household.serial}N`, day, value)).join('');

let fixture: ImportFixture;

const billsOf = ({ account }: Household) =>
  fixture.ask(
    `select (energy_wh / 1000)::int as kwh, charged_kopiykas::int as charged from billing.bill
      where account_number = $1 and period >= '2026-02' order by period`,
    [account],
  );
const changesOf = ({ account }: Household) =>
  fixture.ask<Record<string, unknown>>(
    `select kind, subject, effective_on::text as day, source, actor, document, before, after
      from billing.master_data_change where account_number = $1 order by effective_on, kind, subject`,
    [account],
  );
const requests = () =>
  fixture.ask<{ account: string }>(
    `select account_number as account, from_period as "from", booked_period as booked
      from billing.recalculation_request where cause = 'masterDataChange' order by account_number`,
  );
const verification = async () => {
  const rows = await fixture.ask(
    `select verification_requested as requested,
      to_char(nullif(verification_asked_at, '-infinity'), 'YYYY-MM-DD') as day
      from billing.metering_point where account_number = $1`,
    [flagged.account],
  );
  return Object.values(rows[0] ?? {});
};

describe('changes that a folder tells when their month is over', () => {
  const replaced = [byBase, byChanges, byBoth];
  const { account, eic } = changed;
  const rows: ChangeRow[] = [
    replacementOnPaper(byChanges),
    replacementOnPaper(byBoth),
    { change: 'tariff', account_number: account, effective_on: '2026-02-15', tariff_code: 'cheap' },
    ...[
      { change: 'power', effective_on: '2026-02-15', contracted_power_kw: '10' },
      { change: 'pointState', effective_on: '2026-03-02', point_state: 'disabled' },
    ].map((row) => ({ ...row, account_number: account, eic_code: eic })),
    { change: 'contact', account_number: account, effective_on: '2026-03-02', phone: '+380501110009' },
    { change: 'contractEnded', account_number: account, effective_on: '2026-03-31' },
    {
      ...{ change: 'zones', account_number: zoned.account, effective_on: '2026-02-10' },
      ...{ serial_number: zoned.serial, zone_scheme: 'two' },
      ...{ final_values: 'single=400', initial_values: 'day=10;night=20' },
    },
  ];
  const told = withReplaced(february, [byBase, byBoth]);
  const march: Files = {
    ...told,
    ...changesFile(rows),
    'accounts.csv': told['accounts.csv'].replace(
      new RegExp(`^(${ended.account},.*),2020-01-15,,`, 'm'),
      '$1,2020-01-15,2026-02-20,',
    ),
    'meters.csv': told['meters.csv'].replace(
      new RegExp(`^(${ended.account},.*,2021-05-18),,$`, 'm'),
      '$1,,2026-02-25',
    ),
    'metering-points.csv': told['metering-points.csv'].replace(
      new RegExp(`^(${flagged.account},.*),no$`, 'm'),
      '$1,yes',
    ),
    'readings.csv':
      told['readings.csv'] +
      newMeters('2026-03-01', 100, replaced) +
      readingOf(changed, changed.serial, '2026-03-01', 590) +
      `${zoned.account},${zoned.serial},day,2026-03-01,70\n${zoned.account},${zoned.serial},night,2026-03-01,60\n`,
  };

  beforeAll(async () => {
    fixture = await openImportFixture('2026-02-03');
    await fixture.load(february);
    expect(await verification()).toEqual([false, null]);
    fixture.setDay('2026-03-03');
    expect(await fixture.load(march)).toMatchObject({ kind: 'loaded' });
    await fixture.close('2026-02');
  });
  afterAll(() => fixture.end());

  test.each([
    ['as base files tell it', byBase],
    ['as changes.csv tells it', byChanges],
    ['as both tell it', byBoth],
  ])('a replaced meter is charged up to its removal, the new one from then on: %s', async (_, household) => {
    expect(
      await fixture.ask(
        `select serial_number as serial, removed_on::text as removed from billing.meter
          where account_number = $1 order by 1`,
        [household.account],
      ),
    ).toEqual([
      { serial: household.serial, removed: '2026-02-10' },
      { serial: `${household.serial}N`, removed: null },
    ]);
    expect(await billsOf(household)).toEqual([{ kwh: 190, charged: 82_080 }]);
  });

  test('a change is recorded with its day, source and paper, and is in the audit', async () => {
    expect(await requests()).toEqual([]);
    expect(await changesOf(byChanges)).toEqual([
      {
        kind: 'meterReplaced',
        subject: byChanges.serial,
        day: '2026-02-10',
        source: 'importFile',
        actor: 'import',
        document: 'Act 7',
        before: {},
        after: {
          finalValues: { single: 400 },
          newSerialNumber: `${byChanges.serial}N`,
          meterType: 'Type',
          zoneScheme: 'single',
          digitCapacity: 5,
          coefficient: 1,
          initialValues: { single: 0 },
        },
      },
    ]);
    expect(
      await fixture.ask(
        `select actor, action, after ->> 'source' as source from billing.audit_entry
          where action like 'masterData.%' and account_number = $1`,
        [byChanges.account],
      ),
    ).toEqual([{ actor: 'import', action: 'masterData.meterReplaced', source: 'importFile' }]);
    for (const statement of [
      `update billing.master_data_change set document = ''`,
      `delete from billing.master_data_change`,
    ])
      await expect(fixture.ask(statement)).rejects.toThrow('never overwritten');
  });

  test('tariff, power, point state, contact and end of contract are made and charged as of their days', async () => {
    expect(
      await fixture.ask(
        `select tariff_code as tariff, contract_ended_on::text as ended, phone, point_state as state,
            contracted_power_watts as watts
          from billing.account join billing.customer using (customer_id)
          join billing.metering_point using (account_number) where account_number = $1`,
        [account],
      ),
    ).toEqual([
      { tariff: 'cheap', ended: '2026-03-31', phone: '+380501110009', state: 'disabled', watts: 10_000 },
    ]);
    // 280 kWh by 14 days each: 140 × 4.32 + 140 × 2.64.
    expect(await billsOf(changed)).toEqual([{ kwh: 280, charged: 97_440 }]);
    expect((await changesOf(changed)).map(({ kind, before }) => [kind, before])).toEqual([
      ['power', { contractedPowerWatts: 5000 }],
      ['tariff', { tariffCode: 'household' }],
      ['contact', { phone: '+380501110001' }],
      ['pointState', { pointState: 'active' }],
      ['contractEnded', { contractEndedOn: null }],
    ]);
  });

  test('a meter that is programmed for other zones continues with new registers', async () => {
    // 90 × 4.32 + 60 × 4.32 + 40 × 2.16.
    expect(await billsOf(zoned)).toEqual([{ kwh: 190, charged: 73_440 }]);
  });

  test('the end of a contract and a verification are taken from base files', async () => {
    expect((await changesOf(ended)).map(({ kind, day }) => [kind, day])).toEqual([
      ['contractEnded', '2026-02-20'],
      ['meterVerified', '2026-02-25'],
    ]);
  });

  test('the same folder and the one of before add nothing; a verification is asked for again after the flag was off', async () => {
    const all = 'select count(*)::int as count from billing.master_data_change';
    const recorded = await fixture.ask(all);
    expect(await verification()).toEqual([true, '2026-03-03']);
    const days = [
      [march, '2026-03-04', [true, '2026-03-03']],
      [february, '2026-03-05', [false, '2026-03-05']],
      [march, '2026-03-06', [true, '2026-03-06']],
    ] as const;
    for (const [files, day, asked] of days) {
      fixture.setDay(day);
      const added = { master_data_change: 0, meter: 0, register: 0, reading: 0 };
      expect(await fixture.load(files)).toMatchObject({ kind: 'loaded', added });
      expect(await verification()).toEqual(asked);
    }
    expect(await fixture.ask(all)).toEqual(recorded);
  });

  test('months after a replacement cost what their papers say; a later export names the new zones only', async () => {
    const own = `${zoned.account},${zoned.serial}`;
    let files: Files = {
      ...march,
      'meters.csv': march['meters.csv'].replace(
        new RegExp(`^(${zoned.account},.*),single,5`, 'm'),
        '$1,two,5',
      ),
      'registers.csv': march['registers.csv'].replace(`${own},single,0,`, `${own},day,10,\n${own},night,20,`),
    };
    for (const [period, day, value] of [
      ['2026-03', '2026-04', 200],
      ['2026-04', '2026-05', 300],
    ] as const) {
      fixture.setDay(`${day}-03`);
      files = { ...files, 'readings.csv': files['readings.csv'] + newMeters(`${day}-01`, value, replaced) };
      const added = { master_data_change: 0, register: 0, reading: 3 };
      expect(await fixture.load(files)).toMatchObject({ kind: 'loaded', added });
      await fixture.close(period);
    }
    const usual = { kwh: 100, charged: 43_200 };
    // February: 90 kWh of the old meter and 100 of the new one, 820.80.
    expect(await billsOf(byBase)).toEqual([{ kwh: 190, charged: 82_080 }, usual, usual]);
  });
});

test('a replacement in a closed month requests its recalculation, by base files and by changes.csv', async () => {
  fixture = await openImportFixture('2026-02-03');
  const households = [byBase, byChanges];
  const before: Files = { ...householdFiles(households), ...changesFile([]) };
  await fixture.load(before);
  fixture.setDay('2026-03-03');
  await fixture.close('2026-02');
  const files = { ...withReplaced(before, [byBase]), ...changesFile([replacementOnPaper(byChanges)]) };
  files['readings.csv'] += newMeters('2026-03-01', 100, households);
  expect(await fixture.load(files)).toMatchObject({ kind: 'loaded' });
  // Base files tell a removal and an installation.
  expect(await requests()).toEqual(
    [byBase, byBase, byChanges].map(({ account }) => ({ account, from: '2026-02', booked: null })),
  );
  // What the papers say: 190 kWh in February, 100 in March, whatever February was estimated at.
  fixture.setDay('2026-04-03');
  files['readings.csv'] += newMeters('2026-04-01', 200, households);
  await fixture.load(files);
  await fixture.close('2026-03');
  expect(
    await fixture.ask(
      `select sum(charged_kopiykas + recalculated_kopiykas)::int as total from billing.bill
        where period >= '2026-02' group by account_number`,
    ),
  ).toEqual([{ total: 125_280 }, { total: 125_280 }]);
  await fixture.end();
});
