import { read, utils, type WorkSheet } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makePrices, type PointFixture } from '#billing/testing/make-contract.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { pointsReport } from '#contract/readings/points.ts';
import { submitReading } from '#contract/readings.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { int4, json, text, typedSql } from '#platform/database/typed-sql.ts';
import { stopCacheTime } from '#platform/testing/pass-cache-time.ts';
import { newId } from '#platform/uuid.ts';
import { statementsOf } from '#portal/testing/count-statements.ts';
import { provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeEntityCustomer, point } from '#portal/testing/scenarios/entity-customer.ts';

const app = provideReadingApp();

beforeAll(async () => {
  // Caches do not expire while statements are counted.
  stopCacheTime();
  await makePrices(app.billingDb, '2026-01-01' as LocalDate, {
    dayAhead: '5.98037',
    margin: '0.15',
    transmission: '0.74291',
    distribution: '2.75218',
  });
});

afterAll(() => vi.restoreAllMocks());

const makeChain = (points: readonly PointFixture[]) => makeEntityCustomer(app, points);

async function countOf(table: string, accountNumber: string): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::int as count from ${sql.table(table)} where account_number = ${accountNumber}`.execute(
    app.billingDb,
  );
  return rows[0]?.count ?? 0;
}

describe('readings/points', () => {
  test('lists each point with its rows, previous values and the price of its contract', async () => {
    const { list, points } = await makeChain([point(100, { meter: { coefficient: 20 } }), point(200)]);
    const { httpStatus, body } = await list();
    expect(httpStatus).toBe(200);
    expect(body.window).toMatchObject({ period: '2026-10', effectiveDate: '2026-11-01' });
    expect(body.points.map(({ eic }) => eic)).toEqual(points.map(({ eicCode }) => eicCode));
    expect(body.points[0]).toMatchObject({
      voltageClass: 2,
      blocked: null,
      netPrice: '9.62546',
      grossPrice: '11.550552',
      rows: [
        { kind: 'single', previousValue: 100, coefficient: 20, currentValue: null, receiptNumber: null },
      ],
    });
  });

  test('lists channels after the registers, with the value of the month', async () => {
    const { list } = await makeChain([point(100, { reactiveImport: 50, reactiveExport: 7 })]);
    const { body } = await list();
    expect(body.points[0]?.rows).toMatchObject([
      { kind: 'single', previousValue: 100 },
      { kind: 'reactiveImport', previousValue: 0, currentValue: 50, currentDate: '2026-11-01' },
      { kind: 'reactiveExport', previousValue: 0, currentValue: 7 },
    ]);
  });

  test('takes as many statements for 300 points as for 1', async () => {
    const one = await makeChain([point(100)]);
    const many = await makeChain(Array.from({ length: 300 }, () => point(100)));
    await one.list();
    const few = await statementsOf(app, one.list);
    const all = await statementsOf(app, many.list);
    expect(all.result.body.points).toHaveLength(300);
    expect(all.statements.length).toBe(few.statements.length);
    expect(few.statements.length).toBe(7);
  });
});

describe('readings/submit-points', () => {
  test('stores the right rows with audit and event, and answers the wrong ones with their reasons', async () => {
    const { submit, points, stored, accountNumber } = await makeChain([point(100), point(200), point(300)]);
    const [first, second, third] = points;
    const { httpStatus, body } = await submit([
      { meterId: first?.meterId, values: { single: '150' } },
      { meterId: second?.meterId, values: { single: '199' } },
      { meterId: third?.meterId, values: { single: '12,5' } },
      { meterId: newId(), values: { single: '1' } },
    ]);
    expect(httpStatus).toBe(200);
    expect(body.accepted).toBe(1);
    expect(body.rows.map(({ outcome }) => outcome.code)).toEqual([
      'readings.accepted',
      'readings.lowerThanPrevious',
      'readings.digitCapacity',
      'readings.meterNotFound',
    ]);
    expect(body.rows.map(({ receiptNumber }) => receiptNumber === null)).toEqual([false, true, true, true]);
    const twice = { meterId: second?.meterId, values: { single: '250' } };
    expect((await submit([twice, twice])).body.code).toBe('readings.rowTwice');
    expect(await stored()).toEqual([150, undefined, undefined]);
    expect(await countOf('billing.audit_entry', accountNumber)).toBe(1);
    expect(await countOf('billing.outbox_event', accountNumber)).toBe(1);
  });

  test('counts what is accepted apart from what an operator decides, with the day, in its answer, its one notification and the list', async () => {
    const { submit, points, list, accountNumber } = await makeChain(
      [100, 200, 300, 400, 500].map((of) => point(of)),
    );
    await app.billingDb
      .updateTable('billing.metering_point')
      .set({ verification_requested: true })
      .where('account_number', '=', accountNumber)
      .where(
        'eic_code',
        'in',
        points.slice(1, 3).map(({ eicCode }) => eicCode),
      )
      .execute();
    const values = ['150', '250', '350', '400', '1'];
    const rows = points.map(({ meterId }, index) => ({ meterId, values: { single: values[index] } }));
    const requestId = newId();
    const { body } = await submit(rows, requestId);
    // Five working days from Saturday, 31 October.
    const batch = { accepted: 1, underReview: 2, reviewBy: '2026-11-06' };
    const counts = { ...batch, needsConfirmation: 1, refused: 1 };
    expect(body).toMatchObject(counts);
    expect(body.rows[1]?.outcome).toMatchObject({ kind: 'underReview', reviewDueOn: '2026-11-06' });
    expect(body.rows[0]?.outcome).not.toHaveProperty('reviewDueOn');
    expect((await submit(rows, requestId)).body).toMatchObject(counts);
    const listed = (await list()).body.points.map((of) => of.rows[0]);
    expect(listed.map((row) => row?.isUnderReview)).toEqual([false, true, true, false, false]);
    expect(listed.map((row) => row?.currentValue)).toEqual([150, 250, 350, null, null]);
    const { rows: events } = await typedSql({ kind: text(), payload: json<{ batch?: object }>() })`
      select kind, payload from billing.outbox_event
      where account_number = ${accountNumber} and not payload ? 'isFurther'`.execute(app.billingDb);
    const payload = { batch, reviewBy: batch.reviewBy };
    expect(events).toMatchObject([{ kind: 'reading.underReview', payload }]);
  });

  test('stores channels with the row, alone too, and refuses a lower one with its row', async () => {
    const { submit, points, stored, list, accountNumber } = await makeChain([
      point(100, { reactiveImport: 50 }),
      point(200, { reactiveImport: 60 }),
      point(300, { reactiveImport: 70 }),
    ]);
    await sql`update billing.channel_reading set period = '2026-09' where account_number = ${accountNumber}`.execute(
      app.billingDb,
    );
    const [first, second, third] = points;
    const { body } = await submit([
      { meterId: first?.meterId, values: { single: '150' }, channels: { reactiveImport: '80' } },
      { meterId: second?.meterId, values: { single: '250' }, channels: { reactiveImport: '59' } },
      { meterId: third?.meterId, values: {}, channels: { reactiveImport: '90' } },
    ]);
    expect(body.rows.map(({ outcome }) => [outcome.kind, outcome.code])).toEqual([
      ['accepted', 'readings.accepted'],
      ['refused', 'readings.lowerThanPrevious'],
      ['accepted', 'readings.accepted'],
    ]);
    const before = { previousValue: 60, previousDate: '2026-10-01', value: 59 };
    const code = 'readings.lowerThanPrevious';
    expect(body.rows[1]?.channels).toEqual([{ channel: 'reactiveImport', ...before, code }]);
    expect(body.rows[1]?.outcome.advice?.message).toBe(
      'Порівняно з прийнятим показанням 00060 від 01.10.2026.',
    );
    expect(await stored()).toEqual([150, undefined, undefined]);
    const { body: listed } = await list();
    expect(listed.points.map(({ rows }) => rows[1]?.currentValue)).toEqual([80, null, 90]);
  });

  test('adds channels to a reading that is there, and returns the first answer again', async () => {
    const { submit, points, list } = await makeChain([point(100, { reactiveImport: 50 })]);
    const row = { meterId: points[0]?.meterId, values: { single: '150' } };
    await submit([row]);
    const requestId = newId();
    const both = [{ ...row, channels: { reactiveImport: '90' } }];
    const first = await submit(both, requestId);
    expect(first.body.accepted).toBe(1);
    expect((await submit(both, requestId)).body).toEqual(first.body);
    expect((await list()).body.points[0]?.rows[1]?.currentValue).toBe(90);
  });

  test('stores once it is confirmed, and keeps what was accepted when the period closes', async () => {
    const { submit, points, stored, waitUntil } = await makeChain([point(100), point(200)]);
    const [first, second] = points;
    const same = { meterId: first?.meterId, values: { single: '100' } };
    const [asked] = (await submit([same])).body.rows;
    expect(asked?.outcome).toMatchObject({ kind: 'needsConfirmation', code: 'readings.sameAsPrevious' });
    const confirmed = ['readings.sameAsPrevious'];
    expect((await submit([{ ...same, confirmed }])).body.accepted).toBe(1);
    await setPeriodState(app.billingDb, '2026-10', 'closed');
    await waitUntil('2026-11-02T10:00:00Z');
    const { body } = await submit([{ meterId: second?.meterId, values: { single: '250' } }]);
    expect(body.rows[0]?.outcome.period).toBe('2026-11');
    expect((await stored())[0]).toBe(100);
  });

  test('takes its turn with single readings of the account', async () => {
    const { submit, points, token, accountNumber, stored } = await makeChain([point(100), point(200)]);
    const [first] = points;
    const row = { meterId: first?.meterId, values: { single: '150' } };
    const [batch, single] = await Promise.all([
      submit([row]),
      app.post(submitReading, { token, account: accountNumber, ...row, requestId: newId() }),
    ]);
    expect([batch.body.accepted, single.httpStatus]).toEqual([1, 200]);
    expect(await stored()).toEqual([150, undefined]);
    expect(await countOf('billing.reading_submission', accountNumber)).toBe(1);
  });

  test('stores 5,000 rows at once', async () => {
    const { submit, points, accountNumber } = await makeChain([point(100)]);
    await sql`
      with made as (
        insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme, digit_capacity,
          coefficient, meter_state, installed_on)
        select account_number, gen_random_uuid(), eic_code, 'M' || n, meter_type, zone_scheme, digit_capacity, coefficient,
          meter_state, installed_on
        from billing.meter, generate_series(1, 4999) n where meter_id = ${points[0]?.meterId}
        returning account_number, meter_id)
      insert into billing.register (account_number, meter_id, zone, installed_value)
      select account_number, meter_id, 'single', 100 from made`.execute(app.billingDb);
    const { rows } = await typedSql({ meterId: text() })`
      select meter_id::text as "meterId" from billing.meter where account_number = ${accountNumber}`.execute(
      app.billingDb,
    );
    const all = rows.map(({ meterId }) => ({ meterId, values: { single: '150' } }));
    const { result, statements } = await statementsOf(app, () => submit(all));
    expect(result.body.accepted).toBe(5000);
    expect(await countOf('billing.reading_submission', accountNumber)).toBe(5000);
    expect(statements.length).toBe(6);
  });
});

describe('readings/points-report', () => {
  const report = async (chain: Awaited<ReturnType<typeof makeChain>>, format: 'pdf' | 'xlsx') =>
    app.post(pointsReport, { token: chain.token, account: chain.accountNumber, format });

  test('has a row for each register and channel, with losses and sub-consumers of points that are read', async () => {
    const chain = await makeChain([
      point(0, { lossKwh: 50, meter: { coefficient: 20 }, reactiveImport: 30 }),
      point(0, { subOf: 0 }),
      point(500),
    ]);
    const [main, sub] = chain.points;
    await chain.submit([
      { meterId: main?.meterId, values: { single: '100' } },
      { meterId: sub?.meterId, values: { single: '400' } },
    ]);
    const { httpStatus, body, headers } = await report(chain, 'xlsx');
    expect([httpStatus, headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')]);
    const book = read(body as unknown as Buffer);
    const rows = utils.sheet_to_json<Record<string, unknown>>(
      book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet,
    );
    expect(rows).toMatchObject([
      {
        '№': 1,
        'EIC-код точки': main?.eicCode,
        Різниця: 100,
        'кВт·год (квар·год)': 2000,
        'Втрати, кВт·год': 50,
        'Субспоживачі, кВт·год': 400,
        // 2000 + 50 − 400 − 10 of the losses, the share of 400 in 2000
        'Разом, кВт·год': 1640,
        Джерело: 'споживач',
      },
      { Зона: 'Реактивна R+', 'кВт·год (квар·год)': 600 },
      { 'кВт·год (квар·год)': 400, 'Разом, кВт·год': 410 },
      { 'Попереднє показання': 500 },
      { 'Об’єкт': 'Разом активної енергії', 'кВт·год (квар·год)': 2400 },
    ]);
  });

  test('is a PDF of several pages for 60 points', async () => {
    const chain = await makeChain(Array.from({ length: 60 }, () => point(100)));
    const { httpStatus, body, headers } = await report(chain, 'pdf');
    expect([httpStatus, headers['content-type']]).toEqual([200, 'application/pdf']);
    const pages = (body as unknown as Buffer).toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? [];
    expect(pages.length).toBeGreaterThan(2);
  });
});
