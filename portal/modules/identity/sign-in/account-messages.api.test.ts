import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addObject, renewAccessCode } from '#contract/accounts/accounts.ts';
import type { Call } from '#contract/define-call.ts';
import { changeEmail, changePassword, changePhone, updateProfile } from '#contract/identity/profile.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
} from '#contract/identity/second-factor.ts';
import { signInAdmin, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms, recoverPassword, signUpEntity } from '#contract/identity/sign-up.ts';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { passCacheTime } from '#platform/testing/pass-cache-time.ts';
import { newId } from '#platform/uuid.ts';
import { loginDigest } from '#portal/modules/codes/attempts.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import { createEntityIdentity, createPersonIdentity } from './create-identity.ts';

const password = 'Тиха-річка-2026';
const edrpou = '44702151';
const uniqueCode = 'SVITLO01';

let app: TestApp;
/** Codes that calls answered with, and their words. */
const seenCodes = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp('2026-11-20T10:00:00Z');
  await makeSupplier(app.billingDb);
});
afterAll(() => app.close());

let phones = 0;
function newPhone(): string {
  phones += 1;
  return `+38067${String(1_000_000 + phones)}`;
}

/** What a call answers a pair and a payload; the code and words of a failure are noted, those of fields too. */
async function ask(call: Call, payload: object, pair?: readonly [string, string]) {
  const headers = pair && { authorization: `Basic ${Buffer.from(pair.join(':')).toString('base64')}` };
  const { httpStatus, body } = await app.post(call.path as string, payload, headers);
  for (const problem of [body, ...Object.values(body.issues ?? {})]) {
    const { code, message } = problem ?? {};
    if (code === undefined) continue;
    expect(String(message)).toMatch(/\S/);
    expect(String(message)).not.toMatch(/[{}]/);
    seenCodes.set(String(code), String(message));
  }
  return { httpStatus, body };
}

const smsOf = (phone: string, action: string, code = '', userType = 'person') =>
  ask(authSms, { phone, action, userType }, [phone, code]);
const enter = (phone: string, secret = password) =>
  ask(signInPerson, { phone, userType: 'person' }, [phone, secret]);

async function makePerson(accounts: readonly string[] = []) {
  const phone = newPhone();
  await createPersonIdentity(app.portalDb, { phone, password, email: '', accounts });
  const { body } = await enter(phone);
  return { phone, token: String(body.user?.token) };
}

async function makeEntityAccount(contractEndedOn?: string): Promise<string> {
  const { accountNumber, customerId } = await makeAccount(app.billingDb, {
    customerType: 'entity',
    objectCode: uniqueCode,
    ...(contractEndedOn && { contractEndedOn }),
  });
  await app.billingDb
    .updateTable('billing.customer')
    .set({ tax_code: edrpou, company_name: 'Kombinat' })
    .where('customer_id', '=', customerId)
    .execute();
  return accountNumber;
}

async function signUp(account: string, changes: object = {}) {
  const phone = newPhone();
  await smsOf(phone, 'confirm', '', 'entity');
  const code = await lastCodeTo(app, phone);
  const payload = { account, unique_code: uniqueCode, edrpou, email: 'a@b.example', phone, code, ...changes };
  return ask(signUpEntity, payload, [account, password]);
}

test('identity.badCredentials: a wrong password, an unknown phone, an unknown account, an unknown administrator', async () => {
  const { phone } = await makePerson();
  const answers = [
    await enter(phone, 'Не-той-пароль-1'),
    await enter(newPhone()),
    await ask(signInEntity, { account: '9999999999', unique_code: uniqueCode, userType: 'entity' }, [
      '9999999999',
      password,
    ]),
    await ask(signInAdmin, { login: 'nobody' }, ['nobody', password]),
  ];
  for (const { httpStatus, body } of answers)
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 401, code: 'identity.badCredentials' });
});

test('identity.attemptsExhausted: five wrong passwords, then the right one', async () => {
  const { phone } = await makePerson();
  for (let time = 0; time < 5; time += 1) await enter(phone, `Не-той-пароль-${time}`);
  const { httpStatus, body } = await enter(phone);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 429, code: 'identity.attemptsExhausted' });
  expect(String(body.message)).toContain('1 хв');
});

