import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { apiRequestCount } from '#contract/reports/calls/api-request-count.ts';
import { apiResponses, apiResponsesOfCode } from '#contract/reports/calls/api-responses.ts';
import { jobsWord } from '#contract/reports/calls/find-api-by-fm.ts';
import { fmRequestCount } from '#contract/reports/calls/fm-request-count.ts';
import { fmResponses, fmResponsesOfCode } from '#contract/reports/calls/fm-responses.ts';
import { listOfApis } from '#contract/reports/calls/list-of-apis.ts';
import { listOfFms } from '#contract/reports/calls/list-of-fms.ts';
import type { ChartAnswer, Report, ReportAnswer, ReportRow } from '#contract/reports/define-report.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivInstant, kyivMidnight, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, daysBetween, localDate } from '#domain/time/local-date.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { type SeededCall, type SeededCalls, seedCalls, seeded } from '#portal/testing/seed-calls.ts';

let token: string;
let seed: SeededCalls;

/** In the middle of an hour and a minute. */
const now = '2026-11-20T15:37:21.000Z';

const cabinet = provideTestApp({ now });

beforeAll(async () => {
  token = await cabinet.signIn([], 'admin', ['analyst']);
  seed = await seedCalls(cabinet.portalDb, { seed: 26, count: 900, last: Date.parse(now) - 1000, days: 45 });
  // The calls of the tests themselves are not counted.
  await sql`alter table portal.api_call disable trigger api_calls_counted`.execute(cabinet.portalDb);
});

async function read(report: Report, payload: object = {}): Promise<ReportAnswer> {
  const { body } = await cabinet.post(report.read, { token, limit: 200, ...payload });
  expect(body.status).toBe('success');
  return body as ReportAnswer;
}

async function readAll(report: Report, payload: object = {}): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const part = await read(report, { ...payload, ...(cursor && { cursor }) });
    rows.push(...part.rows);
    cursor = part.next;
  }
  return rows;
}

const random = seeded(27);
/** Random days up to the present one, and half of them with it. */
const periods = usualPart(
  Array.from({ length: 10 }, (_, n) => {
    const to = addDays(localDate('2026-11-20'), n % 2 === 0 ? 0 : -random(20));
    return { from: addDays(to, -random(20)), to };
  }),
  4,
);
type Days = (typeof periods)[number];

const asOf = Date.parse(now) as Instant;
const within = (from: number, until: number) => (call: SeededCall) =>
  call.happenedAt >= from && call.happenedAt < until;
const ofDays = ({ from, to }: Days) =>
  within(kyivMidnight(from), Math.min(kyivMidnight(addDays(to, 1)), asOf));
/** The minute of the same time of the day counts as a whole: it is the smallest that is kept. */
function ofDaysBefore({ from, to }: Days) {
  const length = daysBetween(from, to) + 1;
  const first = kyivMidnight(addDays(from, -length));
  if (kyivMidnight(addDays(to, 1)) <= asOf) return within(first, kyivMidnight(from));
  const { date, hour, minute } = kyivTimeOf(asOf);
  return within(first, kyivInstant(addDays(date, -length), hour, minute));
}

const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;
const sum = (values: readonly (number | string | null)[]) =>
  values.reduce<number>((all, value) => all + Number(value), 0);
const seriesOf = ({ rows, values }: ChartAnswer, name: string) => values[rows.indexOf(name)] ?? [];

