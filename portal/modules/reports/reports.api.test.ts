import { read as readWorkbook, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeRandomLedger } from '#billing/modules/ledger/testing/random-ledger.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { reportsWithDetails } from '#contract/reports/all-reports.ts';
import { unsuccessfulApi, unsuccessfulApiCalls } from '#contract/reports/calls/unsuccessful-api.ts';
import {
  type Report,
  type ReportColumn,
  type ReportRow,
  reportPeriods,
  sortOf,
  sortsOf,
} from '#contract/reports/define-report.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { newId } from '#platform/uuid.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { seeded } from '#portal/testing/seed-calls.ts';
import { seedModuleCalls, seedSamples, seedSignIns } from '#portal/testing/seed-people.ts';
import { reportSources } from './all-sources.ts';
import { listOfFmsSource } from './calls/list-of-fms.ts';
import { ReportTooMuch, readReport } from './read-report.ts';

let token: string;

/** The last of the raw records; the calls of the test itself are a day younger. */
const lastRecord = '2026-11-20T10:00:00.000Z';
const now = '2026-11-21T10:00:00.000Z';
const usual = { from: '2026-11-14', to: '2026-11-20' } as const;
const hourMs = 3_600_000;

interface RawCall {
  readonly happenedAt: number;
  readonly reference: string;
  readonly name: string;
  readonly durationUs: number;
  readonly code: string;
  readonly status: number;
  readonly identity: string | null;
  readonly cause?: string;
}

const random = seeded(20_261_120);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const outcomes = [
  ['success', 200],
  ['success', 200],
  ['common.badRequest', 400],
  ['common.sessionEnded', 401],
  ['payments.outsideLimits', 422],
  ['common.unexpected', 500],
] as const;
const names = ['/api/pairs', '/api/bills/list', '/api/payments/start', '/api/meters/list', '/api/gone'];

const calls: RawCall[] = [];

const cabinet = provideTestApp({ now });

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  await seedSupplierWork();
  for (let n = 0; n < 4; n += 1) await cabinet.signIn([]);
  const { rows: sessions } = await sql<{ sessionId: string; identityId: string }>`
    select session_id as "sessionId", identity_id as "identityId" from portal.session`.execute(
    cabinet.portalDb,
  );
  token = await cabinet.signIn([], 'admin', ['analyst']);
  for (let n = 0; n < 600; n += 1) {
    const [code, status] = pick(outcomes);
    // Half of the days lie before the usual period; one code appears on the last day only.
    const happenedAt = Date.parse(lastRecord) - random(14 * 24) * hourMs - random(hourMs);
    const user = random(3) === 0 ? undefined : pick(sessions);
    const call = {
      happenedAt,
      reference: newId(),
      name: pick(names),
      durationUs: 100 + random(900_000),
      code,
      status,
      identity: user?.identityId ?? null,
      ...(status === 500 && { cause: 'RangeError: no row 0 in table' }),
    };
    calls.push(call);
    await insertCall(call, user?.sessionId ?? null);
    if (status === 500) await insertFault(call, `no row ${n} in table`);
  }
  const fresh = { code: 'readings.tooEarly', status: 422, durationUs: 5000, identity: null };
  const call = {
    ...fresh,
    happenedAt: Date.parse(lastRecord) - hourMs,
    reference: newId(),
    name: '/api/bills/list',
  };
  calls.push(call);
  await insertCall(call, null);
  // A row at least for each of the reports that read no records of calls.
  const at = Date.parse(lastRecord);
  await sql`update portal.identity set created_at = ${lastRecord}::timestamptz`.execute(cabinet.portalDb);
  const tried = { kind: 'person', way: 'password', address: '192.0.2.1', device: '' } as const;
  await seedSignIns(
    cabinet.portalDb,
    Array.from({ length: 20 }, (_, n) => ({
      ...tried,
      login: `+38050000000${n % 3}`,
      at: at - n,
      outcome: 'unknownLogin' as const,
    })),
  );
  await seedModuleCalls(cabinet.portalDb, [
    { happenedAt: at, name: 'BILL_LIST', api: '/api/bills/list', durationUs: 1000, status: 200 },
    { happenedAt: at, name: 'LEDGER_CHECK', api: null, durationUs: 1000, status: 500 },
  ]);
  await seedSamples(cabinet.portalDb, [{ node: 'node-1', at, inFlight: 3, poolBusy: 2, lagUs: 1500 }]);
  // A module for each call, so that the reports of modules have rows too.
  await sql`
    insert into portal.fm_call (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id, api)
    select happened_at, reference, 'BILL_LIST', duration_us, outcome_code, http_status, account_number, session_id, name
      from portal.api_call where happened_at <= ${lastRecord}::timestamptz`.execute(cabinet.portalDb);
});

