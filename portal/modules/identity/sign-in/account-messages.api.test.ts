import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { authSms } from '#contract/identity/sign-up.ts';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { loginDigest } from '#portal/modules/codes/attempts.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';

const app = provideTestApp({ hasSupplier: true });
const smsOf = (phone: string) =>
  app.post(authSms, { phone, action: 'login', userType: 'person' }, basicPair(phone, ''));

test('identity.codesUsedUp: three codes in a row were not answered', async () => {
  const phone = newPhone();
  const now = app.clock.now();
  const answers = [];
  // The last is asked for when the one before it can be given no more.
  for (const after of [0, 61_000, 122_000, 480_000]) {
    app.clock.set((now + after) as Instant);
    answers.push(await smsOf(phone));
  }
  app.clock.set(now);
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.body.code).toBe('identity.codesUsedUp');
  expect(String(answers[3]?.body.message)).toContain('через 3 год.');
});

test('identity.codeSignInOff: ten wrong codes', async () => {
  const phone = newPhone();
  await app.portalDb
    .insertInto('portal.wrong_code_count')
    .values({
      login_digest: loginDigest({ kind: 'person', login: phone }),
      wrong: 10,
      last_at: instantToIso(app.clock.now()),
    })
    .execute();
  expect(outcomeOf(await smsOf(phone))).toBe('422 identity.codeSignInOff');
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
    expect(refused?.code).toBe('identity.workNeeded');
  } finally {
    await limited.close();
  }
});

/** Texts that only screens say, and the journey in which a browser reads them there. */
const ofScreens = {
  'identity.consent': 'e2e/main-jobs/sign-in-and-sign-up.test.ts',
  'accounts.noObjects': 'e2e/main-jobs/sign-in-and-sign-up.test.ts',
} as const;

test.each(Object.entries(ofScreens))('%s is read from a screen in %s', async (code, journey) => {
  const source = await readFile(new URL(`../../../../${journey}`, import.meta.url), 'utf8');
  expect(source).toMatch(
    new RegExp(`getByText\\(accountMessages\\['${code}'\\]|= accountMessages\\['${code}'\\]`),
  );
});

/** Texts that calls answer, and a test in which one does; each answer has its text without places left (`check-answer.ts`). */
const ofOtherTests: Readonly<Record<string, string>> = {
  'identity.badCredentials': 'identity/sign-in/sign-in.api.test.ts',
  'identity.attemptsExhausted': 'identity/sign-in/sign-in.api.test.ts',
  'identity.wrongCode': 'identity/sign-up/sms.api.test.ts',
  'identity.codeExpired': 'identity/sign-up/sms.api.test.ts',
  'identity.smsLoginFailed': 'identity/sign-up/sms-login.api.test.ts',
  'identity.phoneTaken': 'identity/sign-up/sms.api.test.ts',
  'identity.dualAuth': 'identity/second-factor/second-factor.api.test.ts',
  'identity.totpRequired': 'identity/second-factor/second-factor.api.test.ts',
  'identity.passwordNeeded': 'identity/sign-up/sms-login.api.test.ts',
  'identity.recoverByEmail': 'identity/sign-up/recover-password.api.test.ts',
  'identity.wrongPassword': 'identity/sign-in/change-password.api.test.ts',
  'identity.weakPassword': 'identity/sign-up/apply-agreements.api.test.ts',
  'identity.entityTaken': 'identity/sign-in/sign-up-entity.api.test.ts',
  'identity.confirmationNeeded': 'identity/sign-up/profile.api.test.ts',
  'identity.emailTaken': 'identity/sign-up/profile.api.test.ts',
  'identity.secondFactorOff': 'identity/second-factor/set-up-factor.api.test.ts',
  'accounts.noContract': 'accounts/add-account.api.test.ts',
  'accounts.codeMismatch': 'accounts/add-account.api.test.ts',
  'accounts.alreadyAdded': 'accounts/add-account.api.test.ts',
  'accounts.confirmationNeeded': 'accounts/access/access.api.test.ts',
  'accounts.holderOnly': 'accounts/access/access.api.test.ts',
  'identity.alreadyInvited': 'identity/people/people.api.test.ts',
  'identity.tooManyPeople': 'identity/people/people.api.test.ts',
  'identity.ownAccess': 'identity/people/people.api.test.ts',
  'identity.invitationEnded': 'identity/people/people.api.test.ts',
  'identity.tooManyTokens': 'identity/programs/programs.api.test.ts',
  'identity.loginTaken': 'identity/administrators/manage-administrators.api.test.ts',
  'identity.blocked': 'customers/customers.api.test.ts',
  'identity.customerChanged': 'customers/customers.api.test.ts',
  'accounts.unknownNumbers': 'supplier-messages/supplier-messages.api.test.ts',
};

test.each(Object.entries(ofOtherTests))('%s is answered in %s', async (code, file) => {
  const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source).toContain(`${code}'`);
});

test('every text of sign-in and accounts is answered by a call or read from a screen', () => {
  const ofThisFile = ['identity.codesUsedUp', 'identity.codeSignInOff', 'identity.workNeeded'];
  const answered = [...ofThisFile, ...Object.keys(ofScreens), ...Object.keys(ofOtherTests)];
  expect(Object.keys(accountMessages).sort()).toEqual(answered.sort());
});
