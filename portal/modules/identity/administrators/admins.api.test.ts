import { sql } from 'kysely';
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
    ...{ login: 'operator', fullName: 'Савчук Назар Ігорович', email: '', roles: ['content', 'operator'] },
    ...{ phone: '+380501130002', dualAuth: false, secondFactor: 'none', state: 'active', blockReason: '' },
    ...{ isYou: false, lastSignInAt: null, sessionCount: 0, linkUntil: null },
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
  const { rows } = await sql`select from portal.administrator where login = ${wrong.login}`.execute(
    cabinet.portalDb,
  );
  expect(rows).toEqual([]);
});

test('an administrator reads how many persons and entities have a cabinet', async () => {
  const token = await cabinet.signIn([], 'admin', ['analyst']);
  const amounts = async () => {
    const data = [];
    for (const url of ['/admin_panel/get_persons_amount', '/admin_panel/get_entities_amount'])
      data.push((await cabinet.post(getCommon, { token, url })).body.data);
    return data;
  };
  expect(await amounts()).toEqual([{ amount: 0 }, { amount: 0 }]);
  for (const type of ['person', 'person', 'entity'] as const) await cabinet.signIn([], type);
  expect(await amounts()).toEqual([{ amount: 2 }, { amount: 1 }]);
});
