import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { checkSession, passSecondFactor } from '#contract/identity/sign-in.ts';
import { jobContext } from '#platform/jobs/testing/job-context.ts';
import { keyIdOf, newKeyRingText, parseKeyRing, sealText } from '#platform/key-ring.ts';
import { readConfig } from '#portal/config.ts';
import { type Keys, keyPurposes } from '#portal/keys.ts';
import { newWork, tryCode } from '#portal/modules/codes/public.ts';
import { workIdOf } from '#portal/modules/codes/work.ts';
import {
  at,
  cabinet,
  challengeOf,
  minute,
  newPerson,
  password,
  second,
  shown,
  start,
  startFactorFixture,
  tokenOf,
  withTotp,
} from '#portal/modules/identity/second-factor/testing/factor-fixture.ts';
import { createSubscriptions, keepSubscription } from '#portal/modules/notifications/push-store.ts';
import { messageTasks, queueMessage } from '#portal/modules/outbox/public.ts';
import { createParamsSealer, openParams } from '#portal/modules/outbox/seal.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { solveWork } from '#portal/testing/callers/solve-work.ts';
import { type SecondNode, startSecondNode } from '#portal/testing/second-node.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { readLink, signLink } from './signed-link.ts';
import { createTokens } from './token.ts';

startFactorFixture();

const oldText = ({ current: { id, secret } }: Keys['links']) => `${id}:${secret.toString('base64')}`;
const nextText = Object.fromEntries(keyPurposes.map((purpose) => [purpose, newKeyRingText()])) as Record<
  keyof Keys,
  string
>;
function keysOf(text: (purpose: keyof Keys) => string): Keys {
  return Object.fromEntries(
    keyPurposes.map((purpose) => [purpose, parseKeyRing(purpose, text(purpose))]),
  ) as Keys;
}
/** After the first step of a rotation: the new key in front, the old one behind. */
const rotatedKeys = keysOf((purpose) => `${nextText[purpose]},${oldText(testKeys[purpose])}`);
/** After the last step. */
const droppedKeys = keysOf((purpose) => nextText[purpose]);

let rotated: SecondNode;
let dropped: SecondNode;
beforeAll(async () => {
  rotated = await startSecondNode(cabinet, rotatedKeys);
  dropped = await startSecondNode(cabinet, droppedKeys);
});
afterAll(() => Promise.all([rotated.close(), dropped.close()]));

const ended = { httpStatus: 401, code: 'common.sessionEnded' };

describe('session keys', () => {
  test('a token of the old key is good until the key is dropped, then it is a sign-out', async () => {
    const token = await tokenOf(await newPerson());
    expect(await rotated.post(checkSession, { token })).toMatchObject({ httpStatus: 200 });
    expect(await dropped.post(checkSession, { token })).toEqual(ended);
  });

  test('a token of the new key is good on both nodes that have it, and is refused by one that has not', async () => {
    const token = await tokenOf(await newPerson());
    const claims = createTokens(testKeys.sessions).verify(token, cabinet.clock.now());
    if (claims === 'forged' || claims === 'expired') throw new Error('the token is refused');
    const anew = createTokens(rotatedKeys.sessions).sign(claims);
    expect(await rotated.post(checkSession, { token: anew })).toMatchObject({ httpStatus: 200 });
    expect(await dropped.post(checkSession, { token: anew })).toMatchObject({ httpStatus: 200 });
    expect((await cabinet.post(checkSession, { token: anew })).httpStatus).toBe(401);
  });

  test('a token that names another key of the ring is refused', async () => {
    const token = await tokenOf(await newPerson());
    const [, claims, signature] = token.split('.');
    for (const kid of [rotatedKeys.sessions.current.id, 'unknown', '', '__proto__']) {
      const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid })).toString('base64url');
      expect(await rotated.post(checkSession, { token: `${header}.${claims}.${signature}` })).toEqual(ended);
    }
  });
});

