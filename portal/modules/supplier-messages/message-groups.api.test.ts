import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { BillingClient } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import {
  listSentMessages,
  previewRecipients,
  recallMessage,
  recipientChoices,
  sendMessage,
  stopMessage,
} from '#contract/supplier-messages/send-messages.ts';
import { newSupplierMessages, readMessage, supplierMessages } from '#contract/supplier-messages.ts';
import type { RecipientRule } from '#contract/values/recipient-rule.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { askForDueDeliveries, deliveryTasks } from './public.ts';

const lake = 'с. Озерна Гребля';
let billing: BillingClient;
let operator: string;
/** Of the village by the lake: two debtors of 60 and 25 days, one who paid; and a debtor elsewhere. */
let village: { old: string; fresh: string; paid: string; elsewhere: string };

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  billing = testBillingClient(cabinet);
  operator = await cabinet.signIn([], 'admin', ['operator']);
  village = {
    old: await makeDebtor(lake, '2026-09-21'),
    fresh: await makeDebtor(lake, '2026-10-26'),
    paid: await makeAt(lake),
    elsewhere: await makeDebtor('м. Калинів', '2026-09-21'),
  };
});

async function makeAt(settlement: string): Promise<string> {
  const { accountNumber } = await makeAccount(cabinet.billingDb);
  await sql`update billing.premises set settlement = ${settlement} where account_number = ${accountNumber}`.execute(
    cabinet.billingDb,
  );
  return accountNumber;
}

/** An account that owes 500.00 by a bill of that last day. */
async function makeDebtor(settlement: string, dueOn: string): Promise<string> {
  const account = await makeAt(settlement);
  await makeCharge(cabinet.billingDb, account, '2026-08', '500.00');
  await sql`
    insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
      recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${account}, '2026-08', '1', '2026-09-01', ${dueOn}, 0, 50000, 0, 0, 50000, 100, false)`.execute(
    cabinet.billingDb,
  );
  return account;
}

const services = (more: object = {}) => ({
  db: cabinet.portalDb,
  billing,
  clock: cabinet.clock,
  keys: testKeys,
  config: readConfig({ PUBLIC_URL: 'https://cabinet.example.com' }),
  partSize: 2,
  ...more,
});

/** Does what the jobs would do now; problems are counted, not thrown. */
async function runJobs(more: object = {}): Promise<number> {
  let problems = 0;
  await runJobsOnce({
    url: cabinet.url,
    tasks: deliveryTasks(services(more)),
    onError: () => {
      problems += 1;
    },
  });
  return problems;
}

const debtWords = { title: 'Борг за електроенергію', text: 'Сплатіть борг.' };
const written = (to: object) => ({ token: operator, ...debtWords, requestId: newId(), ...to });

async function send(to: object): Promise<string> {
  const { body } = await cabinet.post(sendMessage, written(to));
  expect(body.status).toBe('success');
  return body.messageId;
}

const rowOf = async (messageId: string) =>
  (await cabinet.post(listSentMessages, { token: operator })).body.messages.find(
    ({ id }) => id === messageId,
  );

const inboxOf = async (token: string, account: string) =>
  (await cabinet.post(supplierMessages, { token, account })).body.data.items.map(({ id }) => id);

async function deliveriesOf(messageId: string): Promise<readonly string[]> {
  const { rows } = await typedSql({ account: text() })`
    select account_number as account from portal.supplier_message_delivery where message_id = ${messageId}::uuid
    order by account_number`.execute(cabinet.portalDb);
  return rows.map(({ account }) => account);
}

test('a message to all debtors of a district is previewed, sent and counted', async () => {
  const rule: RecipientRule = { settlement: lake, debt: { sum: '100.00', days: 30 } };
  const preview = (await cabinet.post(previewRecipients, { token: operator, rule })).body;
  expect(preview).toMatchObject({ recipients: 1, isWhole: true, unknown: [], withoutCabinet: null });
  expect(preview.sample).toMatchObject([{ account: village.old, name: expect.any(String) }]);
  const all: RecipientRule = { settlement: lake, debt: { sum: '100.00', days: 0 } };
  expect((await cabinet.post(previewRecipients, { token: operator, rule: all })).body.recipients).toBe(2);

  const token = await cabinet.signIn([village.old, village.fresh]);
  const other = await cabinet.signIn([village.paid]);
  const messageId = await send({ rule: all });
  expect(await rowOf(messageId)).toMatchObject({ state: 'delivering', accounts: 0, expected: 2 });
  expect(await runJobs()).toBe(0);
  expect(await deliveriesOf(messageId)).toEqual([village.old, village.fresh].sort());
  expect(await inboxOf(token, village.old)).toEqual([messageId]);
  expect(await inboxOf(other, village.paid)).toEqual([]);
  await cabinet.post(readMessage, { token, account: village.old, messageId });
  const counts = { state: 'delivered', accounts: 2, expected: 2, readAccounts: 2 };
  expect(await rowOf(messageId)).toMatchObject({ ...counts, audience: { kind: 'rule', rule: all } });
});

