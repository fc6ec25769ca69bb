import { read as readWorkbook, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { chooseApart } from '#contract/accounts/accounts.ts';
import { clientLog } from '#contract/client-log.ts';
import { noChoice } from '#contract/fields.ts';
import { catalogue } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  longResponseTimeApiCalls,
  longResponseTimeApis,
} from '#contract/reports/calls/long-response-time-apis.ts';
import {
  longResponseTimeFmCalls,
  longResponseTimeFms,
} from '#contract/reports/calls/long-response-time-fms.ts';
import type { Report, ReportRow } from '#contract/reports/define-report.ts';
import { logChain, logEvents } from '#contract/reports/logs/log-chain.ts';
import { logsSearchBack } from '#contract/reports/logs/logs-search-back.ts';
import { logsSearchSap } from '#contract/reports/logs/logs-search-sap.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let token: string;

const now = '2026-11-21T10:00:00.000Z';
const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
const whole = { from: '2026-11-17', to: '2026-11-20' } as const;
const hourMs = 3_600_000;
const first = Date.parse('2026-11-17T00:00:00+02:00');

interface Call {
  readonly kind: 'api' | 'fm';
  readonly at: number;
  readonly reference: string;
  readonly name: string;
  readonly us: number;
  readonly code: string;
  readonly status: number;
  readonly account: string | null;
  readonly cause: string | null;
}

let state = 20_261_126;
/** Pseudo-random whole numbers below one, the same in every run. */
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const outcomes = [
  ...Array(6).fill(['success', 200]),
  ['common.badRequest', 400],
  ['payments.outsideLimits', 422],
  ['common.unexpected', 500],
] as readonly (readonly [string, number])[];

const calls: Call[] = [];
const faults: { at: number; reference: string; title: string; message: string }[] = [];

function makeCalls(): void {
  for (let n = 0; n < 500; n += 1) {
    const [code, status] = pick(outcomes);
    const reference = newId();
    const api = {
      kind: 'api',
      // Some in the same millisecond.
      at: first + (n % 50 === 0 ? 5 : random(4 * 24 * hourMs)),
      reference,
      name: pick(['/api/pairs', '/api/bills/list', '/api/payments/start', '/api/gone']),
      us: pick([random(90_000), random(700_000), random(12_000_000)]),
      code,
      status,
      account: pick([null, '2390001111', '2390002222']),
      cause: status === 500 ? 'RangeError: no row 0' : null,
    } as const;
    calls.push(api);
    if (status === 500)
      faults.push({ at: api.at + 3, reference, title: api.name, message: `no row ${n} of «${n % 5}»` });
    // Calls of modules of one request share its millisecond.
    for (let m = 0; m < random(3); m += 1)
      calls.push({
        ...api,
        kind: 'fm',
        at: api.at + 1,
        name: pick(['BILL_LIST', 'ACCOUNT_GET']),
        us: random(api.us + 1),
        code: pick(['success', 'common.badRequest']),
        status: 200,
        cause: null,
      });
  }
}

async function insert(): Promise<void> {
  const rows = JSON.stringify(calls.map((call) => ({ ...call, at: instantToIso(call.at as Instant) })));
  const record = sql`jsonb_to_recordset(${rows}::jsonb) as call
    (kind text, at timestamptz, reference uuid, name text, us integer, code text, status smallint, account text, cause text)`;
  await sql`
    insert into portal.api_call
      (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, node, cause)
    select at, reference, name, us, code, status, account, 'node-1', cause from ${record} where kind = 'api'`.execute(
    cabinet.portalDb,
  );
  await sql`
    insert into portal.fm_call (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, node, api)
    select at, reference, name, us, code, status, account, 'node-1', '/api/pairs' from ${record} where kind = 'fm'`.execute(
    cabinet.portalDb,
  );
  for (const { at, reference, title, message } of faults) {
    const detail = JSON.stringify({
      name: 'RangeError',
      message,
      stack: `RangeError: ${message}\n    at a.ts:1`,
    });
    await sql`
      insert into portal.error_log (happened_at, reference, origin, title, detail)
      values (${instantToIso(at as Instant)}::timestamptz, ${reference}::uuid, 'server', ${title}, ${detail}::jsonb)`.execute(
      cabinet.portalDb,
    );
  }
}

const cabinet = provideTestApp({ now });

beforeAll(async () => {
  token = await cabinet.signIn([], 'admin', ['analyst']);
  makeCalls();
  await insert();
});

