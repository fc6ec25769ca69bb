import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeInvoice, makeInvoicedContract } from '#billing/testing/make-invoice.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  accountBillPdf,
  addAccountBenefit,
  listAccountActs,
  listAccountBenefits,
  listAccountBills,
  listAccountCabinets,
  listAccountConversations,
  listAccountMessages,
  listAccountPayments,
  listAccountReadings,
  removeAccountBenefit,
} from '#contract/accounts/account-card.ts';
import { billPdf } from '#contract/bills.ts';
import { createTicket } from '#contract/conversations.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { listMasterData } from '#contract/master-data.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { newPhone } from '#portal/testing/callers/code-caller.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { createPersonIdentity } from '../identity/public.ts';
import { sendNotices } from '../notifications/send-notices.ts';

const objectCode = 'KLMN2345';
const unknown = '2300000000';
let operator: string;
let household: AccountHandle;
let neighbour: AccountHandle;
let shop: AccountHandle;
let customer: string;
let customerId: string;
const phone = newPhone();

const cabinet = provideTestApp({ now: '2026-11-05T10:00:00Z' });

/** A month with its two zones, closed into a bill; a shop with invoices; a cabinet that has the household's account. */
beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  await seedTopics(cabinet.portalDb);
  household = await makeAccount(db, {
    objectCode,
    meters: [{ zoneScheme: 'two', digitCapacity: 6 }],
    history: [{ period: '2026-09', closing: { day: 12345, night: 4100 } }],
  });
  neighbour = await makeAccount(db);
  await giveReading(db, {
    ...household,
    period: '2026-10',
    effectiveDate: '2026-11-01',
    values: { day: 12425, night: 4140 },
  });
  await closeMonth(cabinet.url, '2026-10');
  shop = await makeAccount(db, { customerType: 'entity' });
  await makeInvoicedContract(db, shop);
  await makeAct(db, household.accountNumber, { actNumber: '46/1', sum: '128.40', dueOn: '2026-12-06' });
  await createPersonIdentity(cabinet.portalDb, {
    phone,
    password: 'Їжак: світло 2026',
    email: '',
    accounts: [household.accountNumber, neighbour.accountNumber],
  });
  const { rows } = await sql<{ id: string }>`
    select identity_id as id from portal.identity where phone = ${phone}`.execute(cabinet.portalDb);
  customerId = rows[0]?.id ?? '';
  customer = await cabinet.signIn([household.accountNumber]);
  operator = await cabinet.signIn([], 'admin', ['operator']);
});

const of = ({ accountNumber: account }: Pick<AccountHandle, 'accountNumber'>, more = {}) => ({
  ...{ token: operator, account, ...more },
});

test('the facts tell address and type of the customer', async () => {
  await sql`insert into billing.premises (account_number, settlement, street, building)
    values (${household.accountNumber}, 'м. Київ', 'вул. Садова', '1') on conflict (account_number) do update
      set settlement = excluded.settlement, street = excluded.street, building = excluded.building`.execute(
    cabinet.billingDb,
  );
  const { body } = await cabinet.post(listMasterData, of(household));
  expect(body.holder.customerType).toBe('person');
  expect(body.address).toContain('м. Київ, вул. Садова');
  expect((await cabinet.post(listMasterData, of(shop))).body.holder.customerType).toBe('entity');
});

test('bills come with their sums and state, and each as the PDF that the customer gets, but with its code masked', async () => {
  const { body } = await cabinet.post(listAccountBills, of(household));
  const bill = { period: '2026-10', kind: 'bill', number: `${household.accountNumber}-102026` };
  const due = { sum: '432.00', open: '432.00', state: 'due', isEstimated: false };
  expect(body).toMatchObject({ bills: [{ ...bill, ...due }], next: null });
  const asked = { period: '2026-10', kind: 'bill' } as const;
  const file = await cabinet.post(accountBillPdf, of(household, asked));
  expect(file.httpStatus).toBe(200);
  expect(file.headers['content-type']).toContain('application/pdf');
  const own = await cabinet.post(billPdf, of(household, { token: customer, period: '2026-10' }));
  const words = await readPdfText(file.body as unknown as Buffer);
  expect(words).toContain('432,00');
  expect(words).not.toContain(objectCode);
  expect(words.replaceAll('*'.repeat(objectCode.length), objectCode)).toBe(
    await readPdfText(own.body as unknown as Buffer),
  );
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  const { actions } = (await cabinet.post(listStaffActions, of(household, { token: owner }))).body;
  expect(actions[0]).toMatchObject({ call: accountBillPdf.path, outcome: 'done' });
  for (const none of [{ period: '2026-08' }, { kind: 'invoice' }]) {
    const refused = await cabinet.post(accountBillPdf, of(household, { ...asked, ...none }));
    expect(refused.body.code).toBe('billing.noCharges');
  }
});

