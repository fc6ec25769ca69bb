import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { checkSession, signInPerson } from '#contract/auth.ts';
import { personBalance } from '#contract/balance.ts';
import { clientLog } from '#contract/client-log.ts';
import { listObjects } from '#contract/objects.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createPersonIdentity } from '../modules/identity/public.ts';

const phone = '+380671234567';
const password = 'Таємне слово-2026';
const wrongPassword = 'Чуже слово-2025';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z', { LOG_LEVEL: 'debug' });
  await makeSupplier(cabinet.billingDb);
});

afterAll(() => cabinet.close());

/** Every row of every log as text. */
async function logged(): Promise<string> {
  await cabinet.flushCallLog();
  const { rows } = await sql<{ text: string }>`
    select row::text as text from portal.api_call row
    union all select row::text from portal.fm_call row
    union all select row::text from portal.error_log row
    union all select row::text from portal.sign_in_attempt row
  `.execute(cabinet.portalDb);
  return rows.map((row) => row.text).join('\n');
}

function pair(word: string): string {
  return `Basic ${Buffer.from(`${phone}:${word}`).toString('base64')}`;
}

test('no token, password or phone reaches a log or the console, also when everything fails', async () => {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  await createPersonIdentity(cabinet.portalDb, { phone, password, email: '', accounts: [account] });
  const signIn = (word: string) =>
    cabinet.post(signInPerson, { phone, userType: 'person' }, { authorization: pair(word) });

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

  // The tables are away: now every call breaks with a fault of ours, which is printed and recorded.
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
  const [header, claims, signature] = token.split('.');
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
  for (const [name, secret] of Object.entries(secrets)) {
    expect({ name, inTables: tables.includes(secret ?? '') }).toEqual({ name, inTables: false });
    expect({ name, onConsole: console.includes(secret ?? '') }).toEqual({ name, onConsole: false });
  }
});
