import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { listObjects } from '#contract/accounts/accounts.ts';
import { personBalance } from '#contract/balance.ts';
import { clientLog } from '#contract/client-log.ts';
import { changePassword } from '#contract/identity/profile.ts';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { checkSession, passSecondFactor, signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms } from '#contract/identity/sign-up.ts';
import { createPersonIdentity } from '#portal/modules/identity/public.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

const phone = '+380671234567';
const password = 'Таємне слово-2026';
const wrongPassword = 'Чуже слово-2025';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z', { LOG_LEVEL: 'debug' });
  await makeSupplier(cabinet.billingDb);
});

afterAll(() => cabinet.close());

/** All rows of every log as text, including queued and failed jobs. */
async function logged(): Promise<string> {
  await cabinet.flushCallLog();
  const { rows } = await sql<{ text: string }>`
    select row::text as text from portal.api_call row
    union all select row::text from portal.fm_call row
    union all select row::text from portal.error_log row
    union all select row::text from portal.sign_in_attempt row
    union all select row::text from graphile_worker._private_jobs row
  `.execute(cabinet.portalDb);
  return rows.map((row) => row.text).join('\n');
}

/** Stored messages, codes, second factors and sessions: not logs, but without readable secrets. */
async function kept(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select row::text as text from portal.outgoing_message row
    union all select row::text from portal.confirmation_code row
    union all select row::text from portal.second_factor row
    union all select row::text from portal.recovery_code row
    union all select row::text from portal.session row
    union all select row::text from portal.identity row
  `.execute(cabinet.portalDb);
  return rows.map((row) => row.text).join('\n');
}

function expectNone(
  places: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): void {
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length).toBeGreaterThanOrEqual(4);
      expect({ name, place, isThere: text.includes(secret) }).toEqual({ name, place, isThere: false });
    }
  }
}

function pairOf(login: string, typedPassword: string): string {
  return `Basic ${Buffer.from(`${login}:${typedPassword}`).toString('base64')}`;
}

const pair = (typedPassword: string) => pairOf(phone, typedPassword);

test('no token, password or phone reaches a log or the console, even when every call fails', async () => {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  await createPersonIdentity(cabinet.portalDb, { phone, password, email: '', accounts: [account] });
  const signIn = (typedPassword: string) =>
    cabinet.post(signInPerson, { phone, userType: 'person' }, { authorization: pair(typedPassword) });

  await signIn(wrongPassword);
  const { token } = (await signIn(password)).body.user;
  await cabinet.post(personBalance, { token, account });
  await cabinet.post(personBalance, { token, account: phone });
  await cabinet.post(personBalance, { token, account: token });
  await cabinet.post(checkSession, { token: `${token}x` });
  await cabinet.post(listObjects, { token }, { authorization: `Bearer ${token}x` });
  await cabinet.post(clientLog, {
    token,
    title: `sign-in of ${phone} failed`,
    error: JSON.stringify({ phone, password, token }),
    stack: `?token=${token}&phone=${encodeURIComponent(phone)}\nauthorization: ${pair(password)}`,
  });
  await cabinet.app.inject({ method: 'GET', url: `/api/unknown?token=${token}&phone=${phone}` });

  // The tables are renamed: every call now fails with an error that is printed and logged.
  await sql`alter table portal.identity rename to identity_away`.execute(cabinet.portalDb);
  const broken = [
    await signIn(password),
    await cabinet.post(listObjects, { token }),
    await cabinet.post(personBalance, { token, account }),
  ];
  await sql`alter table portal.identity_away rename to identity`.execute(cabinet.portalDb);
  for (const { httpStatus, body } of broken) {
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 500, code: 'common.unexpected' });
    expect(body.message).toContain(body.reference);
    expect(JSON.stringify(body)).not.toContain('identity');
  }

  const [tables, console] = [await logged(), cabinet.printed.join('\n')];
  for (const { body } of broken) {
    expect(tables).toContain(body.reference);
    expect(console).toContain(body.reference);
  }
  const [header = '', claims = '', signature = ''] = token.split('.');
  const secrets = {
    phone,
    digits: '671234567',
    password,
    wrongPassword,
    'part of a password': 'Таємне',
    'a pair': pair(password).slice(6),
    token,
    header,
    claims,
    signature,
  };
  expectNone({ tables, console }, secrets);
});

/** Requests codes until one cannot be a part of a number or of an id. */
async function sendTellingCode(action: string): Promise<{ contact: string; code: string }> {
  for (let place = 0; place < 50; place += 1) {
    const contact = `+38068${1_000_000 + place}`;
    await cabinet.post(
      authSms,
      { phone: contact, action, userType: 'person' },
      { authorization: pairOf(contact, '') },
    );
    const code = await lastCodeTo(cabinet, contact);
    if (/[G-Z]/.test(code)) return { contact, code };
  }
  throw new Error('no code with a letter beyond F');
}

test('no code, TOTP secret, recovery code, cookie or message is readable in a log or a table', async () => {
  const cookie = 'session=Kuk-1234567890; other=Pech-9876543210';
  const newPassword = 'Нова-гора-2027';
  const names = { name: 'Ірина', surname: 'Коваленко', middle_n: 'Петрівна' };
  const { contact, code } = await sendTellingCode('register');
  const registered = { phone: contact, email: 'iryna@example.test', ...names, code };
  const sms = (action: string, typedPassword: string) =>
    cabinet.post(
      authSms,
      { phone: contact, action, userType: 'person' },
      { authorization: pairOf(contact, typedPassword), cookie },
    );
  const enter = (typedPassword: string) =>
    cabinet.post(
      signInPerson,
      { phone: contact, userType: 'person' },
      { authorization: pairOf(contact, typedPassword), cookie },
    );

  await sms('register', 'ZZZZ');
  await sms('register', code);
  const signedUp = await cabinet.post(applyAgreements, registered, {
    authorization: pairOf(contact, password),
  });
  expect(signedUp.httpStatus).toBe(200);
  const { token } = (await enter(password)).body.user;
  const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password }, { cookie });
  const totpSecret = String(begun.body.secret);
  const totp = new TOTP({ secret: totpSecret }).generate({ timestamp: cabinet.clock.now() });
  const enabled = await cabinet.post(enableSecondFactor, { token, method: 'totp', code: totp }, { cookie });
  expect(enabled.httpStatus).toBe(200);
  const { recoveryCodes } = enabled.body;
  const asked = await enter(password);
  const challenge = String(asked.body.details.challenge);
  await cabinet.post(passSecondFactor, { challenge, code: 'WRONG-CODES' }, { cookie });
  await cabinet.post(passSecondFactor, { challenge, code: recoveryCodes[0] }, { cookie });
  await cabinet.post(changePassword, { token, old_pass: password, new_pass: newPassword }, { cookie });
  await cabinet.deliverMessages();
  await cabinet.post(clientLog, {
    token,
    title: `challenge: ${challenge}`,
    error: JSON.stringify({ challenge, code, secret: totpSecret, recoveryCodes, headers: { cookie } }),
    stack: `cookie: ${cookie}\nat otpauth://totp/x?secret=${totpSecret}`,
  });

  await sms('login', '');
  // Their tables are renamed: every call fails with an error whose message contains the statement.
  const away = ['confirmation_code', 'sign_in_challenge', 'second_factor', 'outgoing_message'];
  for (const table of away)
    await sql.raw(`alter table portal.${table} rename to ${table}_away`).execute(cabinet.portalDb);
  const broken = [
    await sms('login', ''),
    await sms('login', code),
    await enter(newPassword),
    await cabinet.post(passSecondFactor, { challenge, code: recoveryCodes[1] }, { cookie }),
    await cabinet.post(applyAgreements, registered, { authorization: pairOf(contact, password), cookie }),
  ];
  // So does the job that sends the code.
  await cabinet.deliverMessages();
  for (const table of away)
    await sql.raw(`alter table portal.${table}_away rename to ${table}`).execute(cabinet.portalDb);
  for (const { httpStatus } of broken) expect(httpStatus).toBe(500);

  const places = { logs: await logged(), console: cabinet.printed.join('\n') };
  const secrets = {
    code,
    password,
    newPassword,
    'a pair': pairOf(contact, newPassword).slice(6),
    totpSecret,
    cookie: 'Kuk-1234567890',
    'another cookie': 'Pech-9876543210',
    'words of a message': 'Нікому',
    token: token.slice(-20),
    ...Object.fromEntries(recoveryCodes.map((one, place) => [`recovery code ${place + 1}`, one])),
  };
  expect(places.console).toMatch(/"part":"jobs".*"job":"send-sms".*"stack":"/);
  expectNone(places, { ...secrets, challenge, contact });
  // The development outbox stores its messages encrypted.
  expectNone({ tables: await kept() }, secrets);
  for (const { body } of broken) expect(places.logs).toContain(body.reference);
});
