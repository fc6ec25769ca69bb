import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  addObject,
  decideAccess,
  dropObject,
  endAccess,
  listAccess,
  listObjects,
  objectInfo,
  renewAccessCode,
} from '#contract/accounts/accounts.ts';
import { getCommon } from '#contract/charges.ts';
import { listEvents } from '#contract/events.ts';
import type { Instant } from '#domain/time/instant.ts';
import { lockWaiters } from '#platform/testing/lock-waiters.ts';
import { passCacheTime } from '#platform/testing/pass-cache-time.ts';
import { newId } from '#platform/uuid.ts';
import { createPersonIdentity } from '#portal/modules/identity/public.ts';
import { basicPair, newPhone, wrongCode } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { messagesTo } from '#portal/testing/message-state.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { listAwaited } from './access-store.ts';

const password = 'Світло: 2026-demo';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp('2026-11-20T10:00:00Z');
  await makeSupplier(app.billingDb);
});
afterAll(() => app.close());

/** A person who signs in with the phone, with these accounts. */
async function makePerson(accounts: readonly string[], phone = newPhone(), name = 'Олена') {
  const identityId = await createPersonIdentity(app.portalDb, { phone, password, email: '', accounts });
  await sql`update portal.identity set name = ${name}, surname = 'Коваленко', email = ${`${phone.slice(1)}@ukr.net`},
    email_confirmed_at = '1970-01-01' where identity_id = ${identityId}::uuid`.execute(app.portalDb);
  const payload = { phone, userType: 'person' };
  const signedIn = await app.post('/api/auth/person', payload, basicPair(phone, password));
  return { phone, identityId, token: String(signedIn.body.user?.token) };
}

/** A household whose contract has this phone, with its code. */
async function makeHousehold(objectCode = 'SHARED01') {
  const phone = newPhone();
  const { accountNumber: account, customerId } = await makeAccount(app.billingDb, { objectCode });
  await sql`update billing.customer set phone = ${phone}, email = 'holder@ukr.net', surname = 'Шевченко', name = 'Іван',
    middle_name = 'Петрович' where customer_id = ${customerId}::uuid`.execute(app.billingDb);
  return { account, phone, code: objectCode };
}

const codeNow = async (account: string) => {
  const { rows } = await sql<{ code: string }>`
    select object_code as code from billing.account where account_number = ${account}`.execute(app.billingDb);
  return rows[0]?.code;
};

const sentTo = (recipient: string) => messagesTo(app, recipient);

/** Writes rules of the supplier and clears their cache. */
async function setRules(access: object) {
  await sql`update billing.supplier set rules = ${JSON.stringify({ access })}::jsonb`.execute(app.billingDb);
  passCacheTime(5000);
}

describe('POST /api/post-add-objects', () => {
  test('tells the phone of the contract, everybody who has the account, and the news of the account', async () => {
    const { account, phone, code } = await makeHousehold();
    const relative = await makePerson([account]);
    const stranger = await makePerson([]);
    expect((await app.post(addObject, { token: stranger.token, account, code })).httpStatus).toBe(200);
    await app.deliverMessages();
    expect(await sentTo(phone)).toEqual(['accessAdded sms']);
    expect(await sentTo(`${relative.phone.slice(1)}@ukr.net`)).toEqual(['accessChanged mail']);
    expect(await sentTo(`${stranger.phone.slice(1)}@ukr.net`)).toEqual([]);
    const { body } = await app.post(listEvents, { token: relative.token, account });
    expect(body.events).toMatchObject([{ kind: 'access.added' }]);
    expect(JSON.stringify(body.events)).not.toContain(stranger.phone);
  });

  test('tells the holder of the contract nothing of themselves', async () => {
    const { account, phone, code } = await makeHousehold();
    const holder = await makePerson([], phone);
    await app.post(addObject, { token: holder.token, account, code });
    await app.deliverMessages();
    expect(await sentTo(phone)).toEqual([]);
  });

  test('sends one SMS an hour for somebody who comes and goes', async () => {
    const { account, phone, code } = await makeHousehold();
    const { token } = await makePerson([]);
    for (let time = 0; time < 3; time += 1) {
      await app.post(addObject, { token, account, code });
      await app.post(dropObject, { token, account });
    }
    await app.deliverMessages();
    expect(await sentTo(phone)).toEqual(['accessAdded sms']);
  });
});