describe.each([
  ['api', apiRequestCount],
  ['fm', fmRequestCount],
] as const)('%s_request_count', (kind, report) => {
  test.each(periods)('agrees with the raw records from $from to $to and before', async (days) => {
    const calls = seed[kind].filter(ofDays(days));
    const before = seed[kind].filter(ofDaysBefore(days));
    const { rows, totals, charts } = await read(report, days);
    const names = [...new Set([...calls, ...before].map(({ name }) => name))];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const row of rows) {
      const ofName = calls.filter(({ name }) => name === row.name);
      const earlier = count(before, ({ name }) => name === row.name);
      expect(row).toEqual({
        name: row.name,
        calls: ofName.length,
        before: earlier,
        change: earlier === 0 ? null : expect.closeTo(ofName.length / earlier - 1, 10),
        share: calls.length === 0 ? null : expect.closeTo(ofName.length / calls.length, 10),
        lastCall:
          ofName.length === 0
            ? null
            : instantToIso(Math.max(...ofName.map(({ happenedAt }) => happenedAt)) as Instant),
      });
    }
    expect(totals).toMatchObject({ calls: calls.length, before: before.length });
    const chart = charts.calls as ChartAnswer;
    expect(sum(seriesOf(chart, 'calls'))).toBe(calls.length);
    const length = daysBetween(days.from, days.to) + 1;
    const isOpen = days.to === '2026-11-20';
    const hours = isOpen ? (length - 1) * 24 + 18 : length * 24;
    expect(chart.columns).toHaveLength(length <= 8 ? hours : length);
    // A chart by hours or days shows the hour or day of the present moment as it was before until its end.
    if (isOpen) expect(sum(seriesOf(chart, 'before'))).toBeGreaterThanOrEqual(before.length);
    else expect(sum(seriesOf(chart, 'before'))).toBe(before.length);
  });

  test('filters by name, also its chart, and by change', async () => {
    const days = { from: '2026-10-22', to: '2026-11-20' };
    const [{ name = '' } = {}] = seed[kind];
    const { rows, charts } = await read(report, { ...days, name: name.toUpperCase() });
    expect(rows.map((row) => row.name)).toEqual([name]);
    expect(sum(seriesOf(charts.calls as ChartAnswer, 'calls'))).toBe(rows[0]?.calls);
    const all = await readAll(report, days);
    const isMore = ({ calls, before }: ReportRow) => Number(calls) > Number(before);
    expect(await readAll(report, { ...days, change: 'more' })).toEqual(all.filter(isMore));
    expect(await readAll(report, { ...days, change: 'gone' })).toEqual([]);
  });
});

describe.each([
  ['api', apiResponses, apiResponsesOfCode],
  ['fm', fmResponses, fmResponsesOfCode],
] as const)('%s_responses', (kind, report, ofCode) => {
  test.each(periods)('agrees with the raw records from $from to $to', async (days) => {
    const calls = seed[kind].filter(ofDays(days));
    const { rows, charts } = await read(report, days);
    const groups = Map.groupBy(calls, ({ outcomeCode, httpStatus }) => `${outcomeCode} ${httpStatus}`);
    expect(rows.map(({ code, status }) => `${code} ${status}`).toSorted()).toEqual(
      [...groups.keys()].toSorted(),
    );
    for (const row of rows) {
      const ofGroup = groups.get(`${row.code} ${row.status}`) ?? [];
      expect(row).toMatchObject({
        calls: ofGroup.length,
        share: expect.closeTo(ofGroup.length / calls.length, 10),
        names: new Set(ofGroup.map(({ name }) => name)).size,
        lastSeen: instantToIso(Math.max(...ofGroup.map(({ happenedAt }) => happenedAt)) as Instant),
      });
      const named = await readAll(ofCode, { ...days, code: row.code });
      for (const { name, calls: withCode, all, share } of named) {
        const ofName = calls.filter((call) => call.name === name);
        const expected = count(ofName, ({ outcomeCode }) => outcomeCode === row.code);
        expect({ withCode, all, share }).toEqual({
          withCode: expected,
          all: ofName.length,
          share: expect.closeTo(expected / ofName.length, 10),
        });
      }
      expect(sum(named.map((one) => one.calls as number))).toBe(row.calls);
    }
    const lines = charts.outcomes as ChartAnswer;
    expect(sum(seriesOf(lines, 'success'))).toBe(count(calls, ({ httpStatus }) => httpStatus < 400));
    expect(sum(seriesOf(lines, 'faults'))).toBe(count(calls, ({ httpStatus }) => httpStatus >= 500));
    const heat = charts.failures as ChartAnswer;
    const length = daysBetween(days.from, days.to) + 1;
    if (heat.rows.length > 0) expect(heat.columns).toHaveLength(length);
    for (const [index, status] of heat.rows.entries())
      expect(sum(heat.values[index] ?? [])).toBe(
        count(calls, ({ httpStatus }) => String(httpStatus) === status),
      );
  });

  test('filters by name and kind of answer', async () => {
    const days = { from: '2026-10-22', to: '2026-11-20' };
    const [{ name = '' } = {}] = seed[kind];
    const faults = await readAll(report, { ...days, name, outcome: 'fault' });
    const expected = count(
      seed[kind].filter(ofDays(days as Days)),
      (call) => call.name === name && call.httpStatus >= 500,
    );
    expect(faults.map(({ calls }) => calls)).toEqual([expected]);
    const statuses = (await readAll(report, { ...days, outcome: 'refusal' })).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([400, 401, 422]);
  });
});

