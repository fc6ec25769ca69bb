import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { readAdminLink, setAdminPassword } from '#contract/identity/administrator-links.ts';
import {
  type AdminAct,
  actOnAdmin,
  changeAdmin,
  createAdmin,
  listAdmins,
} from '#contract/identity/administrators.ts';
import { checkSession, signInAdmin } from '#contract/identity/sign-in.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { correctLedger, decideCorrection, waitingCorrections } from '#contract/ledger.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { openParams } from '#portal/modules/outbox/seal.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { lastAdminKeyTo } from '#portal/testing/callers/last-admin-link.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';

let owner: string;

const cabinet = provideTestApp();

beforeAll(async () => {
  owner = await cabinet.signIn([], 'admin', ['owner']);
});

const reason = 'Перейшла до розрахунків';
const password = 'Kalyna-2026-lystopad';
const mailOf = (login: string) => `${login}@svitlo.example`;
const card = { fullName: 'Бойко Олена Петрівна', roles: ['operator'], dualAuth: false };
const facts = (more: object = {}) => ({ ...card, ...more });
const create = (login: string, more: object = {}) =>
  cabinet.post(createAdmin, { token: owner, login, ...facts({ email: mailOf(login), ...more }) });
const act = (login: string, what: AdminAct, token = owner) =>
  cabinet.post(actOnAdmin, { token, login, act: what, reason });
const find = async (login: string) => {
  const { body } = await cabinet.post(listAdmins, { token: owner });
  return body.admins.find((admin) => admin.login === login);
};
const keyTo = (contact: string) => lastAdminKeyTo(cabinet, contact);
const signIn = (login: string, word = password) =>
  cabinet.post(signInAdmin, { login }, basicPair(login, word));
const loginOf = async (token: string) => {
  const { rows } = await sql<{ login: string }>`select login from portal.administrator
    where identity_id = ${await identityOf(cabinet, token)}::uuid`.execute(cabinet.portalDb);
  return rows[0]?.login ?? '';
};
/** An administrator who has set a password, and a session of theirs. */
async function makeAdmin(login: string, more: object = {}) {
  await create(login, more);
  await cabinet.post(setAdminPassword, { key: await keyTo(mailOf(login)) }, basicPair(login, password));
  return (await signIn(login)).body.user.token;
}

test('a new administrator sets a password by the link, once, and signs in with the roles that were given', async () => {
  const { httpStatus, body } = await create('olena', { roles: ['operator', 'content', 'operator'] });
  expect(httpStatus).toBe(200);
  expect(body.sentTo).toBe('olena@svitlo.example');
  expect(JSON.stringify(body)).not.toContain('/join');
  expect(await find('olena')).toMatchObject({
    roles: ['content', 'operator'],
    state: 'invited',
    lastSignInAt: null,
    linkUntil: '2026-11-27T10:00:00.000Z',
  });
  expect((await signIn('olena')).body.code).toBe('identity.badCredentials');
  const key = await keyTo('olena@svitlo.example');
  expect((await cabinet.post(readAdminLink, { key })).body).toMatchObject({
    login: 'olena',
    fullName: 'Бойко Олена Петрівна',
  });
  const set = (login: string, word: string) =>
    cabinet.post(setAdminPassword, { key }, basicPair(login, word));
  expect((await set('owner', password)).body.code).toBe('identity.badCredentials');
  expect((await set('olena', 'olena2026')).body.code).toBe('common.badRequest');
  const both = await Promise.all([set('olena', password), set('olena', 'Inshe-slovo-2026')]);
  expect(both.map(({ body: answer }) => answer.code ?? 'done').toSorted()).toEqual([
    'done',
    'identity.invitationEnded',
  ]);
  expect((await cabinet.post(readAdminLink, { key })).body.code).toBe('identity.invitationEnded');
  const opened = [(await signIn('olena')).body, (await signIn('olena', 'Inshe-slovo-2026')).body];
  const [{ user }] = opened.filter(({ status }) => status === 'success') as [(typeof opened)[0]];
  expect(user).toMatchObject({ login: 'olena', roles: ['content', 'operator'] });
  expect(await find('olena')).toMatchObject({ state: 'active', sessionCount: 1, linkUntil: null });
});

