import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { personBalance } from '#contract/balance.ts';
import { billPdf, getBill } from '#contract/bills.ts';
import { getCustomer, listCustomerHistory } from '#contract/customers.ts';
import type { Call } from '#contract/define-call.ts';
import { actOnAdmin, changeAdmin } from '#contract/identity/administrators.ts';
import { getProfile } from '#contract/identity/profile.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import { checkSession, signOut } from '#contract/identity/sign-in.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { viewedCalls } from '#contract/identity/viewed-calls.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import { startPayment } from '#contract/payments/payments.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { requiredUse } from '#portal/http/admission/decide-admission.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { makeMember } from '#portal/testing/callers/make-member.ts';
import { identityOf as identityOfToken } from '#portal/testing/callers/sign-in-dependent.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { genericReads, scenarioOf } from '#portal/testing/scenarios/call-scenarios.ts';
import {
  type DifficultHousehold,
  makeDifficultHouseholds,
} from '#portal/testing/scenarios/difficult-household.ts';
import { makeEntityCustomer, point } from '#portal/testing/scenarios/entity-customer.ts';
import { keptRows } from '#portal/testing/scenarios/kept-rows.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { secretScenarios } from '#portal/testing/scenarios/secret-scenarios.ts';
import { startTestApp, type TestApp, testKeys } from '#portal/testing/start-test-app.ts';

const reason = 'Клієнт просить перевірити рахунок';
const start = instantFromIso('2026-11-20T10:00:00Z');
let cabinet: TestApp;
let households: DifficultHousehold[];
let company: Awaited<ReturnType<typeof makeEntityCustomer>>;
let companyId: string;
let staff: string;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'viewings-'));
  cabinet = await startTestApp('2026-11-20T10:00:00Z', { SVITLO_DATA: dataFolder });
  households = await makeDifficultHouseholds(cabinet, 3);
  company = await makeEntityCustomer(cabinet, [point(1000)]);
  companyId = await identityOf(company.token);
  staff = await cabinet.signIn([], 'admin', ['operator']);
});

// Sessions of the staff last a day from here.
beforeEach(() => cabinet.clock.set(start));

