import { beforeAll, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { createTicket } from '#contract/conversations.ts';
import { adminRoles } from '#contract/identity/admin-roles.ts';
import { findSubjects, maxFoundOfKind } from '#contract/search.ts';
import { newId } from '#platform/uuid.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { makeIdentity } from '#portal/testing/callers/make-identity.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: AccountHandle;
let customer: string;
let owner: string;

const phone = '+380661234599';

/** An account whose meter has the serial number. */
async function makeMeter(serial: string): Promise<AccountHandle> {
  const made = await makeAccount(app.billingDb);
  await app.billingDb
    .updateTable('billing.meter')
    .set({ serial_number: serial })
    .where('meter_id', '=', made.meterId)
    .execute();
  return made;
}

const app = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  await seedTopics(app.portalDb);
  account = await makeMeter('00998877');
  await app.billingDb
    .updateTable('billing.customer')
    .set({ surname: 'Ґалаґан', name: 'Об’єднана' })
    .where('customer_id', '=', account.customerId)
    .execute();
  await makeIdentity(app, phone, { account: account.accountNumber });
  await makeIdentity(app, '+380661234588', { email: 'Olena.Koval@example.com' });
  customer = await app.signIn([account.accountNumber], 'person');
  owner = await app.signIn([], 'admin', ['owner']);
  await app.post(createTicket, {
    token: customer,
    account: account.accountNumber,
    topicId: 'billCheck',
    title: 'Сума за жовтень',
    text: 'Прошу перевірити перерахунок',
    fields: [{ name: 'period', value: '2026-10' }],
    fileIds: [],
    requestId: newId(),
  });
});

/** "kind account" of what is found. */
async function find(query: string, token = owner): Promise<readonly string[]> {
  const { body } = await app.post(findSubjects, { token, query });
  return [
    ...body.subjects.map((subject) => `${subject.kind} ${subject.account}`),
    ...body.cabinets.map((cabinet) => `cabinet ${cabinet.phone}`),
    ...body.conversations.map((conversation) => `conversation ${conversation.title}`),
  ];
}

/** Its cabinets as `find` tells them, those without a phone last. */
async function cabinetsOf({ accountNumber }: AccountHandle): Promise<readonly string[]> {
  const rows = await app.portalDb
    .selectFrom('portal.identity_account')
    .innerJoin('portal.identity', 'portal.identity.identity_id', 'portal.identity_account.identity_id')
    .select('phone')
    .where('account_number', '=', accountNumber)
    .orderBy('phone')
    .execute();
  return rows.map(({ phone: own }) => `cabinet ${own ?? ''}`);
}

test('a cabinet is found by both ends of its phone and by the beginning of its e-mail, with an account or without', async () => {
  expect(await find('4599')).toEqual([`cabinet ${phone}`]);
  expect(await find('066 123')).toEqual(['cabinet +380661234588', `cabinet ${phone}`]);
  const withoutAccount = 'cabinet +380661234588';
  expect(await find('4588')).toEqual([withoutAccount]);
  for (const typed of ['olena', 'OLENA.koval@exam', ' olena.koval@example.com ']) {
    expect(await find(typed), typed).toEqual([withoutAccount]);
  }
  for (const typed of ['koval@example.com', 'olena.koval@example.com.', 'ole']) {
    expect(await find(typed), typed).toEqual([]);
  }
  const { body } = await app.post(findSubjects, { token: owner, query: 'olena.koval@' });
  expect(body.cabinets).toMatchObject([{ account: null, accountCount: 0, email: 'Olena.Koval@example.com' }]);
});

test('a name, a meter and words of a conversation are found', async () => {
  expect(await find("галаган об'єднана")).toEqual([
    `customer ${account.accountNumber}`,
    ...(await cabinetsOf(account)),
  ]);
  expect(await find('009988')).toEqual([`meter ${account.accountNumber}`]);
  expect(await find('перерахунки')).toEqual(['conversation Сума за жовтень']);
  expect(await find(account.accountNumber)).toEqual([
    `account ${account.accountNumber}`,
    'conversation Сума за жовтень',
  ]);
});

test('a company’s cabinet is found by the name of the company, however it is typed', async () => {
  const company = await makeAccount(app.billingDb, { customerType: 'entity' });
  const second = await makeAccount(app.billingDb, { customerType: 'entity' });
  await app.billingDb
    .updateTable('billing.customer')
    .set({ company_name: 'ТОВ «Ромашка-Плюс»' })
    .where('customer_id', '=', company.customerId)
    .execute();
  await app.billingDb
    .updateTable('billing.account')
    .set({ customer_id: company.customerId })
    .where('account_number', '=', second.accountNumber)
    .execute();
  // Of two accounts the cabinet has one, which is not the one that stands for the customer.
  const [first, last] = [company.accountNumber, second.accountNumber].toSorted();
  const id = await makeIdentity(app, '+380441230077', { type: 'entity', account: last ?? '' });
  for (const typed of [
    'ромашка',
    'Ромашка плюс',
    'ТОВ Ромашка',
    'тов "Ромашка-Плюс"',
    'ТОВ «РОМАШКА»',
    'Товариство з обмеженою відповідальністю „Ромашка“',
    'ромошка',
  ])
    expect(await find(typed), typed).toEqual([`customer ${first}`, 'cabinet +380441230077']);
  const { body } = await app.post(findSubjects, { token: owner, query: 'ромашка' });
  expect(body.cabinets).toMatchObject([{ id, name: 'ТОВ «Ромашка-Плюс»', account: last, accountCount: 1 }]);
});

test('a conversation is found by its number, as lists write it too', async () => {
  const { body } = await app.post(findSubjects, { token: owner, query: account.accountNumber });
  const number = body.conversations[0]?.number;
  for (const typed of [`${number}`, `№ ${number}`, `№${number}`])
    expect(await find(typed), typed).toContain('conversation Сума за жовтень');
});

test.each(adminRoles)('%s finds what the role may read', async (role) => {
  const token = await app.signIn([], 'admin', [role]);
  const { httpStatus, body } = await app.post(findSubjects, { token, query: account.accountNumber });
  const may = ['owner', 'operator', 'billing'].includes(role);
  expect(httpStatus).toBe(may ? 200 : 403);
  if (may) {
    expect(body.subjects).toHaveLength(1);
    expect(body.conversations).toHaveLength(role === 'billing' ? 0 : 1);
  } else expect(JSON.stringify(body)).not.toContain(account.accountNumber);
});

test('more than is shown of a kind is said', async () => {
  for (let n = 0; n <= maxFoundOfKind; n += 1) await makeMeter(`77550${n}`);
  const { body } = await app.post(findSubjects, { token: owner, query: '7755' });
  expect(body.subjects.map(({ kind }) => kind)).toEqual(Array(maxFoundOfKind).fill('meter'));
  expect(body.more).toEqual(['meter']);
});

test.each([
  ["'; drop table portal.identity; --"],
  ['" & | ! ( ) : * <->'],
  ['%_\\'],
  ['\u{10ffff}\u{10ffff}'],
  ['а'.repeat(100)],
  ['9'.repeat(100)],
  [' '.repeat(50)],
])('hostile %j finds nothing and breaks nothing', async (query) => {
  expect(await find(query)).toEqual([]);
});