/** Accounts with debts, readings and a charged month. */
async function seedSupplierWork(): Promise<void> {
  const { billingDb } = cabinet;
  await makeSupplier(billingDb);
  await makeRandomLedger(billingDb, 5, 12, async () => undefined);
  for (let n = 0; n < 3; n += 1) {
    const history = ['2026-09', '2026-10'].map((period, month) => ({
      period,
      closing: { single: 100 * (month + 1) },
    }));
    await makeAccount(billingDb, { history, customerType: n === 0 ? 'entity' : 'person' });
  }
}

async function insertCall(call: RawCall, sessionId: string | null): Promise<void> {
  await sql`
    insert into portal.api_call
      (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id, cause)
    values (${instantToIso(call.happenedAt as Instant)}::timestamptz, ${call.reference}::uuid, ${call.name},
            ${call.durationUs}::integer, ${call.code}, ${call.status}::smallint, null, ${sessionId}::uuid, ${call.cause ?? null})
  `.execute(cabinet.portalDb);
  await sql`
    insert into portal.fm_call
      (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id, api)
    values (${instantToIso(call.happenedAt as Instant)}::timestamptz, ${call.reference}::uuid, 'BILLS_LIST',
            ${call.durationUs}::integer, 'success', 200::smallint, null, ${sessionId}::uuid, ${call.name})
  `.execute(cabinet.portalDb);
}

async function insertFault({ happenedAt, reference, name }: RawCall, message: string): Promise<void> {
  const detail = JSON.stringify({ name: 'RangeError', message });
  await sql`
    insert into portal.error_log (happened_at, reference, origin, title, detail)
    values (${instantToIso((happenedAt + 5) as Instant)}::timestamptz, ${reference}::uuid, 'server', ${name}, ${detail}::jsonb)
  `.execute(cabinet.portalDb);
}

/** The days of the tests; a report of the moment has none. */
const daysOf = ({ name, period }: Report) => {
  if (period !== 'now') return usual;
  // Of the newest failing call else, which the calls of these tests are one after the other.
  return name === 'log_chain' ? { chain: calls.find(({ status }) => status === 500)?.reference } : {};
};

const post = (report: Report, payload: object = {}) =>
  cabinet.post(report.read, { token, ...daysOf(report), ...payload });

/** Rows part by part: all of them, or those of the first parts. */
async function readAll(
  report: Report,
  payload: object = {},
  limit = 200,
  maxParts = Number.POSITIVE_INFINITY,
): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = [];
  let parts = 0;
  for (let cursor: string | null | undefined; cursor !== null && parts < maxParts; parts += 1) {
    const { body } = await post(report, { ...payload, limit, ...(cursor && { cursor }) });
    expect(body.status).toBe('success');
    rows.push(...body.rows);
    cursor = body.next;
  }
  return rows;
}

test('every report of the contract has its SQL, once', () => {
  const named = (reports: readonly Report[]) => reports.map(({ name }) => name).toSorted();
  expect(named(reportSources.map(({ report }) => report))).toEqual(named(reportsWithDetails));
});

type Source = (typeof reportSources)[number];

/** The first report of each way to answer: by SQL, of a log, of a long table, with facts of the billing, by a function module. */
const oneOfEachWay = [
  ...Map.groupBy(reportSources, (source: Source) => {
    if ('ask' in source) return 'module';
    if (source.log) return 'log';
    if (source.long) return 'long table';
    return source.prepare ? 'facts' : 'table';
  }),
].map(([way, [source]]): [string, Source] => [way, source as Source]);

/** The first report with each length of periods. */
const oneOfEachPeriod = [...Map.groupBy(reportsWithDetails, ({ period = 'days' }) => period)].flatMap(
  ([period, [report]]) => (period === 'now' ? [] : [[period, report as Report] as const]),
);

