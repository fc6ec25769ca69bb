import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientLog } from '#contract/client-log.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z', { LOG_LEVEL: 'error' });
});

afterAll(() => cabinet.close());

async function kept(reference: string) {
  return cabinet.portalDb
    .selectFrom('portal.error_log')
    .select(['origin', 'title', 'detail', 'account_number', 'happened_at'])
    .where('reference', '=', reference)
    .executeTakeFirst();
}

test('a report is found again by the reference that was answered, with the browser and the account', async () => {
  const { httpStatus, body } = await cabinet.post(clientLog, {
    title: 'Сторінка показань',
    error: 'TypeError: x is undefined',
    account: '2390001111',
    name: 'Firefox',
    version: '140',
    online: true,
  });
  expect(httpStatus).toBe(200);
  expect(await kept(body.reference)).toEqual({
    origin: 'client',
    title: 'Сторінка показань',
    detail: { error: 'TypeError: x is undefined', name: 'Firefox', version: '140', online: true },
    account_number: '2390001111',
    happened_at: Date.parse('2026-11-20T10:00:00Z'),
  });
});

test('tokens, passwords and phones are removed wherever they stand', async () => {
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

test('texts that the database cannot keep are kept without what it refuses', async () => {
  const { httpStatus, body } = await cabinet.post(clientLog, { title: 'half \ud800 pair' });
  expect(httpStatus).toBe(200);
  expect((await kept(body.reference))?.title).toBe('half \ufffd pair');
});

test('an empty report is a report', async () => {
  const { httpStatus, body } = await cabinet.post(clientLog, {});
  expect(httpStatus).toBe(200);
  expect(await kept(body.reference)).toMatchObject({ title: '', detail: {} });
});

test('a report that cannot be kept does not add to the trouble of the page; the operator hears of it', async () => {
  await sql`alter table portal.error_log rename to error_log_away`.execute(cabinet.portalDb);
  try {
    const { httpStatus, body } = await cabinet.post(clientLog, { title: 'x' });
    expect(httpStatus).toBe(200);
    expect(cabinet.printed.join()).toContain(body.reference);
  } finally {
    await sql`alter table portal.error_log_away rename to error_log`.execute(cabinet.portalDb);
  }
});