afterAll(async () => {
  await cabinet.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const tokens = createTokens(testKeys.sessions);
const identityOf = (token: string) => identityOfToken(cabinet, token);

async function view(customerId: string, viewer = staff): Promise<string> {
  const answer = await cabinet.post(startViewing, { token: viewer, customerId, reason });
  expect(answer.httpStatus).toBe(200);
  return answer.body.user.token;
}

const isOfCustomer = ({ audience }: Call) => audience !== 'public' && audience !== 'admin';
const ofCustomers = allCalls.filter(isOfCustomer);
/** A stream that stays open. */
const streams = ['/api/live/open'];

describe('declared calls', () => {
  test('are calls of customers that change nothing by their declaration', () => {
    const readable = ofCustomers.filter((call) => requiredUse(call) === 'read').map(({ path }) => path);
    expect([...viewedCalls].filter((path) => !readable.includes(path as Call['path']))).toEqual([]);
  });

  test('leave out of the reads those that tell somebody, show a secret or ask a provider', () => {
    const left = ofCustomers.filter((call) => requiredUse(call) === 'read' && !viewedCalls.has(call.path));
    expect(left.map(({ path }) => path as string).toSorted()).toEqual([
      '/api/calendar/link',
      '/api/chat/mark',
      '/api/chat/messages',
      '/api/chat/open',
      '/api/chat/typing',
      '/api/company/actions/export',
      '/api/company/people/list',
      '/api/company/tokens/list',
      '/api/legal-texts/new',
      '/api/own-data/archive',
      '/api/own-data/export',
      '/api/person/objects/access',
      '/api/readings/marked-workbook',
      '/api/signatures/time-stamp',
      '/api/tickets/mark-read',
    ]);
  });
});

/** A call with a payload of its customer, whose own session could make it. */
interface Attempt {
  readonly name: string;
  readonly path: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly viewing: string;
}

/** Makes all of them as the staff; the end of a viewing is another test's. */
async function outcomesOf(attempts: readonly Attempt[], secrets: readonly string[]) {
  const made: Record<string, string> = {};
  const before = await keptRows(cabinet);
  for (const { name, path, payload, viewing } of attempts) {
    const answer = await cabinet.post(path, { ...payload, token: viewing });
    made[name] = outcomeOf(answer);
    const said = JSON.stringify(answer.body ?? '');
    for (const secret of secrets)
      expect({ name, isTold: said.includes(secret) }).toEqual({ name, isTold: false });
  }
  expect(await keptRows(cabinet)).toEqual(before);
  return made;
}

const isTried = ({ path }: Call) => viewedCalls.has(path) && !streams.includes(path) && path !== signOut.path;

test('every viewed call of a household is answered, and changes no row of any table', async () => {
  const [household] = households;
  if (household === undefined) throw new Error('no household');
  const rows = ofCustomers
    .filter((call) => call.audience !== 'entity' && isTried(call))
    .flatMap(({ path }) =>
      path === '/api/get-common'
        ? genericReads.map((url) => [`${path} ${url}`, path, scenarioOf(path, { url })] as const)
        : [[path, path, secretScenarios[path] ?? scenarioOf(path)] as const],
    );
  const files = openFileStore({ dataFolder });
  const prepared: [string, string, Attempt['payload']][] = [];
  for (const [name, path, scenario] of rows)
    prepared.push([name, path, await scenario(cabinet, household, files)]);
  // Scenarios move the clock.
  const viewer = await cabinet.signIn([], 'admin', ['operator']);
  const attempts: Attempt[] = [];
  for (const [name, path, payload] of prepared) {
    const customer = await identityOf(String(payload.token));
    attempts.push({ name, path, payload, viewing: await view(customer, viewer) });
  }
  const secrets = [household.code, ...prepared.map(([, , { token }]) => String(token))];
  const expected = Object.fromEntries(attempts.map(({ name }) => [name, '200']));
  expect(await outcomesOf(attempts, secrets)).toEqual(expected);
});

test('every viewed call of a company is answered, and changes no row of any table', async () => {
  const viewing = await view(companyId);
  const account = company.accountNumber;
  const attempts = ofCustomers
    .filter((call) => call.audience !== 'person' && call.path !== '/api/get-common' && isTried(call))
    .map(({ path }) => ({ name: path, path, payload: { ...samplePayloads[path], account }, viewing }));
  const made = Object.entries(await outcomesOf(attempts, [company.token]));
  expect(made.filter(([, outcome]) => outcome.includes('onlyViewed'))).toEqual([]);
});

test('a bill is read and downloaded, without the code that adds the account to a cabinet', async () => {
  const [{ account, code } = { account: '', code: '' }] = households;
  const own = await cabinet.signIn([account]);
  const token = await view(await identityOf(own));
  const asked = { account, period: '2026-10' };
  const seen = (await cabinet.post(getBill, { ...asked, token })).body.bill;
  const theirs = (await cabinet.post(getBill, { ...asked, token: own })).body.bill;
  expect(theirs.customer.objectCode).toBe(code);
  expect(seen).toEqual({ ...theirs, customer: { ...theirs.customer, objectCode: '********' } });
  const { statusCode, rawPayload } = await cabinet.download(billPdf, { ...asked, token });
  expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});

test('the live channel is followed by a viewing, and closed when it has ended', async () => {
  const [{ account } = { account: '' }] = households;
  const token = await view(await identityOf(await cabinet.signIn([account])));
  const follow = (topic: string) => cabinet.post('/api/live/open', { token, topics: [{ topic }] });
  expect(outcomeOf(await follow('desk'))).toBe('403 common.forbidden');
  await cabinet.post(signOut, { token });
  expect(outcomeOf(await follow('desk'))).toBe('401 common.sessionEnded');
});

test('only operators and owners see as a customer, and only customers are seen', async () => {
  const start = async (token: string, customerId: string) =>
    outcomeOf(await cabinet.post(startViewing, { token, customerId, reason }));
  for (const role of ['billing', 'content', 'analyst'] as const)
    expect(await start(await cabinet.signIn([], 'admin', [role]), companyId)).toBe('403 common.forbidden');
  for (const nobody of [await identityOf(staff), '0199f000-0000-7000-8000-0000000000aa'])
    expect(await start(staff, nobody)).toBe('404 common.notFound');
  const without = await cabinet.post(startViewing, { token: staff, customerId: companyId, reason: '  ' });
  expect(without.body.issues?.map(({ path }) => path)).toEqual(['reason']);
});

test('a person of a company is seen with their own rights', async () => {
  const member = await makeMember(cabinet.portalDb, cabinet.clock, { companyId, role: 'powerEngineer' });
  const token = await view(member.identityId);
  const session = (await cabinet.post(checkSession, { token })).body;
  expect(session.company).toEqual({ role: 'powerEngineer', objects: 'all' });
  const bills = await cabinet.post('/api/invoices/list', { token, account: company.accountNumber });
  expect(outcomeOf(bills)).toBe('403 common.forbidden');
});

test('a company is named in the records as the billing names it', async () => {
  const { name } = (await cabinet.post(getCustomer, { token: staff, id: companyId })).body.customer;
  expect(name).not.toBe('');
  const { body } = await cabinet.post(startViewing, { token: staff, customerId: companyId, reason });
  expect(body.viewing.viewed).toBe(name);
  await cabinet.post(signOut, { token: body.user.token });
  const { actions } = (await cabinet.post(listCustomerHistory, { token: staff, id: companyId })).body;
  const told = actions.slice(0, 2).map(({ changes }) => changes[0]?.what);
  expect(told).toEqual([expect.stringContaining(name), expect.stringContaining(name)]);
});

describe('a viewing ends', () => {
  const ended = '401 common.sessionEnded';
  const stateOf = async (token: string) => outcomeOf(await cabinet.post(getProfile, { token }));
  const asOwner = async (call: Call, payload: object) =>
    cabinet.post(call, { token: await cabinet.signIn([], 'admin'), reason, ...payload });

  async function begin() {
    const viewer = await cabinet.signIn([], 'admin', ['operator']);
    const login = `admin-${(await identityOf(viewer)).slice(-12)}`;
    const token = await view(companyId, viewer);
    expect(await stateOf(token)).toBe('200');
    return { viewer, login, token };
  }
  type Begun = Awaited<ReturnType<typeof begin>>;
  const analyst = { fullName: 'Оксана Мельник', roles: ['analyst'], dualAuth: false };

  test.each([
    ['by who views', ({ token }: Begun) => cabinet.post(signOut, { token })],
    ['with the session it was started from', ({ viewer }: Begun) => cabinet.post(signOut, { token: viewer })],
    ['with the block of the viewer', ({ login }: Begun) => asOwner(actOnAdmin, { login, act: 'block' })],
    ['with the role', ({ login }: Begun) => asOwner(changeAdmin, { login, ...analyst })],
  ])('%s', async (_, end) => {
    const begun = await begin();
    expect((await end(begun)).httpStatus).toBe(200);
    expect(await stateOf(begun.token)).toBe(ended);
  });

  test('after thirty minutes, however often it is checked', async () => {
    const { token } = await begin();
    cabinet.clock.set((start + 29 * 60_000) as Instant);
    const { body } = await cabinet.post(checkSession, { token });
    expect(body.expires).toBe('2026-11-20T10:30:00.000Z');
    expect(await stateOf(body.token)).toBe('200');
    cabinet.clock.set((start + 30 * 60_000) as Instant);
    expect(await stateOf(body.token)).toBe(ended);
  });
});

test('a viewing that ran out is shown with its end', async () => {
  const [, , { account } = { account: '' }] = households;
  let token = await cabinet.signIn([account]);
  await view(await identityOf(token));
  const endOf = async (instant: number) => {
    cabinet.clock.set(instant as Instant);
    token = (await cabinet.post(checkSession, { token })).body.token;
    return (await cabinet.post(listSessions, { token })).body.viewings[0]?.endedAt;
  };
  expect(await endOf(start + 29 * 60_000)).toBeNull();
  expect(await endOf(start + 45 * 60_000)).toBe('2026-11-20T10:30:00.000Z');
});

test('a viewing ends with the session of the viewer that ran out', async () => {
  const [, , { account } = { account: '' }] = households;
  const token = await cabinet.signIn([account]);
  await view(await identityOf(token), await cabinet.signIn([], 'admin', ['operator']));
  const ranOut = '2026-11-20T10:10:00.000Z';
  await sql`
    update portal.session set expires_at = ${ranOut}::timestamptz
     where session_id = (select viewer_session_id from portal.viewing order by viewing_id desc limit 1)
  `.execute(cabinet.portalDb);
  cabinet.clock.set((start + 15 * 60_000) as Instant);
  const { viewings } = (await cabinet.post(listSessions, { token })).body;
  expect(viewings[0]?.endedAt).toBe(ranOut);
});

test('the customer reads who saw the cabinet, when and why; the staff are told apart in the records', async () => {
  const [, { account } = { account: '' }] = households;
  const own = await cabinet.signIn([account]);
  const customerId = await identityOf(own);
  const token = await view(customerId);
  const read = async () => (await cabinet.post(listSessions, { token: own })).body.viewings;
  const viewer = `admin-${(await identityOf(staff)).slice(-12)}`;
  const startedAt = '2026-11-20T10:00:00.000Z';
  expect(await read()).toEqual([{ viewer, reason, startedAt, endedAt: null }]);

  expect((await cabinet.post(personBalance, { token, account })).httpStatus).toBe(200);
  const pay = { ...samplePayloads[startPayment.path], account, token };
  expect(outcomeOf(await cabinet.post(startPayment, pay))).toBe('403 identity.onlyViewed');
  await cabinet.post(signOut, { token });
  expect(await read()).toEqual([{ viewer, reason, startedAt, endedAt: startedAt }]);
  // Nobody else does.
  const other = await cabinet.signIn([account]);
  expect((await cabinet.post(listSessions, { token: other })).body.viewings).toEqual([]);

  const owner = await cabinet.signIn([], 'admin');
  const { actions } = (await cabinet.post(listStaffActions, { token: owner, login: viewer })).body;
  const [end, attempt, begun] = actions;
  expect([end?.what, end?.outcome]).toEqual(['Кінець перегляду кабінету клієнта', 'done']);
  const [told] = begun?.changes ?? [];
  const names = told?.fields.filter(({ name }) => name !== 'Хвилин' && name !== 'Кінець') ?? [];
  expect(names).toContainEqual({ name: 'Хто переглядає', before: null, after: viewer });
  const why = { name: 'Причина', before: null, after: reason };
  expect(end?.changes).toEqual([{ what: told?.what, fields: expect.arrayContaining([why, ...names]) }]);
  const tried = { what: 'Спроба змінити щось у кабінеті клієнта', outcome: 'refused', accounts: [account] };
  expect(attempt).toMatchObject(tried);
  const known = (await cabinet.post(listCustomerHistory, { token: owner, id: customerId })).body.actions;
  expect(known.map(({ what }) => what)).toEqual([end?.what, attempt?.what, begun?.what]);
  const what = 'Перегляд кабінету клієнта';
  expect(begun).toMatchObject({ who: viewer, what, outcome: 'done', why: reason });
  expect(begun?.changes[0]?.fields.map(({ name, after }) => [name, after])).toEqual([
    ['Чий кабінет', expect.any(String)],
    ['Хто переглядає', viewer],
    ['Хвилин', '30'],
    ['Кінець', '20.11.2026 12:00'],
  ]);

  await cabinet.flushCallLog();
  const { rows } = await typedSql({ name: text(), outcome: text() })`
    select call.name, call.outcome_code as outcome from portal.api_call call
      join portal.viewing on viewing.viewing_id = call.session_id
     where viewing.viewed_id = ${customerId}::uuid order by call.name`.execute(cabinet.portalDb);
  expect(rows.map(({ name, outcome: code }) => `${name} ${code}`)).toEqual([
    '/api/auth/sign-out success',
    '/api/payments/start identity.onlyViewed',
    '/api/person/itm_balance success',
  ]);
});

test('a viewing that was kept is not changed any more', async () => {
  for (const change of [sql`update portal.viewing set reason = ''`, sql`delete from portal.viewing`])
    await expect(change.execute(cabinet.portalDb)).rejects.toThrow('append-only');
});

test('a token of a session is none of a viewing, and the other way round', async () => {
  const viewing = tokens.verify(await view(companyId), cabinet.clock.now());
  const session = tokens.verify(company.token, cabinet.clock.now());
  if (typeof viewing === 'string' || typeof session === 'string') throw new Error('no tokens');
  const ofPerson = { ...viewing, type: 'person' as const };
  for (const claims of [{ ...viewing, isViewing: false }, { ...session, isViewing: true }, ofPerson]) {
    const answer = await cabinet.post(getProfile, { token: tokens.sign(claims) });
    expect(outcomeOf(answer)).toBe('401 common.sessionEnded');
  }
});