/** The first report with each kind of filter. */
const oneOfEachFilter = Object.entries(
  Object.groupBy(
    reportsWithDetails.flatMap((report) =>
      Object.entries(report.filters).map(([name, filter]) => ({ report, name, filter })),
    ),
    ({ filter }) => filter.kind,
  ),
).map(([kind, [first]]) => [kind, first as NonNullable<typeof first>] as const);

const columnsOf = (report: Report) => Object.entries<ReportColumn>(report.columns);

/** By rows that have a value there; the others are last. Texts are in the order of the database. */
function expectSorted(report: Report, rows: readonly ReportRow[], key: string, descending: boolean): void {
  const values = rows.flatMap((row) => (row[key] === null ? [] : [row[key]]));
  expect(rows.slice(0, values.length).every((row) => row[key] !== null)).toBe(true);
  const { kind } = report.columns[key] as ReportColumn;
  if (kind === 'text') return;
  const isTime = kind === 'instant' || kind === 'date' || kind === 'month';
  const asNumbers = values.map((value) => (isTime ? Date.parse(String(value)) : Number(value)));
  const sorted = asNumbers.toSorted((one, other) => one - other);
  expect(asNumbers).toEqual(descending ? sorted.toReversed() : sorted);
}

test.each(reportsWithDetails.map((report): [string, Report] => [report.name, report]))(
  '%s answers its usual days without a filter, in its order, with count and totals',
  async (_, report) => {
    const { period = 'days' } = report;
    const columns = columnsOf(report);
    const { httpStatus, body } = await cabinet.post(report.read, { token });
    expect(httpStatus).toBe(200);
    expect({ from: body.from, to: body.to, asOf: body.asOf }).toEqual({
      from: {
        days: '2026-11-15',
        recent: '2026-11-20',
        months: '2026-10-23',
        year: '2026-01-01',
        now: '2026-11-21',
      }[period],
      to: '2026-11-21',
      asOf: now,
    });
    expect(body.count).toBeGreaterThan(0);
    for (const row of body.rows) expect(Object.keys(row)).toEqual(columns.map(([key]) => key));

    const rows = await readAll(report);
    const part = (await post(report, { limit: 1 })).body;
    expect(part.count).toBe(rows.length);
    const { column, descending } = sortOf(report, undefined, {});
    expectSorted(report, rows, column, descending);
    const sum = (key: string) => rows.reduce((all, row) => all + Number(row[key]), 0);
    for (const [key, of] of columns) {
      if ((of.kind === 'number' || of.kind === 'money') && of.total === 'sum')
        expect(Number(part.totals[key])).toBeCloseTo(sum(key), 2);
      if (of.kind !== 'share' || !of.total) continue;
      const whole = sum(of.total.whole);
      if (whole === 0) expect(part.totals[key]).toBeNull();
      else expect(part.totals[key]).toBeCloseTo(sum(of.total.part) / whole, 10);
    }
  },
);

// SQL is sorted by the name of a column, whichever: all columns of one report with empty cells, some of each other way.
// A function module sorts by its own expressions.
const isWholly = (source: Source) => 'ask' in source || source === listOfFmsSource;
const sorted = reportSources.filter(
  (source) => isWholly(source) || oneOfEachWay.some(([, one]) => one === source),
);
test.each(
  sorted.flatMap((source) =>
    sortsOf(source.report)
      .slice(0, isWholly(source) ? undefined : 4)
      .map((sort): [string, string, Report] => [source.report.name, sort, source.report]),
  ),
)('%s is sorted by %s in whichever parts it comes', async (_, sort, report) => {
  const whole = await readAll(report, { sort });
  expect(await readAll(report, { sort }, 7, 3)).toEqual(whole.slice(0, 21));
  expectSorted(report, whole, sort.replace(/^-/, ''), sort.startsWith('-'));
});