test('invoices of an entity stand among its bills, month by month, and go on in parts', async () => {
  const months = Array.from({ length: 14 }, (_, index) => {
    const month = String((index % 12) + 1).padStart(2, '0');
    return `${2025 + Math.floor(index / 12)}-${month}` as '2025-01';
  });
  for (const period of months)
    for (const payee of ['supplier', 'operator'] as const)
      await makeInvoice(cabinet.billingDb, shop, {
        period,
        payee,
        dueOn: '2026-11-04',
        quantity: 100,
        net: '100.00',
        vat: '20.00',
        lines: [{ component: 'dayAhead', quantity: 100, price: '1.00', sum: '100.00', source: 'DAM' }],
      });
  const first = (await cabinet.post(listAccountBills, of(shop))).body;
  const rest = (await cabinet.post(listAccountBills, of(shop, { cursor: first.next }))).body;
  const all = [...first.bills, ...rest.bills];
  expect([first.bills.length, rest.bills.length, rest.next]).toEqual([24, 4, null]);
  expect(all.map(({ period, kind }) => `${period} ${kind}`)).toEqual(
    months.toReversed().flatMap((period) => [`${period} invoice`, `${period} operatorInvoice`]),
  );
  expect(all[0]).toMatchObject({ sum: '120.00' });
  // The next part may begin within a month.
  const cursor = Buffer.from(JSON.stringify(['2025-02', 'invoice'])).toString('base64url');
  const { bills } = (await cabinet.post(listAccountBills, of(shop, { cursor }))).body;
  const left = ['2025-02 operatorInvoice', '2025-01 invoice', '2025-01 operatorInvoice'];
  expect(bills.map(({ period, kind }) => `${period} ${kind}`)).toEqual(left);
  const asked = { period: '2025-02', kind: 'operatorInvoice' } as const;
  expect((await cabinet.post(accountBillPdf, of(shop, asked))).httpStatus).toBe(200);
});

test('readings are whole ones with zones, who gave them, their state and consumption, in parts', async () => {
  const { readings, next } = (await cabinet.post(listAccountReadings, of(household))).body;
  expect(readings[0]).toMatchObject({
    meterSerial: household.meters[0]?.serialNumber,
    effectiveDate: '2026-11-01',
    period: '2026-10',
    state: 'accepted',
    registers: [
      { zone: 'day', value: 12425 },
      { zone: 'night', value: 4140 },
    ],
    kwh: 120,
    reason: '',
  });
  expect(next).toBeNull();
  const long = await makeAccount(cabinet.billingDb, {
    history: Array.from({ length: 21 }, (_, index) => ({
      period: `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}` as '2024-01',
      closing: { single: 1000 + index * 100 },
    })),
  });
  const first = (await cabinet.post(listAccountReadings, of(long))).body;
  const rest = (await cabinet.post(listAccountReadings, of(long, { cursor: first.next }))).body;
  const days = [...first.readings, ...rest.readings].map(({ effectiveDate }) => effectiveDate);
  expect([first.readings.length, rest.next]).toEqual([20, null]);
  expect(days).toEqual([...new Set(days)].toSorted().toReversed());
});