describe('contacts of the customer', () => {
  test('are masked for somebody who came by the code, and whole for the holder', async () => {
    const { account, phone, code } = await makeHousehold();
    const stranger = await makePerson([]);
    await app.post(addObject, { token: stranger.token, account, code });
    const { body } = await app.post(objectInfo, { token: stranger.token, account });
    expect(body.customer).toMatchObject({ name: 'Ш•••• І•••• П••••', email: 'h•••@ukr.net' });
    expect(body.customer.phone).toMatch(/^\+380 67 ••• •• \d\d$/);
    const custom = await app.post(getCommon, { token: stranger.token, account, url: '/person/custom_info' });
    expect(JSON.stringify(custom.body)).not.toContain('Шевченко');
    const holder = await makePerson([account], phone);
    const own = await app.post(objectInfo, { token: holder.token, account });
    const shown = { name: 'Шевченко Іван Петрович', phone, email: 'holder@ukr.net' };
    expect(own.body.customer).toMatchObject(shown);
  });
});

describe('who has access', () => {
  test('is shown with masked contacts; the code only to the holder', async () => {
    const { account, phone, code } = await makeHousehold();
    const holder = await makePerson([account], phone, 'Іван');
    const other = await makePerson([account]);
    const seen = (await app.post(listAccess, { token: other.token, account })).body;
    expect(seen).toMatchObject({ mayEnd: false, mayAllow: false, addingCode: null });
    expect(seen.people).toMatchObject([
      { name: 'Іван К.', isHolder: true, isYou: false },
      { name: 'Олена Коваленко', phone: other.phone, isHolder: false, isYou: true },
    ]);
    expect(JSON.stringify(seen)).not.toContain(holder.phone);
    const own = (await app.post(listAccess, { token: holder.token, account })).body;
    expect(own).toMatchObject({ mayEnd: true, addingCode: { value: code, changedAt: null } });
    expect(JSON.stringify(own)).not.toContain(other.phone);
  });

  test('is ended by the holder at once: the other is notified, and the former code is refused', async () => {
    const { account, phone, code } = await makeHousehold();
    const holder = await makePerson([account], phone);
    const other = await makePerson([account]);
    const { people } = (await app.post(listAccess, { token: holder.token, account })).body;
    const accessId = people.find(({ isYou }) => !isYou)?.accessId;
    const ended = await app.post(endAccess, { token: holder.token, account, accessId });
    expect(ended.body.people).toHaveLength(1);
    expect((await app.post(objectInfo, { token: other.token, account })).httpStatus).toBe(404);
    // No job has run yet.
    const renewed = await codeNow(account);
    expect(renewed).not.toBe(code);
    expect(ended.body.addingCode?.value).toBe(renewed);
    const again = await app.post(addObject, { token: other.token, account, code });
    expect(again.body.code).toBe('accounts.codeMismatch');
    await app.deliverMessages();
    expect(await sentTo(`${other.phone.slice(1)}@ukr.net`)).toEqual(['accessChanged mail']);
    expect(await codeNow(account)).toBe(renewed);
    const { rows } = await sql<{ action: string; after: object }>`
      select action, after from billing.audit_entry where account_number = ${account}`.execute(app.billingDb);
    expect(rows).toEqual([{ action: 'account.codeRenewed', after: { reason: 'accessEnded' } }]);
  });

  test('is not ended by somebody who is not the holder, nor for a person of another account', async () => {
    const { account, phone } = await makeHousehold();
    const holder = await makePerson([account], phone);
    const other = await makePerson([account]);
    const elsewhere = await makeHousehold();
    await makePerson([elsewhere.account]);
    const { people } = (await app.post(listAccess, { token: other.token, account })).body;
    const accessId = people.find(({ isHolder }) => isHolder)?.accessId;
    const refused = await app.post(endAccess, { token: other.token, account, accessId });
    expect(outcomeOf(refused)).toBe('422 accounts.holderOnly');
    const { rows } = await sql<{ id: string }>`select access_id as id from portal.identity_account
      where account_number = ${elsewhere.account}`.execute(app.portalDb);
    const missed = await app.post(endAccess, { token: holder.token, account, accessId: rows[0]?.id });
    expect(missed.httpStatus).toBe(404);
  });

  test('ends by leaving: the code changes when others stay, and stays when nobody does', async () => {
    const { account, code } = await makeHousehold();
    const [one, two] = [await makePerson([account]), await makePerson([account])];
    await app.post(dropObject, { token: one.token, account });
    const changed = await codeNow(account);
    expect(changed).not.toBe(code);
    await app.deliverMessages();
    expect(await codeNow(account)).toBe(changed);
    await app.post(dropObject, { token: two.token, account });
    await app.deliverMessages();
    expect(await codeNow(account)).toBe(changed);
  });
});