describe.each(oneOfEachWay)('a report by %s', (_, { report }) => {
  test.each(['xlsx', 'csv'])('gives the same rows as %s', async (format) => {
    const { body, headers } = await cabinet.post(report.export, { token, ...daysOf(report), format });
    const name = decodeURIComponent(String(headers['content-disposition']).split("''")[1] ?? '');
    const days = report.period === 'now' ? '2026-11-21-2026-11-21' : '2026-11-14-2026-11-20';
    expect(name).toBe(`Звіт-${report.name}-${days}.${format}`);
    const read = { type: 'buffer', FS: ';', cellDates: false, raw: true } as const;
    const sheet = readWorkbook(body as unknown as Buffer, read);
    const lines = utils.sheet_to_json<unknown[]>(sheet.Sheets[sheet.SheetNames[0] ?? ''] ?? {}, {
      header: 1,
    });
    const rows = await readAll(report);
    const hasTotal = columnsOf(report).some(([, column]) => 'total' in column) && format === 'xlsx';
    expect(lines).toHaveLength(1 + rows.length + (hasTotal ? 1 : 0));
    const [firstKey = '', firstColumn] = columnsOf(report)[0] ?? [];
    if (firstColumn?.kind === 'text')
      expect(lines.slice(1, rows.length + 1).map((line) => line[0])).toEqual(
        rows.map((row) => row[firstKey]),
      );
  });

  test.each([{ cursor: 'x' }, ...(report.isLog ? [] : [{ sort: 'nothing' }, { sort: '--calls' }])])(
    'refuses %j',
    async (wrong) => {
      expect(await post(report, wrong)).toMatchObject({
        httpStatus: 400,
        body: { code: 'common.badRequest' },
      });
    },
  );
});

test.each(oneOfEachFilter)('a filter of the kind %s refuses what it does not know', async (_, first) => {
  const { report, name, filter } = first;
  const wrong = { [name]: filter.kind === 'text' ? 'x'.repeat(filter.maxLength + 1) : 'nothing' };
  expect(await post(report, wrong)).toMatchObject({ httpStatus: 400, body: { code: 'common.badRequest' } });
});

test.each(oneOfEachPeriod)(
  'a report of %s refuses days that are reversed or too many',
  async (period, report) => {
    const { maxDays } = reportPeriods[period];
    const tooMany =
      maxDays > 31
        ? [{ from: '2025-10-31', to: '2026-11-01' }, { from: '2025-01-01' }]
        : [{ from: '2026-10-01', to: '2026-11-01' }, { from: '2026-01-01' }];
    for (const wrong of [{ from: '2026-11-20', to: '2026-11-19' }, ...tooMany])
      for (const call of [report.read, report.export])
        expect(await cabinet.post(call, { token, ...wrong, format: 'csv' })).toMatchObject({
          httpStatus: 422,
          body: { code: 'reports.badPeriod', message: formatMessage('reports.badPeriod', { n: maxDays }) },
        });
  },
);

test('a report ends when the database takes too long', async () => {
  const slow = {
    report: {
      ...unsuccessfulApi,
      columns: { api: unsuccessfulApi.columns.api },
      sort: { column: 'api', descending: false },
    },
    charts: {},
    query: () => sql`select pg_sleep(5)::text as api`,
  };
  const request = {
    period: { from: now, until: now, before: { from: now, until: now }, step: 'hour' },
    filter: {},
    sort: undefined,
  } as const;
  const part = { offset: 0, after: undefined, limit: 1, withCharts: false };
  await expect(readReport(cabinet.portalDb, slow as never, request, part, 50)).rejects.toThrow(ReportTooMuch);
});

/** Random periods of at most 31 days in Kyiv, as days and as instants. */
const periods = Array.from({ length: 8 }, () => {
  const first = 1 + random(18);
  const last = first + random(21 - first);
  const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
  return {
    from: day(first),
    to: day(last),
    // Kyiv is two hours ahead of UTC in November.
    has: ({ happenedAt }: RawCall) =>
      happenedAt >= Date.parse(`${day(first)}T00:00:00+02:00`) &&
      happenedAt < Date.parse(`${day(last)}T00:00:00+02:00`) + 24 * hourMs,
  };
});

