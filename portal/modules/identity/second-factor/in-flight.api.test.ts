import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { changePassword, changePhone, getProfile } from '#contract/identity/profile.ts';
import {
  beginSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from '#contract/identity/second-factor.ts';
import { passSecondFactor, signInAdmin } from '#contract/identity/sign-in.ts';
import { authSms } from '#contract/identity/sign-up.ts';
import type { Instant } from '#domain/time/instant.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { readConfig } from '../../../config.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import { hashing } from '../password/password.ts';
import { endSessions } from '../session/session-store.ts';
import { updatePassword } from '../sign-in/identity-store.ts';
import { challengesEnding } from './challenge-store.ts';
import { beginFactor, enableFactor, findSetUp } from './factor-store.ts';
import { prepareSignIn } from './sign-in-or-challenge.ts';
import {
  at,
  cabinet,
  minute,
  newPerson,
  type Person,
  password,
  resultOf,
  shown,
  signIn,
  start,
  startFactorFixture,
  tokenOf,
  whileHeld,
  withSms,
  withTotp,
} from './testing/factor-fixture.ts';

const fresh = 'кінь їсть овес уночі';

startFactorFixture();
beforeAll(() => makeSupplier(cabinet.billingDb));
beforeEach(() => {
  vi.restoreAllMocks();
});

/** Holds the answer of the next judged password, as a queue of hashes does, while something else happens. */
function whileHashing(happens: () => Promise<unknown>): void {
  const verify = hashing.verify;
  vi.spyOn(hashing, 'verify').mockImplementationOnce(async (...given) => {
    const answer = await verify(...given);
    await happens();
    return answer;
  });
}

/** What a recovery does to an identity; not by the call itself, whose hash would wait for the one that is held. */
async function recover({ identityId }: Person): Promise<void> {
  const [db, now] = [cabinet.portalDb, cabinet.clock.now()];
  await updatePassword(db, identityId, await hashing.hash(fresh.normalize('NFC')), now);
  await endSessions(db, identityId, { reason: 'passwordRecovered' }, now);
  await challengesEnding(identityId, now).execute(db);
}

const block = ({ identityId }: Person) =>
  cabinet.portalDb
    .updateTable('portal.identity')
    .set({ blocked_at: '2026-11-20T10:00:00Z' })
    .where('identity_id', '=', identityId)
    .execute();

async function countOpenSessions({ identityId }: Person): Promise<number> {
  const { rows } = await sql`
    select 1 from portal.session where identity_id = ${identityId}::uuid and ended_at is null
    union all
    select 1 from portal.sign_in_challenge where identity_id = ${identityId}::uuid and used_at is null
  `.execute(cabinet.portalDb);
  return rows.length;
}

/** A code that proves a new phone of somebody who is signed in. */
async function codeToConfirm(token: string, phone: string, userType = 'person'): Promise<string> {
  const payload = { token, phone, action: 'confirm', userType };
  const { httpStatus } = await cabinet.post(authSms, payload, basicPair(phone, ''));
  expect(httpStatus).toBe(200);
  return lastCodeTo(cabinet, phone);
}

/** While no session can be inserted: the database is full, say. */
async function withoutSessions(happens: () => Promise<unknown>): Promise<void> {
  const change = (words: string) =>
    sql`alter table portal.session ${sql.raw(words)}`.execute(cabinet.portalDb);
  await change('add constraint is_full check (false) not valid');
  await happens();
  await change('drop constraint is_full');
}

describe('a sign-in whose password was judged', () => {
  test.each([
    ['is recovered', newPerson, recover],
    ['belongs to somebody who is blocked', newPerson, block],
    ['is recovered and has a second step', async () => (await withTotp()).person, recover],
  ] as const)('opens nothing when it %s meanwhile', async (_, make, happens) => {
    const person = await make();
    whileHashing(() => happens(person));
    expect(resultOf(await signIn(person))).toBe('identity.badCredentials');
    expect(await countOpenSessions(person)).toBe(0);
  });
});

describe('a way in by a code', () => {
  test('opens nothing when the password is recovered before the session is opened', async () => {
    const person = await newPerson();
    const services = {
      db: cabinet.portalDb,
      tokens: createTokens(testKeys.sessions),
      keys: testKeys,
      config: readConfig({}),
    };
    const who = { identityId: person.identityId, type: 'person' } as const;
    const proof = { way: 'code', passwordChangedAt: null } as const;
    const nobody = async () => ({ ok: true, data: { accounts: [] } }) as never;
    const context = { clock: cabinet.clock, device: '', address: '', billing: nobody };
    const enter = await prepareSignIn(services, who, proof, context);
    expect(await enter(cabinet.portalDb)).toMatchObject({ kind: 'entered' });
    await recover(person);
    expect(await enter(cabinet.portalDb)).toMatchObject({ failure: { code: 'identity.badCredentials' } });
  });

  test('keeps its code when no session can be opened', async () => {
    const { phone } = await newPerson();
    const give = (code: string) =>
      cabinet.post(authSms, { phone, action: 'login', userType: 'person' }, basicPair(phone, code));
    await give('');
    const code = await lastCodeTo(cabinet, phone);
    await withoutSessions(async () => expect((await give(code)).httpStatus).toBe(500));
    expect(resultOf(await give(code))).toBe('done');
  });
});

describe('a session that was ended while its own password was judged', () => {
  test('does not undo a recovery', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    whileHashing(() => recover(person));
    const other = 'тихий вечір біля річки';
    const answer = await cabinet.post(changePassword, { token, old_pass: password, new_pass: other });
    expect(resultOf(answer)).toBe('common.sessionEnded');
    expect(resultOf(await signIn(person, fresh))).toBe('done');
  });
});

