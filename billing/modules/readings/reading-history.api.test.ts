import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { READING_LIST } from '#billing/api/readings.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { newId } from '#platform/uuid.ts';

const billing = provideTestBilling({ hasSupplier: true });

type Filter = Partial<ModuleInput<typeof READING_LIST>>;

const list = (accountNumber: string, filter: Filter = {}) =>
  billing.ask(READING_LIST, { accountNumber, limit: 100, ...filter });

async function kwhOf(accountNumber: string): Promise<[string, string, number, number | null][]> {
  const { readings } = await list(accountNumber);
  return readings.map((row) => [row.effectiveDate, row.zone, row.value, row.kwhSincePrevious]);
}

test('pages of any size cover the whole history and never split registers read together', async () => {
  const day = fc.constantFrom('2026-10-01', '2026-11-01');
  const moment = fc.constantFrom('2026-10-31T08:00:00.000001Z', '2026-10-31T08:00:00.000002Z');
  const reading = fc.record({ meter: fc.integer({ min: 0, max: 1 }), day, moment });
  await fc.assert(
    fc.asyncProperty(
      fc.array(reading, { maxLength: 12 }),
      fc.integer({ min: 1, max: 7 }),
      async (readings, limit) => {
        const two = [{}, { zoneScheme: 'three' as const }];
        const { accountNumber, meters } = await makeAccount(billing.db, { meters: two });
        const rows = readings.flatMap((one) => {
          const meter = meters[one.meter];
          return (meter?.zones ?? []).map((zone) => ({
            account_number: accountNumber,
            meter_id: meter?.meterId ?? '',
            zone,
            reading_id: newId(),
            period: '2026-10',
            value: 7n,
            effective_date: one.day,
            submitted_at: one.moment,
            source: 'customer',
            status: 'superseded',
          }));
        });
        if (rows.length > 0) await billing.db.insertInto('billing.reading').values(rows).execute();
        const whole = await list(accountNumber);
        expect(whole.readings).toHaveLength(rows.length);
        expect(whole.next).toBeNull();
        const parts: object[] = [];
        let after: Filter['after'];
        do {
          const part = await list(accountNumber, { limit, after });
          parts.push(...part.readings);
          const keys = part.readings.map((row) => row.effectiveDate + row.submittedAt + row.meterSerial);
          const read = new Set(keys);
          if (read.size > 1) expect(part.readings.length).toBeLessThanOrEqual(limit);
          after = part.next ?? undefined;
        } while (after !== undefined);
        expect(parts).toEqual(whole.readings);
        const together = new Set(readings.map((one) => [one.meter, one.day, one.moment].join()));
        expect(whole.count).toBe(together.size);
      },
    ),
    { numRuns: 40 },
  );
});

