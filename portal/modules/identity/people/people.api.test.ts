import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { listEntityAccounts } from '#contract/accounts/entity-accounts.ts';
import { allCalls } from '#contract/all-calls.ts';
import { entityBalance } from '#contract/balance.ts';
import { listPointPassports } from '#contract/contracts.ts';
import {
  changePerson,
  endPerson,
  exportActions,
  invitePerson,
  joinCompany,
  listActions,
  listPeople,
  readInvitation,
  resendInvitation,
} from '#contract/identity/company-people.ts';
import { checkSession, signInEntity } from '#contract/identity/sign-in.ts';
import { readingPoints, submitPoints } from '#contract/readings/points.ts';
import { listReadings } from '#contract/readings.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { insertIdentityAccounts } from '#portal/modules/accounts/public.ts';
import { openParams } from '#portal/modules/outbox/seal.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { type MemberFixture, makeMember, openTestSession } from '#portal/testing/callers/make-member.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { makeEntityCustomer, point } from '#portal/testing/scenarios/entity-customer.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { type SecondNode, startSecondNode } from '#portal/testing/second-node.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { sessionEnd } from '../session/session-list.ts';

const password = 'Їжак: світло 2026';
let other: SecondNode;
let company: Awaited<ReturnType<typeof makeEntityCustomer>>;
let companyId: string;
let second: string;
let strange: string;

async function member(fixture: Omit<MemberFixture, 'companyId'>) {
  const made = await makeMember(cabinet.portalDb, cabinet.clock, { ...fixture, companyId });
  const sessionId = await openTestSession(cabinet.portalDb, cabinet.clock, made.identityId);
  const expiresAt = sessionEnd(cabinet.clock.now());
  return { ...made, token: createTokens(testKeys.sessions).sign({ sessionId, type: 'entity', expiresAt }) };
}

/** The params of the newest letter of a kind to an address. */
async function letterTo(email: string, kind: 'invitation' | 'uniqueCode') {
  const { rows } = await sql<{ sealed: Buffer }>`select body_sealed as sealed from portal.outgoing_message
    where recipient = ${email} and kind = ${kind}
    order by created_at desc, message_id desc limit 1`.execute(cabinet.portalDb);
  return openParams({ keys: testKeys }, rows[0]?.sealed ?? Buffer.alloc(0));
}
const keyIn = async (email: string) => (await letterTo(email, 'invitation')).link?.split('key=')[1] ?? '';

const invite = (fields: object = {}, token = company.token) =>
  cabinet.post(invitePerson, {
    ...{ token, name: 'Олена', email: `${newId()}@example.test`, role: 'powerEngineer' },
    ...{ objects: { kind: 'all' }, ...fields },
  });
const join = (key: string, email: string, fields: object = {}, typed = password) =>
  cabinet.post(
    joinCompany,
    { key, name: 'Олена', phone: '+380671112233', ...fields },
    basicPair(email, typed),
  );
const signIn = (account: string, code: string, typed = password) =>
  cabinet.post(signInEntity, { account, unique_code: code, userType: 'entity' }, basicPair(account, typed));
const people = async (token = company.token) => (await cabinet.post(listPeople, { token })).body.people;
const actions = async (filter: object = {}) =>
  (await cabinet.post(listActions, { token: company.token, ...filter })).body.actions;

const cabinet = provideTestApp({ now: '2026-11-03T10:00:00Z' });

beforeAll(async () => {
  other = await startSecondNode(cabinet);
  company = await makeEntityCustomer(cabinet, [point(1000), point(1000), point(1000)]);
  companyId = await identityOf(cabinet, company.token);
  const entity = { customerType: 'entity', meters: [] } as const;
  second = (await makeAccount(cabinet.billingDb, entity)).accountNumber;
  strange = (await makeAccount(cabinet.billingDb, entity)).accountNumber;
  await insertIdentityAccounts(cabinet.portalDb, companyId, [second]);
});
afterAll(() => other.close());