describe('message keys', () => {
  const services = (keys: Keys) => ({ keys });

  test('a message of the old key is opened until the key is dropped', () => {
    const sealed = createParamsSealer(services(testKeys))({ code: 'AB3D' });
    expect(openParams(services(rotatedKeys), sealed)).toEqual({ code: 'AB3D' });
    expect(() => openParams(services(droppedKeys), sealed)).toThrow('no key "message1"');
    expect(keyIdOf(createParamsSealer(services(rotatedKeys))({}))).toBe(rotatedKeys.messages.current.id);
  });

  test('a message whose key is gone fails with the id of the key, and sends nothing', async () => {
    const { portalDb: db, clock } = cabinet;
    const message = { channel: 'sms', recipient: '+380501119999', kind: 'test', params: {} } as const;
    const messageId = await queueMessage({ db, keys: testKeys }, message, clock.now());
    const config = readConfig({});
    const sent: unknown[] = [];
    const send = async (outgoing: unknown) => {
      sent.push(outgoing);
      return { kind: 'sent', reference: '1' };
    };
    const gateways = { sms: [{ name: 'x', channel: 'sms', send }], mail: [], push: [] };
    const billing = { call: () => Promise.reject(new Error('not asked')) };
    const taskOf = (keys: Keys) =>
      messageTasks({ db, clock, keys, billing, config, gateways } as unknown as Parameters<
        typeof messageTasks
      >[0])['send-sms'];
    const run = (keys: Keys) => taskOf(keys)?.({ messageId }, jobContext());
    const failure = await Promise.resolve(run(droppedKeys)).catch(String);
    expect(failure).toBe(`Error: message ${messageId} by x: no key "message1"`);
    const { rows } =
      await sql`select state, last_error from portal.outgoing_message where message_id = ${messageId}::uuid
      `.execute(db);
    expect(rows).toEqual([{ state: 'queued', last_error: 'no key "message1"' }]);
    expect(sent).toEqual([]);
    await run(rotatedKeys);
    expect(sent).toHaveLength(1);
  });

  test('a code that was sent before the rotation is good after it, a wrong one counts, a dropped key ends it', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    await cabinet.post(beginSecondFactor, { token, method: 'sms', password });
    const code = await lastCodeTo(cabinet, person.phone);
    const db = cabinet.portalDb;
    const of = { purpose: 'secondFactor', userType: 'person' } as const;
    const guess = { ...of, contact: person.phone, account: `setup:${person.identityId}` };
    const now = cabinet.clock.now();
    expect(await tryCode({ db, keys: droppedKeys }, { ...guess, code }, 'check', now)).toBe('wrong');
    expect(await tryCode({ db, keys: rotatedKeys }, { ...guess, code: 'ZZZZ' }, 'check', now)).toBe('wrong');
    expect(await tryCode({ db, keys: rotatedKeys }, { ...guess, code }, 'check', now)).toBe('right');
    for (let count = 2; count <= 3; count += 1)
      await tryCode({ db, keys: rotatedKeys }, { ...guess, code: 'ZZZZ' }, 'check', now);
    expect(await tryCode({ db, keys: testKeys }, { ...guess, code }, 'check', now)).toBe('exhausted');
  });

  test('a proof of work for a challenge of the old key is taken, and of a dropped one is not', () => {
    const address = '198.51.100.7';
    const solved = solveWork(newWork(testKeys.messages, address, start));
    const idBy = (keys: Keys) => workIdOf(keys.messages, solved, address, start);
    expect(idBy(rotatedKeys)).toBe(solved.challenge.split('.')[0]);
    expect(idBy(droppedKeys)).toBeUndefined();
  });
});

