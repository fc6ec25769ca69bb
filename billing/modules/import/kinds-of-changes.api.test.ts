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

interface KindCase {
  readonly title: string;
  /** Columns of changes.csv; the account is its own. */
  readonly change: (household: Household) => ChangeRow;
  /** Default: `read`; the others are charged by average. */
  readonly household?: Household['readings'];
  /** Lines of readings.csv that come with the change, besides the old meter on 01.04: `serial,zone,value`. */
  readonly readings?: (household: Household) => readonly string[];
  /** The old meter counts no more on 01.04. */
  readonly isOldMeterGone?: true;
  /** What is stored of the account afterwards, in part. */
  readonly stored: object;
  /** The bill of March: kWh and kopiykas. A change as of a day in February asks for February to be charged anew. */
  readonly bill: { kwh: number; charged: number; recalculated: number };
}

const old = { serial: 'own', scheme: 'single' };
const usual = { kwh: 310, charged: 133_920, recalculated: 0 };
const cases: readonly KindCase[] = [
  {
    title: 'meterRemoved in a closed month',
    change: ({ serial }) => ({
      change: 'meterRemoved',
      serial_number: serial,
      ...removal('2026-02-11', 410),
    }),
    isOldMeterGone: true,
    stored: { meters: [{ ...old, to: '2026-02-11', dials: { single: [0, 410] } }] },
    // February was 100 kWh, 432.00.
    bill: { kwh: 0, charged: 0, recalculated: -77_760 },
  },
  {
    title: 'meterRemoved in the open month',
    change: ({ serial }) => ({
      change: 'meterRemoved',
      serial_number: serial,
      ...removal('2026-03-11', 690),
    }),
    isOldMeterGone: true,
    stored: { meters: [{ ...old, to: '2026-03-11', dials: { single: [0, 690] } }] },
    bill: { kwh: 100, charged: 43_200, recalculated: 0 },
  },
  {
    title: 'meterInstalled in a closed month',
    change: ({ eic, serial }) => ({ ...installation(eic, serial), effective_on: '2026-02-11' }),
    readings: ({ serial }) => [`${serial}N,single,497`],
    stored: {
      meters: [
        { ...old, to: null },
        { serial: 'ownN', scheme: 'single', from: '2026-02-11', to: null, dials: { single: [7, null] } },
      ],
    },
    // 490 kWh in 49 days: 180 in February, 310 in March.
    bill: { kwh: 620, charged: 267_840, recalculated: 77_760 },
  },
  {
    title: 'meterInstalled in the open month',
    change: ({ eic, serial }) => ({ ...installation(eic, serial), effective_on: '2026-03-11' }),
    readings: ({ serial }) => [`${serial}N,single,217`],
    stored: { meters: [{ ...old }, { serial: 'ownN', from: '2026-03-11', dials: { single: [7, null] } }] },
    bill: { kwh: 520, charged: 224_640, recalculated: 0 },
  },
  {
    title: 'meterReplaced in a closed month',
    change: ({ serial }) => ({ ...replacement(serial), ...removal('2026-02-11', 400) }),
    isOldMeterGone: true,
    readings: ({ serial }) => [`${serial}N,single,103`],
    stored: {
      meters: [
        { ...old, to: '2026-02-11', dials: { single: [0, 400] } },
        { serial: 'ownN', scheme: 'single', from: '2026-02-11', to: null, dials: { single: [5, null] } },
      ],
    },
    // 90 kWh of the old one, of the new one 98 in 49 days: 36 in February, 62 in March.
    bill: { kwh: 62, charged: 26_784, recalculated: -66_528 },
  },
  {
    title: 'meterReplaced in the open month',
    change: ({ serial }) => ({ ...replacement(serial), ...removal('2026-03-11', 690) }),
    isOldMeterGone: true,
    readings: ({ serial }) => [`${serial}N,single,47`],
    stored: {
      meters: [
        { ...old, to: '2026-03-11' },
        { serial: 'ownN', from: '2026-03-11' },
      ],
    },
    bill: { kwh: 142, charged: 61_344, recalculated: 0 },
  },
  {
    title: 'meterVerified, which changes no charge',
    change: ({ serial }) => ({ change: 'meterVerified', serial_number: serial, effective_on: '2026-02-11' }),
    stored: { meters: [{ ...old, to: null, verified: '2026-02-11' }] },
    bill: usual,
  },
  {
    title: 'zones in a closed month',
    change: ({ serial }) => ({ ...zones(serial), ...removal('2026-02-11', 410) }),
    isOldMeterGone: true,
    readings: ({ serial }) => [`${serial},day,246`, `${serial},night,247`],
    stored: {
      meters: [
        { ...old, to: '2026-02-11', dials: { single: [0, 410] } },
        {
          serial: 'own',
          scheme: 'two',
          from: '2026-02-11',
          to: null,
          dials: { day: [1, null], night: [2, null] },
        },
      ],
    },
    // Of each zone 5 kWh a day, by night at the half: in February 432.00 + 388.80 + 194.40, in March 669.60 + 334.80.
    bill: { kwh: 310, charged: 100_440, recalculated: -19_440 },
  },
  {
    title: 'zones in the open month',
    change: ({ serial }) => ({ ...zones(serial), ...removal('2026-03-11', 690) }),
    isOldMeterGone: true,
    readings: ({ serial }) => [`${serial},day,106`, `${serial},night,107`],
    stored: {
      meters: [
        { ...old, to: '2026-03-11' },
        { serial: 'own', scheme: 'two', from: '2026-03-11' },
      ],
    },
    bill: { kwh: 310, charged: 111_240, recalculated: 0 },
  },
  {
    title: 'contractEnded in a closed month',
    change: () => ({ change: 'contractEnded', effective_on: '2026-02-14' }),
    household: 'unread',
    stored: { ended: '2026-02-14' },
    // February was estimated at 27 kWh; 14 days of 30 in 31 are 14.
    bill: { kwh: 0, charged: 0, recalculated: -5616 },
  },
  {
    title: 'contractEnded in the open month',
    change: () => ({ change: 'contractEnded', effective_on: '2026-03-14' }),
    household: 'unread',
    stored: { ended: '2026-03-14' },
    bill: { kwh: 14, charged: 6048, recalculated: 0 },
  },
  {
    title: 'tariff in a closed month',
    change: () => ({ change: 'tariff', effective_on: '2026-02-15', tariff_code: 'cheap' }),
    stored: { tariff: 'cheap' },
    // Half of February at 2.64, and March.
    bill: { kwh: 310, charged: 81_840, recalculated: -23_520 },
  },
  {
    title: 'tariff in the open month',
    change: () => ({ change: 'tariff', effective_on: '2026-03-16', tariff_code: 'cheap' }),
    stored: { tariff: 'cheap' },
    // 150 × 4.32 + 160 × 2.64.
    bill: { kwh: 310, charged: 107_040, recalculated: 0 },
  },
  {
    title: 'power in a closed month, of a meter that nobody ever read',
    change: ({ eic }) => ({
      change: 'power',
      effective_on: '2026-02-15',
      eic_code: eic,
      contracted_power_kw: '10',
    }),
    household: 'neverRead',
    stored: { points: [{ watts: 10_000, state: 'active' }] },
    // A kWh a day for each kW, of what the point was when the month ended: 140 kWh of February become 280.
    bill: { kwh: 310, charged: 133_920, recalculated: 60_480 },
  },
  {
    title: 'power in the open month, of a meter that nobody ever read',
    change: ({ eic }) => ({
      change: 'power',
      effective_on: '2026-03-15',
      eic_code: eic,
      contracted_power_kw: '7',
    }),
    household: 'neverRead',
    stored: { points: [{ watts: 7000, state: 'active' }] },
    bill: { kwh: 217, charged: 93_744, recalculated: 0 },
  },
  {
    title: 'pointState in a closed month',
    change: ({ eic }) => ({
      change: 'pointState',
      effective_on: '2026-02-15',
      eic_code: eic,
      point_state: 'disabled',
    }),
    household: 'unread',
    stored: { points: [{ watts: 5000, state: 'disabled' }] },
    // February was estimated at 27 kWh; its 14 days before the disconnection are 14.
    bill: { kwh: 0, charged: 0, recalculated: -5616 },
  },
  {
    title: 'pointState in the open month',
    change: ({ eic }) => ({
      change: 'pointState',
      effective_on: '2026-03-15',
      eic_code: eic,
      point_state: 'disabled',
    }),
    household: 'unread',
    stored: { points: [{ watts: 5000, state: 'disabled' }] },
    bill: { kwh: 14, charged: 6048, recalculated: 0 },
  },
  {
    title: 'contact, which changes no charge',
    change: () => ({ change: 'contact', effective_on: '2026-02-15', phone: '+380501110009' }),
    stored: { phone: '+380501110009' },
    bill: usual,
  },
];