test('a login that is taken, no role, no phone for codes and a link whose time is over are refused', async () => {
  const both = await Promise.all([create('taras'), create('taras')]);
  expect(both.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
  expect((await create('taras')).body.code).toBe('identity.loginTaken');
  const paths = async (login: string, more: object) =>
    (await create(login, more)).body.issues?.map(({ path }) => path);
  expect(await paths('next', { roles: [] })).toEqual(['roles']);
  expect(await paths('next', { dualAuth: true })).toEqual(['phone']);
  expect(await paths('Ні', { email: mailOf('ni') })).toEqual(['login']);
  expect(await paths('next', { email: undefined })).toEqual(['email']);
  const first = await keyTo(mailOf('taras'));
  cabinet.clock.set(instantFromIso('2026-11-27T10:00:00Z'));
  owner = await cabinet.signIn([], 'admin', ['owner']);
  expect((await cabinet.post(readAdminLink, { key: first })).body.code).toBe('identity.invitationEnded');
  expect(await find('taras')).toMatchObject({ state: 'expired', linkUntil: null });
  const { body } = await act('taras', 'link');
  expect(body.sentTo).toBe(mailOf('taras'));
  expect((await cabinet.post(readAdminLink, { key: first })).body.code).toBe('identity.invitationEnded');
  expect((await cabinet.post(readAdminLink, { key: await keyTo(mailOf('taras')) })).body.login).toBe('taras');
  expect(await find('taras')).toMatchObject({ state: 'invited' });
});

test('changed roles hold at once for open sessions, and are told to the browser; before, after and reason are kept', async () => {
  const token = await makeAdmin('iryna', { roles: ['owner'] });
  expect((await cabinet.post(listAdmins, { token })).httpStatus).toBe(200);
  const change = {
    login: 'iryna',
    ...facts({ roles: ['billing'], phone: '+380501130009', dualAuth: true }),
    reason,
  };
  expect((await cabinet.post(changeAdmin, { token: owner, ...change })).httpStatus).toBe(200);
  expect((await cabinet.post(listAdmins, { token })).body.code).toBe('common.forbidden');
  expect((await cabinet.post(checkSession, { token })).body.admin?.roles).toEqual(['billing']);
  expect(await find('iryna')).toMatchObject({ roles: ['billing'], phone: '+380501130009', dualAuth: true });
  const { rows } = await sql<{ before: object; after: object; reason: string }>`
    select before, after, action.reason from portal.staff_change join portal.staff_action action using (reference)
     where subject = 'iryna' order by change_number desc limit 1`.execute(cabinet.portalDb);
  expect(rows[0]).toEqual({
    before: { roles: ['owner'], phone: null, email: mailOf('iryna'), dualAuth: false },
    after: { roles: ['billing'], phone: '+380501130009', email: null, dualAuth: true },
    reason,
  });
  const { body } = await cabinet.post(listStaffActions, { token: owner });
  expect(body.actions[0]).toMatchObject({ call: changeAdmin.path, outcome: 'done' });
});

/** Messages about accesses, as "kind channel recipient". */
async function sentAbout(login: string) {
  const { rows } = await sql<{ message: string; sealed: Buffer | null }>`
    select concat_ws(' ', kind, channel, recipient) as message, body_sealed as sealed
    from portal.outgoing_message where kind like 'admin%' order by message_id`.execute(cabinet.portalDb);
  return rows.flatMap(({ message, sealed }) => {
    const params = openParams({ keys: testKeys }, sealed ?? Buffer.alloc(0));
    return params.login === login ? [`${message} ${params.news ?? ''}`.trim()] : [];
  });
}

test('who is concerned and the other owners are notified, at the contacts before and after a change', async () => {
  const [old, next, ownerPhone] = [newPhone(), newPhone(), newPhone()];
  const other = await loginOf(await cabinet.signIn([], 'admin', ['owner']));
  await sql`update portal.identity set phone = ${ownerPhone} where identity_id = (
    select identity_id from portal.administrator where login = ${other})`.execute(cabinet.portalDb);
  await makeAdmin('daryna', { phone: old });
  expect(await sentAbout('daryna')).toEqual([
    `adminLink mail ${mailOf('daryna')}`,
    `adminAccessOfOther sms ${ownerPhone} created`,
  ]);
  const change = { login: 'daryna', ...facts({ email: mailOf('daryna'), phone: old }), reason };
  await cabinet.post(changeAdmin, { token: owner, ...change, fullName: 'Інше Ім’я' });
  expect((await sentAbout('daryna')).join()).not.toContain('adminAccess ');
  await cabinet.post(changeAdmin, { token: owner, ...change, phone: next, roles: ['billing', 'operator'] });
  const { length } = await sentAbout('daryna');
  for (const what of ['link', 'resetFactor', 'endSessions', 'block', 'unblock'] as const)
    expect((await act('daryna', what)).httpStatus).toBe(200);
  const sent = await sentAbout('daryna');
  const both = 'roles,contact';
  expect(sent).toEqual(
    expect.arrayContaining([
      ...[`adminAccess sms ${old} ${both}`, `adminAccess mail ${mailOf('daryna')} ${both}`],
      ...[`adminAccess sms ${next} ${both}`, `adminAccessOfOther sms ${ownerPhone} ${both}`],
    ]),
  );
  const news = ['factor', 'sessions', 'blocked', 'unblocked'];
  const later = sent.slice(length);
  expect(later).toEqual(
    expect.arrayContaining([
      `adminLink mail ${mailOf('daryna')}`,
      `adminAccessOfOther sms ${ownerPhone} link`,
      ...news.flatMap((what) => [
        `adminAccess sms ${next} ${what}`,
        `adminAccess mail ${mailOf('daryna')} ${what}`,
        `adminAccessOfOther sms ${ownerPhone} ${what}`,
      ]),
    ]),
  );
  expect(later.join()).not.toContain(old);
});

test('a contact of another administrator, and a link to no contact are refused', async () => {
  const phone = newPhone();
  await create('halyna', { phone });
  const taken = [await create('vasyl', { phone }), await create('vasyl', { email: 'Halyna@Svitlo.example' })];
  await create('vasyl');
  const change = { token: owner, login: 'vasyl', reason };
  const moved = await cabinet.post(changeAdmin, { ...change, ...facts({ phone }) });
  expect([...taken, moved].map(({ body }) => body.code)).toEqual(Array(3).fill('identity.staffContactTaken'));
  await cabinet.post(changeAdmin, { ...change, ...facts() });
  expect((await act('vasyl', 'link')).body.code).toBe('identity.noContact');
});

test('sessions end, a second factor is taken away, a block keeps out at once and an unblock lets in again', async () => {
  let token = await makeAdmin('roman');
  await act('roman', 'endSessions');
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  await sql`insert into portal.second_factor (identity_id, method, secret_sealed, begun_at, enabled_at)
    select identity_id, 'totp', 'x', now(), now() from portal.administrator where login = 'roman'
  `.execute(cabinet.portalDb);
  expect(await find('roman')).toMatchObject({ secondFactor: 'totp' });
  await act('roman', 'resetFactor');
  expect(await find('roman')).toMatchObject({ secondFactor: 'none' });
  token = (await signIn('roman')).body.user.token;
  await act('roman', 'block');
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  expect((await signIn('roman')).body.code).toBe('identity.badCredentials');
  expect(await find('roman')).toMatchObject({ state: 'blocked', blockReason: reason, sessionCount: 0 });
  await act('roman', 'unblock');
  expect((await signIn('roman')).httpStatus).toBe(200);
  expect(await find('roman')).toMatchObject({ state: 'active', blockReason: '' });
  const { actions } = (await cabinet.post(listStaffActions, { token: owner })).body;
  const told = ['розблоковано', 'заблоковано', 'підтвердження входу скинуто', 'сеанси завершено'];
  expect(actions.map(({ what }) => what)).toEqual(
    expect.arrayContaining(told.map((words) => `Доступ працівника: ${words}`)),
  );
  expect((await act('nobody', 'block')).httpStatus).toBe(404);
  const short = await cabinet.post(actOnAdmin, { token: owner, login: 'roman', act: 'block', reason: ' ' });
  expect(short.body.issues?.map(({ path }) => path)).toEqual(['reason']);
});

test('nobody changes, blocks or signs out themselves: so an owner stays', async () => {
  const login = await loginOf(owner);
  const change = await cabinet.post(changeAdmin, { token: owner, login, ...facts(), reason });
  expect(outcomeOf(change)).toBe('409 identity.ownAccess');
  for (const what of ['block', 'link', 'resetFactor', 'endSessions'] as const)
    expect((await act(login, what)).body.code).toBe('identity.ownAccess');
});

test.each(['change', 'block'] as const)(
  'of owners who %s each other at the same moment one is left',
  async (how) => {
    const tokens = await Promise.all([1, 2, 3].map(() => cabinet.signIn([], 'admin', ['owner'])));
    const logins = await Promise.all(tokens.map(loginOf));
    const all = tokens.map((token, index) => {
      const login = logins[(index + 1) % tokens.length] ?? '';
      return how === 'block'
        ? act(login, 'block', token)
        : cabinet.post(changeAdmin, { token, login, ...facts(), reason });
    });
    const answers = await Promise.all(all);
    const statuses = answers.map(({ httpStatus }) => httpStatus);
    expect(statuses.every((status) => [200, 401, 403].includes(status))).toBe(true);
    expect(statuses).not.toEqual([200, 200, 200]);
    const left = await Promise.all(tokens.map((token) => cabinet.post(listAdmins, { token })));
    expect(left.some(({ httpStatus }) => httpStatus === 200)).toBe(true);
  },
);

test('the database keeps the last owner who can sign in, also from two transactions at once', async () => {
  const db = cabinet.portalDb;
  const tokens = await Promise.all([1, 2].map(() => cabinet.signIn([], 'admin', ['owner'])));
  const [first = '', second = ''] = await Promise.all(tokens.map(loginOf));
  // An invited owner cannot sign in yet: they do not count.
  owner = tokens[0] ?? '';
  await create('invited', { roles: ['owner'] });
  await sql`delete from portal.administrator_role where role = 'owner' and identity_id in (
    select identity_id from portal.administrator where login not in (${first}, ${second}, 'invited'))
  `.execute(db);
  const both = await Promise.allSettled([
    sql`delete from portal.administrator_role where identity_id = (
      select identity_id from portal.administrator where login = ${first})`.execute(db),
    sql`update portal.identity set blocked_at = now() where identity_id = (
      select identity_id from portal.administrator where login = ${second})`.execute(db),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(String(refused.reason)).toContain('one owner who can sign in must stay');
});

test('who was made by an owner confirms what that owner proposed after seven days, not before', async () => {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  owner = await cabinet.signIn([], 'admin', ['owner']);
  const what = { kind: 'add', sum: '600000.00' };
  const asked = { account, what, reason: 'Перерахунок', requestId: newId() };
  expect((await cabinet.post(correctLedger, { token: owner, ...asked })).body.outcome).toBe('waiting');
  let token = await makeAdmin('petro', { roles: ['billing'] });
  const { corrections } = (await cabinet.post(waitingCorrections, { token })).body;
  const entryId = corrections.find((one) => one.account === account)?.entryId;
  const decide = () => cabinet.post(decideCorrection, { token, account, entryId, decision: 'confirm' });
  expect((await decide()).body.code).toBe('decisions.dependentPerson');
  const at = cabinet.clock.now();
  const week = 7 * 86_400_000;
  cabinet.clock.set((at + week - 1) as Instant);
  token = (await signIn('petro')).body.user.token;
  expect((await decide()).body.code).toBe('decisions.dependentPerson');
  cabinet.clock.set((at + week) as Instant);
  expect((await decide()).body).toMatchObject({ outcome: 'booked' });
  const { rows } = await sql`select after ->> 'accountSince' as since from billing.audit_entry
    where account_number = ${account} and action = 'ledger.corrected'`.execute(cabinet.billingDb);
  expect(rows).toEqual([{ since: instantToIso(at) }]);
});
