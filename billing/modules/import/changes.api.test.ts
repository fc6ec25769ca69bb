import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/clock.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { importFolder } from './public.ts';
import { supplierFiles } from './testing/supplier-files.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
const folders: string[] = [];
const clock = fixedClock(kyivInstant(localDate('2026-02-03'), 12, 0));

const account = '2390001111';
const eic = '62Z0123456789017';
const readingHeader = 'account_number,serial_number,zone,effective_date,value\n';
/** The household as it is on 03.02.2026: 30 kWh a month, the meter shows 310. */
const february = {
  ...supplierFiles,
  'readings.csv': `${readingHeader}${account},21040017,single,2026-01-01,280\n${account},21040017,single,2026-02-01,310\n`,
  'payments.csv': 'reference,account_number,paid_on,amount\n',
};

beforeEach(async () => {
  await connected?.close();
  await database?.close();
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  clock.set(kyivInstant(localDate('2026-02-03'), 12, 0));
});

afterAll(async () => {
  await connected.close();
  await database.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function load(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-changes-'));
  folders.push(folder);
  for (const [name, content] of Object.entries({ ...february, ...files }))
    await writeFile(join(folder, name), content);
  return importFolder({ db: connected.db as BillingDatabase, pool: connected.pool, folder, clock });
}

async function ask<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

function on(day: string): void {
  clock.set(kyivInstant(localDate(day), 12, 0));
}

async function close(period: string) {
  const result = await closePeriod({
    db: connected.db as BillingDatabase,
    pool: connected.pool,
    clock,
    period: billingPeriod(period),
  });
  expect(result.kind).toBe('closed');
}

const changesHeader =
  'account_number,change,effective_on,eic_code,serial_number,final_values,new_serial_number,zone_scheme,initial_values,' +
  'customer_code,tariff_code,contracted_power_kw,point_state,phone,document\n';
const columns = changesHeader.trim().split(',');

/** A line of changes.csv. */
function change(values: Readonly<Record<string, string>>): string {
  return `${columns.map((column) => ({ account_number: account, ...values })[column] ?? '').join(',')}\n`;
}
const changes = (...rows: Readonly<Record<string, string>>[]) => ({
  'changes.csv': changesHeader + rows.map(change).join(''),
});

const replaced = { change: 'meterReplaced', effective_on: '2026-02-10', serial_number: '21040017' };
const replacement = changes({
  ...replaced,
  final_values: 'single=400',
  new_serial_number: '22',
  initial_values: 'single=0',
  document: 'Act 7',
});
/** The same replacement as base files tell it. */
const told = {
  'meters.csv': february['meters.csv']
    .replace(',working,2021-05-18,,', ',removed,2021-05-18,2026-02-10,')
    .concat(`${account},${eic},22,Type,single,5,1,working,2026-02-10,,\n`),
  'registers.csv': february['registers.csv']
    .replace('single,0,', 'single,0,400')
    .concat(`${account},22,single,0,\n`),
};
const readOnFirst = { 'readings.csv': `${february['readings.csv']}${account},22,single,2026-03-01,100\n` };

const billOf = (period: string) =>
  ask(
    `select (energy_wh / 1000)::int as kwh, charged_kopiykas::int as charged from billing.bill where period = '${period}'`,
  );
const changeRows = () =>
  ask<
    Record<string, unknown>
  >(`select kind, subject, effective_on::text as day, source, actor, document, before, after
    from billing.master_data_change order by effective_on, kind, subject`);
const requests = () =>
  ask(`select from_period as "from", cause, booked_period as booked from billing.recalculation_request
    where cause = 'masterDataChange'`);

describe('a meter that was replaced after the first import', () => {
  test.each([
    ['as base files tell it', { ...told, ...readOnFirst }],
    ['as changes.csv tells it', { ...replacement, ...readOnFirst }],
    ['as both tell it', { ...replacement, ...told, ...readOnFirst }],
  ])('is charged up to its removal, the new one from then on: %s', async (_, files) => {
    await load({});
    on('2026-03-03');
    expect(await load(files)).toMatchObject({ kind: 'loaded' });
    expect(
      await ask(`select serial_number as serial, removed_on::text as removed from billing.meter order by 1`),
    ).toEqual([
      { serial: '21040017', removed: '2026-02-10' },
      { serial: '22', removed: null },
    ]);
    await close('2026-02');
    expect(await billOf('2026-02')).toEqual([{ kwh: 190, charged: 82_080 }]);
    expect(await requests()).toEqual([]);
    const recorded = await changeRows();
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 0, meter: 0 } });
    expect(await load({})).toMatchObject({ kind: 'loaded', added: { master_data_change: 0 } });
    expect(await changeRows()).toEqual(recorded);
  });

  test('is recorded with its day, source and paper, and is in the audit', async () => {
    await load({});
    on('2026-03-03');
    await load({ ...replacement, ...readOnFirst });
    expect(await changeRows()).toEqual([
      {
        kind: 'meterReplaced',
        subject: '21040017',
        day: '2026-02-10',
        source: 'importFile',
        actor: 'import',
        document: 'Act 7',
        before: {},
        after: {
          finalValues: { single: 400 },
          newSerialNumber: '22',
          meterType: 'Type',
          zoneScheme: 'single',
          digitCapacity: 5,
          coefficient: 1,
          initialValues: { single: 0 },
        },
      },
    ]);
    expect(await ask(`select actor, action, after ->> 'source' as source from billing.audit_entry`)).toEqual([
      { actor: 'import', action: 'masterData.meterReplaced', source: 'importFile' },
    ]);
    await expect(ask(`update billing.master_data_change set document = ''`)).rejects.toThrow(
      'never overwritten',
    );
    await expect(ask(`delete from billing.master_data_change`)).rejects.toThrow('never overwritten');
  });

  test.each([
    ['base files', { ...told, ...readOnFirst }, 2],
    ['changes.csv', { ...replacement, ...readOnFirst }, 1],
  ])('asks for its closed month to be charged anew: %s', async (_, files, count) => {
    await load({});
    on('2026-03-03');
    await close('2026-02');
    await load(files);
    expect(await requests()).toEqual(
      Array.from({ length: count }, () => ({ from: '2026-02', cause: 'masterDataChange', booked: null })),
    );
    // What the papers say: 190 kWh in February, 100 in March, whatever February was estimated at.
    on('2026-04-03');
    await load({
      ...files,
      'readings.csv': `${readOnFirst['readings.csv']}${account},22,single,2026-04-01,200\n`,
    });
    await close('2026-03');
    expect(
      await ask(
        `select sum(charged_kopiykas + recalculated_kopiykas)::int as total from billing.bill where period >= '2026-02'`,
      ),
    ).toEqual([{ total: 125_280 }]);
  });
});

