import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { PAYMENT_CONFIRM } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { processStatements } from '#billing/modules/bank-statements/statement-worker.ts';
import { bankFile } from '#billing/modules/bank-statements/testing/statement-fixture.ts';
import { type AccountFixture, makeAccount } from '#billing/testing/make-account.ts';
import { makeInvoice, makeInvoicedContract } from '#billing/testing/make-invoice.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addAccountBenefit } from '#contract/accounts/account-card.ts';
import { allCalls } from '#contract/all-calls.ts';
import { addStatementPart, bookStatement, openStatement } from '#contract/bank-statements.ts';
import { addTicketFile, createTicket } from '#contract/conversations.ts';
import type { Call } from '#contract/define-call.ts';
import { requestDocument } from '#contract/documents.ts';
import { startPayment } from '#contract/payments/payments.ts';
import { checkWorkbook, readingPoints } from '#contract/readings/points.ts';
import { addPhoto, submitReading } from '#contract/readings.ts';
import { prepareDocument, signedDocumentFile } from '#contract/signatures.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readAuthorities } from '#platform/signatures/certificate.ts';
import { makeIdentity, signDocument } from '#platform/signatures/testing/make-certificate.ts';
import { newId } from '#platform/uuid.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { insertAuthorities } from '#portal/modules/signatures/authorities/authority-store.ts';
import { makeDocuments } from '#portal/testing/make-documents.ts';
import { jpegSegment, makeJpeg } from '#portal/testing/make-picture.ts';
import { type FilledRow, makeWorkbook } from '#portal/testing/make-workbook.ts';
import { keptRows } from '#portal/testing/scenarios/kept-rows.ts';
import { steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;
let administrator: string;
let stranger: string;
let strangeEntity: string;
let connected: ReturnType<typeof connectDatabase<unknown>>;
let files: string;

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'request-ids-'));
  // Inside the reading period of October.
  cabinet = await startTestApp('2026-10-31T10:00:00Z');
  await makeSupplier(cabinet.billingDb);
  await sql`insert into billing.period (period, state) values ('2026-09', 'closed'), ('2026-10', 'open')
    on conflict (period) do update set state = excluded.state`.execute(cabinet.billingDb);
  connected = connectDatabase<unknown>({ url: cabinet.url, poolSize: 4 });
  administrator = await cabinet.signIn([], 'admin');
  stranger = await cabinet.signIn([]);
  strangeEntity = await cabinet.signIn([], 'entity');
});
afterAll(async () => {
  await connected.close();
  await cabinet.close();
  rmSync(files, { recursive: true, force: true });
});

/** A person with two accounts, both with debt for August and September. */
async function makeOwner(fixture: AccountFixture = {}) {
  const [home, garage] = [
    await makeAccount(cabinet.billingDb, fixture),
    await makeAccount(cabinet.billingDb, fixture),
  ];
  for (const { accountNumber } of [home, garage]) {
    for (const period of ['2026-08', '2026-09'])
      await makeCharge(cabinet.billingDb, accountNumber, period, '432.50');
    await makeAct(cabinet.billingDb, accountNumber, {
      actNumber: 'A-1',
      sum: '3000.00',
      drawnOn: '2026-09-07',
    });
  }
  const accounts = [home.accountNumber, garage.accountNumber];
  return {
    account: home.accountNumber,
    garage: garage.accountNumber,
    home,
    garageMeter: garage.meterId,
    token: await cabinet.signIn(accounts),
    relative: await cabinet.signIn(accounts),
  };
}

const grantedBenefit = {
  ...{ period: '2026-10', kind: 'benefit' as const, title: '', sum: '10.00' },
  reason: 'Лист',
};

const reader = { history: steadyHistory, meters: [{}, {}] };

async function addedPhoto(token: string, account: string, comment: string): Promise<string> {
  const file = makeJpeg(jpegSegment(0xfe, comment));
  return (await cabinet.post(addPhoto, { token, account, file, requestId: newId() })).body.photoId;
}

