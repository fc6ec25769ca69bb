import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clientLog } from '#contract/client-log.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';
import { deleteOldReports } from './public.ts';

const cabinet = provideTestApp({ environment: { LOG_LEVEL: 'error' } });

async function kept(reference: string) {
  return cabinet.portalDb
    .selectFrom('portal.browser_report')
    .select(['title', 'detail', 'account_number', 'first_at', 'report_count'])
    .where('reference', '=', reference)
    .executeTakeFirst();
}

test('a report is found again by the reference that was answered, with the browser and the account', async () => {
  const title = 'Сторінка показань';
  const detail = { error: 'TypeError: x is undefined', name: 'Firefox', version: '140', online: true };
  const { body } = await cabinet.post(clientLog, { title, account: '2390001111', ...detail });
  expect(await kept(body.reference)).toEqual({
    title,
    detail,
    account_number: '2390001111',
    report_count: 1,
    first_at: Date.parse('2026-11-20T10:00:00Z'),
  });
});

test('tokens, passwords and phones are removed wherever they occur', async () => {
  const token = await cabinet.signIn([]);
  const { body } = await cabinet.post(clientLog, {
    token,
    title: `failed with ${token}`,
    error: 'POST /api/auth/person {"phone":"+380501110001","password":"Svitlo 2026, demo"}',
    stack: `at https://cabinet.test/?token=${token}&password=Svitlo-2026`,
    account: '+380501110001',
    userAgent: 'Basic KzM4MDUwMTExMDAwMTpTdml0bG8=',
  });
  const row = await kept(body.reference);
  const text = JSON.stringify(row);
  for (const secret of [token, token.slice(0, 20), 'Svitlo', '380501110001', 'KzM4MDUw']) {
    expect(text).not.toContain(secret);
  }
  expect(row?.title).toBe('failed with [token]');
  expect(row?.account_number).toBeNull();
});

test('keeps what it can of fields of other types or none, without signs that can not be stored', async () => {
  const { httpStatus, body } = await cabinet.post(clientLog, {
    title: 'half \ud800 pair\0',
    error: { name: 'TypeError', at: ['a.js', 7], password: 'Svitlo 2026, demo' },
    reference: 'x',
    account: '+380501110001 '.repeat(10),
    online: 'true',
    cpu: 8,
    language: ['uk'],
    codename: false,
    version: null,
  });
  expect(httpStatus).toBe(200);
  const empty = await cabinet.post(clientLog, {});
  expect(await kept(empty.body.reference)).toMatchObject({ title: '', detail: {} });
  const row = await kept(body.reference);
  expect(row).toMatchObject({ title: 'half \ufffd pair\ufffd', account_number: null });
  expect(row?.detail).toEqual({
    error: expect.stringContaining('"name":"TypeError","at":["a.js",7]'),
    online: true,
    cpu: 8,
    language: '["uk"]',
    codename: 'false',
  });
  expect(JSON.stringify(row)).not.toContain('Svitlo');
});

test('cuts long texts, after their secrets are removed', async () => {
  const token = await cabinet.signIn([]);
  const { body } = await cabinet.post(clientLog, {
    title: 't'.repeat(3000),
    error: `${'e'.repeat(1990)} ${token}`,
    stack: 's'.repeat(20_000),
    userAgent: `${'u'.repeat(1999)}\u{1F600}`,
    online: 'maybe',
  });
  const row = await kept(body.reference);
  expect(row?.title).toBe('t'.repeat(500));
  expect(row?.detail).toEqual({
    error: `${'e'.repeat(1990)} [token]`,
    stack: 's'.repeat(8000),
    userAgent: `${'u'.repeat(1999)}\ufffd`,
  });
});

test('a report that cannot be stored does not fail the page; the error is logged', async () => {
  await sql`alter table portal.browser_report rename to browser_report_away`.execute(cabinet.portalDb);
  try {
    const { httpStatus, body } = await cabinet.post(clientLog, { title: 'x' });
    expect(httpStatus).toBe(200);
    expect(cabinet.printed.join()).toContain(body.reference);
  } finally {
    await sql`alter table portal.browser_report_away rename to browser_report`.execute(cabinet.portalDb);
  }
});

const usual = { title: 'Сторінка рахунку', error: 'x is undefined', stack: 'at a.js:1:2' };
const report = (more: object = {}) => cabinet.post(clientLog, { ...usual, ...more });

test('the same error again is counted with the first of the day, also of another customer and another place in the file', async () => {
  const first = await report({ account: '2390001111', version: '140' });
  const again = await report({ account: '2390002222', version: '139', stack: 'at a.js:7:77' });
  const other = await report({ error: 'y is undefined' });
  expect(again.body.reference).toBe(first.body.reference);
  expect(other.body.reference).not.toBe(first.body.reference);
  expect(await kept(first.body.reference)).toMatchObject({ report_count: 2, account_number: '2390001111' });
  cabinet.clock.set(instantFromIso('2026-11-21T00:00:00Z'));
  const tomorrow = await report();
  expect(tomorrow.body.reference).not.toBe(first.body.reference);
  cabinet.clock.set(instantFromIso('2026-11-20T10:00:00Z'));
});

test('a report names the failed call, and is found by it although another one of its kind was first', async () => {
  const calls = ['0199f000-0000-7000-8000-00000000000a', '0199f000-0000-7000-8000-00000000000b'];
  for (const reference of [...calls, calls[0]])
    await report({ error: `Номер помилки: ${reference}`, reference });
  const { rows } = await sql<{ call: string; reports: number }>`
    select call_reference as call, report_count as reports
      from portal.browser_report_call join portal.browser_report using (day, fingerprint)
     order by 1`.execute(cabinet.portalDb);
  expect(rows).toEqual(calls.map((call) => ({ call, reports: 3 })));
});

test('of all browsers together so many reports are written in an hour, then none until the next', async () => {
  const small = await startTestApp('2026-11-20T10:59:00Z', { BROWSER_REPORTS_PER_HOUR: '5' });
  try {
    const send = (n: number) =>
      small.post(clientLog, { title: 'abcdefgh'.slice(n % 8), error: 'x'.repeat(n) });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(n)));
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(12).fill(200));
    const rows = () => small.portalDb.selectFrom('portal.browser_report').select('report_count').execute();
    const written = async () => (await rows()).reduce((sum, { report_count }) => sum + report_count, 0);
    expect(await written()).toBe(5);
    small.clock.set(instantFromIso('2026-11-20T11:00:00Z'));
    await send(20);
    expect(await written()).toBe(6);
  } finally {
    await small.close();
  }
});

test('reports go after 14 days', async () => {
  const { body } = await report({ error: 'to be forgotten' });
  await deleteOldReports(cabinet.portalDb, instantFromIso('2026-11-20T23:59:59Z'), 1000);
  expect(await kept(body.reference)).toBeDefined();
  await deleteOldReports(cabinet.portalDb, instantFromIso('2026-11-21T00:00:00Z'), 1000);
  expect(await kept(body.reference)).toBeUndefined();
});