/** The nearest rank, in milliseconds. */
function rank(calls: readonly SeededCall[], share: number): number {
  const took = calls.map(({ durationUs }) => durationUs / 1000).toSorted((one, other) => one - other);
  return took[Math.ceil(share * took.length) - 1] ?? Number.NaN;
}

describe.each([
  ['api', listOfApis, 'api'],
  ['fm', listOfFms, 'fm'],
] as const)('list of %ss', (kind, report, key) => {
  test.each(periods)('agrees with the raw records from $from to $to', async (days) => {
    const calls = seed[kind].filter(ofDays(days));
    const rows = await readAll(report, { ...days, use: 'called' });
    const declared = new Set<string>(allCalls.map(({ path }) => path));
    const names = new Set(calls.map(({ name }) => name));
    const expected = [...names].filter((name) => kind === 'fm' || declared.has(name));
    expect(rows.map((row) => row[key]).toSorted()).toEqual(expected.toSorted());
    for (const row of rows) {
      const ofName = calls.filter(({ name }) => name === row[key]);
      const errors = count(ofName, ({ httpStatus }) => httpStatus >= 400);
      expect(row).toMatchObject({
        calls: ofName.length,
        errors,
        errorShare: expect.closeTo(errors / ofName.length, 10),
        lastCall: instantToIso(Math.max(...ofName.map(({ happenedAt }) => happenedAt)) as Instant),
      });
      // Percentiles are of whole days; the last one has no calls after the moment of the report.
      for (const [column, share] of [
        ['median', 0.5],
        ['p95', 0.95],
      ] as const) {
        const measured = rank(ofName, share);
        expect(Math.abs(Number(row[column]) / measured - 1)).toBeLessThan(0.021 + 0.005 / measured);
      }
    }
  });

  test('lists also what nobody called, and finds it by its sentence', async () => {
    const days = { from: '2026-09-01', to: '2026-09-01' };
    const unused = await readAll(report, days);
    expect(unused.length).toBeGreaterThan(100);
    expect(
      unused.every(({ calls, median, lastCall }) => calls === 0 && median === null && lastCall === null),
    ).toBe(true);
    const [{ about } = { about: '' }] = unused;
    const found = await readAll(report, { ...days, [key]: String(about).slice(0, 20).toUpperCase() });
    expect(found.map((row) => row.about)).toContain(about);
    expect(await readAll(report, { use: 'failed' })).toEqual(
      (await readAll(report)).filter(({ errors }) => Number(errors) > 0),
    );
  });
});

test('list_of_apis says who may make a call, and is filtered by it', async () => {
  const [refund] = await readAll(listOfApis, { api: '/api/admin/payments/refund' });
  expect(refund).toMatchObject({
    about: 'Asks the provider to give the money of a whole order back.',
    may: 'працівники: розрахунки',
  });
  const open = await readAll(listOfApis, { audience: 'public' });
  expect(new Set(open.map(({ may }) => may))).toEqual(new Set(['усі']));
});

test('list_of_fms names the APIs that call a module, the most frequent first', async () => {
  const days = { from: '2026-10-22', to: '2026-11-20' } as Days;
  const { rows } = await sql<{ name: string; callers: string }>`
    select name, string_agg(coalesce(api, ${jobsWord}), ', ' order by calls desc, coalesce(api, '')) as callers
      from (select name, api, count(*) as calls, row_number() over (partition by name order by count(*) desc, coalesce(api, '')) as place
              from portal.fm_call where happened_at >= ${instantToIso(kyivMidnight(days.from))}::timestamptz group by name, api) as pair
     where place <= 3 group by name`.execute(cabinet.portalDb);
  const listed = await readAll(listOfFms, { ...days, from: '2026-10-22', use: 'called' });
  for (const { name, callers } of rows) {
    const shown = String(listed.find(({ fm }) => fm === name)?.callers);
    expect(shown.replace(/ \+\d+$/, '')).toBe(callers);
  }
});
