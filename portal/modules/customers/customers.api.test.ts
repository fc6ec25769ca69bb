import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { createTicket } from '#contract/conversations.ts';
import {
  actOnCustomer,
  type CustomerAct,
  getCustomer,
  listCustomerAccounts,
  listCustomerConversations,
  listCustomerHistory,
  listCustomerMessages,
} from '#contract/customers.ts';
import { checkSession, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { recoverPassword } from '#contract/identity/sign-up.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { basicPair, makeCodeCaller, newPhone } from '#portal/testing/callers/code-caller.ts';
import { makeMember } from '#portal/testing/callers/make-member.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { createEntityIdentity, createPersonIdentity, hashPassword } from '../identity/public.ts';

const password = 'Їжак: світло 2026';
const reason = 'Заява клієнта про чужий доступ';
const uniqueCode = 'SVITLO01';
const told = formatMessage('identity.blocked', { phones: '0800300400' });
const stranger = '0199f000-0000-7000-8000-00000000ffff';

let operator: string;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  operator = await cabinet.signIn([], 'admin', ['operator']);
});

async function idOf(phone: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select identity_id as id from portal.identity where phone = ${phone}`.execute(cabinet.portalDb);
  return rows[0]?.id ?? '';
}

/** A person with an account, a confirmed e-mail and a password. */
async function makePerson() {
  const phone = newPhone();
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  const email = `${phone.slice(1)}@example.test`;
  await createPersonIdentity(cabinet.portalDb, { phone, password, email, accounts: [account] });
  const id = await idOf(phone);
  await sql`update portal.identity set created_at = '2026-11-10', email_confirmed_at = '2026-11-10', surname = 'Коваль', name = 'Олена'
    where identity_id = ${id}::uuid`.execute(cabinet.portalDb);
  return { phone, id, account, email };
}

/** A company with an account, and a person of it. */
async function makeCompany() {
  const phone = newPhone();
  const fixture = { customerType: 'entity', objectCode: uniqueCode, meters: [] } as const;
  const { accountNumber: account } = await makeAccount(cabinet.billingDb, fixture);
  await createEntityIdentity(cabinet.portalDb, { phone, email: '', password, accounts: [account] });
  const id = await idOf(phone);
  const hash = await hashPassword(password);
  const member = await makeMember(cabinet.portalDb, cabinet.clock, {
    companyId: id,
    role: 'accountant',
    passwordHash: hash,
    uniqueCode: 'MEMBER22',
  });
  return { phone, id, account, memberId: member.identityId };
}

const act = (id: string, what: CustomerAct, more: object = {}, token = operator) =>
  cabinet.post(actOnCustomer, { token, id, act: what, reason, ...more });
const card = async (id: string, token = operator) =>
  (await cabinet.post(getCustomer, { token, id })).body.customer;
const signIn = (phone: string, word = password) =>
  cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, word));
const signInTo = (account: string, code = uniqueCode) =>
  cabinet.post(
    signInEntity,
    { account, unique_code: code, userType: 'entity', site: 'cabinet.example.test' },
    basicPair(account, password),
  );
const history = async (of: object, token = operator) =>
  (await cabinet.post(listCustomerHistory, { token, ...of })).body.actions;

test('the card tells who a customer is, and each section by a call of its own', async () => {
  const person = await makePerson();
  const { body } = await signIn(person.phone);
  const { token } = body.user;
  const asked = { topicId: 'billCheck', title: 'Неправильна сума', text: 'Перевірте, будь ласка.' };
  const fields = [{ name: 'period', value: '2026-10' }];
  const opened = { token, account: person.account, ...asked, fields, fileIds: [], requestId: newId() };
  const ticket = await cabinet.post(createTicket, opened);
  await codes.receive(person.phone, { action: 'login' });
  await sql`insert into portal.outgoing_message (message_id, channel, recipient, kind, created_at)
    values (${newId()}::uuid, 'sms', ${person.phone}, 'test', '2026-11-01')`.execute(cabinet.portalDb);
  expect(await card(person.id)).toMatchObject({
    type: 'person',
    name: 'Коваль Олена',
    phone: person.phone,
    isPhoneConfirmed: true,
    email: person.email,
    isEmailConfirmed: true,
    secondFactor: 'none',
    state: 'active',
    block: null,
    lastSignInAt: '2026-11-20T10:00:00.000Z',
    sessionCount: 1,
    accountCount: 1,
    company: null,
    people: [],
  });
  const of = { token: operator, id: person.id };
  const accounts = await cabinet.post(listCustomerAccounts, of);
  expect(accounts.body).toMatchObject({ accounts: [{ account: person.account, due: '0.00' }], next: null });
  const conversations = await cabinet.post(listCustomerConversations, of);
  expect(conversations.body.conversations).toMatchObject([
    { id: ticket.body.ticket.id, account: person.account, title: asked.title, state: 'new' },
  ]);
  const messages = await cabinet.post(listCustomerMessages, of);
  // What went to the phone before its owner had a cabinet is not the owner's.
  expect(messages.body.messages.map(({ kind, state, recipient }) => [kind, state, recipient])).toEqual([
    ['code', 'queued', person.phone],
  ]);
});

test('lists of a customer go on in parts', async () => {
  const person = await makePerson();
  await sql`insert into portal.outgoing_message (message_id, channel, recipient, kind, state, created_at)
    select gen_random_uuid(), 'mail', ${person.email}, 'test', 'failed', now() from generate_series(1, 21)`.execute(
    cabinet.portalDb,
  );
  await sql`update portal.outgoing_message set created_at = '2026-11-20T11:00:00Z' where recipient = ${person.email}`.execute(
    cabinet.portalDb,
  );
  const of = { token: operator, id: person.id };
  const first = (await cabinet.post(listCustomerMessages, of)).body;
  const rest = (await cabinet.post(listCustomerMessages, { ...of, cursor: first.next })).body;
  const ids = [...first.messages, ...rest.messages].map(({ id }) => id);
  expect([first.messages.length, new Set(ids).size, rest.next]).toEqual([20, 21, null]);
  for (const call of [listCustomerMessages, listCustomerConversations, listCustomerAccounts])
    expect((await cabinet.post(call, { ...of, cursor: 'bm9uc2Vuc2U' })).httpStatus).toBe(400);
});

test('an unknown id is nobody', async () => {
  const { rows } = await sql<{ id: string }>`
    select identity_id as id from portal.administrator limit 1`.execute(cabinet.portalDb);
  const lists = [listCustomerAccounts, listCustomerConversations, listCustomerMessages, listCustomerHistory];
  for (const id of [stranger, rows[0]?.id ?? '']) {
    for (const call of [getCustomer, ...lists])
      expect((await cabinet.post(call, { token: operator, id })).body.code).toBe('common.notFound');
    expect((await act(id, 'block')).body.code).toBe('common.notFound');
  }
  expect((await cabinet.post(listCustomerHistory, { token: operator })).body.code).toBe('common.notFound');
});

test('a blocked person is signed out at once, is told by whatever proves who it is, and comes in again when unblocked', async () => {
  const person = await makePerson();
  const { token } = (await signIn(person.phone)).body.user;
  const { body } = await act(person.id, 'block');
  expect(body).toMatchObject({
    ended: 1,
    customer: { state: 'blocked', sessionCount: 0, block: { reason } },
  });
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  const blockedNow = { httpStatus: 403, body: { code: 'identity.blocked', message: told } };
  expect(await signIn(person.phone)).toMatchObject(blockedNow);
  expect((await signIn(person.phone, 'wrong')).body.code).toBe('identity.badCredentials');
  for (const contact of [person.phone, person.email]) {
    const login = { action: 'login' } as const;
    const given = await codes.give(contact, await codes.receive(contact, login), login);
    expect(given.body.code).toBe('identity.blocked');
  }
  cabinet.clock.set(instantFromIso('2026-11-20T10:02:00Z'));
  const recover = { action: 'recover' } as const;
  const code = await codes.receive(person.phone, recover);
  expect((await codes.give(person.phone, code, recover)).body.code).toBe('identity.blocked');
  const payload = { userType: 'person', phone: person.phone, code };
  const renewed = await cabinet.post(recoverPassword, payload, basicPair(person.phone, 'Новий: пароль 2'));
  expect(renewed.body.code).toBe('identity.blocked');
  const { rows } = await sql<{ outcome: string }>`
    select distinct outcome from portal.sign_in_event where identity_id = ${person.id}::uuid and outcome <> 'codeAsked'
     order by outcome`.execute(cabinet.portalDb);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['blocked', 'success']);
  expect((await act(person.id, 'unblock')).body.customer).toMatchObject({ state: 'active' });
  expect((await signIn(person.phone)).httpStatus).toBe(200);
  const [unblocked, blocked] = await history({ id: person.id });
  expect(unblocked).toMatchObject({ why: reason, outcome: 'done', changes: [{ what: person.phone }] });
  expect(blocked?.changes[0]?.fields[0]).toMatchObject({ before: 'ні', after: 'так' });
});

test('a company is blocked with its people; who has lost the access stays out', async () => {
  const company = await makeCompany();
  const ended = await makeMember(cabinet.portalDb, cabinet.clock, { companyId: company.id, role: 'viewer' });
  await sql`with out as (update portal.company_member set ended_at = now() where identity_id = ${ended.identityId}::uuid)
    update portal.identity set blocked_at = now() where identity_id = ${ended.identityId}::uuid`.execute(
    cabinet.portalDb,
  );
  expect(await card(company.memberId)).toMatchObject({ company: { id: company.id }, accountCount: 1 });
  const blocked = { code: 'identity.blocked', message: told };
  const { token } = (await signInTo(company.account, 'MEMBER22')).body.user;
  expect((await act(company.id, 'block')).body.ended).toBe(1);
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  for (const code of [uniqueCode, 'MEMBER22'])
    expect((await signInTo(company.account, code)).body).toMatchObject(blocked);
  expect(await card(company.memberId)).toMatchObject({ state: 'blocked', block: { isOfCompany: true } });
  await act(company.id, 'unblock');
  for (const code of [uniqueCode, 'MEMBER22'])
    expect((await signInTo(company.account, code)).httpStatus).toBe(200);
  expect(await card(ended.identityId)).toMatchObject({ state: 'ended' });
  expect((await act(ended.identityId, 'unblock')).body.code).toBe('identity.customerChanged');
  // Blocked alone, a person stays blocked when the company is not.
  await act(company.memberId, 'block');
  await act(company.id, 'block');
  await act(company.id, 'unblock');
  expect((await signInTo(company.account, 'MEMBER22')).body.code).toBe('identity.blocked');
  expect((await signInTo(company.account)).httpStatus).toBe(200);
});

test('of two administrators who act at once the second gets what the first has done', async () => {
  const person = await makePerson();
  const other = await cabinet.signIn([], 'admin', ['owner']);
  for (const [what, state] of [
    ['block', 'blocked'],
    ['unblock', 'active'],
  ] as const) {
    const both = await Promise.all([act(person.id, what), act(person.id, what, {}, other)]);
    expect(both.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
    const late = both.find(({ httpStatus }) => httpStatus === 409);
    expect(late?.body).toMatchObject({
      code: 'identity.customerChanged',
      message: formatMessage('identity.customerChanged', {}),
      details: { customer: { state, block: { reason } } },
    });
  }
  const done = (await history({ id: person.id })).filter(({ outcome }) => outcome === 'done');
  expect(done).toHaveLength(2);
});

test('the second factor is taken away, sessions end, a phone that was changed is confirmed and the former one is told', async () => {
  const [person, neighbour] = [await makePerson(), await makePerson()];
  await sql`insert into portal.second_factor (identity_id, method, secret_sealed, begun_at, enabled_at)
    values (${person.id}::uuid, 'totp', 'x', now(), now())`.execute(cabinet.portalDb);
  expect(await card(person.id)).toMatchObject({ secondFactor: 'totp' });
  expect((await act(person.id, 'resetFactor')).body.customer?.secondFactor).toBe('none');
  expect((await act(person.id, 'resetFactor')).body.code).toBe('identity.customerChanged');
  const { token } = (await signIn(person.phone)).body.user;
  const phone = newPhone();
  const seen = { phone, seenPhone: person.phone };
  expect((await act(person.id, 'confirmPhone')).httpStatus).toBe(400);
  const confirm = async (more: object) => (await act(person.id, 'confirmPhone', more)).body;
  expect((await confirm({ ...seen, seenPhone: neighbour.phone })).code).toBe('identity.customerChanged');
  expect((await confirm({ ...seen, phone: neighbour.phone })).code).toBe('identity.phoneTaken');
  expect(await confirm(seen)).toMatchObject({ ended: 1, customer: { phone, isPhoneConfirmed: true } });
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  expect((await signIn(person.phone)).body.code).toBe('identity.badCredentials');
  expect((await signIn(phone)).httpStatus).toBe(200);
  const { rows } = await sql<{ channel: string }>`
    select channel from portal.outgoing_message where kind = 'contactChanged'
      and recipient in (${person.phone}, ${person.email}) order by channel`.execute(cabinet.portalDb);
  expect(rows.map(({ channel }) => channel)).toEqual(['mail', 'sms']);
  expect((await act(person.id, 'endSessions')).body.ended).toBe(1);
  const [, changed] = await history({ id: person.id });
  expect(changed?.changes[0]?.fields).toContainEqual({ name: 'Телефон', before: person.phone, after: phone });
});

test('the history of a customer has what was done with the accounts, in the order of time', async () => {
  const person = await makePerson();
  cabinet.clock.set(instantFromIso('2026-11-20T12:00:00Z'));
  operator = await cabinet.signIn([], 'admin', ['operator']);
  await act(person.id, 'endSessions');
  const { rows } = await sql<{
    actor: string;
  }>`select actor_id as actor from portal.staff_action limit 1`.execute(cabinet.portalDb);
  await sql`insert into portal.staff_action (action_id, actor_id, call, accounts, subjects, happened_at, address, reference, outcome)
    values (${newId()}::uuid, ${rows[0]?.actor ?? ''}::uuid, '/api/admin/ledger/correct', array[${person.account}], '{}',
      '2026-11-20T11:00:00Z', '', ${newId()}, 'ledger.notReversible')`.execute(cabinet.portalDb);
  expect((await history({ id: person.id })).map(({ what, outcome }) => [what, outcome])).toEqual([
    ['Доступ клієнта: сеанси завершено', 'done'],
    ['Коригування рахунка', 'refused'],
  ]);
  expect(await history({ account: person.account })).toHaveLength(1);
});
