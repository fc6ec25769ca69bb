import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEntityAccounts } from '#contract/accounts/entity-accounts.ts';
import { entityBalance } from '#contract/balance.ts';
import {
  endToken,
  listTokens,
  makeToken,
  maxTokens,
  type TokenScope,
} from '#contract/identity/api-tokens.ts';
import { endPerson, listActions } from '#contract/identity/company-people.ts';
import type { Instant } from '#domain/time/instant.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { makeMember, openTestSession } from '#portal/testing/callers/make-member.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { makeEntityCustomer, point } from '#portal/testing/scenarios/entity-customer.ts';
import { type SecondNode, startSecondNode } from '#portal/testing/second-node.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { sessionEnd } from '../session/session-list.ts';

const run = promisify(execFile);
let other: SecondNode;
let company: Awaited<ReturnType<typeof makeEntityCustomer>>;
let companyId: string;

const cabinet = provideTestApp({ now: '2026-11-03T10:00:00Z' });

beforeAll(async () => {
  other = await startSecondNode(cabinet);
  company = await makeEntityCustomer(cabinet, [point(1000), point(2000)]);
  companyId = await identityOf(cabinet, company.token);
});
afterAll(() => other.close());

const make = (scopes: readonly TokenScope[], fields: object = {}, token = company.token) =>
  cabinet.post(makeToken, { token, name: '1С', scopes, expiresOn: '2027-11-03', perMinute: 600, ...fields });
const secretOf = async (scopes: readonly TokenScope[], fields: object = {}, token = company.token) =>
  (await make(scopes, fields, token)).body.secret;
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const balance = (secret: string) =>
  cabinet.post(entityBalance, { account: company.accountNumber }, bearer(secret));

test('a token is shown once, kept as a digest, and lists its last use', async () => {
  const secret = await secretOf(['read'], { name: 'Облік' });
  expect(secret).toMatch(/^svt_[\w-]{43}$/);
  expect((await balance(secret)).httpStatus).toBe(200);
  const { body } = await cabinet.post(listTokens, { token: company.token });
  expect(JSON.stringify(body)).not.toContain(secret);
  const used = { lastUsedAt: '2026-11-03T10:00:00.000Z', lastAddress: '127.0.0.1' };
  expect(body.tokens.find(({ name }) => name === 'Облік')).toMatchObject({ state: 'active', ...used });
  const kept = await cabinet.portalDb.selectFrom('portal.api_token').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(secret.slice(4));
});

test('beyond its rate it is refused on every node, until the next minute', async () => {
  const secret = await secretOf(['read'], { perMinute: 2 });
  const asked = { token: secret };
  const list = () => cabinet.post(listEntityAccounts, asked);
  expect((await list()).httpStatus).toBe(200);
  expect((await other.post(listEntityAccounts, asked)).httpStatus).toBe(200);
  const refused = await cabinet.post(listEntityAccounts, { token: secret });
  expect(outcomeOf(refused)).toBe('429 common.tooManyRequests');
  expect(refused.headers['retry-after']).toBe('60');
  const now = cabinet.clock.now();
  cabinet.clock.set((now + 60_000) as Instant);
  expect((await list()).httpStatus).toBe(200);
  cabinet.clock.set(now);
});

test('it works no more when it is ended, over, or its maker has no access', async () => {
  const member = await makeMember(cabinet.portalDb, cabinet.clock, { companyId, role: 'owner' });
  const sessionId = await openTestSession(cabinet.portalDb, cabinet.clock, member.identityId);
  const expiresAt = sessionEnd(cabinet.clock.now());
  const session = createTokens(testKeys.sessions).sign({ sessionId, type: 'entity', expiresAt });
  const [ended, over, ofMember] = [
    await secretOf(['read']),
    await secretOf(['read'], { expiresOn: '2026-11-03' }),
    await secretOf(['read'], {}, session),
  ];
  const [newest] = (await cabinet.post(listTokens, { token: company.token })).body.tokens.filter(
    ({ madeBy }) => madeBy !== 'Олена Коваль',
  );
  const codeOf = async (secret: string) => {
    const { httpStatus, body } = await balance(secret);
    return httpStatus === 401 ? `${body.code} ${String(body.details?.reason)}` : httpStatus;
  };
  expect([await codeOf(ended), await codeOf(over), await codeOf(ofMember)]).toEqual([200, 200, 200]);
  await cabinet.post(endPerson, { token: company.token, personId: member.personId });
  expect(await codeOf(ofMember)).toBe('common.sessionEnded revoked');
  for (const { tokenId } of (await cabinet.post(listTokens, { token: company.token })).body.tokens)
    await cabinet.post(endToken, { token: company.token, tokenId });
  expect(newest).toBeDefined();
  expect(await codeOf(ended)).toBe('common.sessionEnded revoked');
  const last = await secretOf(['read'], { expiresOn: '2026-11-03' });
  const now = cabinet.clock.now();
  cabinet.clock.set((now + 14 * 3_600_000) as Instant);
  expect(await codeOf(last)).toBe('common.sessionEnded expired');
  cabinet.clock.set(now);
  expect(await codeOf('svt_nobody')).toBe('common.sessionEnded revoked');
});

test('a stranger cannot end it, and its last day is at most a year away', async () => {
  await make(['read']);
  const [active] = (await cabinet.post(listTokens, { token: company.token })).body.tokens;
  const stranger = await cabinet.signIn([], 'entity');
  expect((await cabinet.post(endToken, { token: stranger, tokenId: active?.tokenId })).httpStatus).toBe(404);
  for (const expiresOn of ['2026-11-02', '2027-11-10'])
    expect((await make(['read'], { expiresOn })).httpStatus).toBe(400);
});

test('the script of docs/api-tokens.md reads balances and gives readings, under the name of its program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'script-'));
  try {
    const document = await readFile(new URL('../../../../docs/api-tokens.md', import.meta.url), 'utf8');
    const [, script = ''] = /```js\n([\s\S]*?)```/.exec(document) ?? [];
    await writeFile(join(folder, 'give-readings.mjs'), script);
    const [first] = company.points;
    await writeFile(join(folder, 'readings.csv'), `${first?.eicCode};1300\n`);
    const url = await cabinet.app.listen({ port: 0, host: '127.0.0.1' });
    const secret = await secretOf(['read', 'readings'], { name: 'Сценарій' });
    const { stdout } = await run(process.execPath, ['give-readings.mjs', 'readings.csv'], {
      cwd: folder,
      env: { PATH: process.env.PATH, SVITLO_URL: url, SVITLO_TOKEN: secret },
    });
    expect(stdout).toContain(`${company.accountNumber}: debt 0.00`);
    expect(stdout).toContain(`${company.accountNumber}: 1 of 1 readings accepted`);
    const { actions } = (await cabinet.post(listActions, { token: company.token })).body;
    const given = { call: '/api/readings/submit-points', outcome: 'done', objectCount: 1 };
    expect(actions[0]).toMatchObject({ who: 'Сценарій', isProgram: true, ...given });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a company has a limited number of tokens in force, also when they are asked for at once', async () => {
  const full = await makeEntityCustomer(cabinet, [point(1000)]);
  const answers = [];
  for (let asked = 0; asked < maxTokens + 5; asked += 5)
    answers.push(...(await Promise.all(Array.from({ length: 5 }, () => make(['read'], {}, full.token)))));
  const made = answers.filter(({ httpStatus }) => httpStatus === 200);
  expect(made).toHaveLength(maxTokens);
  for (const refused of answers.filter((answer) => !made.includes(answer)))
    expect(outcomeOf(refused)).toBe('409 identity.tooManyTokens');
});
