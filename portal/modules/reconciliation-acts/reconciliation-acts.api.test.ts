import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeInvoicedContract, postReactive } from '#billing/testing/make-invoice.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { documentFile, documentMonths, requestDocument } from '#contract/documents.ts';
import {
  answerDisagreement,
  getDisagreement,
  listDisagreements,
} from '#contract/reconciliation-acts/disagreements.ts';
import {
  disagreeWithAct,
  getReconciliationAct,
  listReconciliationActs,
} from '#contract/reconciliation-acts.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { makeDocuments } from '#portal/testing/make-documents.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let app: TestApp;
let shop: AccountHandle;
let account: string;
let token: string;
let clerk: string;
let dataFolder: string;
let files: FileStore;

/** Posts to the energy ledger: positive raises the debt. */
async function post(period: string, on: string, kind: string, sum: number): Promise<void> {
  const [debit, credit] = sum > 0 ? ['receivable', 'revenue'] : ['inTransit', 'receivable'];
  await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at)
    values (${account}, ${period}, gen_random_uuid(), ${kind}, ${debit}, ${credit}, ${Math.abs(sum)},
      ${`${on}T09:00:00Z`}::timestamptz)`.execute(app.billingDb);
}

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'svitlo-acts-'));
  files = openFileStore({ dataFolder });
  app = await startTestApp('2026-11-20T10:00:00Z', { SVITLO_DATA: dataFolder });
  await makeSupplier(app.billingDb);
  shop = await makeAccount(app.billingDb, { customerType: 'entity' });
  account = shop.accountNumber;
  await makeInvoicedContract(app.billingDb, shop);
  await sql`insert into billing.period (period, state)
    select period, 'closed' from unnest(array['2026-08', '2026-09', '2026-10']) as period on conflict do nothing`.execute(
    app.billingDb,
  );
  // Worked number W13: opening 12 480.55, closing 241 207.12.
  await post('2026-08', '2026-09-03', 'charge', 1_248_055);
  await post('2026-09', '2026-10-03', 'charge', 38_532_641);
  await post('2026-09', '2026-09-12', 'payment', -1_248_055);
  await post('2026-10', '2026-10-20', 'payment', -38_532_641);
  await post('2026-10', '2026-11-03', 'charge', 34_120_712);
  await post('2026-10', '2026-10-28', 'payment', -10_000_000);
  await postReactive(app.billingDb, account, { period: '2026-10', kind: 'reactive', amount: 1_723_398n });
  token = await app.signIn([account], 'entity');
  clerk = await app.signIn([], 'admin', ['billing']);
});
afterAll(async () => {
  await app.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const months = { from: '2026-09', to: '2026-10' } as const;

async function makeAct(ledger: string, span: { from: string; to: string } = months): Promise<string> {
  const asked = { token, account, kind: 'reconciliation', ledger, ...span, requestId: newId() };
  const { body } = await app.post(requestDocument, asked as never);
  expect(body.document).toMatchObject({ ledger, state: 'queued' });
  const waiting = await get(body.document.documentId);
  expect(waiting).toMatchObject({ httpStatus: 200, body: { act: { state: 'queued' }, contents: null } });
  expect(await makeDocuments(app, files)).toEqual([]);
  return body.document.documentId;
}
const get = (documentId: string) => app.post(getReconciliationAct, { token, account, documentId });

test('W13: an act says on screen what it says on paper', async () => {
  const documentId = await makeAct('energy');
  const { body } = await get(documentId);
  expect(body.act).toMatchObject({ ledger: 'energy', state: 'made', ...months });
  expect(body.contents).toMatchObject({
    opening: '12480.55',
    turnover: { debit: '726533.53', credit: '497806.96' },
    closing: '241207.12',
    contractNumber: 'E-2025/1',
    customer: { signerName: 'Signer Name' },
  });
  expect(body.contents?.rows.map(({ date, debit, credit }) => [date, debit, credit])).toEqual([
    ['2026-09-12', '0.00', '12480.55'],
    ['2026-09-30', '385326.41', '0.00'],
    ['2026-10-20', '0.00', '385326.41'],
    ['2026-10-28', '0.00', '100000.00'],
    ['2026-10-31', '341207.12', '0.00'],
  ]);
  const payload = { token, account, documentId };
  const { rawPayload } = await app.download(documentFile, payload);
  const text = readPdfText(rawPayload);
  for (const block of [
    'Акт звірки взаєморозрахунків',
    'за період з 01.09.2026 по 31.10.2026',
    'Сальдо на 01.09.2026 12 480,55',
    'Обороти за період 726 533,53 497 806,96',
    'Сальдо на 31.10.2026 241 207,12',
    '241 207,12 грн (двісті сорок одна тисяча двісті сім гривень 12 копійок)',
    '№ E-2025/1 від 20.12.2024',
  ])
    expect(text).toContain(block);
});

test('each ledger has its own act, with its own months', async () => {
  const monthsOf = async (ledger: string) =>
    (await app.post(documentMonths, { token, account, kind: 'reconciliation', ledger } as never)).body;
  expect(await monthsOf('energy')).toMatchObject({ first: '2026-08', last: '2026-10' });
  expect(await monthsOf('reactive')).toMatchObject({ first: '2026-10', last: '2026-10' });
  expect(await monthsOf('violationActs')).toMatchObject({ first: null, last: null });
  const documentId = await makeAct('reactive', { from: '2026-10', to: '2026-10' });
  const { contents } = (await get(documentId)).body;
  expect(contents).toMatchObject({ seller: { edrpou: '00130694' }, opening: '0.00', closing: '17233.98' });
  const { body } = await app.post(listReconciliationActs, { token, account });
  expect(body.acts[0]).toMatchObject({ documentId, ledger: 'reactive', state: 'made' });
});

test('an act of violation acts has their sums and payments, and nothing of energy', async () => {
  const entry = (period: string, kind: string, debit: string, credit: string, sum: number) =>
    sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at)
      values (${account}, ${period}, gen_random_uuid(), ${kind}, ${debit}, ${credit}, ${sum}, ${`${period}-20T09:00:00Z`}::timestamptz)`.execute(
      app.billingDb,
    );
  await entry('2026-09', 'act', 'actReceivable', 'revenue', 500_000);
  await entry('2026-10', 'payment', 'inTransit', 'actReceivable', 120_000);
  const documentId = await makeAct('violationActs');
  expect((await get(documentId)).body.contents).toMatchObject({
    opening: '0.00',
    turnover: { debit: '5000.00', credit: '1200.00' },
    closing: '3800.00',
  });
});