async function readAll(report: Report, payload: object = {}, limit = 200): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await cabinet.post(report.read, { token, ...payload, limit, ...(cursor && { cursor }) });
    expect({ payload, code: body.code }).toEqual({ payload, code: undefined });
    rows.push(...body.rows);
    cursor = body.next;
  }
  return rows;
}

interface Conditions {
  from: string;
  to: string;
  since?: string;
  till?: string;
  account?: string;
  name?: string;
  code?: string;
  outcome?: 'success' | 'failed' | 'fault';
  least?: string;
  text?: string;
}

/** Any of the conditions, each often enough. */
function randomConditions(): Conditions {
  const from = random(4);
  const to = from + random(4 - from);
  const some = <T>(key: string, values: readonly T[], share = 4) =>
    random(share) === 0 ? { [key]: pick(values) } : {};
  return {
    from: days[from] ?? '',
    to: days[to] ?? '',
    ...some('since', ['00:00', '06:30', '12:00'], 6),
    ...some('till', ['12:01', '18:45', '23:59'], 6),
    ...some('account', ['2390001111', '2390003333']),
    ...some('name', ['bill', 'API/P', 'gone', 'ACCOUNT', 'nothing'], 3),
    ...some('code', ['common', 'UNEXPECTED', 'success']),
    ...some('outcome', ['success', 'failed', 'fault'] as const),
    ...some('least', ['100', '500', '3000']),
    ...some('text', ['no row 7', 'перевірте', 'unexpected'], 6),
  };
}

const includes = (text: string | null, part: string) =>
  (text ?? '').toLowerCase().includes(part.toLowerCase());

const inDays = ({ from, to, since = '00:00', till }: Conditions, at: number) =>
  at >= Date.parse(`${from}T${since}:00+02:00`) &&
  at < (till ? Date.parse(`${to}T${till}:00+02:00`) : Date.parse(`${to}T00:00:00+02:00`) + 24 * hourMs);

function matches(kind: 'api' | 'fm', wanted: Conditions) {
  const { account, name, code, outcome, least, text } = wanted;
  return (call: Call) =>
    call.kind === kind &&
    inDays(wanted, call.at) &&
    (account === undefined || call.account === account) &&
    (name === undefined || includes(call.name, name)) &&
    (code === undefined || includes(call.code, code)) &&
    (outcome === undefined ||
      (outcome === 'success' ? call.status < 400 : call.status >= (outcome === 'fault' ? 500 : 400))) &&
    (least === undefined || call.us >= Number(least) * 1000) &&
    (text === undefined ||
      (call.status >= 400 &&
        (includes(call.code, text) ||
          includes(catalogue[call.code as keyof typeof catalogue], text) ||
          includes(call.cause, text))));
}

const keyOf = (at: number, reference: string, duration: number | null) =>
  `${instantToIso(at as Instant)} ${reference} ${duration}`;
const keysOf = (rows: readonly ReportRow[]) =>
  rows.map(({ happenedAt, reference, duration }) =>
    keyOf(Date.parse(String(happenedAt)), String(reference), duration as number | null),
  );
const ms = (us: number) => Math.round(us / 100) / 10;

describe('a search of the logs agrees with the raw records, newest first, in whichever parts it comes', () => {
  const atTimes: Conditions = {
    from: days[0] ?? '',
    to: days[3] ?? '',
    since: '06:30',
    till: '18:45',
    name: 'API/P',
  };
  const conditions = [atTimes, ...usualPart(Array.from({ length: 60 }, randomConditions), 15)];

  test.each(conditions)('API calls and faults by %j', async (wanted) => {
    const { name, ...others } = wanted;
    const rows = await readAll(logsSearchBack, { ...others, ...(name && { api: name }) }, 17);
    const { account, code, outcome, least, text } = wanted;
    const isOfCalls = account ?? code ?? outcome ?? least;
    const ofFaults = faults.filter(
      ({ at, title, message }) =>
        isOfCalls === undefined &&
        inDays(wanted, at) &&
        (name === undefined || includes(title, name)) &&
        (text === undefined || includes(`${title} RangeError ${message}`, text)),
    );
    const expected = [
      ...calls.filter(matches('api', wanted)).map((call) => keyOf(call.at, call.reference, ms(call.us))),
      ...ofFaults.map(({ at, reference }) => keyOf(at, reference, null)),
    ];
    expect(keysOf(rows).toSorted()).toEqual(expected.toSorted());
    const times = rows.map(({ happenedAt }) => String(happenedAt));
    expect(times).toEqual(times.toSorted().reverse());
    const { body } = await cabinet.post(logsSearchBack.read, {
      token,
      ...others,
      ...(name && { api: name }),
      limit: 1,
    });
    expect(body.count).toBe(expected.length);
  });

  test.each(conditions)('calls of modules by %j', async (wanted) => {
    const { name, ...others } = wanted;
    const rows = await readAll(logsSearchSap, { ...others, ...(name && { fm: name }) }, 17);
    const expected = calls.filter(matches('fm', wanted));
    expect(keysOf(rows).toSorted()).toEqual(
      expected.map(({ at, reference, us }) => keyOf(at, reference, ms(us))).toSorted(),
    );
  });

  test('of one kind alone', async () => {
    const ofKind = async (kind: string) =>
      new Set((await readAll(logsSearchBack, { ...whole, kind })).map(({ event }) => event));
    expect(await ofKind('call')).toEqual(new Set([logEvents.call]));
    expect(await ofKind('fault')).toEqual(new Set([logEvents.fault]));
    expect(await ofKind('browser')).toEqual(new Set());
    expect(await readAll(logsSearchBack, { ...whole, kind: 'browser', code: 'success' })).toEqual([]);
  });
});

