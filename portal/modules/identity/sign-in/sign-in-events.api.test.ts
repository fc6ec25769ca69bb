import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { signInAdmin, signInEntity } from '#contract/identity/sign-in.ts';
import { basicPair, makeCodeCaller, newPhone, wrongCode } from '#portal/testing/callers/code-caller.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import {
  at,
  cabinet,
  challengeOf,
  minute,
  newPerson,
  pass,
  passResult,
  password,
  sentTo,
  signIn,
  start,
  startFactorFixture,
  withSms,
  withTotp,
  wrong,
} from '../second-factor/testing/factor-fixture.ts';
import { deleteOldSignIns } from '../session/sign-in-events.ts';
import { createEntityIdentity } from './create-identity.ts';

startFactorFixture();

const day = 24 * 60 * minute;

/** The events of a login, oldest first, in short: 'way outcome', of a second step 'method outcome'. */
async function outcomesOf(login: string): Promise<string[]> {
  return (await eventsOf(login)).map(({ way, factor, outcome, tries }) =>
    [factor ?? way, outcome, tries > 1 && `×${tries}`].filter(Boolean).join(' '),
  );
}

async function eventsOf(login: string) {
  return cabinet.portalDb
    .selectFrom('portal.sign_in_event')
    .selectAll()
    .where('login', '=', login)
    .orderBy('happened_at')
    .orderBy('event_id')
    .execute();
}

const signInWith = (
  call: typeof signInEntity | typeof signInAdmin,
  payload: object,
  login: string,
  word = password,
) => cabinet.post(call as typeof signInAdmin, payload as never, basicPair(login, word));

test('a password: right, wrong, of a blocked person, of nobody, and too many tries, folded by the hour', async () => {
  const [person, blocked] = [await newPerson(), await newPerson()];
  const nobody = { phone: newPhone() };
  await signIn(person);
  at(start + minute);
  for (let n = 0; n < 8; n += 1) await signIn(person, 'wrong');
  await signIn(nobody);
  const wrongs = Array(5).fill('password wrongPassword');
  const exhausted = 'password tooManyAttempts ×3';
  expect(await outcomesOf(person.phone)).toEqual(['password success', ...wrongs, exhausted]);
  expect(await outcomesOf(nobody.phone)).toEqual(['password unknownLogin']);
  const [event] = await eventsOf(person.phone);
  expect(event).toMatchObject({ kind: 'person', identity_id: person.identityId, address: '127.0.0.1' });
  expect((await eventsOf(nobody.phone))[0]?.identity_id).toBeNull();
  await sql`update portal.identity set blocked_at = now() where phone = ${blocked.phone}`.execute(
    cabinet.portalDb,
  );
  await signIn(blocked);
  expect(await outcomesOf(blocked.phone)).toEqual(['password blocked']);
});

test('a second step by an application: asked for, wrong, right, and too late', async () => {
  const { person, code } = await withTotp(start + 5 * minute);
  const challenge = await challengeOf(person);
  const given = [];
  for (const typed of [wrong(code), code, code]) given.push(await passResult(challenge, typed));
  expect(given).toEqual(['identity.wrongCode', 'entered', 'identity.codeExpired']);
  expect(await outcomesOf(person.phone)).toEqual([
    ...['password success', 'password secondStep', 'totp wrongCode', 'totp success', 'totp codeExpired'],
  ]);
  const tries = await challengeOf(person);
  for (let n = 0; n < 4; n += 1) await pass(tries, wrong(code));
  expect((await outcomesOf(person.phone)).slice(-5)).toEqual([
    ...['password secondStep', ...Array(3).fill('totp wrongCode'), 'totp tooManyAttempts'],
  ]);
});

test('a second step by SMS, also of a challenge that stands already; a code alone is not enough then', async () => {
  const { person, challenge } = await withSms();
  expect(await challengeOf(person, 'identity.dualAuth')).toBe(challenge);
  expect(await passResult(challenge, await sentTo(person))).toBe('entered');
  const steps = ['password secondStep', 'password secondStep', 'sms success'];
  expect((await outcomesOf(person.phone)).slice(1)).toEqual(steps);
  at(start + 10 * minute);
  const [codes, login] = [makeCodeCaller(cabinet), { action: 'login' } as const];
  const given = await codes.give(person.phone, await codes.receive(person.phone, login), login);
  expect(given.body.code).toBe('identity.passwordNeeded');
  expect((await outcomesOf(person.phone)).slice(4)).toEqual(['code codeAsked', 'code passwordNeeded']);
});

