import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { READING_SUBMIT } from '#billing/api/readings.ts';
import { REPORT_COUNTS_ADD_UP, REPORT_READINGS_IN_WINDOW } from '#billing/api/reports.ts';
import { seeded } from '#billing/modules/ledger/testing/random-ledger.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';

const random = seeded(20_261_127);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const hourMs = 3_600_000;
const accounts: (AccountHandle & { readonly type: 'person' | 'entity' })[] = [];

interface Given {
  readonly at: number;
  readonly channel: string;
  readonly type: 'person' | 'entity';
  readonly period: string;
}
const given: Given[] = [];

type ReadingRow = Readonly<
  Record<'account_number' | 'meter_id' | 'effective_date' | 'submitted_at' | 'source', string> &
    Record<string, unknown>
>;
const isSubmitted = (row: ReadingRow | undefined) => row?.source === 'customer' || row?.source === 'operator';
const idOf = (row: ReadingRow | undefined) =>
  `${row?.account_number} ${row?.effective_date} ${row?.submitted_at}`;

/** Windows are two days before and three days after the end of these months; that of October 2027 has 25 hours in a day. */
const months = [
  { period: '2027-08', opens: '2027-08-29T21:00:00Z', closes: '2027-09-03T21:00:00Z' },
  { period: '2027-09', opens: '2027-09-28T21:00:00Z', closes: '2027-10-03T21:00:00Z' },
  { period: '2027-10', opens: '2027-10-29T21:00:00Z', closes: '2027-11-03T22:00:00Z' },
] as const;

const billing = provideTestBilling({ now: '2027-11-02T07:30:00Z', hasSupplier: true });

beforeAll(async () => {
  for (let n = 0; n < 24; n += 1) {
    const type = n % 4 === 0 ? ('entity' as const) : ('person' as const);
    const meters = [{ zoneScheme: pick(['single', 'two', 'three'] as const) }];
    accounts.push({ ...(await makeAccount(billing.db, { customerType: type, meters })), type });
  }
  const rows: ReadingRow[] = [];
  for (let n = 0; n < 900; n += 1) {
    const month = pick(months);
    const [opens, closes] = [Date.parse(month.opens), Date.parse(month.closes)];
    // Some come before the window and after it.
    const at = opens - 24 * hourMs + random(closes - opens + 30 * hourMs);
    const source = pick(['customer', 'customer', 'customer', 'operator', 'remote', 'import'] as const);
    const { accountNumber, meters, meterId, type } = pick(accounts);
    const zones = meters[0]?.zones ?? [];
    given.push({ at, channel: source === 'customer' ? type : source, type, period: month.period });
    for (const zone of random(5) === 0 ? zones.slice(0, 1) : zones)
      rows.push({
        account_number: accountNumber,
        meter_id: meterId,
        zone,
        reading_id: newId(),
        period: month.period,
        value: random(9000),
        // Every day of a month once, so that no two stand in one place.
        effective_date: `${1990 + (n % 30)}-01-${String(1 + (Math.floor(n / 30) % 28)).padStart(2, '0')}`,
        submitted_at: new Date(at).toISOString(),
        source,
        status: pick(['accepted', 'superseded', 'rejected']),
      });
  }
  for (let start = 0; start < rows.length; ) {
    let end = Math.min(start + 1 + random(120), rows.length);
    // What is submitted comes by one statement; an import may be cut anywhere.
    while (end < rows.length && isSubmitted(rows[end]) && idOf(rows[end]) === idOf(rows[end - 1])) end += 1;
    const batch = rows.slice(start, end);
    start = end;
    await sql`
      insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at,
        source, status)
      select account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at, source, status
      from jsonb_populate_recordset(null::billing.reading, ${JSON.stringify(batch)}::jsonb)`.execute(
      billing.db,
    );
    if (random(6) === 0) await billing.ask(REPORT_COUNTS_ADD_UP, {});
  }
});

const reportOf = (asked: Partial<ModuleInput<typeof REPORT_READINGS_IN_WINDOW>> = {}) =>
  billing.ask(REPORT_READINGS_IN_WINDOW, {
    period: null,
    by: 'hour',
    customerType: null,
    sort: { column: 'at', descending: false },
    offset: 0,
    limit: 10_000,
    ...asked,
  });

/** Hour of the Kyiv clock since the 1st after the month. */
function placeOf(at: number, period: string): number {
  const { date, hour } = kyivTimeOf(at as Instant);
  const [year, month] = period.split('-').map(Number);
  return (Date.parse(date) - Date.UTC(year as number, month as number, 1)) / hourMs + hour;
}

function expectedOf(index: number, keyOf: (place: number) => number | null, type?: string, until = Infinity) {
  const counted = new Map<string, { readings: number; before: number }>();
  for (const [column, month] of [
    ['readings', months[index]],
    ['before', months[index - 1]],
  ] as const) {
    if (!month) continue;
    for (const { at, channel, type: of } of given) {
      const isInside = at >= Date.parse(month.opens) && at < Date.parse(month.closes);
      const place = placeOf(at, month.period);
      if (!isInside || (type && of !== type) || place > until) continue;
      const key = `${keyOf(place)} ${channel}`;
      const row = counted.get(key) ?? { readings: 0, before: 0 };
      row[column] += 1;
      counted.set(key, row);
    }
  }
  return counted;
}

