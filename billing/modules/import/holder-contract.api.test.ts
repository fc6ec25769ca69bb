import { afterAll, beforeAll, expect, test } from 'vitest';
import { company, entityFiles, mainEic, subEic } from './testing/entity-files.ts';
import { changesFile } from './testing/household-files.ts';
import { type ImportFixture, openImportFixture } from './testing/import-fixture.ts';

let fixture: ImportFixture;

beforeAll(async () => {
  fixture = await openImportFixture('2026-11-20');
  expect(await fixture.load(entityFiles)).toMatchObject({ kind: 'loaded', closedPeriods: ['2026-10'] });
});
afterAll(() => fixture.end());

const opened = '1000000010';

/** The company goes to E2 on 16.11; since the 1st, when they showed 2668 and 10340, the meters have counted 100 and 60. */
const changed = {
  ...entityFiles,
  'customers.csv': `${entityFiles['customers.csv']}E2,entity,,,,Firm 2,41203457,,\n`,
  'price-components.csv': `${entityFiles['price-components.csv']}dayAhead,,0,2026-11-01,,6.00000,Market\ndistribution,OP,2,2026-11-01,,2.80000,Order 3\n`,
  ...changesFile([
    {
      account_number: company,
      change: 'holder',
      effective_on: '2026-11-16',
      customer_code: 'E2',
      new_account: opened,
      contract_number: 'N10',
      contract_date: '2026-11-15',
      consumer_eic: mainEic,
      closing_values: 'M1/single=2768;M1/reactiveImport=1209;M1/reactiveExport=10;M2/single=10400',
    },
  ]),
};

/** Columns of a line of a file of entities, at the new account from its day on. */
const atOpened = (file: 'contract-points.csv' | 'sub-consumers.csv') =>
  entityFiles[file]
    .split('\n')
    .slice(1, -1)
    .map((line) => `${line.replace(company, opened).replace('2024-01-09', '2026-11-16')}\n`)
    .join('');

/** The next export: the new account with its contract as it was opened, and readings of 01.12. */
const next = {
  ...changed,
  'accounts.csv': `${changed['accounts.csv']}${opened},E2,FIRM0010,N10,2026-11-15,,${mainEic},household,normal,no,no,0,2026-11-16\n`,
  'premises.csv': `${changed['premises.csv']}${opened},46901,Region,Town,Street,9,,none,1\n`,
  'metering-points.csv': `${changed['metering-points.csv']}${opened},${mainEic},active,400,no\n${opened},${subEic},active,50,no\n`,
  'meters.csv': `${changed['meters.csv']}${opened},${mainEic},M1,Type,single,6,20,working,2026-11-16,,
${opened},${subEic},M2,Type,single,6,1,working,2026-11-16,,\n`,
  'registers.csv': `${changed['registers.csv']}${opened},M1,single,2768,\n${opened},M2,single,10400,\n`,
  'readings.csv': `${changed['readings.csv']}${opened},M1,single,2026-12-01,2968,customer,2026-12-01
${opened},M2,single,2026-12-01,10500,customer,2026-12-01\n`,
  'entity-contracts.csv': `${changed['entity-contracts.csv']}${opened},2026-11-16,N10,2026-11-15,2027-12-31,spot,OP,SPOT,,,,no,planned,5=30;15=30;25=40,20,10,,signature,15.25,2,monthBefore,20,10\n`,
  'contract-points.csv': changed['contract-points.csv'] + atOpened('contract-points.csv'),
  'sub-consumers.csv': changed['sub-consumers.csv'] + atOpened('sub-consumers.csv'),
  'meter-channels.csv': `${changed['meter-channels.csv']}${opened},M1,reactiveImport,1209,\n${opened},M1,reactiveExport,10,\n`,
  'channel-readings.csv': `${changed['channel-readings.csv']}${company},M1,reactiveExport,2026-10,10,,
${opened},M1,reactiveImport,2026-11,1234,customer,2026-12-01\n`,
};

test('a change of holder of a company has the value of each channel on the day', async () => {
  const without = changed['changes.csv']?.replace(';M1/reactiveExport=10', '') ?? '';
  expect(await fixture.load({ ...changed, 'changes.csv': without })).toEqual([
    'changes.csv:2 closing_values change.registers M1',
  ]);
});

test('a change of holder of a company opens an account with its contract, which the next export tells', async () => {
  const channels = { 'channel-readings.csv': next['channel-readings.csv'].split(opened)[0] ?? '' };
  expect(await fixture.load({ ...entityFiles, ...channels, ...changesFile([]) })).toMatchObject({
    kind: 'loaded',
    added: { channel_reading: 1 },
  });
  for (const recorded of [5, 0])
    expect(await fixture.load({ ...changed, ...channels })).toMatchObject({
      kind: 'loaded',
      added: { master_data_change: recorded },
    });
  fixture.setDay('2026-12-03');
  expect(await fixture.load(next)).toMatchObject({
    kind: 'loaded',
    added: {
      account: 0,
      contract_point: 0,
      sub_consumer: 0,
      meter_channel: 0,
      reading: 2,
      channel_reading: 1,
    },
  });
  await fixture.close('2026-11');
  expect(
    await fixture.ask(`select account_number as account, eic_code as eic, metered_kwh::int as metered, sub_kwh::int as sub,
      reactive_import_kvarh::int as reactive from billing.invoice_quantity where period = '2026-11' order by 1, 2`),
  ).toEqual([
    { account: company, eic: mainEic, metered: 2000, sub: 60, reactive: 500 },
    { account: company, eic: subEic, metered: 60, sub: 0, reactive: 0 },
    { account: opened, eic: mainEic, metered: 4000, sub: 100, reactive: 500 },
    { account: opened, eic: subEic, metered: 100, sub: 0, reactive: 0 },
  ]);
  expect(
    await fixture.ask(
      `select contract_number as number, ends_on::text as ends from billing.entity_contract order by 1`,
    ),
  ).toEqual([
    { number: 'N10', ends: '2027-12-31' },
    { number: 'N9', ends: null },
  ]);
  expect(
    await fixture.ask(`select account_number as account, count(*)::int as parts from billing.planned_payment
      where period = '2026-12' group by 1`),
  ).toEqual([{ account: opened, parts: 3 }]);
});