test('of two changes of a password at once in one session one is done', async () => {
  const person = await newPerson();
  const token = await tokenOf(person);
  const change = (typedPassword: string) =>
    cabinet.post(changePassword, { token, old_pass: password, new_pass: typedPassword });
  const answers = await Promise.all([change(fresh), change('тихий вечір біля річки')]);
  expect(answers.map(resultOf).sort()).toEqual(['done', 'identity.wrongPassword']);
});

describe('the second step', () => {
  test('spends one recovery code of two that are given at once', async () => {
    const { person, recoveryCodes } = await withTotp();
    const { challenge } = (await signIn(person)).body.details;
    const pass = (code = '') => cabinet.post(passSecondFactor, { challenge, code });
    const calls = () => [pass(recoveryCodes[0]), pass(recoveryCodes[1])];
    const answers = await whileHeld(person, calls, undefined, 'update');
    expect(answers.map(resultOf).sort()).toEqual(['done', 'identity.codeExpired']);
    const { rows } = await sql`
      select 1 from portal.recovery_code where identity_id = ${person.identityId}::uuid and used_at is not null
    `.execute(cabinet.portalDb);
    expect(rows).toHaveLength(1);
  });

  test('spends nothing when no session can be opened', async () => {
    const { person, code } = await withTotp();
    const { challenge } = (await signIn(person)).body.details;
    const pass = () => cabinet.post(passSecondFactor, { challenge, code });
    await withoutSessions(async () => expect((await pass()).httpStatus).toBe(500));
    expect(resultOf(await pass())).toBe('done');
  });
});

describe('setting a second factor up', () => {
  test('switches on the secret that was judged, not one that was begun since', async () => {
    const { identityId } = await newPerson();
    const begin = (secret: string, at: number) => {
      const factor = { identityId, method: 'totp', secretSealed: Buffer.from(secret) } as const;
      return beginFactor(cabinet.portalDb, factor, at as Instant);
    };
    await begin('judged', start);
    const { begun } = await findSetUp(cabinet.portalDb, identityId, 'totp');
    if (begun === undefined) throw new Error('nothing begun');
    await begin('of somebody else', start + 1);
    const enable = (kept: typeof begun) =>
      enableFactor(cabinet.portalDb, { identityId, method: 'totp', begun: kept }, start);
    expect(await enable(begun)).toBe(false);
    const { begun: now } = await findSetUp(cabinet.portalDb, identityId, 'totp');
    expect(now && (await enable(now))).toBe(true);
  });

  test('by two methods at once switches one on', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const { secret = '' } = (await cabinet.post(beginSecondFactor, { token, method: 'totp', password })).body;
    await cabinet.post(beginSecondFactor, { token, method: 'sms', password });
    const sms = await lastCodeTo(cabinet, person.phone);
    const calls = () => [
      cabinet.post(enableSecondFactor, { token, method: 'totp', code: shown(secret, start) }),
      cabinet.post(enableSecondFactor, { token, method: 'sms', code: sms }),
    ];
    const answers = await whileHeld(person, calls, undefined, 'update');
    expect(answers.map(resultOf).sort()).toEqual(['done', 'identity.codeExpired']);
  });
});

describe('a phone to which codes of sign-in go', () => {
  async function move(token: string, changes: { code: string; phone: string; factorCode?: string }) {
    return cabinet.post(changePhone, { token, password, ...changes });
  }

  test('moves with a code of the second factor only', async () => {
    const { token, recoveryCodes } = await withSms();
    const phone = newPhone();
    const code = await codeToConfirm(token, phone);
    const without = await move(token, { phone, code });
    expect([without.httpStatus, Object(without.body).issues?.[0]?.path]).toEqual([400, 'factorCode']);
    const wrong = await move(token, { phone, code, factorCode: 'AAAAA-AAAAA' });
    expect([wrong.httpStatus, Object(wrong.body).issues?.[0]?.code]).toEqual([400, 'identity.wrongCode']);
    expect(resultOf(await move(token, { phone, code, factorCode: recoveryCodes[0] ?? '' }))).toBe('done');
  });

  test('is also that of an administrator with dualAuth, who asks for a code to it', async () => {
    const [login, phone, next] = ['owner.two', newPhone(), newPhone()];
    const card = { login, fullName: '', password, roles: ['owner'], dualAuth: true, phone } as const;
    await createAdministrator(cabinet.portalDb, card);
    const { challenge } = (await cabinet.post(signInAdmin, { login }, basicPair(login, password))).body
      .details;
    const ofSignIn = await lastCodeTo(cabinet, phone);
    const entered = await cabinet.post(passSecondFactor, { challenge, code: ofSignIn });
    const { token } = entered.body.user;
    expect((await cabinet.post(getProfile, { token })).body.profile.phoneGuarded).toBe(true);
    const code = await codeToConfirm(token, next, 'admin');
    const without = await move(token, { phone: next, code });
    expect([without.httpStatus, Object(without.body).issues?.[0]?.path]).toEqual([400, 'factorCode']);
    at(start + 2 * minute);
    expect(resultOf(await cabinet.post(sendSecondFactorCode, { token }))).toBe('done');
    const factorCode = await lastCodeTo(cabinet, phone);
    expect(resultOf(await move(token, { phone: next, code, factorCode }))).toBe('done');
  });
});
