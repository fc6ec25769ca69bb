import { Secret, TOTP } from 'otpauth';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { authSms } from '#contract/identity/sign-up.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { basicPair, newPhone } from '../callers/code-caller.ts';
import { lastCodeTo } from '../callers/last-code.ts';
import type { TestApp } from '../start-test-app.ts';
import type { DifficultHousehold } from './difficult-household.ts';
import { makeSomebody, password, withSms } from './secret-scenarios.ts';

/** A call without a session. */
interface PublicRequest {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly headers?: Record<string, string>;
}

/** Builds a valid request with its preconditions, new for each request. */
export interface PublicScenario {
  /** Distinguishes it from other requests of the same call. */
  readonly name: string;
  readonly make: (app: TestApp, household: DifficultHousehold) => Promise<PublicRequest>;
  /** Failure code of a response that asks for a further step; absent: the request succeeds. */
  readonly asks?: string;
}

const fresh = 'кінь їсть овес уночі';

/** A person with accounts who is asked for a TOTP code, two minutes later. */
async function withTotp(app: TestApp, accounts: readonly string[]) {
  const { token, phone } = await makeSomebody(app, accounts);
  const { secret = '' } = (await app.post(beginSecondFactor, { token, method: 'totp', password })).body;
  const shown = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() });
  await app.post(enableSecondFactor, { token, method: 'totp', code: shown() });
  app.clock.set((app.clock.now() + 120_000) as Instant);
  return { phone, shown };
}

const byPassword = (phone: string): Required<PublicRequest> => ({
  payload: { phone, userType: 'person' },
  headers: basicPair(phone, password),
});

/** The challenge after a correct password. */
async function challengeOf(app: TestApp, phone: string) {
  const { payload, headers } = byPassword(phone);
  const { details } = (await app.post(signInPerson, payload, headers)).body;
  return details?.challenge;
}

type Action = 'register' | 'login' | 'recover' | 'confirm';

function bySms(contact: string, action: Action, code: string, token?: string): Required<PublicRequest> {
  const field = contact.includes('@') ? { email: contact } : { phone: contact };
  const payload = { ...field, action, userType: 'person', ...(token !== undefined && { token }) };
  return { payload, headers: basicPair(contact, code) };
}

/** The code sent to a contact. */
async function codeTo(app: TestApp, contact: string, action: Action, token?: string): Promise<string> {
  const { payload, headers } = bySms(contact, action, '', token);
  await app.post(authSms, payload, headers);
  return lastCodeTo(app, contact);
}

/** Submits the code sent to a contact. */
async function givingCode(app: TestApp, contact: string, action: Action, token?: string) {
  return bySms(contact, action, await codeTo(app, contact, action, token), token);
}