test('eight months after a replacement cost what its papers say, month by month', async () => {
  await load({});
  let readings = february['readings.csv'];
  const bills = [];
  for (let month = 2; month <= 9; month++) {
    const next = String(month + 1).padStart(2, '0');
    on(`2026-${next}-03`);
    readings += `${account},22,single,2026-${next}-01,${100 * (month - 1)}\n`;
    expect(await load({ ...told, 'readings.csv': readings })).toMatchObject({ kind: 'loaded' });
    await close(`2026-0${month}`);
    bills.push(...(await billOf(`2026-0${month}`)));
  }
  // February: 90 kWh of the old meter and 100 of the new one, 820.80.
  const usual = { kwh: 100, charged: 43_200 };
  expect(bills).toEqual([{ kwh: 190, charged: 82_080 }, ...Array.from({ length: 7 }, () => usual)]);
});

describe('other changes of an account', () => {
  const electric = {
    'tariffs.csv': `${february['tariffs.csv']}cheap,Cheap\n`,
    'tariff-versions.csv': `${february['tariff-versions.csv']}cheap,2024-06-01,,flat,2.64,,,,,,,Act\n`,
    'customers.csv': `${february['customers.csv']}C2,person,Other,Name,,,,,\n`,
  };

  test('tariff, power, point state, zones, holder, contact and end of contract are made and charged as of their days', async () => {
    await load(electric);
    on('2026-03-03');
    const files = {
      ...electric,
      ...changes(
        { change: 'tariff', effective_on: '2026-02-15', tariff_code: 'cheap' },
        { change: 'power', effective_on: '2026-02-15', eic_code: eic, contracted_power_kw: '10' },
        { change: 'pointState', effective_on: '2026-03-02', eic_code: eic, point_state: 'disabled' },
        { change: 'holder', effective_on: '2026-03-01', customer_code: 'C2' },
        { change: 'contact', effective_on: '2026-03-02', phone: '+380501110009' },
        { change: 'contractEnded', effective_on: '2026-03-31' },
      ),
      'readings.csv': `${february['readings.csv']}${account},21040017,single,2026-03-01,590\n`,
    };
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 6 } });
    expect(
      await ask(`select tariff_code as tariff, contract_ended_on::text as ended, customer_code as holder, phone
        from billing.account join billing.customer using (customer_id)`),
    ).toEqual([{ tariff: 'cheap', ended: '2026-03-31', holder: 'C2', phone: '+380501110009' }]);
    expect(
      await ask(`select point_state as state, contracted_power_watts as watts from billing.metering_point`),
    ).toEqual([{ state: 'disabled', watts: 10_000 }]);
    expect(
      await ask(`select kind from billing.outbox_event where kind = 'account.holderChanged'`),
    ).toHaveLength(1);
    await close('2026-02');
    // 280 kWh by 14 days each: 140 × 4.32 + 140 × 2.64.
    expect(await billOf('2026-02')).toEqual([{ kwh: 280, charged: 97_440 }]);
    expect((await changeRows()).map(({ kind, before }) => [kind, before])).toEqual([
      ['power', { contractedPowerWatts: 5000 }],
      ['tariff', { tariffCode: 'household' }],
      ['holder', { customerCode: 'C1' }],
      ['contact', { phone: '' }],
      ['pointState', { pointState: 'active' }],
      ['contractEnded', { contractEndedOn: null }],
    ]);
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 0 } });
    expect(await load(electric)).toMatchObject({ kind: 'loaded', added: { master_data_change: 0 } });
  });

  test('a meter that is programmed for other zones goes on with new registers', async () => {
    await load({});
    on('2026-03-03');
    const files = {
      ...changes({
        change: 'zones',
        effective_on: '2026-02-10',
        serial_number: '21040017',
        zone_scheme: 'two',
        final_values: 'single=400',
        initial_values: 'day=10;night=20',
      }),
      'readings.csv':
        `${february['readings.csv']}${account},21040017,day,2026-03-01,70\n` +
        `${account},21040017,night,2026-03-01,60\n`,
    };
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 1, reading: 2 } });
    await close('2026-02');
    // 90 × 4.32 + 60 × 4.32 + 40 × 2.16.
    expect(await billOf('2026-02')).toEqual([{ kwh: 190, charged: 73_440 }]);
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 0, reading: 0 } });
    expect(await load({})).toMatchObject({ kind: 'loaded' });
    // The next export of the supplier tells the new zones only.
    const after = {
      'meters.csv': february['meters.csv'].replace(',single,5', ',two,5'),
      'registers.csv': `${february['registers.csv'].split('\n')[0]}\n${account},21040017,day,10,\n${account},21040017,night,20,\n`,
    };
    const now = { ...after, 'readings.csv': files['readings.csv'] };
    expect(await load(now)).toMatchObject({ kind: 'loaded', added: { register: 0, master_data_change: 0 } });
  });

  test('the end of a contract and a verification are taken from base files', async () => {
    await load({});
    on('2026-03-03');
    const files = {
      'accounts.csv': february['accounts.csv'].replace(',2020-01-15,,', ',2020-01-15,2026-02-20,'),
      'meters.csv': february['meters.csv'].replace(',2021-05-18\n', ',2026-02-25\n'),
    };
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 2 } });
    expect((await changeRows()).map(({ kind, day }) => [kind, day])).toEqual([
      ['contractEnded', '2026-02-20'],
      ['meterVerified', '2026-02-25'],
    ]);
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 0 } });
    expect(await load({})).toMatchObject({ kind: 'loaded', added: { master_data_change: 0 } });
  });
});