test('identity.wrongCode, identity.codeExpired', async () => {
  const phone = newPhone();
  await smsOf(phone, 'register');
  const code = await lastCodeTo(app, phone);
  const wrong = code === 'AAAA' ? 'BBBB' : 'AAAA';
  expect((await smsOf(phone, 'register', wrong)).body.code).toBe('identity.wrongCode');
  const now = app.clock.now();
  app.clock.set((now + 5 * 60_000) as Instant);
  expect((await smsOf(phone, 'register', code)).body.code).toBe('identity.codeExpired');
  app.clock.set(now);
});

test('identity.codesUsedUp: three codes in a row were not answered', async () => {
  const phone = newPhone();
  const now = app.clock.now();
  const answers = [];
  // The last is asked for when the one before it can be given no more.
  for (const after of [0, 61_000, 122_000, 480_000]) {
    app.clock.set((now + after) as Instant);
    answers.push(await smsOf(phone, 'login'));
  }
  app.clock.set(now);
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.body.code).toBe('identity.codesUsedUp');
  expect(String(answers[3]?.body.message)).toContain('через 3 год.');
});

test('identity.codeSignInOff: twenty wrong codes', async () => {
  const phone = newPhone();
  await app.portalDb
    .insertInto('portal.wrong_code_count')
    .values({
      login_digest: loginDigest({ kind: 'person', login: phone }),
      wrong: 20,
      last_at: instantToIso(app.clock.now()),
    })
    .execute();
  const { httpStatus, body } = await smsOf(phone, 'login');
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.codeSignInOff' });
});

test('identity.workNeeded: the fourth code of an address in an hour', async () => {
  const limited = await startTestApp('2026-11-20T10:00:00Z', { CODES_WITHOUT_WORK: '3' });
  try {
    const answers = [];
    for (let count = 0; count < 4; count += 1) {
      const phone = newPhone();
      const payload = { phone, action: 'login', userType: 'person' };
      answers.push(await limited.post(authSms, payload, basicPair(phone, '')));
    }
    const refused = answers[3]?.body;
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 429]);
    expect(refused?.details).toMatchObject({ challenge: expect.any(String), bits: 14 });
    seenCodes.set(String(refused?.code), String(refused?.message));
  } finally {
    await limited.close();
  }
});

test('identity.smsLoginFailed: the code was right, and nobody has the phone', async () => {
  const phone = newPhone();
  await smsOf(phone, 'login');
  const { body } = await smsOf(phone, 'login', await lastCodeTo(app, phone));
  expect(body.code).toBe('identity.smsLoginFailed');
  expect(String(body.message)).toContain('0800300400');
});

test('identity.phoneTaken', async () => {
  const { phone } = await makePerson();
  await smsOf(phone, 'register');
  const { httpStatus, body } = await smsOf(phone, 'register', await lastCodeTo(app, phone));
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 409, code: 'identity.phoneTaken' });
});

test('identity.dualAuth: the answer to an administrator names the phone that got the code', async () => {
  const phone = newPhone();
  const administrator = {
    login: 'careful',
    fullName: 'Careful',
    roles: ['owner'],
    phone,
    dualAuth: true,
  } as const;
  await createAdministrator(app.portalDb, { ...administrator, password });
  const { httpStatus, body } = await ask(signInAdmin, { login: 'careful' }, ['careful', password]);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.dualAuth' });
  expect(String(body.message)).not.toContain(phone);
  expect(String(body.message)).toContain(phone.slice(-2));
});

test('identity.totpRequired: an application was set up', async () => {
  const { phone, token } = await makePerson();
  const { body: begun } = await ask(beginSecondFactor, { token, method: 'totp', password });
  const code = new TOTP({ secret: String(begun.secret) }).generate({ timestamp: app.clock.now() });
  expect((await ask(enableSecondFactor, { token, method: 'totp', code })).httpStatus).toBe(200);
  expect((await enter(phone)).body.code).toBe('identity.totpRequired');
});

test('identity.passwordNeeded: the SMS is the second step already', async () => {
  const { phone, token } = await makePerson();
  await ask(beginSecondFactor, { token, method: 'sms', password });
  const set = await ask(enableSecondFactor, { token, method: 'sms', code: await lastCodeTo(app, phone) });
  expect(set.httpStatus).toBe(200);
  app.clock.set((app.clock.now() + 61_000) as Instant);
  await smsOf(phone, 'login');
  expect((await smsOf(phone, 'login', await lastCodeTo(app, phone))).body.code).toBe(
    'identity.passwordNeeded',
  );
});