describe('an invitation', () => {
  test('becomes an own sign-in with an own unique code, and its link works once', async () => {
    const email = 'engineer@example.test';
    expect((await invite({ email })).httpStatus).toBe(200);
    const key = await keyIn(email);
    const shown = (await cabinet.post(readInvitation, { key })).body;
    expect(shown).toMatchObject({ name: 'Олена', email, role: 'powerEngineer' });
    expect(shown.company).not.toBe('');
    expect((await join(key, 'other@example.test')).body.code).toBe('identity.badCredentials');
    expect((await join(key, email, {}, '12345678')).body.issues?.[0]?.code).toBe('identity.weakPassword');
    const { body } = await join(key, email);
    expect(body.uniqueCode).toMatch(/^[A-Z0-9]{8}$/);
    const { account: shownAccount, uniqueCode } = body;
    expect(await letterTo(email, 'uniqueCode')).toEqual({ account: shownAccount, uniqueCode });
    for (const again of [await join(key, email), await cabinet.post(readInvitation, { key })])
      expect(again.body.code).toBe('identity.invitationEnded');
    const { body: entered } = await signIn(company.accountNumber, uniqueCode);
    const rights = { role: 'powerEngineer', objects: 'all' };
    expect(entered.user).toMatchObject({ type: 'entity', email, company: rights });
    const accounts = [company.accountNumber, second].sort();
    expect(entered.accounts.map((one) => one.account).sort()).toEqual(accounts);
    const { token } = entered.user;
    expect((await cabinet.post(checkSession, { token })).body.company).toEqual(rights);
    for (const [account, code, typed] of [
      [company.accountNumber, uniqueCode, 'Не той: світло 2026'],
      [strange, uniqueCode, password],
      [company.accountNumber, 'NOBODY22', password],
    ] as const)
      expect((await signIn(account, code, typed)).body.code).toBe('identity.badCredentials');
    const own = (await people()).find((one) => one.email === email);
    expect(own).toMatchObject({ state: 'active', uniqueCode });
  });

  test('is sent again with another link, withdrawn, and runs out', async () => {
    const email = 'resent@example.test';
    const { body } = await invite({ email });
    expect((await invite({ email: 'Resent@example.test' })).body.code).toBe('identity.alreadyInvited');
    const personId = body.people.find((one) => one.email === email)?.personId;
    const resend = () => cabinet.post(resendInvitation, { token: company.token, personId });
    expect((await resend()).httpStatus).toBe(429);
    const [former, start] = [await keyIn(email), cabinet.clock.now()];
    cabinet.clock.set((start + 61_000) as Instant);
    expect((await resend()).httpStatus).toBe(200);
    const key = await keyIn(email);
    expect(key).not.toBe(former);
    expect((await cabinet.post(readInvitation, { key: former })).body.code).toBe('identity.invitationEnded');
    const kept = await cabinet.portalDb.selectFrom('portal.company_member').select('token_digest').execute();
    expect(kept.some(({ token_digest }) => token_digest?.toString('utf8').includes(key))).toBe(false);
    cabinet.clock.set((start + 7 * 86_400_000 + 62_000) as Instant);
    expect((await cabinet.post(readInvitation, { key })).body.code).toBe('identity.invitationEnded');
    cabinet.clock.set(start);
    await cabinet.post(endPerson, { token: company.token, personId });
    expect((await join(key, email)).body.code).toBe('identity.invitationEnded');
    expect((await invite({ email })).httpStatus).toBe(200);
  });

  test('refuses accounts and points that are not of the company, and a limited owner', async () => {
    for (const fields of [
      { objects: { kind: 'accounts', accounts: [strange] } },
      { objects: { kind: 'points', points: ['62Z9999999999999'] } },
      { role: 'owner', objects: { kind: 'accounts', accounts: [second] } },
    ])
      expect((await invite(fields)).httpStatus).toBe(400);
  });
});

