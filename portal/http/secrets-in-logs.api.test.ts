import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { makeAccount } from '#billing/testing/make-account.ts';
import { listObjects } from '#contract/accounts/accounts.ts';
import { allCalls } from '#contract/all-calls.ts';
import { personBalance } from '#contract/balance.ts';
import { clientLog } from '#contract/client-log.ts';
import { fileTypes, fileTypesOf } from '#contract/define-call.ts';
import { changePassword } from '#contract/identity/profile.ts';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { checkSession, passSecondFactor, signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms } from '#contract/identity/sign-up.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { loginDigest } from '#portal/modules/codes/public.ts';
import { createPersonIdentity } from '#portal/modules/identity/public.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';

const phone = '+380671234567';
const password = 'Таємне слово-2026';
const wrongPassword = 'Чуже слово-2025';

const cabinet = provideTestApp({ environment: { LOG_LEVEL: 'debug' }, hasSupplier: true });

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

const pairOf = (login: string, typedPassword: string) => basicPair(login, typedPassword).authorization;

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
    ...{ phone, digits: '671234567', password, wrongPassword, token, header, claims, signature },
    ...{ 'part of a password': 'Таємне', 'a pair': pair(password).slice(6) },
  };
  expectNone({ tables, console }, secrets);
});

/** Requests codes with letters until one cannot be a part of a number or of an id. */
async function sendTellingCode(action: string): Promise<{ contact: string; code: string }> {
  for (let place = 0; place < 50; place += 1) {
    const contact = `+38068${1_000_000 + place}`;
    const payload = { phone: contact, action, userType: 'person' };
    const now = instantToIso(cabinet.clock.now());
    const guesses = { wrong: 0, last_at: now, digit_guesses: 5, digits_since: now };
    const login_digest = loginDigest({ kind: 'person', login: contact });
    await cabinet.portalDb
      .insertInto('portal.wrong_code_count')
      .values({ login_digest, ...guesses })
      .execute();
    await cabinet.post(authSms, payload, { authorization: pairOf(contact, '') });
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
  const person = { phone: contact, userType: 'person' };
  const pairWith = (typedPassword: string) => ({ authorization: pairOf(contact, typedPassword), cookie });
  const sms = (action: string, typedPassword: string) =>
    cabinet.post(authSms, { ...person, action }, pairWith(typedPassword));
  const enter = (typedPassword: string) => cabinet.post(signInPerson, person, pairWith(typedPassword));

  await sms('register', 'ZZZZ');
  await sms('register', code);
  expect((await cabinet.post(applyAgreements, registered, pairWith(password))).httpStatus).toBe(200);
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
    await cabinet.post(applyAgreements, registered, pairWith(password)),
  ];
  // So does the job that sends the code.
  await cabinet.deliverMessages();
  for (const table of away)
    await sql.raw(`alter table portal.${table}_away rename to ${table}`).execute(cabinet.portalDb);
  for (const { httpStatus } of broken) expect(httpStatus).toBe(500);

  const places = { logs: await logged(), console: cabinet.printed.join('\n') };
  const secrets = {
    ...{ code, password, newPassword, totpSecret, 'a pair': pairOf(contact, newPassword).slice(6) },
    ...{ cookie: 'Kuk-1234567890', 'another cookie': 'Pech-9876543210', 'words of a message': 'Нікому' },
    token: token.slice(-20),
    ...Object.fromEntries(recoveryCodes.map((one, place) => [`recovery code ${place + 1}`, one])),
  };
  expect(places.console).toMatch(/"part":"jobs".*"job":"send-sms".*"stack":"/);
  expectNone(places, { ...secrets, challenge, contact });
  // The development outbox stores its messages encrypted.
  expectNone({ tables: await kept() }, secrets);
  for (const { body } of broken) expect(places.logs).toContain(body.reference);
});

/** Texts that tell what they are, in each form that fields take; the first that a field accepts is sent. */
const marked = [
  'Мітка-Таємна-Фраза-7',
  'Мітка',
  'metka-secret-7',
  'metkasecret',
  '+380679998877',
  'metka@secret.test',
];
const plain = [
  newId(),
  '2026-10-15',
  '2026-10',
  '2026-10-15T10:00:00Z',
  '1234',
  '1',
  '10:00',
  '12345678',
  '100.00',
];

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodMiniType>;
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly keyType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