describe('factor keys', () => {
  const keyOf = async (identityId: string) => {
    const { rows } = await sql<{ sealed: Buffer }>`
      select secret_sealed as sealed from portal.second_factor where identity_id = ${identityId}::uuid
    `.execute(cabinet.portalDb);
    return keyIdOf(rows[0]?.sealed ?? Buffer.alloc(0));
  };

  test('a second factor of the old key works, is sealed again at its next use, and outlives the old key', async () => {
    const { person, secret, code } = await withTotp();
    expect(await keyOf(person.identityId)).toBe('factors1');
    const passOn = async (node: SecondNode, given: string) =>
      node.post(passSecondFactor, { challenge: await challengeOf(person), code: given });
    expect(await passOn(rotated, code)).toMatchObject({ httpStatus: 200 });
    expect(await keyOf(person.identityId)).toBe(rotatedKeys.factors.current.id);
    at(start + 2 * minute);
    expect(await passOn(dropped, shown(secret, start + 2 * minute))).toMatchObject({ httpStatus: 200 });
  });

  test('one that was not used fails once its key is dropped', async () => {
    const { person, code } = await withTotp();
    const challenge = await challengeOf(person);
    expect((await dropped.post(passSecondFactor, { challenge, code })).httpStatus).toBe(500);
    expect(await keyOf(person.identityId)).toBe('factors1');
  });

  test('one that is being set up during the rotation is switched on', async () => {
    const token = await tokenOf(await newPerson());
    const { secret = '' } = (await cabinet.post(beginSecondFactor, { token, method: 'totp', password })).body;
    const code = shown(secret, start - 30 * second);
    const enabled = await rotated.post(enableSecondFactor, { token, method: 'totp', code });
    expect(enabled).toEqual({ httpStatus: 200, code: undefined });
  });

  test('recovery codes of the old key open once until the key is dropped', async () => {
    const { person, recoveryCodes } = await withTotp();
    const [first, next] = recoveryCodes;
    const passOn = async (node: SecondNode, code = '') =>
      node.post(passSecondFactor, { challenge: await challengeOf(person), code });
    expect(await passOn(dropped, first)).toMatchObject({ code: 'identity.wrongCode' });
    expect(await passOn(rotated, first)).toMatchObject({ httpStatus: 200 });
    expect(await passOn(rotated, first)).toMatchObject({ code: 'identity.wrongCode' });
    expect(await passOn(rotated, next)).toMatchObject({ httpStatus: 200 });
  });
});

describe('link keys', () => {
  test('a link is good until its key is dropped, and under no other id', () => {
    const content = Buffer.from('content');
    const token = signLink(testKeys.links, content);
    const read = (keys: Keys, text = token) => readLink(keys.links, text, content.length);
    expect(read(rotatedKeys)).toEqual(content);
    expect(read(droppedKeys)).toBeUndefined();
    const signed = token.split('.')[1];
    for (const id of [rotatedKeys.links.current.id, 'unknown', ''])
      expect(read(rotatedKeys, `${id}.${signed}`)).toBeUndefined();
    expect(signLink(rotatedKeys.links, content)).toMatch(new RegExp(`^${rotatedKeys.links.current.id}\\.`));
  });

  test('a browser that subscribed before the rotation is notified by the key that it knows', async () => {
    const db = cabinet.portalDb;
    const owner = await makeSession(db, cabinet.clock, [], 'person');
    const subscription = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'x', auth: 'y' } };
    await keepSubscription({ db, keys: testKeys }, owner, subscription, start);
    const { rows } = await sql<{
      id: string;
    }>`select subscription_id as id from portal.push_subscription`.execute(db);
    const find = (keys: Keys) => createSubscriptions({ db, keys }).find(rows[0]?.id ?? '');
    const known = await find(testKeys);
    expect(known?.subscription).toEqual(subscription);
    expect(await find(rotatedKeys)).toEqual(known);
    expect(await find(droppedKeys)).toBeUndefined();
  });
});

test('what is stored under an old key shows the id alone', () => {
  for (const purpose of keyPurposes) {
    const { current } = testKeys[purpose];
    const sealed = sealText(testKeys[purpose], 'text');
    expect(sealed.toString('latin1')).toContain(current.id);
    expect(sealed.includes(current.secret.subarray(0, 8))).toBe(false);
  }
});
