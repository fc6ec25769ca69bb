import { type BinaryLike, createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listObjects } from '#contract/accounts/accounts.ts';
import { checkSession, signOut } from '#contract/identity/sign-in.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { createTokens } from './token.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const hour = 3_600_000;

const cabinet = provideTestApp();

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const key = testKeys.sessions.current;
const kid = key.id;

/** A hand-made token with the usual signature by default. */
function tokenOf(header: unknown, claims: unknown, secret: BinaryLike = key.secret, hash = 'sha256'): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`;
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

async function reasonOf(payload: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const { httpStatus, body } = await cabinet.post(checkSession, payload, headers);
  expect(httpStatus).toBe(401);
  expect(body).toMatchObject({
    status: 'fail',
    code: 'common.sessionEnded',
    message:
      String(body.details.reason) === 'forged'
        ? 'Signature verification failed'
        : 'Сеанс завершено. Увійдіть знову, щоб продовжити.',
  });
  return body.details.reason;
}

test('accepts the token in the payload, as a bearer token, and in both when equal', async () => {
  const token = await cabinet.signIn([]);
  const authorization = `Bearer ${token}`;
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(200);
  expect((await cabinet.post(checkSession, {}, { authorization })).httpStatus).toBe(200);
  expect((await cabinet.post(checkSession, { token }, { authorization })).httpStatus).toBe(200);
});

test('refuses a missing, an empty and a non-text token', async () => {
  for (const payload of [{}, { token: '' }, { token: 7 }, { token: null }]) {
    expect(await reasonOf(payload)).toBe('missing');
  }
});

test('refuses every forged token', async () => {
  const token = await cabinet.signIn([]);
  const [header, claims, signature] = token.split('.');
  const known = claimsOf(token);
  const forged: Record<string, string> = {
    'no algorithm': `${encode({ alg: 'none', typ: 'JWT', kid })}.${claims}.`,
    'no algorithm, old signature': `${encode({ alg: 'none', typ: 'JWT', kid })}.${claims}.${signature}`,
    'another algorithm': tokenOf({ alg: 'HS512', typ: 'JWT', kid }, known, key.secret, 'sha512'),
    'another key': tokenOf({ alg: 'HS256', typ: 'JWT', kid }, known, 'a secret of another cabinet'),
    'an unknown key id': tokenOf({ alg: 'HS256', typ: 'JWT', kid: 'session2' }, known),
    'no key id': tokenOf({ alg: 'HS256', typ: 'JWT' }, known),
    'a key id of an object': tokenOf({ alg: 'HS256', typ: 'JWT', kid: { id: kid } }, known),
    'changed claims': `${header}.${encode({ ...known, type: 'admin' })}.${signature}`,
    'a later end': `${header}.${encode({ ...known, exp: Number(known.exp) + 3600 })}.${signature}`,
    'a cut signature': `${header}.${claims}.${signature?.slice(0, -4)}`,
    'no claims that we know': tokenOf({ alg: 'HS256', typ: 'JWT', kid }, { sub: 'me' }),
    'an unknown type': tokenOf({ alg: 'HS256', typ: 'JWT', kid }, { ...known, type: 'owner' }),
    'no token at all': 'abc',
    'only dots': '..',
  };
  for (const [name, text] of Object.entries(forged)) {
    expect({ [name]: await reasonOf({ token: text }) }).toEqual({ [name]: 'forged' });
  }
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(200);
});

test('a token with the digest of its signature ends its session and does nothing else', async () => {
  const endingOf = (token: string) => {
    const [header, claims, signature = ''] = token.split('.');
    return `${header}.${claims}.${createHash('sha256').update(signature).digest('base64url')}`;
  };
  const token = await cabinet.signIn([]);
  const other = await cabinet.signIn([]);
  const ending = endingOf(token);
  for (const call of [checkSession, listObjects]) {
    const { httpStatus, body } = await cabinet.post(call, { token: ending });
    expect({ httpStatus, reason: body.details.reason }).toEqual({ httpStatus: 401, reason: 'forged' });
  }
  const [header, , digest] = ending.split('.');
  const [, claimsOfOther] = other.split('.');
  const forged = [`${header}.${claimsOfOther}.${digest}`, `${header}..${digest}`, endingOf(ending), 'a.b.c'];
  for (const one of forged) expect((await cabinet.post(signOut, { token: one })).httpStatus).toBe(401);
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(200);
  expect((await cabinet.post(signOut, { token: ending })).httpStatus).toBe(200);
  expect(await reasonOf({ token })).toBe('revoked');
  expect((await cabinet.post(signOut, { token: ending })).httpStatus).toBe(401);
  expect((await cabinet.post(checkSession, { token: other })).httpStatus).toBe(200);
});

test('refuses a signed token without a session', async () => {
  const expiresAt = start + hour;
  const stray = createTokens(testKeys.sessions).sign({ sessionId: newId(), type: 'person', expiresAt });
  expect(await reasonOf({ token: stray })).toBe('revoked');
});

test("refuses a token whose type differs from the identity's", async () => {
  const token = await cabinet.signIn([]);
  const raised = tokenOf({ alg: 'HS256', typ: 'JWT', kid }, { ...claimsOf(token), type: 'admin' });
  expect(await reasonOf({ token: raised })).toBe('revoked');
});

test('a session expires after 24 hours', async () => {
  const token = await cabinet.signIn([]);
  cabinet.clock.set((start + 24 * hour - 1) as Instant);
  expect((await cabinet.post(listObjects, { token })).httpStatus).toBe(200);
  cabinet.clock.set((start + 24 * hour) as Instant);
  expect(await reasonOf({ token })).toBe('expired');
  cabinet.clock.set(start);
});

test('refuses a session that ended in the database before its token expired', async () => {
  const token = await cabinet.signIn([]);
  const sessionId = String(claimsOf(token).sid);
  await sql`update portal.session set expires_at = started_at where session_id = ${sessionId}::uuid
  `.execute(cabinet.portalDb);
  expect(await reasonOf({ token })).toBe('expired');
});

test('refuses a session of a blocked identity', async () => {
  const token = await cabinet.signIn([]);
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(200);
  await sql`update portal.identity set blocked_at = now() where identity_id =
    (select identity_id from portal.session where session_id = ${String(claimsOf(token).sid)}::uuid)
  `.execute(cabinet.portalDb);
  expect(await reasonOf({ token })).toBe('revoked');
});

test('an ended session does not affect others checked in the same batch', async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => cabinet.signIn([])));
  await cabinet.post(signOut, { token: tokens[3] });
  const answers = await Promise.all(tokens.map((token) => cabinet.post(checkSession, { token })));
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 401, 200, 200, 200, 200]);
});