describe('access of a person', () => {
  test('is changed and ended at once, on every node', async () => {
    const { personId, token, uniqueCode } = await member({ role: 'viewer' });
    const balance = (account: string) => cabinet.post(entityBalance, { token, account });
    expect((await balance(second)).httpStatus).not.toBe(404);
    const access = { role: 'accountant', objects: { kind: 'accounts', accounts: [company.accountNumber] } };
    await cabinet.post(changePerson, { token: company.token, personId, ...access });
    expect((await balance(second)).httpStatus).toBe(404);
    expect((await balance(company.accountNumber)).httpStatus).toBe(200);
    expect((await cabinet.post(listEntityAccounts, { token })).body.accounts).toHaveLength(1);
    expect((await other.post(checkSession, { token })).httpStatus).toBe(200);
    await cabinet.post(endPerson, { token: company.token, personId });
    expect((await other.post(checkSession, { token })).httpStatus).toBe(401);
    expect((await signIn(company.accountNumber, uniqueCode, '')).body.code).toBe('identity.badCredentials');
    expect((await people()).find((one) => one.personId === personId)?.state).toBe('ended');
  });

  test('of oneself and of the contract is neither changed nor ended; another company does not know the person', async () => {
    const owner = await member({ role: 'owner' });
    const stranger = await cabinet.signIn([strange], 'entity');
    const calls = [
      (token: string, personId: string) => cabinet.post(endPerson, { token, personId }),
      (token: string, personId: string) =>
        cabinet.post(changePerson, { token, personId, role: 'viewer', objects: { kind: 'all' } }),
    ];
    for (const call of calls) {
      for (const [token, personId] of [
        [owner.token, owner.personId],
        [owner.token, companyId],
        [company.token, companyId],
      ] as const)
        expect((await call(token, personId)).body.code).toBe('identity.ownAccess');
      expect((await call(stranger, owner.personId)).body.code).toBe('common.notFound');
    }
    expect(await people(stranger)).toHaveLength(1);
  });
});

test('a person limited to points sees and gives only these', async () => {
  const [mine, theirs] = company.points;
  if (mine === undefined || theirs === undefined) throw new Error('no points');
  const { token } = await member({
    role: 'powerEngineer',
    accounts: [company.accountNumber],
    points: [mine.eicCode],
  });
  const asked = { token, account: company.accountNumber };
  const { points } = (await cabinet.post(readingPoints, asked)).body;
  expect(points.map(({ eic }) => eic)).toEqual([mine.eicCode]);
  expect((await cabinet.post(listPointPassports, asked)).body.points.map(({ eic }) => eic)).toEqual([
    mine.eicCode,
  ]);
  const row = (meterId: string) => ({ meterId, values: { single: '1500' } });
  const { body } = await cabinet.post(submitPoints, {
    ...asked,
    requestId: newId(),
    rows: [row(mine.meterId), row(theirs.meterId)],
  });
  const given = body.rows.map(({ outcome }) => outcome.code);
  expect(given).toEqual([expect.any(String), 'readings.meterNotFound']);
  expect(body.accepted).toBe(1);
  const listed = (await cabinet.post(listReadings, { token, account: company.accountNumber })).body;
  expect(new Set(listed.readings.map(({ meterSerial }) => meterSerial)).size).toBe(1);
  for (const path of ['/api/balance/entity', '/api/invoices/list', '/api/documents/list'])
    expect((await cabinet.post(path, asked)).httpStatus).toBe(403);
});

test('two people give the same point: one reading counts, and the other sees whose it is', async () => {
  const [, , shared] = company.points;
  if (shared === undefined) throw new Error('no point');
  const first = await member({ role: 'powerEngineer', name: 'Олена Коваль' });
  const late = await member({ role: 'powerEngineer', name: 'Ігор Бондар' });
  const give = (token: string, value: string) =>
    cabinet.post(submitPoints, {
      token,
      account: company.accountNumber,
      requestId: newId(),
      rows: [{ meterId: shared.meterId, values: { single: value } }],
    });
  const answers = await Promise.all([give(first.token, '1300'), give(late.token, '1310')]);
  expect(answers.map(({ body }) => body.accepted).sort()).toEqual([0, 1]);
  const winner = answers[0]?.body.accepted === 1 ? 'Олена Коваль' : 'Ігор Бондар';
  const loser = winner === 'Олена Коваль' ? late : first;
  const { points } = (
    await cabinet.post(readingPoints, { token: loser.token, account: company.accountNumber })
  ).body;
  expect(points.find(({ eic }) => eic === shared.eicCode)?.givenBy).toBe(winner);
  expect((await actions({ personId: loser.personId }))[0]?.who).not.toBe(winner);
});

