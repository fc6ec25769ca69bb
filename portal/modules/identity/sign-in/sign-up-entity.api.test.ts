import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { signInEntity } from '#contract/identity/sign-in.ts';
import { authSms, signUpEntity } from '#contract/identity/sign-up.ts';
import { shippedLegalVersion } from '#contract/values/legal-keys.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import {
  entityFixture,
  entityTaxCode,
  makeEntityAccounts,
} from '#portal/testing/scenarios/entity-accounts.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const password = 'Комбінат: світло 2026';
const edrpou = entityTaxCode;
const { objectCode: uniqueCode } = entityFixture;
let now = start;

const cabinet = provideTestApp({ hasSupplier: true });

const makeAccounts = (count?: number, endedOn?: string) => makeEntityAccounts(cabinet, count, endedOn);

/** A phone of its own with a code that its owner has read. */
async function makePhone(): Promise<{ phone: string; code: string }> {
  const phone = newPhone();
  expect((await confirm(phone, '')).httpStatus).toBe(200);
  return { phone, code: await lastCodeTo(cabinet, phone) };
}

const confirm = (phone: string, code: string) =>
  cabinet.post(authSms, { phone, action: 'confirm', userType: 'entity' }, basicPair(phone, code));

interface Form {
  readonly account: string;
  readonly phone: string;
  readonly code: string;
  readonly uniqueCode?: string;
  readonly edrpou?: string;
  readonly typedPassword?: string;
  readonly login?: string;
}

function signUp({ account, phone, code, typedPassword = password, login = account, ...rest }: Form) {
  const payload = {
    ...{ account, phone, code, email: 'office@example.test', consentVersion: shippedLegalVersion },
    ...{ unique_code: rest.uniqueCode ?? uniqueCode, edrpou: rest.edrpou ?? edrpou },
  };
  const headers = { ...basicPair(login, typedPassword), 'user-agent': 'Office 1.0' };
  return cabinet.post(signUpEntity, payload, headers);
}

const signIn = (account: string) =>
  cabinet.post(
    signInEntity,
    { account, unique_code: uniqueCode, userType: 'entity' },
    basicPair(account, password),
  );

function later(milliseconds: number): void {
  now = (now + milliseconds) as Instant;
  cabinet.clock.set(now);
}

test('an entity signs up and signs in, with all its accounts in force and its consent in the register', async () => {
  const accounts = await makeAccounts(2);
  const [account = ''] = accounts;
  const { phone, code } = await makePhone();
  const { httpStatus, body } = await signUp({ account, phone, code });
  expect({ httpStatus, body }).toEqual({ httpStatus: 200, body: { status: 'success' } });
  const entrance = await signIn(account);
  expect(entrance.body.user).toMatchObject({ type: 'entity', phone, email: 'office@example.test' });
  expect(entrance.body.accounts.map((one) => one.account)).toEqual(accounts);
  const { rows } = await sql`
    select consent.kind, consent.act, consent.version, consent.device, consent.address,
           identity.phone_confirmed_at is not null as confirmed
      from portal.consent join portal.identity using (identity_id) where phone = ${phone} order by kind
  `.execute(cabinet.portalDb);
  const given = { act: 'given', version: shippedLegalVersion, device: 'Office 1.0', address: '127.0.0.1' };
  expect(rows).toEqual(['personalData', 'terms'].map((kind) => ({ kind, ...given, confirmed: true })));
});

test('a code that was proved on the screen before is good for the form for half an hour, and once', async () => {
  const [account = ''] = await makeAccounts();
  const { phone, code } = await makePhone();
  expect((await confirm(phone, code)).body.proven).toBe(true);
  later(29 * 60_000);
  expect((await signUp({ account, phone, code })).httpStatus).toBe(200);
  const [second = ''] = await makeAccounts();
  expect((await signUp({ account: second, phone, code })).body.code).toBe('identity.wrongCode');
});

