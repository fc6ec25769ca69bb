import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeWorkedMonth } from '#billing/testing/closing/make-worked-month.ts';
import { allCalls } from '#contract/all-calls.ts';
import { billPdf } from '#contract/bills.ts';
import { exportOwnData } from '#contract/data-export.ts';
import { fileTypesOf } from '#contract/define-call.ts';
import { documentFile, requestDocument } from '#contract/documents.ts';
import { openLiveChannel } from '#contract/live.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { addPhoto } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import { measureWork } from '#platform/workers/work-meter.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';

let account: string;
let spent: Awaited<ReturnType<typeof spendAll>>;

const cabinet = provideTestApp({
  now: '2026-11-05T10:00:00Z',
  environment: { WORK_SECONDS: '1' },
  hasSupplier: true,
});

beforeAll(async () => {
  account = (await makeWorkedMonth(cabinet.billingDb, cabinet.url)).accountNumber;
  spent = await spendAll();
});

const archive = () => ({ account, kind: 'bills', from: '2026-10', to: '2026-10', requestId: newId() });

/** A caller whose budget is used up by bills, and the refusal. */
async function spendAll() {
  const token = await cabinet.signIn([account]);
  const draw = () => cabinet.post(billPdf, { token, account, period: '2026-10' });
  // A bill takes 10 ms and more.
  for (let left = 600; left > 0; left -= 1) {
    const answer = await draw();
    if (answer.httpStatus !== 200) return { token, answer };
  }
  throw new Error('the budget never ended');
}

test('refuses a caller over one processor second, with the time in the text and in Retry-After', async () => {
  const { token, answer } = spent;
  expect(answer.httpStatus).toBe(429);
  expect(answer.body.code).toBe('common.workBudgetSpent');
  expect(answer.body.message).toBe('Забагато файлів за короткий час. Наступний можна о 12:10.');
  expect(answer.headers['retry-after']).toBe('600');
  expect((await cabinet.post(getServiceMessage, { pageToDisplay: '/' })).httpStatus).toBe(200);
  const other = await cabinet.signIn([account]);
  expect((await cabinet.post(billPdf, { token: other, account, period: '2026-10' })).httpStatus).toBe(200);
  // Calls without work still succeed.
  expect((await cabinet.post('/api/bills/list', { token, account })).httpStatus).toBe(200);
});

test('counts every call that draws, exports, requests a document or sends a photo, not the download of a made file or a stream', async () => {
  const { token } = spent;
  const works = allCalls.filter(
    (call) =>
      (fileTypesOf(call).length > 0 &&
        call.audience !== 'admin' &&
        // The spent budget is a person's.
        call.audience !== 'entity' &&
        ![documentFile.path, openLiveChannel.path].includes(call.path)) ||
      call.path === addPhoto.path ||
      call.path === requestDocument.path,
  );
  expect(works.length).toBeGreaterThan(12);
  for (const { path } of works) {
    const payload = { token, account, period: '2026-10', ...samplePayloads[path] };
    const { httpStatus, body } = await cabinet.post(path, payload);
    expect([path, httpStatus, body.code]).toEqual([path, 429, 'common.workBudgetSpent']);
  }
  const made = { token, account, documentId: newId() };
  expect((await cabinet.post(documentFile, made)).httpStatus).toBe(404);
});

test('counts an archive once per request, when it is requested', async () => {
  const token = await cabinet.signIn([account]);
  const request = { token, ...archive() };
  const ask = async (more: object = {}) =>
    (await cabinet.post(requestDocument, { ...request, ...more })).httpStatus;
  const failAll = () =>
    sql`update portal.document_request set state = 'failed', failure = 'x' where state <> 'failed'`.execute(
      cabinet.portalDb,
    );
  for (let times = 0; times < 40; times += 1) expect(await ask()).toBe(200);
  const statuses: number[] = [];
  // 60 ms each: 17 requests are accepted per second; at most five may be in work.
  await failAll();
  for (let times = 0; times < 20; times += 1) {
    statuses.push(await ask({ requestId: newId() }));
    await failAll();
  }
  expect(statuses).toEqual([...Array(16).fill(200), ...Array(4).fill(429)]);
});

test('refuses the fourth concurrent file of a caller with Retry-After', async () => {
  const token = await cabinet.signIn([account]);
  const all = { token, account, what: 'all', format: 'xlsx' };
  const answers = await Promise.all([1, 2, 3, 4].map(() => cabinet.post(exportOwnData, all)));
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 200, 200, 429]);
  expect(answers.find(({ httpStatus }) => httpStatus === 429)?.headers['retry-after']).toBe('5');
});

test('workers make the files, not the thread of the event loop', async () => {
  const token = await cabinet.signIn([account]);
  const files = [
    () => cabinet.post(billPdf, { token, account, period: '2026-10' }),
    () => cabinet.post(exportOwnData, { token, account, what: 'all', format: 'xlsx' }),
    () => cabinet.post(exportOwnData, { token, account, what: 'all', format: 'json' }),
    () => cabinet.post(exportOwnData, { token, account, what: 'consumption', format: 'greenButton' }),
    () => cabinet.post('/api/sub-book/pdf', { token, account, year: 2026 }),
  ];
  for (const make of files) {
    let workMs = 0;
    await measureWork(
      async () => expect((await make()).httpStatus).toBe(200),
      (ms) => {
        workMs += ms;
      },
    );
    expect(workMs).toBeGreaterThan(0);
  }
});
