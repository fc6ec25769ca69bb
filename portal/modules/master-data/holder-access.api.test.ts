import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { listObjects } from '#contract/accounts/accounts.ts';
import { allCalls } from '#contract/all-calls.ts';
import { listBills } from '#contract/bills.ts';
import { createTicket, listTickets } from '#contract/conversations.ts';
import { changeMasterData } from '#contract/master-data.ts';
import { listMeters } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';

const opened = '2399000001';
/** What is only of the former customer, or of the time before. */
const ofFormer = {
  surname: 'Передмістенко',
  phone: '+380671230987',
  email: 'former.holder@ukr.example',
  responsible: 'Сусідко Панас',
  ticket: 'Прошу звірити давній борг',
  /** Values of the meter and sums of bills before the change. */
  readings: ['71357', '71468'],
  sums: ['479.52', '479,52', '47952', '123.45', '123,45', '12345'],
};

let former: AccountHandle;
let formerToken: string;
let newToken: string;

const cabinet = provideTestApp();

/** A household with a bill, a payment, a ticket and a responsible person; it goes to another customer on 16.11.2026. */
beforeAll(async () => {
  const { billingDb, url } = cabinet;
  await makeSupplier(billingDb);
  await seedTopics(cabinet.portalDb);
  await sql`insert into billing.period (period, state) values ('2026-09', 'closed'), ('2026-10', 'open')`.execute(
    billingDb,
  );
  former = await makeAccount(billingDb, { history: [{ period: '2026-09', closing: { single: 71_357 } }] });
  await giveReading(billingDb, {
    ...former,
    period: '2026-10',
    effectiveDate: '2026-11-01',
    values: { single: 71_468 },
  });
  await billingDb
    .updateTable('billing.customer')
    .set({ surname: ofFormer.surname, name: 'Ярема', phone: ofFormer.phone, email: ofFormer.email })
    .where('customer_id', '=', former.customerId)
    .execute();
  await sql`insert into billing.account_responsible (account_number, name) values (${former.accountNumber}, ${ofFormer.responsible})`.execute(
    billingDb,
  );
  await closeMonth(url, '2026-10');
  await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account, amount_kopiykas,
      posted_at) values (${former.accountNumber}, '2026-11', ${newId()}, 'payment', 'bank', 'receivable', 12345,
      '2026-11-05T10:00:00Z')`.execute(billingDb);
  formerToken = await cabinet.signIn([former.accountNumber], 'person');
  const written = await cabinet.post(createTicket, {
    ...samplePayloads[createTicket.path],
    token: formerToken,
    account: former.accountNumber,
    title: ofFormer.ticket,
  } as never);
  expect(written.body).toMatchObject({ status: 'success' });
  const clerk = await cabinet.signIn([], 'admin', ['billing']);
  const changed = await cabinet.post(changeMasterData, {
    token: clerk,
    account: former.accountNumber,
    effectiveOn: '2026-11-16',
    document: 'Заява 7',
    change: {
      kind: 'holder',
      newAccount: opened,
      contractNumber: 'D-new',
      contractDate: '2026-11-14',
      consumerEic: former.eicCode,
      customerCode: 'NEW',
      customer: { surname: 'Франко', name: 'Ольга', phone: '+380671112233' },
      closingValues: { [former.meters[0]?.serialNumber ?? '']: { single: 71_500 } },
    },
  });
  expect(changed.body).toMatchObject({ isRecorded: true, closing: { newAccount: opened } });
  newToken = await cabinet.signIn([opened], 'person');
});

/** Whether an answer has the text as a word or number of its own; ids are random and left out. */
function isShown(body: unknown, text: string): boolean {
  const words = JSON.stringify(body).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
  const pattern = text.replaceAll(/[.+]/g, '\\$&');
  return new RegExp(`(?<!\\w)${pattern}(?!\\w)`).test(words);
}

const calls = allCalls.filter(
  ({ accountField, audience }) =>
    accountField !== undefined && ['person', 'customer', 'signedIn'].includes(audience),
);

test('no call shows the new holder a name, a contact, a sum, a reading or a ticket of the time before', async () => {
  const forbidden = Object.values(ofFormer).flat();
  const leaks: string[] = [];
  let answered = 0;
  for (const call of calls) {
    // A call that changes something may end the access of its session.
    const token = call.changes ? await cabinet.signIn([opened], 'person') : newToken;
    const payload = { ...samplePayloads[call.path], [call.accountField ?? '']: opened, token };
    const { body, httpStatus } = await cabinet.post(call, payload as never);
    if (httpStatus === 200) answered += 1;
    leaks.push(...forbidden.filter((text) => isShown(body, text)).map((text) => `${call.path}: ${text}`));
  }
  expect(answered).toBeGreaterThan(20);
  expect(leaks).toEqual([]);
});

test('what the same calls show the former customer has all of it', async () => {
  const shown: string[] = [];
  for (const call of calls.filter(({ changes }) => !changes)) {
    const payload = {
      ...samplePayloads[call.path],
      [call.accountField ?? '']: former.accountNumber,
      token: formerToken,
    };
    shown.push(JSON.stringify((await cabinet.post(call, payload as never)).body));
  }
  const all = shown.join();
  for (const text of [ofFormer.surname, ofFormer.ticket, ofFormer.readings[1], '479.52'])
    expect(all, text).toContain(text);
});

test('the new holder sees the value with which the meter began and its day, and no call for the former account', async () => {
  const { body } = await cabinet.post(listMeters, { token: newToken, account: opened });
  for (const shown of ['71500', '2026-11-16']) expect(JSON.stringify(body)).toContain(shown);
  const foreign = await cabinet.post(listBills, { token: newToken, account: former.accountNumber });
  expect(foreign.httpStatus).toBe(404);
});

test('the former customer keeps the account, its bills and tickets, as one that has ended', async () => {
  const objects = await cabinet.post(listObjects, { token: formerToken });
  expect(JSON.stringify(objects.body)).toContain(former.accountNumber);
  const bills = await cabinet.post(listBills, { token: formerToken, account: former.accountNumber });
  expect(JSON.stringify(bills.body)).toContain('479.52');
  const tickets = await cabinet.post(listTickets, {
    token: formerToken,
    account: former.accountNumber,
  } as never);
  expect(JSON.stringify(tickets.body)).toContain(ofFormer.ticket);
});

test('listMeters answers the last day of the contract to the former customer, not to the new one', async () => {
  const endedOn = async (token: string, account: string) =>
    (await cabinet.post(listMeters, { token, account })).body.contractEndedOn;
  expect(await endedOn(formerToken, former.accountNumber)).toBe('2026-11-15');
  expect(await endedOn(newToken, opened)).toBeUndefined();
});
