import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { passSecondFactor, signInPerson as signInPersonCall } from '#contract/identity/sign-in.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createPersonIdentity } from '../../sign-in/create-identity.ts';
import { getFactorFacts } from '../factor-store.ts';

export const start = instantFromIso('2026-11-20T10:00:00Z');
export const second = 1000;
export const minute = 60 * second;
export const password = 'Світло: 2026-demo';

export let cabinet: TestApp;
let lastPhone = 380501110000;

/** A cabinet for the tests of a file; before each of them the clock stands at `start`. */
export function startFactorFixture(environment: Record<string, string> = {}): void {
  beforeAll(async () => {
    cabinet = await startTestApp('2026-11-20T10:00:00Z', environment);
  });
  afterAll(() => cabinet.close());
  beforeEach(() => at(start));
}

export function at(instant: number): void {
  cabinet.clock.set(instant as Instant);
}

export interface Person {
  readonly phone: string;
  readonly identityId: string;
}

export async function newPerson(): Promise<Person> {
  lastPhone += 1;
  const phone = `+${lastPhone}`;
  const identityId = await createPersonIdentity(cabinet.portalDb, {
    phone,
    password,
    email: '',
    accounts: [],
  });
  return { phone, identityId };
}

export function signIn({ phone }: { readonly phone: string }, typedPassword = password) {
  const authorization = `Basic ${Buffer.from(`${phone}:${typedPassword}`).toString('base64')}`;
  return cabinet.post(signInPersonCall, { phone, userType: 'person' }, { authorization });
}

export const tokenOf = async (person: Person) => (await signIn(person)).body.user.token;

/** The code that an application shows at a moment. */
export function shown(secret: string, instant: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: instant });
}

export function wrong(code: string): string {
  return code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`;
}

export async function enableTotp(
  token: string,
): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
  const secret = begun.body.secret ?? '';
  const code = shown(secret, start - 30 * second);
  const { body, httpStatus } = await cabinet.post(enableSecondFactor, { token, method: 'totp', code });
  expect(httpStatus).toBe(200);
  return { secret, recoveryCodes: body.recoveryCodes };
}

export async function enableSms(person: Person, own?: string): Promise<readonly string[]> {
  const token = own ?? (await tokenOf(person));
  await cabinet.post(beginSecondFactor, { token, method: 'sms', password });
  const code = await lastCodeTo(cabinet, person.phone);
  const { body, httpStatus } = await cabinet.post(enableSecondFactor, { token, method: 'sms', code });
  expect(httpStatus).toBe(200);
  return body.recoveryCodes;
}

/** The challenge with which a sign-in was refused. */
export async function challengeOf(
  person: { readonly phone: string },
  code = 'identity.totpRequired',
): Promise<string> {
  const { httpStatus, body } = await signIn(person);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code });
  return String(body.details.challenge);
}

export async function pass(challenge: string, code: string) {
  const answer = await cabinet.post(passSecondFactor, { challenge, code });
  return { ...answer, result: answer.httpStatus === 200 ? 'entered' : answer.body.code };
}

/** Lets calls come until each waits for a person whom a transaction holds, which then does something else and ends. */
export async function whileHeld<T>(
  { identityId }: Person,
  calls: () => Promise<T>[],
  happens: (db: PortalDatabase) => Promise<unknown> = async () => undefined,
  strength: 'share' | 'update' = 'share',
): Promise<T[]> {
  const going = await cabinet.portalDb.transaction().execute(async (db) => {
    await sql`select 1 from portal.identity where identity_id = ${identityId}::uuid for ${sql.raw(strength)}`.execute(
      db,
    );
    const answers = calls();
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(cabinet.portalDb);
        expect(rows.length).toBeGreaterThanOrEqual(answers.length);
      },
      { timeout: 20_000 },
    );
    await happens(db);
    return { answers };
  });
  return Promise.all(going.answers);
}

export const resultOf = ({ httpStatus, body }: { httpStatus: number; body: { code?: string } }) =>
  httpStatus === 200 ? 'done' : body.code;

/** A person with an application, at a moment; `code` is what it shows then. */
export async function withTotp(now = start + minute) {
  const person = await newPerson();
  const token = await tokenOf(person);
  const enabled = await enableTotp(token);
  at(now);
  return { person, token, ...enabled, code: shown(enabled.secret, now) };
}

/** A person with codes by SMS, two minutes later, and the challenge of a sign-in. */
export async function withSms() {
  const person = await newPerson();
  const token = await tokenOf(person);
  const recoveryCodes = await enableSms(person, token);
  at(start + 2 * minute);
  return { person, token, recoveryCodes, challenge: await challengeOf(person, 'identity.dualAuth') };
}

export const sentTo = ({ phone }: { readonly phone: string }) => lastCodeTo(cabinet, phone);

/** What a code given to a challenge leads to. */
export const passResult = async (challenge: string, code = '') => (await pass(challenge, code)).result;

export const factorOf = async ({ identityId }: Person) =>
  (await getFactorFacts(cabinet.portalDb, identityId)).method;