/** A value that the schema accepts, with marked texts wherever it takes them. */
function markedValue(schema: z.ZodMiniType): unknown {
  const definition = schema._zod.def as Definition;
  const { type, shape, innerType, element, keyType, valueType, options, values, entries } = definition;
  if (shape)
    return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, markedValue(part)]));
  const inner = innerType ?? definition.in ?? options?.[0];
  if (inner) return markedValue(inner);
  if (element) return [markedValue(element)];
  if (valueType) {
    const { values: keys = ['x'] } = (keyType?._zod ?? {}) as { readonly values?: Iterable<string> };
    const [key = 'x'] = keys;
    return { [key]: markedValue(valueType) };
  }
  if (values) return values[0];
  if (entries) return Object.values(entries)[0];
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'int') return [1, 10, 100, 2026].find((n) => schema.safeParse(n).success);
  return [...marked, ...plain].find((text) => schema.safeParse(text).success) ?? marked[0];
}

/** All rows of what is recorded of calls: raw, rolled up, of the nodes, of actions, and the jobs. */
async function recorded(): Promise<Readonly<Record<string, string>>> {
  await cabinet.flushCallLog();
  const tables = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_name !~ '_default$' and (table_schema = 'portal'
       and table_name ~ '^(api_call|fm_call|call_|name_latency_|active_user|user_count|failed_|slow_|node_sample|error_log|staff_action|company_action)'
       or table_schema = 'graphile_worker' and table_name = '_private_jobs')`.execute(cabinet.portalDb);
  const places: Record<string, string> = {};
  for (const { name } of tables.rows) {
    // Why staff did something is asked for, to be read in the list of their actions.
    const { rows } = await sql<{ text: string | null }>`
      select string_agg((to_jsonb(row) - 'reason')::text, e'\n') as text from ${sql.table(name)} as row`.execute(
      cabinet.portalDb,
    );
    places[name] = rows[0]?.text ?? '';
  }
  return places;
}

test('no text, name, password or token that a call is sent reaches a record or the output, whatever the call', async () => {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  const tokens = createTokens(testKeys.sessions);
  const identities: Record<string, string> = {};
  for (const type of ['person', 'entity', 'admin'] as const) {
    const { identityId } = await makeSession(cabinet.portalDb, cabinet.clock, [account], type);
    identities[type] = identityId;
  }
  const basic = pairOf('metka-login', 'Мітка-пароль');
  let [done, doneWithTexts] = [0, 0];
  const used: string[] = [];
  const calls = allCalls.filter((call) => !fileTypesOf(call).includes(fileTypes.events));
  for (const call of calls) {
    const type = call.audience === 'entity' || call.audience === 'admin' ? call.audience : 'person';
    // A session for each: some of the calls end theirs.
    const sessionId = newId();
    const expiresAt = (cabinet.clock.now() + 3_600_000) as Instant;
    await sql`
      insert into portal.session (session_id, identity_id, started_at, expires_at, dual_auth)
      values (${sessionId}::uuid, ${identities[type]}::uuid, ${instantToIso(cabinet.clock.now())}::timestamptz,
        ${instantToIso(expiresAt)}::timestamptz, true)`.execute(cabinet.portalDb);
    const token = tokens.sign({ sessionId, type, expiresAt });
    used.push(token.slice(-30));
    const payload = markedValue(call.input) as Record<string, unknown>;
    const own = {
      ...(call.audience !== 'public' && { token }),
      ...(call.accountField !== undefined && { [call.accountField]: account }),
      ...(call.upload && { file: Buffer.from('metka file') }),
    };
    const headers = { authorization: basic, cookie: 'session=metka-cookie', 'user-agent': 'metka-agent' };
    for (const sent of [
      { ...payload, ...own, note: 'Мітка' },
      { ...payload, ...own, [Object.keys(payload)[0] ?? 'x']: { Мітка: 'Мітка' } },
    ]) {
      if ((await cabinet.post(call.path, sent, headers)).httpStatus !== 200) continue;
      done += 1;
      if (/Мітка|metka/.test(JSON.stringify(sent))) doneWithTexts += 1;
    }
  }
  // Enough of them did what they are for.
  expect(done).toBeGreaterThan(100);
  expect(doneWithTexts).toBeGreaterThan(30);
  const places: Record<string, string> = { ...(await recorded()), output: cabinet.printed.join('\n') };
  expect(Object.keys(places).length).toBeGreaterThan(16);
  for (const { path } of calls) expect(places['portal.api_call']).toContain(path);
  const secrets = { word: 'Мітка', latin: 'metka', phone: '679998877', pair: basic.slice(6) };
  expectNone(places, { ...secrets, ...Object.fromEntries(used.map((one, n) => [`token ${n}`, one])) });
}, 120_000);