describe('what is refused', () => {
  test('a wrong code of the phone, an old one, and one of another phone; the right one is then still good', async () => {
    const [account = ''] = await makeAccounts();
    const { phone, code } = await makePhone();
    const other = await makePhone();
    const wrong = await signUp({ account, phone, code: code === 'AAAA' ? 'BBBB' : 'AAAA' });
    expect(outcomeOf(wrong)).toBe('422 identity.wrongCode');
    if (other.code !== code) {
      const foreign = await signUp({ account, phone, code: other.code });
      expect(foreign.body.code).toBe('identity.wrongCode');
    }
    expect((await signUp({ account, phone, code })).httpStatus).toBe(200);
    const [second = ''] = await makeAccounts();
    expect((await signUp({ account: second, phone, code })).body.code).toBe('identity.wrongCode');
    const late = await makePhone();
    later(5 * 60_000);
    expect((await signUp({ account: second, ...late })).body.code).toBe('identity.codeExpired');
  });

  test('an unknown account, a household, a wrong unique code and a wrong EDRPOU, in the same words', async () => {
    const [account = ''] = await makeAccounts();
    const household = await makeAccount(cabinet.billingDb, { objectCode: uniqueCode, meters: [] });
    const { phone, code } = await makePhone();
    const answers = [
      await signUp({ account: '1999999999', phone, code }),
      await signUp({ account: household.accountNumber, phone, code }),
      await signUp({ account, phone, code, uniqueCode: 'SVITLO02' }),
      await signUp({ account, phone, code, edrpou: '00131305' }),
    ];
    const shown = answers.map(({ httpStatus, body: { reference: _, ...body } }) => ({ httpStatus, body }));
    expect(new Set(shown.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(shown[0]).toMatchObject({ httpStatus: 422, body: { code: 'accounts.codeMismatch' } });
    expect((await signUp({ account, phone, code })).httpStatus).toBe(200);
  });

  test('an account whose contract has ended, with the phones of the contact centre', async () => {
    const [account = ''] = await makeAccounts(1, '2026-11-19');
    const { body } = await signUp({ account, ...(await makePhone()) });
    expect(body.code).toBe('accounts.noContract');
    expect(body.message).toContain('0800300400');
  });

  test('an account that is in a cabinet already, by any account of the entity, and only after the proof', async () => {
    const [first = '', second = ''] = await makeAccounts(2);
    expect((await signUp({ account: first, ...(await makePhone()) })).httpStatus).toBe(200);
    const again = await makePhone();
    const unproven = await signUp({ account: second, ...again, uniqueCode: 'SVITLO02' });
    expect(unproven.body.code).toBe('accounts.codeMismatch');
    expect(outcomeOf(await signUp({ account: second, ...again }))).toBe('409 identity.entityTaken');
  });

  test('two sign-ups of one account at once: one of them', async () => {
    const [account = ''] = await makeAccounts();
    const forms = [await makePhone(), await makePhone()];
    const answers = await Promise.all(forms.map((form) => signUp({ account, ...form })));
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
  });

  test('a password that is weak, or made of the account', async () => {
    const [account = ''] = await makeAccounts();
    const form = { account, ...(await makePhone()) };
    const issues = [];
    for (const typedPassword of ['коротко', 'пароль2026', `${account}а`]) {
      const { httpStatus, body } = await signUp({ ...form, typedPassword });
      issues.push(`${httpStatus} ${body.issues?.map(({ path, code }) => `${path} ${code}`).join()}`);
    }
    const weak = '400 password identity.weakPassword';
    expect(issues).toEqual(['400 password field.invalid', weak, weak]);
  });

  test('a sixth guess at the unique code, until 15 minutes are over; wrong codes of the phone do not count for it', async () => {
    const [account = ''] = await makeAccounts();
    const form = { account, ...(await makePhone()) };
    await signUp({ ...form, code: form.code === 'AAAA' ? 'BBBB' : 'AAAA' });
    for (let n = 0; n < 5; n += 1) {
      const { body } = await signUp({ ...form, uniqueCode: `SVITLO1${n}` });
      expect(body.code).toBe('accounts.codeMismatch');
    }
    expect(outcomeOf(await signUp(form))).toBe('429 identity.attemptsExhausted');
    later(15 * 60_000);
    expect((await signUp({ account, ...(await makePhone()) })).httpStatus).toBe(200);
  });
});