test('a text is looked for in at most 7 days, unless a reference is given', async () => {
  const refused = await cabinet.post(logsSearchBack.read, {
    token,
    from: '2026-11-13',
    to: '2026-11-20',
    text: 'row',
  });
  expect(refused).toMatchObject({
    httpStatus: 422,
    body: { code: 'reports.textTooWide', message: formatMessage('reports.textTooWide', { n: 7 }) },
  });
  const file = await cabinet.post(logsSearchSap.export, {
    token,
    from: '2026-11-13',
    to: '2026-11-20',
    text: 'row',
    format: 'csv',
  });
  expect(file.httpStatus).toBe(422);
  expect(
    await readAll(logsSearchBack, { from: '2026-11-14', to: '2026-11-20', text: 'no such row' }),
  ).toEqual([]);
});

describe('a reference', () => {
  const fault = () => faults[0] ?? { at: 0, reference: '', title: '', message: '' };

  test.each([
    ['as it is', (id: string) => id],
    [
      'with spaces, capitals and without dashes',
      (id: string) =>
        id
          .replaceAll('-', '')
          .toUpperCase()
          .replace(/(.{4})/g, '$1 '),
    ],
    ['as its message says it', (id: string) => formatMessage('common.unexpected', { reference: id })],
    ['by its beginning', (id: string) => id.slice(0, 30)],
  ])('%s finds its records of any day, and its chain', async (_, typed) => {
    const { reference } = fault();
    const rows = await readAll(logsSearchBack, {
      from: '2026-11-21',
      to: '2026-11-21',
      reference: typed(reference),
    });
    expect(rows.map(({ event }) => event)).toEqual([logEvents.fault, logEvents.call]);
    expect(new Set(rows.map((row) => row.reference))).toEqual(new Set([reference]));
    const chain = await readAll(logChain, { chain: typed(reference) });
    expect(chain.map(({ event }) => event)).toEqual([
      logEvents.call,
      ...calls
        .filter((call) => call.kind === 'fm' && call.reference === reference)
        .map(() => logEvents.module),
      logEvents.fault,
    ]);
  });

  test.each(['0199f0a', 'помилка', 'zzzzzzzz'])('%s is refused in words', async (reference) => {
    for (const [report, payload] of [
      [logsSearchBack, { reference }],
      [logsSearchSap, { reference }],
      [logChain, { chain: reference }],
    ] as const)
      for (const call of [report.read, report.export]) {
        const { httpStatus, body } = await cabinet.post(call, { token, ...payload, format: 'csv' });
        expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'reports.badReference' });
      }
  });

  test('that is unknown finds nothing', async () => {
    expect(await readAll(logChain, { chain: newId() })).toEqual([]);
    expect(await readAll(logsSearchBack, { reference: newId() })).toEqual([]);
  });

  test('has who called, the stack of the fault and the report of the browser that names it', async () => {
    const customer = await cabinet.signIn(['2390001111']);
    await sql`alter table portal.chosen_account rename to chosen_account_away`.execute(cabinet.portalDb);
    const failed = await cabinet.post(chooseApart, { token: customer, item: noChoice });
    await sql`alter table portal.chosen_account_away rename to chosen_account`.execute(cabinet.portalDb);
    const { reference = '' } = failed.body as unknown as { reference: string };
    expect(failed.httpStatus).toBe(500);
    await cabinet.post(clientLog, { title: '/cabinet', error: 'page broke', stack: 'at page.js', reference });
    await cabinet.flushCallLog();
    await expect.poll(async () => (await readAll(logChain, { chain: reference })).length).toBeGreaterThan(2);
    const chain = await readAll(logChain, { chain: reference });
    expect(chain[0]).toMatchObject({
      event: logEvents.call,
      who: 'Побутовий споживач',
      status: 500,
      offset: 0,
    });
    const of = (event: string) => chain.find((row) => row.event === event);
    expect(String(of(logEvents.fault)?.text)).toMatch(/chosen_account[\s\S]*\n\s+at /);
    expect(of(logEvents.browser)).toMatchObject({ name: '/cabinet', text: 'page broke\nat page.js' });
    expect(chain.map((row) => row.reference)).toEqual(chain.map(() => reference));
  });

  test('comes in the file, too', async () => {
    const { reference } = fault();
    const { body } = await cabinet.post(logChain.export, { token, chain: reference, format: 'xlsx' });
    const sheet = readWorkbook(body as unknown as Buffer, { type: 'buffer' });
    const lines = utils.sheet_to_json<unknown[]>(sheet.Sheets[sheet.SheetNames[0] ?? ''] ?? {}, {
      header: 1,
    });
    expect(lines).toHaveLength(1 + (await readAll(logChain, { chain: reference })).length);
    expect(JSON.stringify(lines)).toContain(fault().message);
  });
});