describe('REPORT_READINGS_IN_WINDOW', () => {
  test.each([
    ['hour', (place: number) => place],
    ['day', (place: number) => Math.floor(place / 24) * 24],
    ['channel', () => null],
  ] as const)(
    'by %s agrees with the readings, the hour that the clock shows twice included',
    async (by, keyOf) => {
      // 09:30 of the 2nd in Kyiv: 33 hours after the 1st began.
      for (const [index, until] of [
        [1, Infinity],
        [2, 33],
      ] as const) {
        for (const customerType of [null, 'person', 'entity'] as const) {
          const { period } = months[index] ?? months[1];
          const { rows, totals, count } = await reportOf({
            by,
            customerType,
            ...(index === 1 && { period }),
          });
          const expected = expectedOf(index, keyOf, customerType ?? undefined, until);
          const found = rows.map(({ at, channel, readings, before }) => {
            const place = at === null ? null : placeOf(Date.parse(at), period);
            return [`${place} ${channel}`, { readings, before }] as const;
          });
          expect(new Map(found)).toEqual(expected);
          expect(count).toBe(expected.size);
          expect(totals.readings).toBe([...expected.values()].reduce((sum, row) => sum + row.readings, 0));
          for (const { readings, before, change } of rows) {
            if (before === 0) expect(change).toBeNull();
            else expect(change).toBeCloseTo(readings / before - 1, 10);
          }
        }
      }
    },
  );

  test('the hours add up, each once, to the windows; hours to come have no readings yet', async () => {
    const { hours, period, opensOn, closesAt } = await reportOf();
    const october = { period: '2027-10', opensOn: '2027-10-30', closesAt: '2027-11-03T22:00:00.000Z' };
    expect({ period, opensOn, closesAt }).toEqual(october);
    expect(hours).toHaveLength(120);
    const before = expectedOf(1, () => null);
    expect(hours.at(-1)?.before).toBe([...before.values()].reduce((sum, row) => sum + row.readings, 0));
    const last = hours.findLast(({ readings }) => readings !== null);
    expect(last?.at).toBe('2027-11-02T07:00:00.000Z');
    const now = expectedOf(2, () => null, undefined, 33);
    expect(last?.readings).toBe([...now.values()].reduce((sum, row) => sum + row.readings, 0));
    expect(hours.every(({ before: one }, index) => one >= (hours[index - 1]?.before ?? 0))).toBe(true);
  });

  test('between windows it is of the last one', async () => {
    billing.clock.set(instantFromIso('2027-10-29T20:59:59Z'));
    expect((await reportOf()).period).toBe('2027-09');
    billing.clock.set(instantFromIso('2027-10-29T21:00:00Z'));
    expect((await reportOf()).period).toBe('2027-10');
    billing.clock.set(instantFromIso('2027-11-02T07:30:00Z'));
  });

  test('a submitted reading is counted in the cabinet of its customer, and its account and point as given', async () => {
    const { accountNumber, meterId } = await makeAccount(billing.db, {
      history: [{ period: '2027-09', closing: { single: 1000 } }],
    });
    const rowOf = async (channel: string, by: 'channel' | 'accounts') => {
      const { rows } = await reportOf({ by });
      return rows.find((row) => row.channel === channel);
    };
    const before = await rowOf('person', 'channel');
    const account = await rowOf('personAccounts', 'accounts');
    const point = await rowOf('personPoints', 'accounts');
    const values = { single: '1100' };
    await billing.ask(READING_SUBMIT, { accountNumber, meterId, values, requestId: newId() });
    expect(await rowOf('person', 'channel')).toMatchObject({ readings: (before?.readings ?? 0) + 1 });
    expect(await rowOf('personAccounts', 'accounts')).toMatchObject({
      readings: (account?.readings ?? 0) + 1,
      whole: account?.whole,
    });
    expect(await rowOf('personPoints', 'accounts')).toMatchObject({ readings: (point?.readings ?? 0) + 1 });
    // The reading of September is that of the history above.
    expect(await rowOf('personAccounts', 'accounts')).toMatchObject({ before: 1, whole: 19 });
  });

  test('a point of two zones is given by both of them', async () => {
    const { accountNumber, meterId } = await makeAccount(billing.db, {
      meters: [{ zoneScheme: 'two' }],
      history: [{ period: '2027-09', closing: { day: 1000, night: 500 } }],
    });
    const pointsGiven = async () =>
      (await reportOf({ by: 'accounts' })).rows.find(({ channel }) => channel === 'personPoints')?.readings ??
      0;
    const before = await pointsGiven();
    const given: number[] = [];
    for (const values of [{ day: '1100' }, { night: '550' }]) {
      await billing.ask(READING_SUBMIT, { accountNumber, meterId, values, requestId: newId() });
      given.push((await pointsGiven()) - before);
    }
    expect(given).toEqual([0, 1]);
  });
});