/** A file that waits for its ticket. */
async function addedFile(token: string, account: string, comment: string): Promise<string> {
  const file = makeJpeg(jpegSegment(0xfe, comment));
  const asked = { token, account, name: 'a.jpg', file, requestId: newId() };
  return (await cabinet.post(addTicketFile, asked)).body.file.id;
}

const months = (month: string) => ['from', 'to'].map((name) => ({ name, value: month }));

/** A payment confirmed by the sandbox bank. */
async function paid(token: string, account: string): Promise<string> {
  const order = { provider: 'monobank', purpose: 'energy', sum: '100.00', requestId: newId() };
  const { payment } = (await cabinet.post(startPayment, { token, account, ...order })).body;
  const client = createBillingClient({
    transport: inProcess(cabinet.billing),
    record: () => undefined,
    clock: cabinet.clock,
  });
  const evidence = { providerReference: 'mono-5', evidence: { ok: true } };
  const confirmed = { provider: 'monobank', orderId: payment.orderId, amount: '100.00', currency: 'UAH' };
  await client.call(PAYMENT_CONFIRM, { ...confirmed, ...evidence }, { reference: newId(), actor: 'test' });
  await sql`update portal.sandbox_bank_order set decision = 'paid', decided_at = now()
    where order_id = ${payment.orderId}`.execute(cabinet.portalDb);
  return payment.paymentId;
}

/** A booked statement with rows that match no account: lines 2 and 3. */
async function makeStatement(): Promise<number> {
  const content = bankFile(
    Array.from({ length: 2 }, () => ({
      date: '18.10.2026 10:15:00',
      purpose: 'за світло',
      sum: '100,00',
    })),
  );
  const file = { format: 'bank-statement', fileName: 'виписка.csv', byteCount: content.length };
  const { statement } = (await cabinet.post(openStatement, { token: administrator, ...file })).body.statement;
  const part = { statement, part: 1, file: content, isLast: true };
  await cabinet.post(addStatementPart, { token: administrator, ...part });
  const work = () =>
    processStatements({ db: connected.db as BillingDatabase, pool: connected.pool, clock: cabinet.clock });
  await work();
  await cabinet.post(bookStatement, { token: administrator, statement });
  await work();
  return statement;
}

/** A legal entity with invoices of the supplier and the operator for August and September. */
async function makeShop(): Promise<{ account: string; token: string }> {
  const shop = await makeAccount(cabinet.billingDb, { customerType: 'entity' });
  await makeInvoicedContract(cabinet.billingDb, shop);
  for (const [period, dueOn] of [
    ['2026-08', '2026-09-20'],
    ['2026-09', '2026-10-20'],
  ] as const)
    for (const payee of ['supplier', 'operator'] as const) {
      const line = { component: 'allIn', quantity: 100, price: '1.00', sum: '100.00' };
      const sums = { net: '100.00', vat: '20.00', lines: [line] };
      await makeInvoice(cabinet.billingDb, shop, { period, payee, dueOn, quantity: 100, ...sums });
    }
  const account = shop.accountNumber;
  return { account, token: await cabinet.signIn([account], 'entity') };
}

/** A reconciliation act of a legal entity that is ready. */
async function madeAct(shop: { account: string; token: string }): Promise<string> {
  const asked = { kind: 'reconciliation', ledger: 'energy', from: '2026-09', to: '2026-09' } as const;
  const { body } = await cabinet.post(requestDocument, { ...shop, ...asked, requestId: newId() });
  expect(await makeDocuments(cabinet, openFileStore({ dataFolder: files }))).toEqual([]);
  return body.document.documentId;
}

/** A legal entity with two accounts, each with invoices of August and September. */
async function makeInvoicedEntity() {
  const accounts: string[] = [];
  for (const customerType of ['entity', 'entity'] as const) {
    const made = await makeAccount(cabinet.billingDb, { customerType });
    await makeInvoicedContract(cabinet.billingDb, made);
    await sql`update billing.customer set tax_code = '44703160' where customer_id = ${made.customerId}`.execute(
      cabinet.billingDb,
    );
    for (const period of ['2026-08', '2026-09'])
      await makeInvoice(cabinet.billingDb, made, {
        period,
        dueOn: '2026-10-20',
        quantity: 100,
        net: '1000.00',
        vat: '200.00',
        lines: [{ component: 'fixed', quantity: 100, price: '10', sum: '1000.00' }],
      });
    accounts.push(made.accountNumber);
  }
  const [account = '', other = ''] = accounts;
  return { account, other, token: await cabinet.signIn(accounts, 'entity') };
}