test('identity.recoverByEmail: the SMS is the second step, so its phone alone sets no password', async () => {
  const { phone, token } = await makePerson();
  await ask(beginSecondFactor, { token, method: 'sms', password });
  const set = await ask(enableSecondFactor, { token, method: 'sms', code: await lastCodeTo(app, phone) });
  expect(set.httpStatus).toBe(200);
  app.clock.set((app.clock.now() + 61_000) as Instant);
  await smsOf(phone, 'recover');
  const { httpStatus, body } = await smsOf(phone, 'recover', await lastCodeTo(app, phone));
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.recoverByEmail' });
});

test('identity.recoverByEmail: by a code to the phone both steps would be one', async () => {
  const { phone, token } = await makePerson();
  await ask(beginSecondFactor, { token, method: 'sms', password });
  await ask(enableSecondFactor, { token, method: 'sms', code: await lastCodeTo(app, phone) });
  app.clock.set((app.clock.now() + 61_000) as Instant);
  await smsOf(phone, 'recover');
  expect((await smsOf(phone, 'recover', await lastCodeTo(app, phone))).body.code).toBe(
    'identity.recoverByEmail',
  );
});

test('identity.wrongPassword: the password that is to be changed was another', async () => {
  const { token } = await makePerson();
  const { httpStatus, body } = await ask(changePassword, {
    token,
    old_pass: 'Не-той-пароль-1',
    new_pass: 'Інша-річка-2027',
  });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.wrongPassword' });
});

test('identity.weakPassword is reported at the field, wherever a password is chosen', async () => {
  const phone = newPhone();
  const names = { name: 'Ірина', surname: 'Коваленко', middle_n: 'Петрівна' };
  const weak = 'qwerty12345';
  const { token } = await makePerson();
  const answers = [
    await ask(applyAgreements, { phone, email: 'a@b.example', ...names, code: 'AB3D' }, [phone, weak]),
    await ask(recoverPassword, { phone, userType: 'person', code: 'AB3D' }, [phone, weak]),
    await ask(changePassword, { token, old_pass: password, new_pass: weak }),
  ];
  for (const { httpStatus, body } of answers) {
    expect(httpStatus).toBe(400);
    expect(body.issues?.[0]?.code).toBe('identity.weakPassword');
  }
});

test('identity.confirmationNeeded: a phone is not changed without a code', async () => {
  const { token } = await makePerson();
  const { body } = await ask(updateProfile, { token, userType: 'person', phone: newPhone() });
  expect(body.code).toBe('identity.confirmationNeeded');
});

test('identity.phoneTaken also where a phone is changed to that of another', async () => {
  const [{ token }, { phone }] = [await makePerson(), await makePerson()];
  app.clock.set((app.clock.now() + 61_000) as Instant);
  await ask(authSms, { token, phone, action: 'confirm', userType: 'person' }, [phone, '']);
  const { body } = await ask(changePhone, { token, phone, code: await lastCodeTo(app, phone), password });
  expect(body.code).toBe('identity.phoneTaken');
});

test('identity.emailTaken: another person has confirmed the address', async () => {
  const email = 'shared@example.test';
  const confirm = async () => {
    const { token } = await makePerson();
    app.clock.set((app.clock.now() + 61_000) as Instant);
    await ask(authSms, { token, email, action: 'confirm', userType: 'person' }, [email, '']);
    return ask(changeEmail, { token, email, code: await lastCodeTo(app, email), password });
  };
  expect((await confirm()).httpStatus).toBe(200);
  expect((await confirm()).body.code).toBe('identity.emailTaken');
});

test('identity.secondFactorOff: there is nothing to switch off', async () => {
  const { token } = await makePerson();
  const { httpStatus, body } = await ask(disableSecondFactor, { token, password, code: 'AB3D' });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 409, code: 'identity.secondFactorOff' });
});

test('identity.entityTaken: the entity has a cabinet already', async () => {
  const account = await makeEntityAccount();
  await createEntityIdentity(app.portalDb, { phone: newPhone(), password, email: '', accounts: [account] });
  const { httpStatus, body } = await signUp(account);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 409, code: 'identity.entityTaken' });
});