test.each<[string, RecipientRule, (keyof typeof village)[]]>([
  ['a settlement', { settlement: lake }, ['old', 'fresh', 'paid']],
  ['a higher debt', { settlement: lake, debt: { sum: '500.01', days: 0 } }, []],
  ['a debt of exactly so much', { debt: { sum: '500.00', days: 60 } }, ['old', 'elsewhere']],
  ['a debt of one day more', { debt: { sum: '500.00', days: 61 } }, []],
  ['a tariff that nobody has', { tariff: 'business', settlement: lake }, []],
  ['companies', { customerType: 'entity', settlement: lake }, []],
  ['no reading yet', { awaitsReading: true, settlement: lake }, ['old', 'fresh', 'paid']],
])('a rule selects by %s', async (_, rule, names) => {
  const { body } = await cabinet.post(previewRecipients, { token: operator, rule });
  expect(body.recipients).toBe(names.length);
  expect(body.sample.map(({ account }) => account)).toEqual(names.map((name) => village[name]).sort());
});

test('the choices of a rule are what the accounts have', async () => {
  const { body } = await cabinet.post(recipientChoices, { token: operator });
  expect(body.settlements).toEqual(expect.arrayContaining([lake, 'м. Калинів']));
  expect(body.tariffs.map(({ code }) => code)).toContain('household');
});

test('a delivery that dies in the middle comes to no account twice and leaves none out', async () => {
  const settlement = 'с. Великі Сади';
  const accounts = [];
  for (let n = 0; n < 7; n += 1) accounts.push(await makeAt(settlement));
  // One person has the first and the last account, in different parts.
  const { rows: before } = await typedSql({ n: int4() })`
    select count(*)::int as n from portal.supplier_message_notice`.execute(cabinet.portalDb);
  await cabinet.signIn([accounts[0] ?? '', accounts[6] ?? '']);
  const messageId = await send({ rule: { settlement } });
  // The second part fails.
  let calls = 0;
  const dying: BillingClient = {
    ...billing,
    call: (module, input, context) => {
      calls += 1;
      if (calls > 1) throw new Error('the node dies');
      return billing.call(module, input, context);
    },
  };
  expect(await runJobs({ billing: dying })).toBeGreaterThan(0);
  expect(await deliveriesOf(messageId)).toHaveLength(2);

  // Another node takes over, and two deliver at once.
  await askForDueDeliveries(services());
  await sql`update graphile_worker._private_jobs set run_at = now(), attempts = 0`.execute(cabinet.portalDb);
  await Promise.all([runJobs(), runJobs()]);
  expect(await deliveriesOf(messageId)).toEqual(accounts.toSorted());
  expect(await rowOf(messageId)).toMatchObject({ state: 'delivered', accounts: 7 });
  const { rows: after } = await typedSql({ n: int4() })`
    select count(*)::int as n from portal.supplier_message_notice`.execute(cabinet.portalDb);
  expect((after[0]?.n ?? 0) - (before[0]?.n ?? 0)).toBe(1);
});

test('a planned message is in no inbox before its time, and is delivered then', async () => {
  const token = await cabinet.signIn([village.paid]);
  const sendAt = new Date(cabinet.clock.now() + 3_600_000).toISOString();
  const messageId = await send({ accounts: [village.paid], sendAt });
  await askForDueDeliveries(services());
  await runJobs();
  expect(await inboxOf(token, village.paid)).toEqual([]);
  expect(await rowOf(messageId)).toMatchObject({ state: 'scheduled', accounts: 0, expected: 1 });
  cabinet.clock.set((cabinet.clock.now() + 3_600_000) as Instant);
  await askForDueDeliveries(services());
  await runJobs();
  expect(await inboxOf(token, village.paid)).toEqual([messageId]);
});