test('a viewer sees the meters and is told who gives their readings', async () => {
  const { token } = await member({ role: 'viewer' });
  const { body } = await cabinet.post(readingPoints, { token, account: company.accountNumber });
  const blocked = body.points.map((point) => point.blocked?.code);
  expect(blocked).toEqual(Array(3).fill('readings.roleReadsOnly'));
});

test('a company has at most 200 people', async () => {
  const full = await makeEntityCustomer(cabinet, [point(1000)]);
  await sql`insert into portal.company_member (member_id, company_id, role, full_name, email, token_digest, invited_by, invited_at,
      sent_at, expires_at)
    select gen_random_uuid(), owner.identity_id, 'viewer', 'Олена', n || '@example.test', sha256(n::text::bytea), owner.identity_id,
      '2026-11-01', '2026-11-01', '2026-11-08'
    from portal.identity_account owner, generate_series(1, 200) n where owner.account_number = ${full.accountNumber}`.execute(
    cabinet.portalDb,
  );
  const { httpStatus, body } = await invite({}, full.token);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 409, code: 'identity.tooManyPeople' });
});

describe('the list of actions', () => {
  test('has a changing call of each area that a viewer tried, and nothing of what was sent', async () => {
    const { token, personId } = await member({ role: 'viewer' });
    const changing = allCalls.filter(
      ({ area, changes, upload, audience }) =>
        area !== undefined && area !== 'own' && (changes || upload) && audience !== 'person',
    );
    const oneOfEachArea = [
      ...Map.groupBy(changing, ({ area, upload }) => `${area} ${upload !== undefined}`),
    ].flatMap(([, [call]]) => call ?? []);
    for (const { path, accountField } of oneOfEachArea) {
      const payload = {
        ...(samplePayloads[path] ?? {}),
        ...(accountField !== undefined && { account: company.accountNumber }),
        token,
      };
      expect([path, (await cabinet.post(path, payload)).httpStatus]).toEqual([path, 403]);
    }
    const kept = await actions({ personId });
    expect(kept.map(({ call }) => call).sort()).toEqual(
      oneOfEachArea.map(({ path }) => path as string).sort(),
    );
    for (const { outcome, reason } of kept) expect({ outcome, reason }).toMatchObject({ outcome: 'refused' });
    const filter = { token: company.token, personId, format: 'csv' };
    const { rawPayload } = await cabinet.download(exportActions, filter);
    expect(rawPayload.toString('utf8')).toContain('відмовлено');
  });

  test('keeps an action that the handler refuses and one of another day apart, and is append-only', async () => {
    const [stood] = await actions();
    expect(await actions({ from: '2026-11-04' })).toEqual([]);
    expect((await actions({ to: '2026-11-03' }))[0]).toEqual(stood);
    for (const change of [
      'delete from portal.company_action',
      `update portal.company_action set outcome = 'x'`,
    ])
      await expect(sql.raw(change).execute(cabinet.portalDb)).rejects.toThrow('append-only');
  });

  test('a call whose action cannot be noted is not made', async () => {
    await cabinet.portalDb.schema.alterTable('portal.company_action').renameTo('hidden_action').execute();
    const { httpStatus } = await invite({ email: 'unnoted@example.test' });
    await cabinet.portalDb.schema.alterTable('portal.hidden_action').renameTo('company_action').execute();
    expect(httpStatus).toBeGreaterThanOrEqual(500);
    expect((await people()).some(({ email }) => email === 'unnoted@example.test')).toBe(false);
  });
});