type Payload = Readonly<Record<string, unknown>>;

/** A valid payload beside the sample, and for each of its fields another valid value. */
interface Scenario {
  readonly payload: Payload;
  /** By field: the other value with the fields that must accompany it. */
  readonly others: Readonly<Record<string, Payload>>;
  /** Fields that do not change the request: the first response is returned again. Source: decision 0071. */
  readonly same?: Readonly<Record<string, unknown>>;
  /**
   * Readings and photos have request ids per account, because the key of a large table begins with it. The same id on
   * another account is a new request and never returns the first response.
   */
  readonly ownIdsOfAccounts?: true;
  /** Another account with its own token and what is needed there; absent: that of `others`. */
  readonly otherAccount?: () => Promise<Payload>;
  /** Another session with access to the same account. */
  readonly relative?: string;
  /** The result belongs to one person only: the same request id of another person is refused. */
  readonly isPrivate?: true;
}

/** Two acts of an account and one of another. */
async function makeActs(state: 'drawn' | 'billed') {
  const { account, garage } = await makeOwner();
  const [actNumber, second, ofGarage] = [
    `R-${newId()}`.slice(0, 38),
    `R-${newId()}`.slice(0, 38),
    `R-${newId()}`.slice(0, 38),
  ];
  const act = { sum: '10.00', drawnOn: '2026-09-10', state };
  await makeAct(cabinet.billingDb, account, { ...act, actNumber });
  await makeAct(cabinet.billingDb, account, { ...act, actNumber: second });
  await makeAct(cabinet.billingDb, garage, { ...act, actNumber: ofGarage });
  return {
    named: { token: administrator, account, actNumber, revision: 0 },
    others: { account: { account: garage, actNumber: ofGarage }, actNumber: { actNumber: second } },
  };
}