test('payments are listed in parts, newest first, with their state', async () => {
  const days = Array.from({ length: 26 }, (_, day) => `2026-09-${String(day + 1).padStart(2, '0')}`);
  const { accountNumber } = neighbour;
  await cabinet.billingDb
    .insertInto('billing.payment')
    .values(
      days.map((day) => ({
        account_number: accountNumber,
        payment_id: newId(),
        order_id: `${accountNumber}-${day}`,
        request_id: newId(),
        provider: 'liqpay',
        purpose: 'energy',
        amount_kopiykas: 45000n,
        state: 'failed',
        started_at: `${day}T10:00:00Z`,
      })),
    )
    .execute();
  const first = (await cabinet.post(listAccountPayments, of(neighbour))).body;
  const rest = (await cabinet.post(listAccountPayments, of(neighbour, { cursor: first.next }))).body;
  const shown = [...first.payments, ...rest.payments].map(({ startedAt }) => startedAt.slice(0, 10));
  expect(shown).toEqual(days.toReversed());
  expect([first.payments.length, first.payments[0]?.state, rest.next]).toEqual([24, 'failed', null]);
});

test('acts and their debt, and the cabinets that have the account', async () => {
  expect((await cabinet.post(listAccountActs, of(household))).body).toMatchObject({
    acts: [{ actNumber: '46/1', state: 'billed', owed: '128.40' }],
    owed: '128.40',
  });
  const { cabinets } = (await cabinet.post(listAccountCabinets, of(household))).body;
  const own = cabinets.find(({ id }) => id === customerId);
  expect(own).toMatchObject({ type: 'person', phone, isBlocked: false });
  expect((await cabinet.post(listAccountCabinets, of(shop))).body.cabinets).toEqual([]);
});

test('billing enters a subsidy and removes it, with reasons that the staff’s actions tell; others only read', async () => {
  const billing = await cabinet.signIn([], 'admin', ['billing']);
  const granted = { period: '2026-11', kind: 'subsidy' as const, title: 'Житлова', sum: '120.50' };
  const asked = { token: billing, ...granted, reason: 'Лист № 12', requestId: newId() };
  const { body } = await cabinet.post(addAccountBenefit, of(household, asked));
  expect(body.benefit).toMatchObject({ ...granted, postingPeriod: '2026-11', state: 'waiting' });
  expect((await cabinet.post(addAccountBenefit, of(household, asked))).body).toEqual(body);
  const listed = (await cabinet.post(listAccountBenefits, of(household))).body;
  expect(listed).toMatchObject({ benefits: [body.benefit], months: { last: '2026-11' }, next: null });
  const removal = { benefitId: body.benefit.benefitId, reason: 'Не той рахунок', requestId: newId() };
  for (const token of [operator, customer]) {
    const refused = [
      await cabinet.post(addAccountBenefit, of(household, { ...asked, token, requestId: newId() })),
      await cabinet.post(removeAccountBenefit, of(household, { ...removal, token })),
    ];
    expect(refused.map(({ httpStatus }) => httpStatus)).toEqual([403, 403]);
  }
  const removed = await cabinet.post(removeAccountBenefit, of(household, { ...removal, token: billing }));
  expect(removed.httpStatus).toBe(200);
  expect((await cabinet.post(listAccountBenefits, of(household))).body.benefits).toEqual([]);
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  const { actions } = (await cabinet.post(listStaffActions, of(household, { token: owner }))).body;
  const done = actions.filter(({ call, outcome }) => call.includes('/benefit-') && outcome === 'done');
  expect(done.map(({ call, why }) => [call, why])).toEqual(
    expect.arrayContaining([
      [removeAccountBenefit.path, 'Не той рахунок'],
      [addAccountBenefit.path, 'Лист № 12'],
    ]),
  );
  expect(done.flatMap(({ changes }) => changes.flatMap(({ fields }) => fields))).toEqual(
    expect.arrayContaining([
      { name: 'Сума', before: null, after: '120.50' },
      { name: 'Сума', before: '120.50', after: null },
      { name: 'Пільга чи субсидія', before: null, after: 'субсидія' },
    ]),
  );
});