/** Files that differ from the stored ones in columns that have no day, and the problems that they give. */
const cheap = {
  'tariffs.csv': `${february['tariffs.csv']}cheap,Cheap\n`,
  'tariff-versions.csv': `${february['tariff-versions.csv']}cheap,2024-06-01,,flat,2.64,,,,,,,Act\n`,
};
const paid = {
  'payments.csv': `reference,account_number,paid_on,amount\nP-1,${account},2026-02-02,1.00\n`,
  'violation-acts.csv': `account_number,act_number,drawn_on,state,amount\n${account},46-1,2026-02-01,billed,10.00\n`,
  'benefits.csv': `account_number,period,amount\n${account},2026-01,8.00\n`,
};
const differing = {
  'supplier.csv': february['supplier.csv'].replace(',Bank,', ',Other,'),
  'tariffs.csv': cheap['tariffs.csv'].replace('Household', 'Home'),
  'tariff-versions.csv': `${cheap['tariff-versions.csv'].replace('4.32', '4.33')}household,2026-01-15,,flat,5.00,,,,,,,Act 2\n`,
  'customers.csv': february['customers.csv']
    .replace('Surname', 'Other')
    .replace('3390945670', '')
    .replace('0001,a@', '0002,a@'),
  'accounts.csv': february['accounts.csv'].replace('household', 'cheap').replace('CODE1111', 'CODE2222'),
  'premises.csv': february['premises.csv'].replace(',none,2', ',electric,2'),
  'metering-points.csv': february['metering-points.csv'].replace('active,5,', 'disabled,7,'),
  'meters.csv': february['meters.csv'].replace('single,5,1,working', 'single,6,1,disabled'),
  'registers.csv': february['registers.csv'].replace('single,0', 'single,5'),
  'readings.csv': february['readings.csv'].replace(',310', ',311'),
  'payments.csv': paid['payments.csv'].replace('1.00', '2.00'),
  'violation-acts.csv': paid['violation-acts.csv'].replace('10.00', '11.00'),
  'benefits.csv': paid['benefits.csv'].replace('8.00', '9.00'),
};