test('an act by ledger is of legal entities alone', async () => {
  const home = await makeAccount(app.billingDb);
  const person = await app.signIn([home.accountNumber]);
  const asked = { kind: 'reconciliation', ledger: 'energy', ...months, requestId: newId() };
  const { httpStatus } = await app.post(requestDocument, {
    ...asked,
    token: person,
    account: home.accountNumber,
  } as never);
  expect(httpStatus).toBe(403);
  const bills = await app.post(requestDocument, { ...asked, token, account, kind: 'bills' } as never);
  expect(bills.httpStatus).toBe(400);
});

describe(disagreeWithAct.path, () => {
  const same = [
    { date: '2026-09-12', document: 'Платіж', debit: '12480.55', credit: '0.00' },
    { date: '2026-09-30', document: 'Акт 9', debit: '0.00', credit: '385326.41' },
    { date: '2026-10-20', document: 'Платіж', debit: '385326.41', credit: '0.00' },
    { date: '2026-10-28', document: 'Платіж', debit: '100000.00', credit: '0.00' },
    { date: '2026-10-31', document: 'Акт 10', debit: '0.00', credit: '341207.12' },
  ];
  const differing = [...same.slice(0, 4), { ...same[4], credit: '340000.00' }];
  const disagree = (documentId: string, more: object = {}) =>
    app.post(disagreeWithAct, {
      token,
      account,
      documentId,
      opening: '12480.55',
      rows: differing,
      comment: 'У нас акт на іншу суму',
      requestId: newId(),
      ...more,
    } as never);

  test('the same half is no disagreement', async () => {
    const documentId = await makeAct('energy');
    const { httpStatus, body } = await disagree(documentId, { rows: same });
    expect([httpStatus, body.code]).toEqual([422, 'documents.nothingDiffers']);
  });

  test('is kept once, seen by billing and answered with a new act', async () => {
    const documentId = await makeAct('energy');
    const requestId = newId();
    const first = await disagree(documentId, { requestId });
    expect(first.body).toMatchObject({ act: { state: 'disagreement' }, disagreement: { outcome: null } });
    expect((await disagree(documentId, { requestId })).body).toEqual(first.body);
    expect((await disagree(documentId, { requestId, comment: '' })).body.code).toBe('common.requestReused');
    expect((await disagree(documentId)).body.code).toBe('documents.actClosed');

    const listed = (await app.post(listDisagreements, { token: clerk })).body;
    expect(listed).toMatchObject({ waiting: 1, disagreements: [{ account, documentId, ...months }] });
    const seen = (await app.post(getDisagreement, { token: clerk, account, documentId })).body;
    expect(seen).toMatchObject({ contents: { closing: '241207.12' }, disagreement: { opening: '12480.55' } });
    const answer = (more: object = {}) =>
      app.post(answerDisagreement, {
        token: clerk,
        account,
        documentId,
        outcome: 'newAct',
        answer: 'Виправили, складаємо новий акт',
        ...more,
      } as never);
    expect((await answer({ documentId: newId() })).httpStatus).toBe(404);
    const { newDocumentId } = (await answer()).body.disagreement;
    expect((await answer({ outcome: 'stays' })).body.code).toBe('documents.alreadyAnswered');
    expect(await makeDocuments(app, files)).toEqual([]);
    expect((await get(newDocumentId ?? '')).body.act).toMatchObject({ state: 'made', ...months });
    expect((await get(documentId)).body).toMatchObject({
      act: { state: 'answered' },
      disagreement: { outcome: 'newAct', answer: 'Виправили, складаємо новий акт', newDocumentId },
    });
    const operator = await app.signIn([], 'admin', ['operator']);
    expect((await app.post(listDisagreements, { token: operator })).httpStatus).toBe(403);
  });
});

test.each([getReconciliationAct, disagreeWithAct])(
  'an act of another account is not found: $path',
  async (call) => {
    const documentId = await makeAct('energy');
    const other = await makeAccount(app.billingDb, { customerType: 'entity' });
    const stranger = await app.signIn([other.accountNumber], 'entity');
    const payload = { documentId, opening: '0.00', rows: [], comment: '', requestId: newId() };
    const own = { token: stranger, account: other.accountNumber, ...payload };
    expect((await app.post(call, own as never)).httpStatus).toBe(404);
  },
);
