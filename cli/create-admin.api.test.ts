import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { checkSession, signInAdmin } from '#contract/identity/sign-in.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { sealRows } from '#platform/audit/audit-seals.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { staffChains } from '#portal/http/records/audit-chains.ts';
import { openParams } from '#portal/modules/outbox/seal.ts';
import { startTestApp, type TestApp, testKeys, testKeyText } from '#portal/testing/start-test-app.ts';
import { runCreateAdmin } from './create-admin.ts';
import { runDoctor } from './doctor.ts';

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
    environment: { DATABASE_URL: cabinet.url, MESSAGE_KEYS: testKeyText('message1') },
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

/** What the list of actions tells of an administrator, the newest first, without what each act has of its own. */
async function actsOf(login: string) {
  const { token } = (await signIn('boss')).body.user;
  const { body } = await cabinet.post(listStaffActions, { token, login });
  return body.actions.map(({ what, who, outcome, address, changes }) => ({
    ...{ what, who, outcome, address, changes },
  }));
}

test('creates the first owner, who can sign in', async () => {
  expect(await run(['boss', '--name', 'Ткачук Оксана'])).toEqual({
    code: 0,
    output: 'The administrator boss (owner) can sign in at /admin.\n',
  });
  const boss = { type: 'admin', login: 'boss', fullName: 'Ткачук Оксана', roles: ['owner'] };
  expect((await signIn('boss')).body.user).toMatchObject(boss);
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

/** Turns an app for codes on. */
async function enableFactor(login: string) {
  const { token } = (await signIn(login)).body.user;
  const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret ?? '') });
  const code = totp.generate({ timestamp: cabinet.clock.now() });
  await cabinet.post(enableSecondFactor, { token, method: 'totp', code });
}

test('removes a lost second factor', async () => {
  await run(['factor']);
  await enableFactor('factor');
  expect((await signIn('factor')).body.code).toBe('identity.totpRequired');
  expect((await run(['factor', '--reset-second-factor'])).code).toBe(0);
  expect((await signIn('factor')).httpStatus).toBe(200);
});

test('each act stands in the list of actions, with what it changed and without a secret', async () => {
  const created = ['seen', '--role', 'operator', '--name', 'Бойко Олена', '--phone', '+380501234567'];
  expect((await run(created)).code).toBe(0);
  await enableFactor('seen');
  const other = 'Інша-лампа-над-столом-8';
  const reset = await run(['seen', '--reset-password', '--reset-second-factor'], other);
  expect(reset.code).toBe(0);
  const acts = await actsOf('seen');
  const inTerminal = acts.filter(({ what }) => what.includes('термінал'));
  const act = { who: 'Бойко Олена', outcome: 'done', address: '' };
  const changed = (...fields: readonly unknown[]) => ({ ...act, changes: [{ what: 'seen', fields }] });
  const set = (name: string, after: string, before: string | null = null) => ({ name, before, after });
  const byWhat = Object.fromEntries(inTerminal.map(({ what, ...told }) => [what, told]));
  expect(inTerminal).toHaveLength(3);
  expect(byWhat).toEqual({
    'Працівника створено в терміналі сервера': changed(
      ...[set('Телефон', '+380501234567'), set('Ролі', 'оператор')],
      ...[set('Обов’язкове підтвердження входу', 'ні'), set('Ім’я', 'Бойко Олена')],
    ),
    'Новий пароль із термінала сервера': changed(set('Завершено сеансів', '1'), set('Пароль змінено', 'так')),
    'Підтвердження входу скинуто в терміналі сервера': changed(
      set('Підтвердження входу', 'немає', 'застосунок'),
    ),
  });
  for (const secret of [password, other, '$argon2']) expect(JSON.stringify(acts)).not.toContain(secret);
});

/** Messages about the access of an administrator, as "kind channel recipient news who". */
async function sentAbout(login: string) {
  const rows = await cabinet.portalDb
    .selectFrom('portal.outgoing_message')
    .select(['kind', 'channel', 'recipient', 'body_sealed'])
    .where('kind', 'like', 'admin%')
    .orderBy('message_id')
    .execute();
  return rows.flatMap(({ kind, channel, recipient, body_sealed: sealed }) => {
    const { login: of, news, who } = openParams({ keys: testKeys }, sealed ?? Buffer.alloc(0));
    return of === login ? [`${kind} ${channel} ${recipient} ${news}, ${who}`] : [];
  });
}

