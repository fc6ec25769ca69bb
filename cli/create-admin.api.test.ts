import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSession, signInAdmin } from '#contract/auth.ts';
import { beginSecondFactor, enableSecondFactor } from '#contract/second-factor.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

const script = join(import.meta.dirname, 'create-admin.ts');
const password = 'Лампа-над-столом-7';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp(instantToIso(systemClock.now()));
});
afterAll(() => cabinet.close());

/** Runs the command on the test's database, the password on its input; answers what it printed and its exit code. */
async function run(
  args: readonly string[],
  typed = password,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: cabinet.url },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${typed}\n`);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said };
}

function signIn(login: string, word = password) {
  const authorization = `Basic ${Buffer.from(`${login}:${word}`).toString('base64')}`;
  return cabinet.post(signInAdmin, { login }, { authorization });
}

test('the first owner is made from the command line and signs in', async () => {
  expect(await run(['boss', '--name', 'Ткачук Оксана'])).toEqual({
    code: 0,
    said: 'The administrator boss (owner) can sign in at /admin.\n',
  });
  const { httpStatus, body } = await signIn('boss');
  expect(httpStatus).toBe(200);
  expect(body.user).toMatchObject({
    type: 'admin',
    login: 'boss',
    fullName: 'Ткачук Оксана',
    roles: ['owner'],
  });
});

test('a login that exists keeps its password, and is offered a reset', async () => {
  await run(['kept', '--role', 'analyst']);
  const again = await run(['kept'], 'Інша-лампа-над-столом-8');
  expect(again.code).toBe(1);
  expect(again.said).toContain('--reset-password');
  expect((await signIn('kept')).body.user.roles).toEqual(['analyst']);
});

test('a reset gives a new password and ends the sessions', async () => {
  await run(['reset']);
  const { token } = (await signIn('reset')).body.user;
  const { code, said } = await run(['reset', '--reset-password'], 'Інша-лампа-над-столом-8');
  expect({ code, said }).toEqual({
    code: 0,
    said: 'The administrator reset has a new password; sessions ended: 1.\n',
  });
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  expect((await signIn('reset')).httpStatus).toBe(401);
  expect((await signIn('reset', 'Інша-лампа-над-столом-8')).httpStatus).toBe(200);
});

test('after a reset the new password is taken at once, though five wrong ones were typed', async () => {
  await run(['forgetful']);
  for (let time = 0; time < 5; time += 1) await signIn('forgetful', 'Не-та-лампа-9');
  expect((await signIn('forgetful')).body.code).toBe('identity.attemptsExhausted');
  cabinet.clock.set(systemClock.now());
  await run(['forgetful', '--reset-password'], 'Інша-лампа-над-столом-8');
  cabinet.clock.set(systemClock.now());
  expect((await signIn('forgetful', 'Інша-лампа-над-столом-8')).httpStatus).toBe(200);
});

test('a second factor that was lost is taken away', async () => {
  await run(['factor']);
  const { token } = (await signIn('factor')).body.user;
  const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret ?? '') });
  const code = totp.generate({ timestamp: cabinet.clock.now() });
  await cabinet.post(enableSecondFactor, { token, method: 'totp', code });
  expect((await signIn('factor')).body.code).toBe('identity.totpRequired');
  expect((await run(['factor', '--reset-second-factor'])).code).toBe(0);
  expect((await signIn('factor')).httpStatus).toBe(200);
});

test.each([
  ['a short password', ['nobody'], 'коротко', '8 to 128 characters'],
  ['a password that is easily guessed', ['nobody'], 'qwerty12345', 'easily guessed'],
  ['the login as the password', ['nobody'], 'nobody-nobody', 'easily guessed'],
  ['dualAuth without a phone', ['nobody', '--dual-auth'], password, '--phone'],
  ['a login of other letters', ['Начальник'], password, 'begins with a letter'],
  ['a reset of nobody', ['nobody', '--reset-password'], password, 'no administrator nobody'],
])('%s is refused, and nothing is made', async (_, args, typed, reason) => {
  const { code, said } = await run(args, typed);
  expect(code).toBe(1);
  expect(said).toContain(reason);
  expect(said).not.toContain(typed);
  const made = await cabinet.portalDb
    .selectFrom('portal.administrator')
    .select('login')
    .where('login', 'in', ['nobody', 'Начальник'])
    .execute();
  expect(made).toEqual([]);
});