/** Changes that can't be made, and the problem of each. */
const refusals: [string, Record<string, string>, [number, string, string, string]][] = [
  [
    'a change of an unknown meter',
    changes({
      change: 'meterRemoved',
      effective_on: '2026-02-02',
      serial_number: '99',
      final_values: 'single=1',
    }),
    [2, 'serial_number', 'reference.unknown', '99'],
  ],
  [
    'a removal below the last reading',
    changes({ ...replaced, change: 'meterRemoved', effective_on: '2026-02-02', final_values: 'single=309' }),
    [2, 'final_values', 'reading.lower', 'single=309'],
  ],
  [
    'a removal that is to come, with other registers',
    changes({ ...replaced, change: 'meterRemoved', final_values: 'day=400' }),
    [2, 'effective_on', 'dates.future', '2026-02-10'],
  ],
  [
    'a value that is missing, a value of another change, a change that is told twice',
    changes(
      { change: 'tariff', effective_on: '2026-02-02' },
      { change: 'contractEnded', effective_on: '2026-02-02', phone: '+380501110009' },
      { change: 'power', effective_on: '2026-02-02', eic_code: eic, contracted_power_kw: '6' },
      { change: 'power', effective_on: '2026-02-02', eic_code: eic, contracted_power_kw: '7' },
    ),
    [2, 'tariff_code', 'value.required', ''],
  ],
];

describe('a row that differs from what is stored', () => {
  test('is refused with its file, line and column, and changes nothing', async () => {
    await load({ ...cheap, ...paid });
    const stored = () =>
      ask(`select md5(string_agg(a::text || m::text || t::text || c::text, '')) as digest
      from billing.account a, billing.meter m, billing.tariff_version t, billing.customer c`);
    const before = await stored();
    const result = await load({ ...cheap, ...paid, ...differing });
    const problems = result.kind === 'problems' ? result.problems : [];
    expect(
      problems.map(({ file, line, column, code }) => `${file}:${line} ${column} ${code}`).sort(),
    ).toEqual(
      [
        'accounts.csv:2 object_code row.differs',
        'accounts.csv:2 tariff_code row.changed',
        'benefits.csv:2 amount row.differs',
        'customers.csv:2 phone row.changed',
        'customers.csv:2 surname row.changed',
        'customers.csv:2 tax_code row.differs',
        'metering-points.csv:2 contracted_power_kw row.changed',
        'metering-points.csv:2 point_state row.changed',
        'meters.csv:2 digit_capacity row.differs',
        'meters.csv:2 meter_state row.differs',
        'payments.csv:2 amount row.differs',
        'premises.csv:2 heating row.differs',
        'readings.csv:3 value row.differs',
        'registers.csv:2 installed_value row.differs',
        'supplier.csv:2 bank_name row.differs',
        'tariff-versions.csv:2 rule row.differs',
        'tariff-versions.csv:4 valid_from tariffVersion.closedMonth',
        'tariffs.csv:2 title row.differs',
        'violation-acts.csv:2 amount row.differs',
      ].sort(),
    );
    for (const [name, files, problem] of refusals) {
      const refused = await load({ ...cheap, ...paid, ...files });
      const [first] = refused.kind === 'problems' ? refused.problems : [];
      expect([first?.line, first?.column, first?.code, first?.value], name).toEqual(problem);
    }
    expect(await stored()).toEqual(before);
    expect(await changeRows()).toEqual([]);
  });
});