test('accounts.codeMismatch and accounts.noContract: an entity signs up, a person adds an object', async () => {
  const [active, ended] = [await makeEntityAccount(), await makeEntityAccount('2026-05-31')];
  expect((await signUp(active, { unique_code: 'SVITLO99' })).body.code).toBe('accounts.codeMismatch');
  expect((await signUp(active, { edrpou: '44703160' })).body.code).toBe('accounts.codeMismatch');
  const { body } = await signUp(ended);
  expect(body.code).toBe('accounts.noContract');
  expect(String(body.message)).toContain('0800300400');

  const { token } = await makePerson();
  const flat = await makeAccount(app.billingDb, { objectCode: 'FLAT0001', contractEndedOn: '2026-05-31' });
  const add = (code: string) => ask(addObject, { token, account: flat.accountNumber, code });
  expect((await add('FLAT0002')).body.code).toBe('accounts.codeMismatch');
  expect((await add('FLAT0001')).body.code).toBe('accounts.noContract');
});

test('accounts.alreadyAdded', async () => {
  const { accountNumber: account } = await makeAccount(app.billingDb, { objectCode: 'FLAT0003' });
  const { token } = await makePerson([account]);
  expect((await ask(addObject, { token, account, code: 'FLAT0003' })).body.code).toBe(
    'accounts.alreadyAdded',
  );
});

test('accounts.holderOnly: the code of an account is replaced by the holder of the contract', async () => {
  const { accountNumber: account } = await makeAccount(app.billingDb, { objectCode: 'FLAT0004' });
  const { token } = await makePerson([account]);
  const { httpStatus, body } = await ask(renewAccessCode, { token, account, requestId: newId() });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'accounts.holderOnly' });
});

test('accounts.confirmationNeeded: the supplier wants a code to the phone of the contract', async () => {
  const { accountNumber: account } = await makeAccount(app.billingDb, { objectCode: 'FLAT0005' });
  const { token } = await makePerson();
  const rules = JSON.stringify({ access: { confirmation: 'contractPhone' } });
  await sql`update billing.supplier set rules = ${rules}::jsonb`.execute(app.billingDb);
  passCacheTime(5000);
  const { httpStatus, body } = await ask(addObject, { token, account, code: 'FLAT0005' });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'accounts.confirmationNeeded' });
  expect(String(body.message)).toContain('•••');
});

/** Texts that only screens say, and the journey in which a browser reads them there. */
const ofScreens = {
  'identity.consent': 'e2e/main-jobs/sign-up.test.ts',
  'accounts.noObjects': 'e2e/main-jobs/sign-up.test.ts',
} as const;

test.each(Object.entries(ofScreens))('%s is read from a screen in %s', async (code, journey) => {
  const source = await readFile(new URL(`../../../../${journey}`, import.meta.url), 'utf8');
  expect(source).toMatch(
    new RegExp(`getByText\\(accountMessages\\['${code}'\\]|= accountMessages\\['${code}'\\]`),
  );
});

/** Texts that calls of other modules answer, and the tests in which they do. */
const ofOtherTests: Readonly<Record<string, string>> = {
  'identity.alreadyInvited': 'identity/people/people.api.test.ts',
  'identity.tooManyPeople': 'identity/people/people.api.test.ts',
  'identity.ownAccess': 'identity/people/people.api.test.ts',
  'identity.invitationEnded': 'identity/people/people.api.test.ts',
  'identity.tooManyTokens': 'identity/programs/programs.api.test.ts',
  'identity.factorNeeded': 'identity/second-factor/factor-proof.api.test.ts',
  'identity.loginTaken': 'identity/administrators/manage-administrators.api.test.ts',
  'identity.blocked': 'customers/customers.api.test.ts',
  'identity.customerChanged': 'customers/customers.api.test.ts',
  'accounts.unknownNumbers': 'supplier-messages/supplier-messages.api.test.ts',
};

test.each(Object.entries(ofOtherTests))('%s is answered in %s', async (code, file) => {
  const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source).toContain(`'${code}'`);
});

test('every other text of sign-in and accounts was answered by a call', () => {
  const known = Object.keys(accountMessages).filter(
    (code) => !(code in ofScreens) && !(code in ofOtherTests),
  );
  expect([...seenCodes.keys()].filter((code) => code in accountMessages).sort()).toEqual(known.sort());
});
