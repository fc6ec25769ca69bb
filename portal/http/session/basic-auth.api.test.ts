import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { allCalls } from '#contract/all-calls.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const phone = '+380671234567';
const names = { name: 'Ірина', surname: 'Коваленко', middle_n: 'Петрівна' };
const unique_code = 'SVITLO01';
const email = 'iryna@example.test';
const invitationKey = 'an-invitation-that-stands';
const staffKey = 'staff-an-invitation-that-stands';
const digestOf = (key: string) => createHash('sha256').update(key).digest();

let account: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  const fixture = { customerType: 'entity', objectCode: unique_code } as const;
  account = (await makeAccount(cabinet.billingDb, fixture)).accountNumber;
  await sql`with company as (
      insert into portal.identity (identity_id, identity_type, password_hash, created_at)
      values (gen_random_uuid(), 'entity', '', now()) returning identity_id
    ), owned as (
      insert into portal.identity_account (identity_id, owner_type, account_number, added_at)
      select identity_id, 'entity', ${account}, now() from company
    )
    insert into portal.company_member (member_id, company_id, role, full_name, email, token_digest, invited_by, invited_at, sent_at,
      expires_at)
    select gen_random_uuid(), identity_id, 'viewer', 'Ірина', ${email}, ${digestOf(invitationKey)}, identity_id, now(), now(), '2199-01-01'
    from company`.execute(cabinet.portalDb);
  await sql`with made as (
      insert into portal.identity (identity_id, identity_type, password_hash, created_at)
      values (gen_random_uuid(), 'admin', '', now()) returning identity_id
    ), administrator as (
      insert into portal.administrator (identity_id, login) select identity_id, 'invited' from made returning identity_id
    )
    insert into portal.administrator_link (identity_id, token_digest, is_first, made_at, expires_at)
    select identity_id, ${digestOf(staffKey)}, true, now(), '2199-01-01' from administrator
  `.execute(cabinet.portalDb);
});

/** A valid payload of each call that takes a basic-auth pair. */
const payloads: Readonly<Record<string, () => Record<string, unknown>>> = {
  '/api/auth/person': () => ({ phone, userType: 'person' }),
  '/api/auth/entity': () => ({ account, unique_code, userType: 'entity' }),
  '/api/auth/admin_panel': () => ({ login: 'owner' }),
  '/api/auth/sms': () => ({ phone, action: 'register', userType: 'person' }),
  '/api/apply-agreements': () => ({ phone, email, ...names, code: 'AB3D' }),
  '/api/auth/recover-password': () => ({ phone, userType: 'person', code: 'AB3D' }),
  '/api/admins/set-password': () => ({ key: staffKey }),
  '/api/company/join': () => ({ key: invitationKey, name: names.name, phone }),
  '/api/entity/sign-up': () => ({ account, unique_code, edrpou: '44702151', email, phone, code: 'AB3D' }),
};

const basic = (bytes: string | Buffer) => `Basic ${Buffer.from(bytes).toString('base64')}`;
const bytesAfterPhone = (...bytes: number[]) =>
  basic(Buffer.concat([Buffer.from(`${phone}:`), Buffer.from(bytes)]));

const badPairs: readonly (readonly [string, string | undefined])[] = [
  ['no header', undefined],
  ['an empty header', ''],
  ['no pair', 'Basic'],
  ['an empty pair', 'Basic '],
  ['a pair without a colon', basic(`${phone}Svitlo-2026-demo`)],
  ['nothing on either side of the colon', basic(':')],
  ['a password without a login', basic(':Svitlo-2026-demo')],
  ['ten kilobytes', basic(`${phone}:${'x'.repeat(7600)}`)],
  ['bytes that are no UTF-8', bytesAfterPhone(0xff, 0xfe)],
  ['a password in another encoding', bytesAfterPhone(0xcf, 0xe0)],
  ['what is no base64', 'Basic %%%%'],
  ['base64 of URLs', `Basic ${Buffer.from(`${phone}:\u{1f511}?>`).toString('base64url')}-_`],
  ['a pair as it is', `Basic ${phone}:Svitlo-2026-demo`],
  ['another scheme', `Digest username="${phone}"`],
  ['two pairs', `${basic(`${phone}:a`)}, ${basic(`${phone}:b`)}`],
  ["another customer's login", basic('+380670000000:Svitlo-2026-demo')],
];

/** Row counts of the tables that sign-in calls write to. */
async function traces() {
  const tables = ['identity', 'session', 'confirmation_code', 'outgoing_message', 'consent'];
  const counts = tables.map((table) => sql`select count(*) from ${sql.table(`portal.${table}`)}`);
  return (await sql`${sql.join(counts, sql` union all `)}`.execute(cabinet.portalDb)).rows;
}

const withPair = allCalls.filter((call) => call.basicAuth).map((call) => call.path as string);

test('covers every call with a basic-auth pair, and all of them are public', () => {
  expect(Object.keys(payloads).sort()).toEqual([...withPair].sort());
  for (const call of allCalls.filter((one) => one.basicAuth)) expect(call.audience).toBe('public');
});

const [first = ''] = withPair;
const rows = [
  ...badPairs.map(([name, header]) => [first, name, header] as const),
  // Each call compares the login of the pair with its own field.
  ...withPair
    .slice(1)
    .flatMap((path) =>
      [badPairs[0], badPairs.at(-1)].map((pair) => [path, pair?.[0] ?? '', pair?.[1]] as const),
    ),
];

test.each(rows)(
  '%s with %s is refused in the words of a wrong password, and leaves nothing',
  async (path, _, authorization) => {
    const before = await traces();
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await cabinet.post(path, payloads[path]?.() ?? {}, headers);
    expect(outcomeOf(answer)).toBe('401 identity.badCredentials');
    expect(answer.body.message).toBe('Такої комбінації логіна і пароля не знайдено');
    expect(await traces()).toEqual(before);
  },
);

test('refuses an oversized header before the handler', async () => {
  const address = await cabinet.app.listen({ port: 0, host: '127.0.0.1' });
  const { default: http } = await import('node:http');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { authorization: `Basic ${'A'.repeat(20_000)}`, 'content-type': 'application/json' };
    const request = http.request(`${address}/api/auth/person`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end('{}');
  });
  expect(status).toBe(431);
});