describe('kwhSincePrevious', () => {
  test('is given per register with the coefficient, and is null for the first reading', async () => {
    const meters = [{ zoneScheme: 'two' as const, coefficient: 20 }];
    const { accountNumber, meterId } = await makeAccount(billing.db, { meters });
    for (const [month, day, night] of [
      ['2026-09', 100, 40],
      ['2026-10', 180, 80],
    ] as const) {
      const date = month === '2026-09' ? '2026-10-01' : '2026-11-01';
      const values = { day, night };
      await giveReading(billing.db, { accountNumber, meterId, period: month, effectiveDate: date, values });
    }
    expect(await kwhOf(accountNumber)).toEqual([
      ['2026-11-01', 'day', 180, 1600],
      ['2026-11-01', 'night', 80, 800],
      ['2026-10-01', 'day', 100, null],
      ['2026-10-01', 'night', 40, null],
    ]);
  });

  test('counts over a rollover', async () => {
    const { accountNumber } = await makeAccount(billing.db, {
      history: [
        { period: '2026-09', closing: { single: 99_900 } },
        { period: '2026-10', closing: { single: 150 } },
      ],
    });
    expect(await kwhOf(accountNumber)).toEqual([
      ['2026-11-01', 'single', 150, 250],
      ['2026-10-01', 'single', 99_900, null],
    ]);
  });

  test('is the sum of both meters after a replacement, without unmeasured consumption', async () => {
    const { accountNumber, meters } = await makeAccount(billing.db, {
      meters: [
        { removedOn: '2026-10-14', removedValues: { single: 2050 }, meterState: 'removed', coefficient: 2 },
        { installedOn: '2026-10-14', installedValues: { single: 7 } },
        { zoneScheme: 'two', installedOn: '2026-10-20' },
      ],
    });
    const [old, replacing, other] = meters.map(({ meterId }) => meterId);
    const give = (meterId = '', period: string, effectiveDate: string, values: object) =>
      giveReading(billing.db, { accountNumber, meterId, period, effectiveDate, values });
    await give(old, '2026-09', '2026-10-01', { single: 2000 });
    await give(replacing, '2026-10', '2026-11-01', { single: 101 });
    await give(other, '2026-10', '2026-11-01', { day: 10, night: 4 });
    expect(await kwhOf(accountNumber)).toEqual([
      ['2026-11-01', 'single', 101, 100 + 94],
      ['2026-11-01', 'day', 10, null],
      ['2026-11-01', 'night', 4, null],
      ['2026-10-01', 'single', 2000, null],
    ]);
  });

  test('is null for a reading that does not count, and skips it as a base', async () => {
    const { accountNumber, meterId } = await makeAccount(billing.db, {
      history: [{ period: '2026-09', closing: { single: 2000 } }],
    });
    const place = { accountNumber, meterId, period: '2026-10', effectiveDate: '2026-11-01' };
    await giveReading(billing.db, { ...place, values: { single: 2999 } });
    await billing.db
      .updateTable('billing.reading')
      .set({ status: 'superseded' })
      .where('account_number', '=', accountNumber)
      .where('period', '=', '2026-10')
      .execute();
    await giveReading(billing.db, { ...place, values: { single: 2099 } });
    const reading = { period: '2026-11', effectiveDate: '2026-12-01', values: { single: 2100 } };
    await giveReading(billing.db, { ...place, ...reading, status: 'underReview' });
    const { readings } = await list(accountNumber);
    expect(readings.map(({ value, state, kwhSincePrevious }) => [value, state, kwhSincePrevious])).toEqual(
      expect.arrayContaining([
        [2100, 'underReview', null],
        [2099, 'accepted', 99],
        [2999, 'superseded', null],
        [2000, 'accepted', null],
      ]),
    );
  });
});

test('filters by inclusive effective dates, meter, source and state', async () => {
  const { accountNumber, meters, meterId } = await makeAccount(billing.db, {
    meters: [{ installedOn: '2016-01-01' }, { installedOn: '2020-01-01' }],
    history: [
      { period: '2026-08', closing: { single: 1900 } },
      { period: '2026-09', closing: { single: 2000 } },
    ],
  });
  const reading = { period: '2026-10', effectiveDate: '2026-11-01', values: { single: 2100 } };
  await giveReading(billing.db, { accountNumber, meterId, ...reading, status: 'underReview' });
  const [old, newer] = meters.map(({ serialNumber }) => serialNumber);
  const dates = async (filter: Filter) => {
    const { readings, count, meters: serials } = await list(accountNumber, filter);
    expect(count).toBe(readings.length);
    expect(serials).toEqual([newer, old]);
    return readings.map(({ effectiveDate }) => effectiveDate);
  };
  expect(await dates({ from: '2026-09-01', to: '2026-10-01' })).toEqual(['2026-10-01', '2026-09-01']);
  expect(await dates({ from: '2026-09-02' })).toEqual(['2026-11-01', '2026-10-01']);
  expect(await dates({ to: '2026-09-30' })).toEqual(['2026-09-01']);
  expect(await dates({ state: 'underReview' })).toEqual(['2026-11-01']);
  expect(await dates({ source: 'import' })).toEqual(['2026-10-01', '2026-09-01']);
  expect(await dates({ meterSerial: old })).toHaveLength(3);
  expect(await dates({ meterSerial: newer })).toEqual([]);
});

test('refuses an unknown account', async () =>
  expect(await billing.call(READING_LIST, { accountNumber: '0000000000' })).toMatchObject({
    code: 'common.notFound',
  }));