describe.each([
  ['api', longResponseTimeApis, longResponseTimeApiCalls, 'api'],
  ['fm', longResponseTimeFms, longResponseTimeFmCalls, 'fm'],
] as const)('how long %s calls take', (kind, report, detail, key) => {
  const periods = days.map((from, index) => ({
    from,
    to: days[Math.min(3, index + random(4 - index))] ?? from,
  }));

  test.each(periods)('agrees with the raw records from $from to $to', async (period) => {
    const rows = await readAll(report, { ...period, least: '1000' });
    const made = Map.groupBy(
      calls.filter((call) => call.kind === kind && inDays(period, call.at)),
      ({ name }) => name,
    );
    expect(rows.map((row) => row[key]).toSorted()).toEqual([...made.keys()].toSorted());
    for (const row of rows) {
      const took = (made.get(String(row[key])) ?? [])
        .map(({ us }) => us)
        .toSorted((one, other) => one - other);
      expect(row).toMatchObject({
        calls: took.length,
        longest: ms(Math.max(...took)),
        slow: took.filter((us) => us >= 1_000_000).length,
      });
      for (const [column, share] of [
        ['p50', 0.5],
        ['p95', 0.95],
        ['p99', 0.99],
      ] as const) {
        const exact = (took[Math.ceil(share * took.length) - 1] ?? 0) / 1000;
        expect(Math.abs(Number(row[column]) - exact)).toBeLessThanOrEqual(exact * 0.021 + 0.06);
      }
    }
  });

  test('a name leads to its slow calls', async () => {
    for (const least of ['500', '3000'] as const)
      for (const row of await readAll(report, { ...whole, ...(least !== '500' && { least }) })) {
        const found = await readAll(
          detail,
          { ...whole, call: row[key], least: least === '500' ? undefined : least },
          7,
        );
        const expected = calls.filter(
          (call) => call.kind === kind && call.name === row[key] && call.us >= Number(least) * 1000,
        );
        expect(keysOf(found).toSorted()).toEqual(
          expected.map(({ at, reference, us }) => keyOf(at, reference, ms(us))).toSorted(),
        );
        expect(found).toHaveLength(Number(row.slow));
      }
  });

  test('its charts have each call once', async () => {
    for (const part of [undefined, 'bill']) {
      const { body } = await cabinet.post(report.read, { token, ...whole, ...(part && { [key]: part }) });
      const made = calls.filter(
        (call) => call.kind === kind && (part === undefined || includes(call.name, part)),
      );
      const { hours, times } = body.charts;
      expect(hours?.values.flat().reduce<number>((sum, value) => sum + Number(value ?? 0), 0)).toBe(
        made.length,
      );
      expect(hours?.columns).toHaveLength(24);
      expect(times?.rows).toEqual(['p50', 'p95', 'p99']);
      const hoursMade = new Set(made.map(({ at }) => Math.floor(at / hourMs)));
      expect(times?.columns).toHaveLength(hoursMade.size);
    }
  });
});