const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  '/api/signatures/prepare': async () => {
    const { account, other, token } = await makeInvoicedEntity();
    return {
      payload: { token, account, subject: '2026-08' },
      same: { newEdition: true },
      others: {
        account: { account: other },
        kind: { kind: 'readingReport' },
        subject: { subject: '2026-09' },
      },
      ownIdsOfAccounts: true,
    };
  },
  '/api/signatures/add': async () => {
    const { account, other, token } = await makeInvoicedEntity();
    const authority = makeIdentity({ kind: 'authority', subject: { commonName: `Authority ${account}` } });
    const found = readAuthorities(authority.certificate.as_asn1())?.authorities ?? [];
    const added = { at: cabinet.clock.now(), by: 'owner', origin: 'uploaded' } as const;
    await insertAuthorities(cabinet.portalDb, found, added);
    const subject = { commonName: 'Signer' };
    const signer = makeIdentity({ issuer: authority, edrpou: '44703160', drfo: '2890123454', subject });
    const prepare = async (of: string, period: string) => {
      const asked = { token, account: of, kind: 'acceptanceAct', subject: period, requestId: newId() };
      return (await cabinet.post(prepareDocument, asked)).body.document.documentId;
    };
    const signed = async (of: string) => {
      const documentId = await prepare(of, '2026-08');
      const { rawPayload } = await cabinet.download(signedDocumentFile, { token, account: of, documentId });
      return { documentId, file: signDocument(signer, rawPayload, { at: cabinet.clock.now() }) };
    };
    const first = await signed(account);
    return {
      payload: { token, account, ...first },
      others: {
        account: { account: other, ...(await signed(other)) },
        documentId: { documentId: await prepare(account, '2026-09') },
        file: { file: Buffer.concat([first.file, Buffer.alloc(1)]) },
      },
      ownIdsOfAccounts: true,
    };
  },
  '/api/payments/start': async () => {
    const { account, garage, token, relative } = await makeOwner();
    return {
      payload: { token, account },
      relative,
      others: {
        account: { account: garage },
        purpose: { purpose: 'violationAct', actNumber: 'A-1' },
        actNumber: { purpose: 'violationAct', actNumber: 'A-1' },
        period: { period: '2026-09' },
        sum: { sum: '100.01' },
        provider: { provider: 'monobank' },
        also: { also: [{ account: garage, purpose: 'energy', sum: '1.00' }] },
      },
    };
  },
  '/api/readings/submit': async () => {
    const { account, garage, home, garageMeter, token, relative } = await makeOwner(reader);
    const [photoId, otherPhoto] = [
      await addedPhoto(token, account, '1'),
      await addedPhoto(token, account, '2'),
    ];
    return {
      payload: { token, account, meterId: home.meterId, values: { single: '2103' }, photoId },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage, meterId: garageMeter, photoId: undefined },
        meterId: { meterId: home.meters[1]?.meterId },
        values: { values: { single: '2104' } },
        photoId: { photoId: otherPhoto },
      },
      same: {
        confirmed: ['readings.deviation'],
        takenAt: '2026-10-31T09:59:00.000Z',
        sentAt: '2026-10-31T09:59:30.000Z',
      },
    };
  },
  '/api/readings/correct': async () => {
    const { account, garage, home, garageMeter, token, relative } = await makeOwner(reader);
    for (const one of [account, garage]) {
      const reading = { account: one, values: { single: '2101' }, requestId: newId() };
      const meterId = one === account ? home.meterId : garageMeter;
      await cabinet.post(submitReading, { token, meterId, ...reading });
    }
    const [photoId, otherPhoto] = [
      await addedPhoto(token, account, '1'),
      await addedPhoto(token, account, '2'),
    ];
    return {
      payload: { token, account, meterId: home.meterId, values: { single: '2103' }, photoId },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage, meterId: garageMeter, photoId: undefined },
        meterId: { meterId: home.meters[1]?.meterId },
        values: { values: { single: '2104' } },
        photoId: { photoId: otherPhoto },
        reason: { reason: 'Інша' },
      },
      same: {
        confirmed: ['readings.deviation'],
        takenAt: '2026-10-31T09:59:00.000Z',
        sentAt: '2026-10-31T09:59:30.000Z',
      },
    };
  },
  '/api/readings/add-photo': async () => {
    const { account, garage, token, relative } = await makeOwner();
    return {
      payload: { token, account },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage },
        file: { file: makeJpeg(jpegSegment(0xfe, 'another')) },
      },
    };
  },
  '/api/readings/submit-points': async () => {
    const { account, garage, home, garageMeter, token, relative } = await makeOwner(reader);
    const rows = (meterId: string | undefined, single: string) => [{ meterId, values: { single } }];
    return {
      payload: { token, account, rows: rows(home.meterId, '2103') },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage, rows: rows(garageMeter, '2103') },
        rows: { rows: rows(home.meterId, '2104') },
      },
    };
  },
  '/api/readings/check-workbook': async () => {
    const { account, garage, token, relative } = await makeOwner(reader);
    return {
      payload: { token, account, file: makeWorkbook([['62Z0000000000001', '1', '', 1]]) },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage },
        file: { file: makeWorkbook([['62Z0000000000001', '1', '', 2]]) },
      },
    };
  },
  '/api/readings/commit-workbook': async () => {
    const { account, garage, token, relative } = await makeOwner(reader);
    const checkOf = async (named: string, value: number) => {
      const { points } = (await cabinet.post(readingPoints, { token, account: named })).body;
      const rows = points.map(({ eic, rows: [row] }): FilledRow => [eic, row?.serialNumber ?? '', '', value]);
      const upload = { token, account: named, requestId: newId(), file: makeWorkbook(rows) };
      return (await cabinet.post(checkWorkbook, upload)).body.checkId;
    };
    return {
      payload: { token, account, checkId: await checkOf(account, 2103), mode: 'all' },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage, checkId: await checkOf(garage, 2103) },
        checkId: { checkId: await checkOf(account, 2104) },
      },
      same: { mode: 'good', confirmed: ['readings.deviation'] },
    };
  },
  '/api/documents/request': async () => {
    const { account, garage, token, relative } = await makeOwner();
    return {
      payload: { token, account, kind: 'bills', from: '2026-08', to: '2026-08', scope: 'account' },
      relative,
      isPrivate: true,
      others: {
        account: { account: garage },
        kind: { kind: 'reconciliation' },
        from: { from: '2026-09', to: '2026-09' },
        to: { to: '2026-09' },
        scope: { scope: 'all' },
        ledger: { ...(await makeShop()), kind: 'reconciliation', ledger: 'energy' },
      },
    };
  },
  '/api/payment-documents/object': async () => {
    const shop = await makeShop();
    return {
      payload: { ...shop, period: '2026-09', payee: 'supplier', reason: 'Обсяг' },
      others: {
        account: { account: (await makeOwner()).account, token: administrator },
        period: { period: '2026-08' },
        payee: { payee: 'operator' },
        reason: { reason: 'Ціна' },
      },
      ownIdsOfAccounts: true,
      otherAccount: makeShop,
    };
  },
  '/api/reconciliation-acts/disagree': async () => {
    const shop = await makeShop();
    const [documentId, other] = [await madeAct(shop), await madeAct(shop)];
    const rows = [{ date: '2026-09-30', document: 'Акт', debit: '0.00', credit: '1.00' }];
    return {
      payload: { ...shop, documentId, opening: '0.00', rows, comment: '' },
      others: {
        account: { account: (await makeOwner()).account, token: administrator },
        documentId: { documentId: other },
        opening: { opening: '1.00' },
        rows: { rows: [] },
        comment: { comment: 'Перевірте' },
      },
      ownIdsOfAccounts: true,
      otherAccount: async () => {
        const another = await makeShop();
        return { ...another, documentId: await madeAct(another) };
      },
    };
  },
  '/api/person/objects/renew-code': async () => {
    const { account, garage, token } = await makeOwner();
    // Only the contract holder may: every contract here has this phone.
    await sql`update portal.identity set phone = '+380501234567', phone_confirmed_at = now() where identity_id in
      (select identity_id from portal.identity_account where account_number = ${account} order by identity_id limit 1)`.execute(
      cabinet.portalDb,
    );
    return { payload: { token, account }, others: { account: { account: garage } } };
  },
  '/api/admin/bank-statements/assign': async () => {
    const { account, garage } = await makeOwner();
    const statement = await makeStatement();
    return {
      payload: { token: administrator, account, statement, line: 2 },
      others: {
        account: { account: garage },
        statement: { statement: await makeStatement() },
        line: { line: 3 },
        actNumber: { actNumber: 'A-1' },
      },
    };
  },
  '/api/admin/ledger/correct': async () => {
    const { account, garage } = await makeOwner();
    const reason = 'Помилка';
    return {
      payload: { token: administrator, account, what: { kind: 'add', sum: '10.00' }, reason },
      others: {
        account: { account: garage },
        what: { what: { kind: 'add', sum: '10.01' } },
        reason: { reason: 'Інша' },
      },
    };
  },
  '/api/admin/accounts/benefit-add': async () => {
    const { account, garage } = await makeOwner();
    return {
      payload: { token: administrator, account, ...grantedBenefit },
      others: {
        account: { account: garage },
        period: { period: '2026-09' },
        kind: { kind: 'subsidy' },
        title: { title: 'Інша' },
        sum: { sum: '10.01' },
        reason: { reason: 'Інша' },
      },
    };
  },
  '/api/admin/accounts/benefit-remove': async () => {
    const { account, garage } = await makeOwner();
    const added = async (kind: 'benefit' | 'subsidy') => {
      const asked = { token: administrator, account, ...grantedBenefit, kind, requestId: newId() };
      return (await cabinet.post(addAccountBenefit, asked)).body.benefit.benefitId;
    };
    return {
      payload: { token: administrator, account, benefitId: await added('benefit'), reason: 'Помилка' },
      others: {
        account: { account: garage },
        benefitId: { benefitId: await added('subsidy') },
        reason: { reason: 'Інша' },
      },
    };
  },
  '/api/admin/acts/draw': async () => {
    const { account, garage } = await makeOwner();
    const payload = {
      ...{
        token: administrator,
        account,
        actNumber: `D-${newId()}`.slice(0, 38),
        drawnOn: '2026-10-12',
        kind: 'magnet',
      },
      ...{ clause: 'п. 8', place: 'Будинок', meterSerial: null, found: 'Магніт', present: ['Інспектор'] },
    };
    return {
      payload,
      others: {
        account: { account: garage },
        actNumber: { actNumber: `D-${newId()}`.slice(0, 38) },
        drawnOn: { drawnOn: '2026-10-13' },
        kind: { kind: 'other' },
        clause: { clause: 'п. 9' },
        place: { place: 'Гараж' },
        meterSerial: { meterSerial: '21040017' },
        found: { found: 'Пломба' },
        present: { present: ['Споживач'] },
      },
    };
  },
  '/api/admin/acts/invite': async () => {
    const { named, others } = await makeActs('drawn');
    return {
      payload: { ...named, servedOn: '2026-10-01', hearingOn: null },
      others: { ...others, servedOn: { servedOn: '2026-10-02' }, hearingOn: { hearingOn: '2026-12-01' } },
      same: { revision: 7 },
    };
  },
  '/api/admin/acts/decide': async () => {
    const { named, others } = await makeActs('drawn');
    const decision = { kind: 'noViolation', protocolNumber: '1', protocolOn: '2026-10-01' };
    return {
      payload: { ...named, decision, reason: 'Рішення' },
      others: {
        ...others,
        decision: { decision: { ...decision, protocolNumber: '2' } },
        reason: { reason: 'Інше' },
      },
      same: { revision: 7 },
    };
  },
  '/api/admin/acts/instalments': async () => {
    const { named, others } = await makeActs('billed');
    return {
      payload: { ...named, parts: [{ dueOn: '2026-12-01', sum: '10.00' }], reason: 'Заява' },
      others: {
        ...others,
        parts: { parts: [{ dueOn: '2026-12-02', sum: '10.00' }] },
        reason: { reason: 'Інша' },
      },
      same: { revision: 7 },
    };
  },
  '/api/admin/acts/cancel': async () => {
    const { named, others } = await makeActs('drawn');
    const payload = { ...named, reason: 'Помилка' };
    return { payload, others: { ...others, reason: { reason: 'Інша' } }, same: { revision: 7 } };
  },
  '/api/admin/supplier/change': async () => ({
    payload: { token: administrator, values: { address: 'Нова, 1' }, revision: 0, reason: 'Наказ' },
    others: { values: { values: { address: 'Нова, 2' } }, reason: { reason: 'Інший наказ' } },
    same: { revision: 7 },
  }),
  '/api/admin/supplier/propose': async () => ({
    payload: { token: administrator, values: { name: 'ТОВ «Нове»' }, revision: 0, reason: 'Наказ' },
    others: { values: { values: { name: 'ТОВ «Інше»' } }, reason: { reason: 'Інший наказ' } },
    same: { revision: 7 },
  }),
  '/api/admin/rules/change': async () => {
    const values = (value: number) => [{ rule: 'payments.perDay', value }];
    return {
      payload: {
        token: administrator,
        values: values(31),
        validFrom: '2026-12-24',
        revision: 0,
        reason: 'Рішення',
      },
      others: {
        values: { values: values(32) },
        validFrom: { validFrom: '2026-12-25' },
        reason: { reason: 'Інше рішення' },
      },
      same: { revision: 7 },
    };
  },
  '/api/admin/service-terms/add': async () => {
    const content = (answerMinutes: number) => ({
      kind: 'chat',
      opensAt: '09:00',
      closesAt: '18:00',
      answerMinutes,
      ticketAfterMinutes: 30,
      endsAfterMinutes: 1440,
    });
    return {
      payload: {
        token: administrator,
        content: content(6),
        validFrom: '2026-12-24',
        revision: 0,
        reason: 'Рішення',
      },
      others: {
        content: { content: content(7) },
        validFrom: { validFrom: '2026-12-25' },
        reason: { reason: 'Інше рішення' },
      },
      same: { revision: 7 },
    };
  },
  '/api/tickets/create': async () => {
    await seedTopics(cabinet.portalDb);
    const { account, garage, token, relative } = await makeOwner();
    const [file, other] = [await addedFile(token, account, 'a'), await addedFile(token, account, 'b')];
    return {
      payload: { token, account, topicId: 'certificate', fields: months('2026-08'), fileIds: [file] },
      relative,
      isPrivate: true,
      ownIdsOfAccounts: true,
      otherAccount: async () => ({ account: garage, fileIds: [] }),
      others: {
        account: { account: garage },
        topicId: { topicId: 'other', fields: [] },
        title: { title: 'Інша тема' },
        text: { text: 'Інший текст' },
        fields: { fields: months('2026-09') },
        fileIds: { fileIds: [other] },
      },
    };
  },
  '/api/tickets/reply': async () => {
    await seedTopics(cabinet.portalDb);
    const { account, garage, token } = await makeOwner();
    const [file, other] = [await addedFile(token, account, 'a'), await addedFile(token, account, 'b')];
    const ticketOf = async (of: string) => {
      const asked = { ...samplePayloads['/api/tickets/create'], token, account: of, requestId: newId() };
      return (await cabinet.post(createTicket, asked)).body.ticket.id;
    };
    return {
      payload: { token, account, id: await ticketOf(account), fileIds: [file] },
      ownIdsOfAccounts: true,
      otherAccount: async () => ({ account: garage, id: await ticketOf(garage), fileIds: [] }),
      others: {
        account: { account: garage },
        id: { id: await ticketOf(account) },
        text: { text: 'Інший текст' },
        fileIds: { fileIds: [other] },
      },
    };
  },
  '/api/tickets/add-file': async () => {
    const { account, garage, token } = await makeOwner();
    return {
      payload: { token, account },
      // The bytes count; the name is only shown.
      same: { name: 'інша.jpg' },
      others: { account: { account: garage }, file: { file: makeJpeg(jpegSegment(0xfe, 'other')) } },
      ownIdsOfAccounts: true,
    };
  },
  '/api/desk/add-file': async () => {
    await seedTopics(cabinet.portalDb);
    const { account, garage, token } = await makeOwner();
    const ticketOf = async (of: string) => {
      const asked = { ...samplePayloads['/api/tickets/create'], token, account: of, requestId: newId() };
      return (await cabinet.post(createTicket, asked)).body.ticket.id;
    };
    const file = makeJpeg(jpegSegment(0xfe, 'desk'));
    return {
      payload: { token: administrator, account, id: await ticketOf(account), name: 'a.jpg', file },
      // A file waits for a message of the customer, whichever conversation it is for.
      same: { name: 'інша.jpg', id: await ticketOf(account) },
      others: { account: { account: garage }, file: { file: makeJpeg(jpegSegment(0xfe, 'other')) } },
      ownIdsOfAccounts: true,
      otherAccount: async () => ({ account: garage, id: await ticketOf(garage) }),
    };
  },
  '/api/desk/templates/add': async () => {
    await seedTopics(cabinet.portalDb);
    return {
      payload: { token: administrator, topicId: null, title: 'Рахунок правильний', text: 'Ми перевірили.' },
      others: {
        topicId: { topicId: 'billCheck' },
        title: { title: 'Рахунок хибний' },
        text: { text: 'Ми виправили.' },
      },
    };
  },
  '/api/service-messages/add': async () => ({
    payload: {
      token: administrator,
      text: 'Роботи на сервері',
      pages: ['/cabinet/person'],
      audience: 'person',
      from: '2026-11-01T10:00:00.000Z',
      until: '2026-11-02T10:00:00.000Z',
      position: 5,
    },
    others: {
      text: { text: 'Роботи завершено' },
      pages: { pages: ['*'] },
      audience: { audience: 'entity' },
      from: { from: '2026-11-01T11:00:00.000Z' },
      until: { until: null },
      position: { position: 6 },
    },
  }),
  '/api/messages/send': async () => {
    const { account, garage } = await makeOwner();
    return {
      payload: {
        token: administrator,
        title: 'Планове відключення',
        text: 'У вівторок.',
        accounts: [account],
      },
      others: {
        title: { title: 'Зміна тарифу' },
        text: { text: 'У середу.' },
        accounts: { accounts: [account, garage] },
        rule: { accounts: undefined, rule: {} },
        sendAt: { sendAt: '2026-11-30T10:00:00.000Z' },
        reason: { reason: 'Закон вимагає' },
      },
    };
  },
  '/api/admin/payments/refund': async () => {
    const { account, garage, token } = await makeOwner();
    return {
      payload: { token: administrator, account, paymentId: await paid(token, account), reason: 'Двічі' },
      others: {
        // A payment belongs to one account.
        account: { account: garage, paymentId: await paid(token, garage) },
        paymentId: { paymentId: await paid(token, account) },
        reason: { reason: 'Інша' },
      },
    };
  },
};