describe('notices of an act in the terminal', () => {
  const [own, ofOwner] = ['+380501234001', '+380501234002'];

  test('go to the person concerned and to the other owners, as of an act on the page', async () => {
    await run(['watching', '--phone', ofOwner]);
    await run(['known', '--role', 'operator', '--phone', own]);
    await run(['known', '--reset-password'], 'Інша-лампа-над-столом-8');
    await run(['known', '--reset-second-factor']);
    await run(['known', '--reset-password', '--reset-second-factor']);
    const notices = ['created', 'password', 'factor', 'password,factor'].flatMap((news) => [
      `adminAccess sms ${own} ${news}, термінал сервера`,
      `adminAccessOfOther sms ${ofOwner} ${news}, термінал сервера`,
    ]);
    expect((await sentAbout('known')).toSorted()).toEqual(notices.toSorted());
    // An owner is notified of what concerns the own access once.
    expect(await sentAbout('watching')).toEqual([`adminAccess sms ${ofOwner} created, термінал сервера`]);
  });

  test('are needed: without the key ring of the server nothing changes', async () => {
    const lines: string[] = [];
    const code = await runCreateAdmin(['known', '--reset-second-factor', '--reset-password'], {
      environment: { DATABASE_URL: cabinet.url, SVITLO_DATA: '/nonexistent' },
      password: { input: Readable.from(['Третя-лампа-над-столом-9\n']), output: { write: () => undefined } },
      print: (line) => void lines.push(line),
      printError: (line) => void lines.push(line),
    });
    expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining('MESSAGE_KEYS')]);
    expect((await signIn('known')).httpStatus).toBe(200);
    expect(await sentAbout('known')).toHaveLength(8);
  });
});

test('the kinds of the command are in the filter of the list', async () => {
  const { token } = (await signIn('boss')).body.user;
  const kind = 'terminal/create-admin';
  const { body } = await cabinet.post(listStaffActions, { token, kind, login: 'boss' });
  expect(body.kinds).toContainEqual({ call: kind, what: 'Працівника створено в терміналі сервера' });
  expect(body.actions.map(({ call }) => call)).toEqual([kind]);
});

test('the seals hold these acts, and doctor finds the audit whole', async () => {
  const db = cabinet.portalDb as unknown as Kysely<unknown>;
  await vi.waitFor(
    async () => {
      for (const chain of staffChains)
        await sealRows(db, chain, testKeys.audit, undefined, { settleMs: 0, unsettledMs: 0 });
      const { rows } = await sql<{ missing: number }>`
        select count(*)::integer as missing from portal.staff_action
         where call like 'terminal/%' and action_id not in (select unnest(row_ids) from portal.audit_seal)`.execute(
        cabinet.portalDb,
      );
      expect(rows).toEqual([{ missing: 0 }]);
    },
    { timeout: 20_000, interval: 50 },
  );
  const lines: string[] = [];
  const environment = { DATABASE_URL: cabinet.url, AUDIT_KEYS: testKeyText('auditkey') };
  await runDoctor(environment, (line) => void lines.push(line));
  const ofAudit = lines.filter((line) => line.includes('журнал'));
  expect(ofAudit).not.toEqual([]);
  expect(ofAudit.filter((line) => line.includes('ПОГАНО'))).toEqual([]);
});

test('an act that can’t be kept in the list changes nothing', async () => {
  await run(['whole']);
  await enableFactor('whole');
  const { token } = (await signIn('boss')).body.user;
  const before = await cabinet.post(listStaffActions, { token });
  const superuser = connectDatabase<unknown>({ url: cabinet.adminUrl, poolSize: 1 });
  await sql`alter table portal.staff_change add constraint full_check check (false) not valid`.execute(
    superuser.db,
  );
  try {
    expect((await run(['halfmade'])).code).toBe(1);
    for (const what of ['--reset-password', '--reset-second-factor'])
      expect((await run(['whole', what], 'Інша-лампа-над-столом-8')).code, what).toBe(1);
  } finally {
    await sql`alter table portal.staff_change drop constraint full_check`.execute(superuser.db);
    await superuser.close();
  }
  expect((await cabinet.post(listStaffActions, { token })).body.count).toBe(before.body.count);
  expect((await signIn('whole')).body.code).toBe('identity.totpRequired');
  expect((await signIn('halfmade')).httpStatus).toBe(401);
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

test('a refused command leaves no row in the list', async () => {
  const { token } = (await signIn('boss')).body.user;
  const before = (await cabinet.post(listStaffActions, { token })).body.count;
  const refused = [['boss'], ['nobody', '--dual-auth'], ['nobody', '--reset-password'], ['Начальник']];
  for (const args of refused) expect((await run(args)).code).toBe(1);
  expect((await run(['boss', '--reset-password'], 'коротко')).code).toBe(1);
  expect((await cabinet.post(listStaffActions, { token })).body.count).toBe(before);
});