const chargeNothing: readonly string[] = ['meterVerified', 'contact'];

const prepared = cases.map((one, index) => ({ ...one, household: makeHousehold(index, one.household) }));

const base = householdFiles(prepared.map(({ household }) => household));

const changeRows = prepared.map(({ household, change }) => ({
  account_number: household.account,
  document: 'Act 7',
  ...change(household),
}));
/** The values of 01.04, which come with the changes. */
const readingsOfApril = prepared.flatMap(({ household, isOldMeterGone, readings }) =>
  [
    ...(household.readings === 'read' && !isOldMeterGone ? [`${household.serial},single,900`] : []),
    ...(readings?.(household) ?? []),
  ].map((line) => {
    const [serial, zone, value] = line.split(',');
    return `${household.account},${serial},${zone},2026-04-01,${value}\n`;
  }),
);
const changed = {
  ...base,
  ...changesFile(changeRows),
  'readings.csv': base['readings.csv'] + readingsOfApril.join(''),
};

let fixture: ImportFixture;

/** What is stored of an account, its serial number written as `own`. */
async function storedOf({ account, serial }: Household) {
  const [row] = await fixture.ask<object>(
    `select c.phone, a.tariff_code as tariff, a.contract_ended_on::text as ended,
      (select coalesce(jsonb_agg(jsonb_build_object('state', p.point_state, 'watts', p.contracted_power_watts)), '[]')
        from billing.metering_point p where p.account_number = a.account_number) as points,
      (select jsonb_agg(jsonb_build_object('serial', replace(m.serial_number, $2, 'own'), 'scheme', m.zone_scheme,
          'from', m.installed_on, 'to', m.removed_on, 'verified', m.verified_on, 'dials', (
            select jsonb_object_agg(r.zone, array[r.installed_value, r.removed_value]) from billing.register r
            where r.account_number = m.account_number and r.meter_id = m.meter_id)) order by m.installed_on)
        from billing.meter m where m.account_number = a.account_number) as meters
    from billing.account a join billing.customer c using (customer_id) where a.account_number = $1`,
    [account, serial],
  );
  return row;
}