describe('unsuccessful_api', () => {
  test.each(usualPart(periods, 3))(
    'agrees with the raw records from $from to $to',
    async ({ from, to, has }) => {
      const rows = await readAll(unsuccessfulApi, { from, to });
      const failed = calls.filter((call) => call.status >= 400 && has(call));
      const groups = Map.groupBy(failed, ({ name, code }) => `${name} ${code}`);
      expect(rows.map(({ api, code }) => `${api} ${code}`).toSorted()).toEqual([...groups.keys()].toSorted());
      for (const [key, ofGroup] of groups) {
        const known = calls.filter(
          (call) =>
            `${call.name} ${call.code}` === key &&
            call.happenedAt <= Math.max(...ofGroup.map(({ happenedAt }) => happenedAt)),
        );
        const firstSeen = Math.min(...known.map(({ happenedAt }) => happenedAt));
        expect(rows.find(({ api, code }) => `${api} ${code}` === key)).toMatchObject({
          status: ofGroup[0]?.status,
          calls: ofGroup.length,
          users: new Set(ofGroup.flatMap(({ identity }) => identity ?? [])).size,
          firstSeen: instantToIso(firstSeen as Instant),
          lastSeen: instantToIso(Math.max(...ofGroup.map(({ happenedAt }) => happenedAt)) as Instant),
          isNew: firstSeen >= Date.parse(`${from}T00:00:00+02:00`),
        });
      }
    },
  );

  test('names the error of a fault, and the text of a refusal', async () => {
    const rows = await readAll(unsuccessfulApi, { api: '/api/bills/list' });
    const causeOf = (wanted: string) => rows.find(({ code }) => code === wanted)?.cause;
    expect(causeOf('common.unexpected')).toBe('RangeError: no row 0 in table');
    expect(causeOf('common.badRequest')).toBe('Перевірте введені дані.');
  });

  test('marks what did not fail before the period', async () => {
    const fresh = await readAll(unsuccessfulApi, {
      from: '2026-11-20',
      to: '2026-11-20',
      code: 'readings',
      age: 'new',
    });
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).toMatchObject({ code: 'readings.tooEarly', isNew: true, calls: 1, users: 0 });
    const known = await readAll(unsuccessfulApi, { age: 'known' });
    expect(known.every(({ isNew }) => isNew === false)).toBe(true);
  });

  test.each([
    ['fault', (status: number) => status >= 500],
    ['refusal', (status: number) => [409, 422, 429].includes(status)],
    ['request', (status: number) => status < 500 && ![409, 422, 429].includes(status)],
  ])('is filtered by the kind %s', async (kind, matches) => {
    const rows = await readAll(unsuccessfulApi, { kind });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ status }) => matches(Number(status)))).toBe(true);
  });

  test('leads from each group to its calls, each with its reference', async () => {
    for (const row of await readAll(unsuccessfulApi)) {
      const { api, code, cause } = row;
      const found = await readAll(unsuccessfulApiCalls, { api, code, cause });
      expect(found).toHaveLength(Number(row.calls));
      const references = calls.filter((call) => call.name === api && call.code === code);
      for (const { reference } of found)
        expect(references.some((call) => call.reference === reference)).toBe(true);
    }
  });
});

test('a report holds the calls that were answered before it', async () => {
  const { report } = reportSources.find(({ report: { name } }) => name === 'api_request_count') ?? {};
  if (report === undefined) throw new Error('no report of calls');
  const countOf = async () => {
    const { body } = await cabinet.post(report.read, { token, limit: 100 });
    const row = (body.rows as readonly Readonly<Record<string, unknown>>[]).find(
      ({ name }) => name === getServiceMessage.path,
    );
    return Number(row?.calls ?? 0);
  };
  const before = await countOf();
  for (let n = 0; n < 3; n += 1) await cabinet.post(getServiceMessage, { pageToDisplay: '/' });
  // A call of less than a millisecond is at the moment of the clock, which a report ends before.
  cabinet.clock.set((cabinet.clock.now() + 1000) as Instant);
  await expect.poll(countOf).toBe(before + 3);
});

test('beside other nodes a report ends where all of them have written their records', async () => {
  const { report } = reportSources.find(({ report: { name } }) => name === 'api_request_count') ?? {};
  if (report === undefined) throw new Error('no report of calls');
  const asOf = async () => (await cabinet.post(report.read, { token, limit: 1 })).body.asOf;
  const now = cabinet.clock.now();
  expect(await asOf()).toBe(instantToIso(now));
  const sample = (at: number) => sql`
    insert into portal.node_sample (node, at, in_flight, requests, errors, pool_total, pool_idle, pool_waiting, jobs_waiting,
      jobs_running, workers_busy, workers_waiting, lag_p99_us, loop_used, rss, heap_used, dropped_records)
    values ('other', ${instantToIso(at as Instant)}::timestamptz, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0.1, 1, 1, 0)`;
  // A node that was stopped a minute ago writes nothing any more.
  await sample(now - 60_000).execute(cabinet.portalDb);
  expect(await asOf()).toBe(instantToIso(now));
  await sample(now - 10_000).execute(cabinet.portalDb);
  expect(await asOf()).toBe(instantToIso((now - 3000) as Instant));
});