test('a code: asked for, refused, wrong, right, spent, and of nobody; the other purposes of codes are no sign-ins', async () => {
  await makeSupplier(cabinet.billingDb);
  const { phone } = await newPerson();
  const codes = makeCodeCaller(cabinet);
  const login = { action: 'login' } as const;
  const code = await codes.receive(phone, login);
  await codes.give(phone, wrongCode(code), login);
  expect((await codes.give(phone, code, login)).httpStatus).toBe(200);
  await codes.give(phone, code, login);
  const wasted = await codes.receive(phone, login);
  for (let n = 0; n < 3; n += 1) await codes.give(phone, wrongCode(wasted), login);
  for (let n = 0; n < 2; n += 1) await codes.ask(phone, login);
  at(start + 2 * minute);
  await codes.receive(phone, { action: 'recover' });
  expect((await outcomesOf(phone)).toSorted()).toEqual([
    ...['code codeAsked', 'code codeAsked', 'code success', 'code tooManyAttempts', 'code tooManyCodes ×2'],
    ...Array(4).fill('code wrongCode'),
  ]);
  const nobody = newPhone();
  const given = await codes.receive(nobody, login);
  expect((await codes.give(nobody, given, login)).body.code).toBe('identity.smsLoginFailed');
  expect(await outcomesOf(nobody)).toEqual(['code codeAsked', 'code unknownLogin']);
});

test('an entity and the staff; a login that no administrator has is not kept, for it may be a password', async () => {
  const fixture = { customerType: 'entity', objectCode: 'SVITLO01', meters: [] } as const;
  const { accountNumber: account } = await makeAccount(cabinet.billingDb, fixture);
  const owner = { phone: '+380501120001', email: '', password, accounts: [account] };
  const identityId = await createEntityIdentity(cabinet.portalDb, owner);
  const entity = (unique_code: string, typed = password) =>
    signInWith(signInEntity, { account, unique_code, userType: 'entity' }, account, typed);
  expect((await entity('SVITLO01')).httpStatus).toBe(200);
  at(start + minute);
  await entity('SVITLO02');
  await entity('SVITLO01', 'wrong');
  const wrongs = Array(2).fill('password wrongPassword');
  expect(await outcomesOf(account)).toEqual(['password success', ...wrongs]);
  expect((await eventsOf(account)).map((event) => event.identity_id)).toEqual(Array(3).fill(identityId));

  const administrator = { login: 'olena', fullName: '', password, dualAuth: false } as const;
  await createAdministrator(cabinet.portalDb, { ...administrator, roles: ['analyst'] });
  expect((await signInWith(signInAdmin, { login: 'Olena' }, 'olena')).httpStatus).toBe(200);
  await signInWith(signInAdmin, { login: 'МійПароль2026' }, 'МійПароль2026', 'x');
  expect(await outcomesOf('olena')).toEqual(['password success']);
  const { rows } = await sql`select login, outcome from portal.sign_in_event
    where kind = 'admin' and identity_id is null`.execute(cabinet.portalDb);
  expect(rows).toEqual([{ login: null, outcome: 'unknownLogin' }]);
});

test('nobody is called wrong when the billing fails meanwhile', async () => {
  const account = '1999999990';
  const move = (from: string, to: string) =>
    sql`alter table ${sql.table(`billing.${from}`)} rename to ${sql.id(to)}`.execute(cabinet.billingDb);
  await move('account', 'account_away');
  const payload = { account, unique_code: 'SVITLO01', userType: 'entity' };
  const { httpStatus } = await signInWith(signInEntity, payload, account);
  await move('account_away', 'account');
  expect([httpStatus >= 500, await outcomesOf(account)]).toEqual([true, ['password unfinished']]);
});

test('the events hold no password and no code, and end', async () => {
  const { rows } = await sql<{ all: string }>`select string_agg(to_jsonb(event)::text, ' ') as all
    from portal.sign_in_event event`.execute(cabinet.portalDb);
  const all = rows[0]?.all ?? '';
  expect(all).toContain('success');
  for (const secret of [password, 'МійПароль2026', 'SVITLO0']) expect(all).not.toContain(secret);
  const countEvents = async () =>
    (await sql`select from portal.sign_in_event`.execute(cabinet.portalDb)).rows.length;
  const before = await countEvents();
  await deleteOldSignIns(cabinet.portalDb, start as never, 1000);
  expect(await countEvents()).toBe(before);
  await deleteOldSignIns(cabinet.portalDb, (start + day) as never, 1000);
  expect(await countEvents()).toBe(0);
});