test('a planned message that is stopped comes to nobody; a delivered one is not stopped', async () => {
  const token = await cabinet.signIn([village.paid]);
  const sendAt = new Date(cabinet.clock.now() + 3_600_000).toISOString();
  const messageId = await send({ rule: { settlement: lake }, sendAt });
  const { message } = (await cabinet.post(stopMessage, { token: operator, messageId })).body;
  expect(message).toMatchObject({ state: 'stopped', accounts: 0 });
  expect(message.stoppedBy).not.toBe('');
  cabinet.clock.set((cabinet.clock.now() + 3_600_000) as Instant);
  await askForDueDeliveries(services());
  await runJobs();
  expect(await inboxOf(token, village.paid)).not.toContain(messageId);

  const done = await send({ accounts: [village.paid] });
  await runJobs();
  const late = await cabinet.post(stopMessage, { token: operator, messageId: done });
  expect(outcomeOf(late)).toBe('409 messages.alreadyDelivered');
  const none = await cabinet.post(stopMessage, { token: operator, messageId: newId() });
  expect(none.httpStatus).toBe(404);
});

test('a recalled message leaves the inboxes where it was not read and stays where it was', async () => {
  const account = await makeAt(lake);
  const [reader, other] = [await cabinet.signIn([account]), await cabinet.signIn([account])];
  const messageId = await send({ accounts: [account] });
  await runJobs();
  await cabinet.post(readMessage, { token: reader, account, messageId });
  const recalled = await cabinet.post(recallMessage, { token: operator, messageId, reason: 'Хибна дата' });
  expect(recalled.body.message.recalled).toMatchObject({ reason: 'Хибна дата' });
  expect([await inboxOf(reader, account), await inboxOf(other, account)]).toEqual([[messageId], []]);
  expect((await cabinet.post(newSupplierMessages, { token: other, account })).body.data.items).toEqual([]);
  expect((await cabinet.post(readMessage, { token: other, account, messageId })).httpStatus).toBe(404);
  expect((await cabinet.post(readMessage, { token: reader, account, messageId })).body.unread).toBe(0);
  const again = await cabinet.post(recallMessage, { token: operator, messageId, reason: 'Ще раз' });
  expect(again.body.code).toBe('messages.alreadyRecalled');
  expect(await rowOf(messageId)).toMatchObject({ recalled: { reason: 'Хибна дата' }, readAccounts: 1 });
});

test('a notice goes to each customer once by their channels, and the history counts it', async () => {
  const [first, second] = [await makeAt(lake), await makeAt(lake)];
  const token = await cabinet.signIn([first, second]);
  await sql`
    update portal.identity set email = 'koval@example.com', email_confirmed_at = now()
    where identity_id = (select identity_id from portal.identity_account where account_number = ${first})`.execute(
    cabinet.portalDb,
  );
  const messageId = await send({ accounts: [first, second] });
  await runJobs();
  expect((await rowOf(messageId))?.notices).toEqual([{ channel: 'mail', state: 'queued', count: 1 }]);
  const choice = { kind: 'supplierMessage', channel: 'mail', isOn: false };
  await cabinet.post('/api/notifications/save', { token, ...choice });
  const silent = await send({ accounts: [first] });
  await runJobs();
  expect((await rowOf(silent))?.notices).toEqual([]);
  expect(await inboxOf(token, first)).toContain(silent);
});

test.each([
  ['neither a list nor a rule', {}],
  ['both a list and a rule', { accounts: ['2390001111'], rule: {} }],
])('%s is refused', async (_, to) => {
  for (const call of [previewRecipients, sendMessage])
    expect((await cabinet.post(call, written(to))).httpStatus).toBe(400);
});

test('a rule that selects nobody sends nothing, and very many need a reason', async () => {
  const nobody = await cabinet.post(sendMessage, written({ rule: { settlement: 'Ніде' } }));
  expect(nobody.body.code).toBe('messages.nobody');
  await sql`
    insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date, consumer_eic,
      tariff_code, opened_on)
    select (5000000000 + n)::text, a.customer_id, 'M' || n, 'M-' || n, '2015-01-01', a.consumer_eic, a.tariff_code, '2015-01-01'
    from billing.account a, generate_series(1, 1000) n where a.account_number = ${village.paid}`.execute(
    cabinet.billingDb,
  );
  const refused = await cabinet.post(sendMessage, written({ rule: {} }));
  expect(outcomeOf(refused)).toBe('422 messages.reasonNeeded');
  const messageId = await send({ rule: {}, reason: 'Зміна реквізитів' });
  const row = await rowOf(messageId);
  expect(row).toMatchObject({ audience: { kind: 'everybody' }, reason: 'Зміна реквізитів' });
  expect(row?.expected).toBeGreaterThan(1000);
  cabinet.clock.set(instantFromIso('2026-11-20T18:00:00Z'));
  await runJobs({ partSize: 400 });
  expect((await rowOf(messageId))?.accounts).toBe(row?.expected);
});
