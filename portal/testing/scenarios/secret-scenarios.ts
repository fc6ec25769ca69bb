import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { authSms } from '#contract/identity/sign-up.ts';
import { requestErasure } from '#contract/personal-data.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { createPersonIdentity } from '#portal/modules/identity/public.ts';
import { basicPair, newPhone } from '../callers/code-caller.ts';
import { lastCodeTo } from '../callers/last-code.ts';
import type { TestApp } from '../start-test-app.ts';
import type { Scenario } from './call-scenarios.ts';

/** Password of all users here. */
export const password = 'Світло: 2026-demo';

const newEmail = () => `${newId()}@example.test`;

/** A person with a password, a confirmed e-mail and two sessions. */
export async function makeSomebody(app: TestApp, accounts: readonly string[] = []) {
  const [phone, email] = [newPhone(), newEmail()];
  await createPersonIdentity(app.portalDb, { phone, password, email, accounts });
  await app.portalDb
    .updateTable('portal.identity')
    .set({ email_confirmed_at: '2026-11-20T09:00:00Z' })
    .where('phone', '=', phone)
    .execute();
  const signIn = async () => {
    const { body } = await app.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, password));
    return body.user.token;
  };
  await signIn();
  return { phone, email, token: await signIn() };
}

/** A person who has started to set up SMS as the second factor. */
async function beginSms(app: TestApp, accounts: readonly string[] = []) {
  const { token, phone, email } = await makeSomebody(app, accounts);
  await app.post(beginSecondFactor, { token, method: 'sms', password });
  return { phone, email, begun: { token, method: 'sms', code: await lastCodeTo(app, phone) } };
}

/** A person with SMS as the second factor, a minute later. */
export async function withSms(app: TestApp, accounts: readonly string[] = []) {
  const { phone, email, begun } = await beginSms(app, accounts);
  const { recoveryCodes } = (await app.post(enableSecondFactor, begun)).body;
  app.clock.set((app.clock.now() + 61_000) as Instant);
  return { phone, email, token: begun.token, recoveryCode: recoveryCodes[0] };
}

/** A code that proves a new contact of a signed-in user. */
async function codeTo(app: TestApp, token: string, contact: { phone: string } | { email: string }) {
  const [where = ''] = Object.values(contact);
  await app.post(authSms, { token, ...contact, action: 'confirm', userType: 'person' }, basicPair(where, ''));
  return lastCodeTo(app, where);
}

/** Calls that prove a password or a code, each with all its optional fields. */
export const secretScenarios: Readonly<Record<string, Scenario>> = {
  '/api/auth/change-password': async (app) => {
    const { token } = await makeSomebody(app);
    return { token, old_pass: password, new_pass: 'кінь їсть овес уночі' };
  },
  '/api/profile/change-phone': async (app) => {
    const [{ token, recoveryCode: factorCode }, phone] = [await withSms(app), newPhone()];
    return { token, phone, code: await codeTo(app, token, { phone }), password, factorCode };
  },
  '/api/profile/change-email': async (app) => {
    const [{ token }, email] = [await makeSomebody(app), newEmail()];
    return { token, email, code: await codeTo(app, token, { email }), password };
  },
  '/api/own-data/erasure/request': async (app) => {
    const { token, recoveryCode: factorCode } = await withSms(app);
    return { token, password, factorCode };
  },
  '/api/own-data/erasure/withdraw': async (app) => {
    const { token } = await makeSomebody(app);
    await app.post(requestErasure, { token, password });
    return { token };
  },
  '/api/second-factor/begin': async (app) => {
    const { token } = await makeSomebody(app);
    return { token, method: 'sms', password };
  },
  '/api/second-factor/enable': async (app) => (await beginSms(app)).begun,
  '/api/second-factor/disable': async (app) => {
    const { token, recoveryCode: code } = await withSms(app);
    return { token, password, code };
  },
};