describe('the code', () => {
  test('that was replaced while an account is being added adds it no more', async () => {
    const { account, phone, code } = await makeHousehold();
    const holder = await makePerson([account], phone);
    const other = await makePerson([]);
    // The code is right when it is asked about; the row of the identity is held so that the account comes after the renewal.
    const add = () => app.post(addObject, { token: other.token, account, code });
    let adding: ReturnType<typeof add> | undefined;
    await app.portalDb.transaction().execute(async (held) => {
      await sql`select from portal.identity where identity_id = ${other.identityId}::uuid for update
      `.execute(held);
      adding = add();
      await expect.poll(() => lockWaiters(app.portalDb)).toHaveLength(1);
      await app.post(renewAccessCode, { token: holder.token, account, requestId: newId() });
    });
    expect((await adding)?.body.code).toBe('accounts.codeMismatch');
    expect((await app.post(objectInfo, { token: other.token, account })).httpStatus).toBe(404);
  });

  test('is replaced on request of the holder alone', async () => {
    const { account, phone, code } = await makeHousehold();
    const holder = await makePerson([account], phone);
    const other = await makePerson([account]);
    const request = { token: holder.token, account, requestId: newId() };
    const { addingCode } = (await app.post(renewAccessCode, request)).body;
    expect(addingCode?.value).not.toBe(code);
    const refused = await app.post(renewAccessCode, { ...request, token: other.token });
    expect(refused.body.code).toBe('accounts.holderOnly');
  });
});

describe('a supplier that wants a confirmation', () => {
  test('by the phone of the contract adds the account only with a code that went there', async () => {
    await setRules({ confirmation: 'contractPhone' });
    const { account, phone, code } = await makeHousehold();
    const stranger = await makePerson([]);
    const asked = await app.post(addObject, { token: stranger.token, account, code });
    expect(outcomeOf(asked)).toBe('422 accounts.confirmationNeeded');
    expect(asked.body.details.maskedPhone).toMatch(/•••/);
    const sent = await lastCodeTo(app, phone);
    const given = { token: stranger.token, account, code };
    const wrong = await app.post(addObject, { ...given, confirmation: wrongCode(sent) });
    expect(wrong.body.code).toBe('identity.wrongCode');
    const other = await makePerson([]);
    const stolen = await app.post(addObject, { ...given, token: other.token, confirmation: sent });
    expect(stolen.body.code).toBe('identity.wrongCode');
    const added = await app.post(addObject, { ...given, confirmation: sent });
    expect(added.body.accounts).toMatchObject([{ account }]);
    const holder = await makePerson([], phone);
    expect((await app.post(addObject, { token: holder.token, account, code })).httpStatus).toBe(200);
  });

  test('by the first holder lets the first in, and the second when the first allows it', async () => {
    await setRules({ confirmation: 'firstHolder' });
    const { account, code } = await makeHousehold();
    const first = await makePerson([]);
    expect((await app.post(addObject, { token: first.token, account, code })).body.accounts).toHaveLength(1);
    const [second, third] = [await makePerson([]), await makePerson([])];
    for (const { token } of [second, third]) {
      const waits = await app.post(addObject, { token, account, code });
      expect(waits.body).toMatchObject({ accounts: [], waiting: [{ account }] });
      expect((await app.post(objectInfo, { token, account })).httpStatus).toBe(404);
    }
    await app.deliverMessages();
    const twice = ['accessChanged mail', 'accessChanged mail'];
    expect(await sentTo(`${first.phone.slice(1)}@ukr.net`)).toEqual(twice);
    const { waiting } = (await app.post(listAccess, { token: first.token, account })).body;
    const [allowed, refused] = waiting.map(({ waitingId }) => waitingId);
    const decide = (waitingId: string | undefined, isAllowed: boolean, token = first.token) =>
      app.post(decideAccess, { token, account, waitingId, isAllowed });
    expect((await decide(allowed, true)).body.people).toHaveLength(2);
    expect((await decide(refused, true, second.token)).body.code).toBe('accounts.holderOnly');
    expect((await decide(refused, false)).body.waiting).toEqual([]);
    expect((await app.post(objectInfo, { token: second.token, account })).httpStatus).toBe(200);
    expect((await app.post(listObjects, { token: third.token })).body).toMatchObject({ accounts: [] });
    expect((await decide(allowed, true)).httpStatus).toBe(404);
  });

  test('forgets who waits after a week', async () => {
    await setRules({ confirmation: 'firstHolder' });
    const { account, code } = await makeHousehold();
    await makePerson([account]);
    const waiting = await makePerson([]);
    await app.post(addObject, { token: waiting.token, account, code });
    const inAWeek = (app.clock.now() + 7 * 24 * 3_600_000 + 1) as Instant;
    expect(await listAwaited(app.portalDb, waiting.identityId, inAWeek)).toEqual([]);
  });
});