/** Every public call that a person's browser makes. */
export const publicScenarios: Readonly<Record<string, readonly PublicScenario[]>> = {
  '/api/auth/person': [
    {
      name: 'comes in',
      make: async (app, { account }) => byPassword((await makeSomebody(app, [account])).phone),
    },
    {
      name: 'is asked for a code from an SMS',
      make: async (app, { account }) => byPassword((await withSms(app, [account])).phone),
      asks: 'identity.dualAuth',
    },
    {
      name: 'is asked for a code again too soon',
      make: async (app, { account }) => {
        const { phone } = await withSms(app, [account]);
        await challengeOf(app, phone);
        return byPassword(phone);
      },
      asks: 'identity.dualAuth',
    },
    {
      name: 'is asked for a code of an application',
      make: async (app, { account }) => byPassword((await withTotp(app, [account])).phone),
      asks: 'identity.totpRequired',
    },
  ],
  '/api/auth/second-factor': [
    {
      name: 'by an SMS',
      make: async (app, { account }) => {
        const { phone } = await withSms(app, [account]);
        const challenge = await challengeOf(app, phone);
        return { payload: { challenge, code: await lastCodeTo(app, phone) } };
      },
    },
    {
      name: 'by an application',
      make: async (app, { account }) => {
        const { phone, shown } = await withTotp(app, [account]);
        return { payload: { challenge: await challengeOf(app, phone), code: shown() } };
      },
    },
    {
      name: 'by a recovery code',
      make: async (app, { account }) => {
        const { phone, recoveryCode: code } = await withSms(app, [account]);
        return { payload: { challenge: await challengeOf(app, phone), code } };
      },
    },
    {
      name: 'by a wrong code',
      make: async (app, { account }) => {
        const { phone } = await withSms(app, [account]);
        return { payload: { challenge: await challengeOf(app, phone), code: 'AAAAA-AAAAA' } };
      },
      asks: 'identity.wrongCode',
    },
  ],
  '/api/auth/second-factor-resend': [
    {
      name: 'by an SMS',
      make: async (app) => {
        const { phone } = await withSms(app);
        const challenge = await challengeOf(app, phone);
        app.clock.set((app.clock.now() + 61_000) as Instant);
        return { payload: { challenge } };
      },
    },
  ],
  '/api/auth/sms': [
    { name: 'asks to register', make: async () => bySms(newPhone(), 'register', '') },
    { name: 'proves to register', make: (app) => givingCode(app, newPhone(), 'register') },
    {
      name: 'asks to come in',
      make: async (app) => bySms((await makeSomebody(app)).phone, 'login', ''),
    },
    {
      name: 'comes in by the phone',
      make: async (app, { account }) => givingCode(app, (await makeSomebody(app, [account])).phone, 'login'),
    },
    {
      name: 'comes in by the e-mail',
      make: async (app, { account }) => givingCode(app, (await makeSomebody(app, [account])).email, 'login'),
    },
    {
      name: 'comes in and is asked for a code of an application',
      make: async (app, { account }) => givingCode(app, (await withTotp(app, [account])).phone, 'login'),
      asks: 'identity.totpRequired',
    },
    {
      name: 'comes in and is asked for the password',
      make: async (app, { account }) => givingCode(app, (await withSms(app, [account])).phone, 'login'),
      asks: 'identity.passwordNeeded',
    },
    {
      name: 'asks to recover',
      make: async (app) => bySms((await makeSomebody(app)).phone, 'recover', ''),
    },
    {
      name: 'proves to recover',
      make: async (app) => givingCode(app, (await makeSomebody(app)).phone, 'recover'),
    },
    {
      name: 'asks to confirm',
      make: async (app) => bySms(newPhone(), 'confirm', '', (await makeSomebody(app)).token),
    },
    {
      name: 'proves to confirm',
      make: async (app) => givingCode(app, newPhone(), 'confirm', (await makeSomebody(app)).token),
    },
  ],
  '/api/apply-agreements': [
    {
      name: 'signs up',
      make: async (app) => {
        const phone = newPhone();
        const code = await codeTo(app, phone, 'register');
        const names = { surname: 'Коваленко', name: 'Олена', middle_n: 'Петрівна' };
        const payload = { phone, email: `${newId()}@example.test`, code, ...names };
        return { payload, headers: basicPair(phone, fresh) };
      },
    },
  ],
  '/api/auth/recover-password': [
    {
      name: 'by the phone',
      make: async (app, { account }) => {
        const { phone } = await makeSomebody(app, [account]);
        const code = await codeTo(app, phone, 'recover');
        return { payload: { phone, userType: 'person', code }, headers: basicPair(phone, fresh) };
      },
    },
    {
      name: 'by the e-mail, with a second factor',
      make: async (app, { account }) => {
        const { phone, email } = await withSms(app, [account]);
        await challengeOf(app, phone);
        const code = await codeTo(app, email, 'recover');
        return { payload: { email, userType: 'person', code }, headers: basicPair(email, fresh) };
      },
    },
  ],
  '/api/client_log': [
    {
      name: 'of somebody signed in',
      make: async (app, { account }) => {
        const { token } = await makeSomebody(app, [account]);
        return { payload: { token, account, title: 'Показання', error: 'TypeError: x is undefined' } };
      },
    },
  ],
  '/api/api-link': [
    { name: 'the environment', make: async () => ({ payload: {} }) },
    { name: 'the supplier', make: async () => ({ payload: { site: 'cabinet.example.test' } }) },
  ],
  '/api/get-service-message': [
    {
      name: 'of a page',
      make: async (app) => ({ payload: { pageToDisplay: 'home', token: (await makeSomebody(app)).token } }),
    },
  ],
  '/api/service-status/get': [{ name: 'answered from memory', make: async () => ({ payload: {} }) }],
  '/api/service-terms/list': [{ name: 'for a request made now', make: async () => ({ payload: {} }) }],
  '/api/service-terms/quality': [{ name: 'of this year', make: async () => ({ payload: {} }) }],
  '/api/content/landing': [{ name: 'words of the first page', make: async () => ({ payload: {} }) }],
  '/api/content/legal': [
    { name: 'in force', make: async () => ({ payload: { key: 'privacy' } }) },
    { name: 'by its version', make: async () => ({ payload: { key: 'terms', version: '2026-11' } }) },
  ],
  '/api/pairs': [
    { name: 'of a domain', make: async () => ({ payload: { domain: 'cabinet.example.test' } }) },
  ],
};