const recorded = `select account_number as account, kind, effective_on::text as day, source, actor, document
  from billing.master_data_change order by account_number`;

describe('changes.csv with a change of each kind', () => {
  beforeAll(async () => {
    fixture = await openImportFixture('2026-03-03');
    expect(await fixture.load(base)).toMatchObject({ kind: 'loaded', closedPeriods: ['2026-01', '2026-02'] });
    fixture.setDay('2026-04-03');
    expect(await fixture.load(changed)).toMatchObject({ added: { master_data_change: cases.length } });
    const rows = await fixture.ask(recorded);
    expect(await fixture.load(changed)).toMatchObject({ added: { master_data_change: 0, reading: 0 } });
    expect(await fixture.ask(recorded)).toEqual(rows);
    await fixture.close('2026-03');
  });
  afterAll(() => fixture.end());

  test.each(prepared)('$title', async ({ household, change, stored, bill }) => {
    const { change: kind = '', effective_on: day = '' } = change(household);
    const { account } = household;
    expect(
      await fixture.ask(recorded.replace('order by', `where account_number = '${account}' order by`)),
    ).toEqual([{ account, kind, day, source: 'importFile', actor: 'import', document: 'Act 7' }]);
    expect(
      await fixture.ask(
        `select actor, action, after ->> 'effectiveOn' as day, after ->> 'source' as source
        from billing.audit_entry where account_number = $1 and action like 'masterData.%'`,
        [account],
      ),
    ).toEqual([{ actor: 'import', action: `masterData.${kind}`, day, source: 'importFile' }]);
    expect(await storedOf(household)).toMatchObject(stored);
    const isAsked = day < '2026-03-01' && !chargeNothing.includes(kind);
    expect(
      await fixture.ask(
        `select from_period as from, cause, booked_period as booked from billing.recalculation_request where account_number = $1`,
        [account],
      ),
    ).toEqual(isAsked ? [{ from: '2026-02', cause: 'masterDataChange', booked: '2026-03' }] : []);
    expect(
      await fixture.ask(
        `select (energy_wh / 1000)::int as kwh, charged_kopiykas::int as charged, recalculated_kopiykas::int as recalculated
        from billing.bill where account_number = $1 and period = '2026-03'`,
        [account],
      ),
    ).toEqual([bill]);
  });

  test('is refused again for the same day with another value', async () => {
    const other: Readonly<Record<string, ChangeRow>> = {
      meterRemoved: { final_values: 'single=700' },
      meterInstalled: { initial_values: 'single=8' },
      meterReplaced: { final_values: 'single=700' },
      zones: { final_values: 'single=700' },
      contractEnded: { effective_on: '2026-03-20' },
      tariff: { tariff_code: 'household' },
      power: { contracted_power_kw: '9' },
      pointState: { point_state: 'substation' },
      contact: { phone: '+380501110008' },
    };
    const conflicts = changeRows.flatMap((row: ChangeRow, index) => {
      const more = other[row.change ?? ''];
      const day = more?.effective_on ?? row.effective_on;
      return more ? [`changes.csv:${index + 2} effective_on change.conflict ${day}`] : [];
    });
    const rows = changeRows.map((row: ChangeRow) => ({ ...row, ...other[row.change ?? ''] }));
    expect(await fixture.load({ ...changed, ...changesFile(rows) })).toEqual(conflicts);
  });
});