test('money that was on its way when it was imported lands by a later import, once', async () => {
  const header = 'reference,account_number,paid_on,landed_on,amount\n';
  await load({ 'payments.csv': `${header}P-1,${account},2026-02-02,,1.00\n` });
  on('2026-02-10');
  const landed = { 'payments.csv': `${header}P-1,${account},2026-02-02,2026-02-04,1.00\n` };
  await load(landed);
  await load(landed);
  expect(await ask(`select state, landed_on::text as "landedOn" from billing.payment`)).toEqual([
    { state: 'matched', landedOn: '2026-02-04' },
  ]);
  expect(
    await ask(
      `select kind, debit_account as debit from billing.ledger_entry where payment_id is not null order by 1`,
    ),
  ).toEqual([
    { kind: 'landing', debit: 'bank' },
    { kind: 'payment', debit: 'inTransit' },
  ]);
});

test('how far an act is paid follows from its payments; what else a file says of its state is refused', async () => {
  const acts = (states: readonly string[]) => ({
    'violation-acts.csv': `account_number,act_number,drawn_on,state,amount\n${states
      .map((state, index) => `${account},46-${index},2026-02-01,${state},10.00\n`)
      .join('')}`,
  });
  const stored = async () =>
    (
      await ask<{ state: string }>(
        `select state || coalesce(' ' || paid_on, '') as state from billing.violation_act order by act_number`,
      )
    ).map(({ state }) => state);
  await load(acts(['billed', 'billed', 'overdue', 'served', 'disputed']));
  on('2026-03-03');
  const payments = {
    'payments.csv': `reference,account_number,paid_on,landed_on,amount,purpose,act_number\nA-0,${account},2026-02-20,2026-02-21,10.00,violationAct,46-0\nA-1,${account},2026-02-20,2026-02-21,4.00,violationAct,46-1\n`,
  };
  const paid = { ...payments, ...acts(['paid', 'partPaid', 'billed', 'served', 'disputed']) };
  expect(await load(paid)).toMatchObject({ kind: 'loaded' });
  expect(await stored()).toEqual(['paid 2026-02-20', 'partPaid', 'overdue', 'served', 'disputed']);
  // The folder of before the payments, and after them, changes nothing.
  for (const files of [acts(['billed', 'billed', 'overdue', 'served', 'disputed']), paid])
    expect(await load(files)).toMatchObject({ kind: 'loaded' });
  const refused = await load({ ...payments, ...acts(['cancelled', 'disputed', 'drawn', 'billed', 'paid']) });
  expect(
    refused.kind === 'problems' &&
      refused.problems.map(({ line, column, code, value }) => [line, column, code, value]),
  ).toEqual([
    [2, 'state', 'row.differs', 'cancelled'],
    [3, 'state', 'row.differs', 'disputed'],
    [4, 'state', 'row.differs', 'drawn'],
    [5, 'state', 'row.differs', 'billed'],
    [6, 'state', 'row.differs', 'paid'],
  ]);
  expect(await stored()).toEqual(['paid 2026-02-20', 'partPaid', 'overdue', 'served', 'disputed']);
});

test('a recorded change is not put right by a file: it says so', async () => {
  await load({});
  on('2026-03-03');
  await load({ ...replacement });
  const other = { 'changes.csv': replacement['changes.csv'].replace('single=400', 'single=410') };
  expect(await load(other)).toMatchObject({
    kind: 'problems',
    problems: [
      { file: 'changes.csv', line: 2, column: 'effective_on', code: 'change.conflict', value: '2026-02-10' },
    ],
  });
  const otherMeter = {
    'meters.csv': told['meters.csv'].replace('2026-02-10,2021', '2026-02-11,2021'),
    'registers.csv': told['registers.csv'],
  };
  expect(await load(otherMeter)).toMatchObject({
    problems: [
      { file: 'meters.csv', line: 2, column: 'removed_on', code: 'row.differs', value: '2026-02-11' },
    ],
  });
});

test('a code of an account that was changed here since the file was made stays', async () => {
  await load({});
  on('2026-03-03');
  const otherCode = { 'accounts.csv': february['accounts.csv'].replace(',CODE1111,', ',CODE9999,') };
  expect(await load(otherCode)).toMatchObject({ problems: [{ column: 'object_code', code: 'row.differs' }] });
  await ask(`update billing.account set object_code = 'NEW12345', object_code_changed_at = now()`);
  expect(await load({})).toMatchObject({ kind: 'loaded' });
  expect(
    await ask(`select object_code as code from billing.account where account_number = '${account}'`),
  ).toEqual([{ code: 'NEW12345' }]);
});
