import { expect, test } from 'vitest';
import { getCommon } from '#contract/charges.ts';
import { listAdmins } from '#contract/identity/administrators.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { createAdministrator } from './create-administrator.ts';

const cabinet = provideTestApp();
const operator = {
  login: 'operator',
  fullName: 'Савчук Назар Ігорович',
  password: 'Svitlo-2026-demo',
  roles: ['operator', 'content', 'operator'],
  phone: '+380501130002',
} as const;

test('an administrator is made with a name and roles, once for a login', async () => {
  const made = await createAdministrator(cabinet.portalDb, operator);
  expect(made.kind).toBe('created');
  const again = await createAdministrator(cabinet.portalDb, { ...operator, roles: ['owner'] });
  expect(again).toEqual({ ...made, kind: 'known' });
  const token = await cabinet.signIn([], 'admin', ['owner']);
  const { body } = await cabinet.post(listAdmins, { token });
  expect(body.admins.find(({ login }) => login === 'operator')).toEqual({
    login: 'operator',
    fullName: 'Савчук Назар Ігорович',
    email: '',
    roles: ['content', 'operator'],
    phone: '+380501130002',
    dualAuth: false,
    secondFactor: 'none',
    state: 'active',
    blockReason: '',
    isYou: false,
    lastSignInAt: null,
    sessionCount: 0,
    linkUntil: null,
  });
  expect(body.admins.map(({ login }) => login)).toEqual(body.admins.map(({ login }) => login).toSorted());
});

test.each([
  ['login', { ...operator, login: 'Оператор' }],
  ['login', { ...operator, login: 'op' }],
  ['roles', { ...operator, login: 'second', roles: [] }],
  ['phone', { ...operator, login: 'second', phone: '0501130002' }],
  ['phoneNeeded', { login: 'second', fullName: '', password: 'x', roles: ['owner'], dualAuth: true }],
] as const)('an administrator with a wrong %s is refused, and nothing is kept', async (reason, wrong) => {
  expect(await createAdministrator(cabinet.portalDb, wrong)).toEqual({ kind: 'refused', reason });
  const kept = await cabinet.portalDb
    .selectFrom('portal.administrator')
    .select('login')
    .where('login', '=', wrong.login)
    .execute();
  expect(kept).toEqual([]);
});

test('a role that was taken away counts from the next call on', async () => {
  const token = await cabinet.signIn([], 'admin', ['owner']);
  expect((await cabinet.post(listAdmins, { token })).httpStatus).toBe(200);
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  await cabinet.portalDb
    .deleteFrom('portal.administrator_role')
    .where('identity_id', '=', (query) =>
      query.selectFrom('portal.session').select('portal.session.identity_id').where('session_id', '=', sid),
    )
    .execute();
  expect((await cabinet.post(listAdmins, { token })).httpStatus).toBe(403);
});

test('an administrator reads how many persons and entities have a cabinet', async () => {
  const token = await cabinet.signIn([], 'admin', ['analyst']);
  const amounts = async () => {
    const read = (url: string) => cabinet.post(getCommon, { token, url });
    const [persons, entities] = [
      await read('/admin_panel/get_persons_amount'),
      await read('/admin_panel/get_entities_amount'),
    ];
    return { persons: persons.body.data, entities: entities.body.data };
  };
  expect(await amounts()).toEqual({ persons: { amount: 0 }, entities: { amount: 0 } });
  await cabinet.signIn([]);
  await cabinet.signIn([]);
  await cabinet.signIn([], 'entity');
  expect(await amounts()).toEqual({ persons: { amount: 2 }, entities: { amount: 1 } });
});
