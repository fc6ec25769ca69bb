import { describe, expect, test } from 'vitest';
import {
  account,
  ask,
  baseFiles,
  billOf,
  changeRows,
  changes,
  close,
  eic,
  february,
  load,
  on,
  readOnFirst,
  replacement,
  requests,
  setUpDatabase,
} from './testing/change-files.ts';

setUpDatabase();

describe('a meter that was replaced after the first import', () => {
  test.each([
    ['as base files tell it', { ...baseFiles, ...readOnFirst }],
    ['as changes.csv tells it', { ...replacement, ...readOnFirst }],
    ['as both tell it', { ...replacement, ...baseFiles, ...readOnFirst }],
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
    expect(
      await ask(`select actor, action, after ->> 'source' as source from billing.audit_entry
      where action like 'masterData.%'`),
    ).toEqual([{ actor: 'import', action: 'masterData.meterReplaced', source: 'importFile' }]);
    await expect(ask(`update billing.master_data_change set document = ''`)).rejects.toThrow(
      'never overwritten',
    );
    await expect(ask(`delete from billing.master_data_change`)).rejects.toThrow('never overwritten');
  });

  test.each([
    ['base files', { ...baseFiles, ...readOnFirst }, 2],
    ['changes.csv', { ...replacement, ...readOnFirst }, 1],
  ])('requests a recalculation of its closed month: %s', async (_, files, count) => {
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
    expect(await load({ ...baseFiles, 'readings.csv': readings })).toMatchObject({ kind: 'loaded' });
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

  test('tariff, power, point state, contact and end of contract are made and charged as of their days', async () => {
    await load(electric);
    on('2026-03-03');
    const files = {
      ...electric,
      ...changes(
        { change: 'tariff', effective_on: '2026-02-15', tariff_code: 'cheap' },
        { change: 'power', effective_on: '2026-02-15', eic_code: eic, contracted_power_kw: '10' },
        { change: 'pointState', effective_on: '2026-03-02', eic_code: eic, point_state: 'disabled' },
        { change: 'contact', effective_on: '2026-03-02', phone: '+380501110009' },
        { change: 'contractEnded', effective_on: '2026-03-31' },
      ),
      'readings.csv': `${february['readings.csv']}${account},21040017,single,2026-03-01,590\n`,
    };
    expect(await load(files)).toMatchObject({ kind: 'loaded', added: { master_data_change: 5 } });
    expect(
      await ask(`select tariff_code as tariff, contract_ended_on::text as ended, phone
        from billing.account join billing.customer using (customer_id)`),
    ).toEqual([{ tariff: 'cheap', ended: '2026-03-31', phone: '+380501110009' }]);
    expect(
      await ask(`select point_state as state, contracted_power_watts as watts from billing.metering_point`),
    ).toEqual([{ state: 'disabled', watts: 10_000 }]);
    await close('2026-02');
    // 280 kWh by 14 days each: 140 × 4.32 + 140 × 2.64.
    expect(await billOf('2026-02')).toEqual([{ kwh: 280, charged: 97_440 }]);
    expect((await changeRows()).map(({ kind, before }) => [kind, before])).toEqual([
      ['power', { contractedPowerWatts: 5000 }],
      ['tariff', { tariffCode: 'household' }],
      ['contact', { phone: '+380501110001' }],
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

  test('a verification of a reading is asked for again when the flag was off in between', async () => {
    await load({});
    const points = february['metering-points.csv'];
    const flagged = { 'metering-points.csv': points.replaceAll(',no\n', ',yes\n') };
    expect(flagged['metering-points.csv']).not.toBe(points);
    const askedOn = async () => {
      const [row] = await ask<{ requested: boolean; day: string | null }>(
        `select bool_and(verification_requested) as requested,
           to_char(max(nullif(verification_asked_at, '-infinity')), 'YYYY-MM-DD') as day from billing.metering_point`,
      );
      return [row?.requested, row?.day];
    };
    expect(await askedOn()).toEqual([false, null]);
    const days = [
      [flagged, '2026-03-03', [true, '2026-03-03']],
      [flagged, '2026-03-04', [true, '2026-03-03']],
      [{}, '2026-03-05', [false, '2026-03-05']],
      [flagged, '2026-03-06', [true, '2026-03-06']],
    ] as const;
    for (const [files, day, asked] of days) {
      on(day);
      expect(await load(files)).toMatchObject({ kind: 'loaded' });
      expect(await askedOn()).toEqual(asked);
    }
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