test('sums that are none, and parts of a list of benefits', async () => {
  const billing = await cabinet.signIn([], 'admin', ['billing']);
  const asked = { token: billing, kind: 'benefit', title: '', reason: 'Лист № 12' };
  const granted = { ...asked, period: '2026-11', sum: '1.00' };
  const sums = ['0.00', '-5.00', 'багато'].map((sum) => ({ sum }));
  for (const wrong of [...sums, { reason: 'а' }, { kind: 'gift' }]) {
    const payload = of(household, { ...granted, ...wrong, requestId: newId() });
    expect((await cabinet.post(addAccountBenefit.path, payload)).httpStatus).toBe(400);
  }
  await sql`insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas)
    select ${neighbour.accountNumber}, to_char(month, 'YYYY-MM'), 'benefit', to_char(month, 'YYYY-MM'), gen_random_uuid(), 100
    from generate_series(date '2024-01-01', date '2025-10-01', interval '1 month') month`.execute(
    cabinet.billingDb,
  );
  const first = (await cabinet.post(listAccountBenefits, of(neighbour))).body;
  const rest = (await cabinet.post(listAccountBenefits, of(neighbour, { cursor: first.next }))).body;
  const months = [...first.benefits, ...rest.benefits].map(({ period }) => period);
  expect([first.benefits.length, new Set(months).size, rest.next]).toEqual([20, 22, null]);
  expect(months).toEqual(months.toSorted().toReversed());
});

test('messages are those about this account, with their state, in parts; those of another account of the same customer are not', async () => {
  const services = { keys: testKeys, config: readConfig({}) };
  const notice = ({ accountNumber }: AccountHandle) => ({
    identityId: customerId,
    kind: 'paymentConfirmed' as const,
    params: { sum: '10.00', account: accountNumber, name: '' },
  });
  await sql`insert into portal.notification_choice (identity_id, kind, channel, is_on)
    values (${customerId}::uuid, 'paymentConfirmed', 'sms', true)`.execute(cabinet.portalDb);
  const notices = [notice(household), notice(neighbour), notice(neighbour)];
  await sendNotices(services, cabinet.portalDb, notices, cabinet.clock.now());
  const shown = (await cabinet.post(listAccountMessages, of(household))).body;
  expect(shown.messages).toMatchObject([
    { channel: 'sms', recipient: phone, kind: 'paymentConfirmed', state: 'queued' },
  ]);
  await sql`insert into portal.outgoing_message (message_id, channel, recipient, kind, state, account_number, created_at)
    select gen_random_uuid(), 'mail', 'olena@example.test', 'test', 'failed', ${neighbour.accountNumber}, '2026-11-04'
      from generate_series(1, 20)`.execute(cabinet.portalDb);
  const first = (await cabinet.post(listAccountMessages, of(neighbour))).body;
  const rest = (await cabinet.post(listAccountMessages, of(neighbour, { cursor: first.next }))).body;
  const ids = [...first.messages, ...rest.messages].map(({ id }) => id);
  expect([first.messages.length, new Set(ids).size, rest.next]).toEqual([20, 22, null]);
});

test('conversations about the account are the operators’', async () => {
  const asked = { topicId: 'billCheck', title: 'Неправильна сума', text: 'Перевірте, будь ласка.' };
  const fields = [{ name: 'period', value: '2026-10' }];
  const opened = { token: customer, ...asked, fields, fileIds: [], requestId: newId() };
  const ticket = await cabinet.post(createTicket, of(household, opened));
  const { conversations, next } = (await cabinet.post(listAccountConversations, of(household))).body;
  expect(conversations).toMatchObject([
    { id: ticket.body.ticket.id, account: household.accountNumber, title: 'Неправильна сума', state: 'new' },
  ]);
  expect(next).toBeNull();
  expect((await cabinet.post(listAccountConversations, of(neighbour))).body.conversations).toEqual([]);
});

test('an account that is unknown is told as such, and a cursor of another make is refused', async () => {
  for (const call of [listAccountBills, listAccountReadings, listAccountActs, listAccountBenefits])
    expect((await cabinet.post(call, of({ accountNumber: unknown }))).body.code).toBe('common.notFound');
  const ofBilling = [listAccountBills, listAccountPayments, listAccountReadings, listAccountBenefits];
  for (const call of [...ofBilling, listAccountMessages, listAccountConversations])
    for (const cursor of ['bm9uc2Vuc2U', Buffer.from('["2025-13","bill"]').toString('base64url')])
      expect((await cabinet.post(call.path, of(household, { cursor }))).httpStatus).toBe(400);
});