const shapeOf = (call: Call) =>
  (call.input._zod.def as { readonly shape?: Record<string, z.ZodMiniType> }).shape ?? {};
const calls = allCalls.filter(({ requestIdBy }) => requestIdBy === 'handler');

const reused = { httpStatus: 409, code: 'common.requestReused' };

describe.each(calls.map((call) => [call.path, call] as const))('request id of %s', (path, call) => {
  test('returns the first response for the same payload and 409 when any field differs', async () => {
    const scenario = await scenarios[path]?.();
    if (scenario === undefined) throw new Error(`no scenario for ${path}`);
    const { others, same = {} } = scenario;
    const fields = [...Object.keys(shapeOf(call)), ...(call.upload ? ['file'] : [])].filter(
      (name) => name !== 'token' && name !== 'requestId',
    );
    expect([...Object.keys(others), ...Object.keys(same)].sort()).toEqual(fields.sort());
    const requestId = newId();
    const payload: Payload = { ...samplePayloads[path], ...scenario.payload, requestId };
    const send = async (change: Payload = {}) => {
      const { httpStatus, body } = await cabinet.post(path, { ...payload, ...change });
      return { httpStatus, body };
    };
    const first = await send();
    expect(first).toMatchObject({ httpStatus: 200, body: { status: 'success' } });
    const kept = await keptRows(cabinet);

    expect(await send()).toEqual(first);
    expect(await send({ requestId: requestId.toUpperCase() })).toEqual(first);
    for (const [field, value] of Object.entries(same)) expect(await send({ [field]: value })).toEqual(first);
    for (const [field, change] of Object.entries(others)) {
      if (field === 'account' && scenario.ownIdsOfAccounts) continue;
      const { httpStatus, body } = await send(change);
      expect({ field, httpStatus, code: body.code }).toEqual({ field, ...reused });
    }
    if (scenario.relative !== undefined) {
      const { httpStatus, body } = await send({ token: scenario.relative });
      if (scenario.isPrivate) expect({ httpStatus, code: body.code }).toEqual(reused);
      else expect({ httpStatus, body }).toEqual(first);
    }
    if (call.audience !== 'admin') {
      const token = call.audience === 'entity' ? strangeEntity : stranger;
      expect((await send({ token })).httpStatus).toBe(404);
    }
    expect(await keptRows(cabinet)).toEqual(kept);

    if (scenario.ownIdsOfAccounts) {
      const ofOther = await send((await scenario.otherAccount?.()) ?? others.account);
      expect(ofOther.httpStatus).toBe(200);
      expect(ofOther.body).not.toEqual(first.body);
    }
  });
});
