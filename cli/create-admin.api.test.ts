import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { checkSession, signInAdmin } from '#contract/identity/sign-in.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { runCreateAdmin } from './create-admin.ts';

const script = join(import.meta.dirname, 'create-admin.ts');
const password = 'Лампа-над-столом-7';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp(instantToIso(systemClock.now()));
});
afterAll(() => cabinet.close());

/** Runs the command on the test database with the password as its input; returns output and exit code. */
async function run(args: readonly string[], typed = password): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(`${line}\n`);
  const code = await runCreateAdmin(args, {
    environment: { DATABASE_URL: cabinet.url },
    password: { input: Readable.from([`${typed}\n`]), output: { write: print } },
    print,
    printError: print,
  });
  return { code, output: lines.join('') };
}

function signIn(login: string, secret = password) {
  const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
  return cabinet.post(signInAdmin, { login }, { authorization });
}

test('creates the first owner, who can sign in', async () => {
  expect(await run(['boss', '--name', 'Ткачук Оксана'])).toEqual({
    code: 0,
    output: 'The administrator boss (owner) can sign in at /admin.\n',
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

test('the command reads the password from its input and ends with the exit code', async () => {
  const child = spawn(process.execPath, [script, 'piped'], {
    env: { PATH: process.env.PATH, DATABASE_URL: cabinet.url },
  });
  child.stdin.end(`${password}\n`);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect({ code, output }).toEqual({
    code: 0,
    output: 'The administrator piped (owner) can sign in at /admin.\n',
  });
  expect((await signIn('piped')).httpStatus).toBe(200);
});

test('keeps the password of an existing login and suggests a reset', async () => {
  await run(['kept', '--role', 'analyst']);
  const again = await run(['kept'], 'Інша-лампа-над-столом-8');
  expect(again.code).toBe(1);
  expect(again.output).toContain('--reset-password');
  expect((await signIn('kept')).body.user.roles).toEqual(['analyst']);
});

test('a reset sets a new password and ends the sessions', async () => {
  await run(['reset']);
  const { token } = (await signIn('reset')).body.user;
  const { code, output } = await run(['reset', '--reset-password'], 'Інша-лампа-над-столом-8');
  expect({ code, output }).toEqual({
    code: 0,
    output: 'The administrator reset has a new password; sessions ended: 1.\n',
  });
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  expect((await signIn('reset')).httpStatus).toBe(401);
  expect((await signIn('reset', 'Інша-лампа-над-столом-8')).httpStatus).toBe(200);
});

test('a reset unlocks a login after five wrong passwords', async () => {
  await run(['forgetful']);
  for (let time = 0; time < 5; time += 1) await signIn('forgetful', 'Не-та-лампа-9');
  expect((await signIn('forgetful')).body.code).toBe('identity.attemptsExhausted');
  cabinet.clock.set(systemClock.now());
  await run(['forgetful', '--reset-password'], 'Інша-лампа-над-столом-8');
  cabinet.clock.set(systemClock.now());
  expect((await signIn('forgetful', 'Інша-лампа-над-столом-8')).httpStatus).toBe(200);
});

test('removes a lost second factor', async () => {
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
])('refuses %s and creates nothing', async (_, args, typed, reason) => {
  const { code, output } = await run(args, typed);
  expect(code).toBe(1);
  expect(output).toContain(reason);
  expect(output).not.toContain(typed);
  const made = await cabinet.portalDb
    .selectFrom('portal.administrator')
    .select('login')
    .where('login', 'in', ['nobody', 'Начальник'])
    .execute();
  expect(made).toEqual([]);
});
