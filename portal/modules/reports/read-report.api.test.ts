import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { defineReport, maxCounted, type ReportRow } from '#contract/reports/define-report.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { answerLog, answerReport, type LogPosition, readReport, streamReport } from './read-report.ts';

const now = '2026-11-21T10:00:00.000Z';
const recordCount = maxCounted + 500;

const cabinet = provideTestApp({ now });

beforeAll(async () => {
  // Three records of each moment, so that the key needs both of its parts.
  await sql`
    insert into portal.api_call (happened_at, reference, name, duration_us, outcome_code, http_status)
    select timestamptz '2026-11-20T00:00:00Z' + (n / 3) * interval '1.000007 second', gen_random_uuid(), '/api/pairs', n, 'success', 200
      from generate_series(0, ${recordCount - 1}::integer) as n`.execute(cabinet.portalDb);
});

const request = {
  period: {
    from: '2026-11-19T22:00:00.000Z',
    until: now,
    before: { from: now, until: now },
    step: 'hour',
  },
  filter: { name: null },
  sort: undefined,
} as const;
const first = { offset: 0, after: undefined, limit: 100, withCharts: true };

const log = answerLog(
  defineReport({
    name: 'some_log',
    title: 'Журнал',
    about: 'Записи.',
    roles: ['analyst'],
    filters: { name: { kind: 'text', label: 'API', maxLength: 100 } },
    columns: {
      happenedAt: { kind: 'instant', title: 'Час' },
      reference: { kind: 'text', title: 'Номер' },
      took: { kind: 'number', title: 'Тривав' },
    },
    sort: { column: 'happenedAt', descending: true },
    isLog: true,
  }),
  { at: 'happenedAt', id: 'reference' },
  ({ from, until }, { name }) => sql`
    select happened_at as "happenedAt", reference, duration_us as took from portal.api_call
     where happened_at >= ${from}::timestamptz and happened_at < ${until}::timestamptz and (${name}::text is null or name = ${name})`,
);

async function readLog(most: number, filter: { name: string | null }) {
  const rows: ReportRow[] = [];
  let after: LogPosition | undefined;
  do {
    const page = await readReport(
      cabinet.portalDb,
      log,
      { ...request, filter },
      { ...first, after, limit: 700 },
    );
    rows.push(...page.rows);
    after = page.last;
  } while (after && rows.length < most);
  return rows;
}

test('a log is read by its key: every record once, newest first, counted up to the limit', async () => {
  const { count, isCapped, last } = await readReport(cabinet.portalDb, log, request, first);
  expect({ count, isCapped, hasMore: last !== undefined }).toEqual({
    count: maxCounted,
    isCapped: true,
    hasMore: true,
  });
  const rows = await readLog(Number.POSITIVE_INFINITY, { name: null });
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(recordCount);
  expect(rows.map(({ took }) => Math.floor(Number(took) / 3))).toEqual(
    Array.from({ length: recordCount }, (_, n) => Math.floor((recordCount - 1 - n) / 3)),
  );
  expect(await readLog(1, { name: '/api/others' })).toEqual([]);
  const none = await readReport(cabinet.portalDb, log, { ...request, filter: { name: 'x' } }, first);
  expect(none).toMatchObject({ count: 0, isCapped: false, last: undefined });
});

test('streamReport gives all rows in the order of the page, in batches', async () => {
  const batches: (readonly ReportRow[])[] = [];
  for await (const batch of streamReport(cabinet.portalDb, log, request)) batches.push(batch);
  expect(Math.max(...batches.map(({ length }) => length))).toBe(128);
  expect(batches.flat()).toEqual(await readLog(Number.POSITIVE_INFINITY, { name: null }));
});

test('streamReport fetches fewer rows when they are long', async () => {
  const report = defineReport({
    name: 'long_texts',
    title: 'Тексти',
    about: 'Тексти.',
    roles: ['analyst'],
    filters: {},
    columns: { n: { kind: 'number', title: 'Номер' }, text: { kind: 'text', title: 'Текст' } },
    sort: { column: 'n', descending: false },
  });
  const source = answerReport(
    report,
    () => sql`select n, repeat('x', 20000) as text from generate_series(1, 100) as n`,
  );
  const lengths: number[] = [];
  const of = { ...request, filter: {} };
  for await (const batch of streamReport(cabinet.portalDb, source, of)) lengths.push(batch.length);
  expect(lengths).toEqual([64, 16, 16, 4]);
});

test('streamReport ends its transaction when nobody reads on', async () => {
  for await (const _ of streamReport(cabinet.portalDb, log, request)) break;
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`.execute(cabinet.portalDb);
  expect(rows[0]?.count).toBe(0n);
});

test('charts are matrices: series by times, and rows by columns in the order that the report declares', async () => {
  const source = answerReport(
    defineReport({
      name: 'some_charts',
      title: 'Графіки',
      about: 'Графіки.',
      roles: ['analyst'],
      filters: {},
      columns: { name: { kind: 'text', title: 'API' } },
      sort: { column: 'name', descending: false },
      charts: {
        lines: { kind: 'lines', title: 'Сплачено, грн', unit: 'money', series: { paid: 'Сплачено' } },
        heat: {
          kind: 'heatMap',
          title: 'Виклики',
          unit: 'number',
          rows: { title: 'День', values: { mon: 'пн', tue: 'вт' } },
          columns: { title: 'Година' },
        },
      },
    }),
    () => sql`select ${newId()}::text as name`,
    {
      lines: ({ from }) => sql`
        select at, paid from (values (${from}::timestamptz, 12345::bigint), (${from}::timestamptz + interval '1 hour', null)) as v(at, paid)`,
      heat: () => sql`
        select * from (values ('tue', '23', 7), ('mon', '9', 5)) as v("row", "column", value)`,
    },
  );
  const { charts } = await readReport(cabinet.portalDb, source, { ...request, filter: {} }, first);
  expect(charts).toEqual({
    lines: {
      rows: ['paid'],
      columns: ['2026-11-19T22:00:00.000Z', '2026-11-19T23:00:00.000Z'],
      values: [['123.45', null]],
    },
    heat: {
      rows: ['mon', 'tue'],
      columns: ['23', '9'],
      values: [
        [null, 5],
        [7, null],
      ],
    },
  });
  const later = await readReport(
    cabinet.portalDb,
    source,
    { ...request, filter: {} },
    { ...first, withCharts: false },
  );
  expect(later.charts).toEqual({});
});
