import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { parseKeyRing, sealText } from '#platform/key-ring.ts';
import { startAlphasmsServer } from '#portal/testing/providers/alphasms-server.ts';
import { startMailServer } from '#portal/testing/providers/mail-server.ts';
import { startTurbosmsServer } from '#portal/testing/providers/turbosms-server.ts';
import { startTestApp, type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { deleteOldMessages, endStaleMessages, type NewMessage, queueMessage } from './public.ts';

const phone = '+380671112233';
const now = '2026-11-20T10:00:00Z';
let cabinet: TestApp;
let closings: (() => Promise<void>)[] = [];

async function start(environment: Record<string, string> = {}): Promise<void> {
  cabinet = await startTestApp(now, environment);
  closings.push(() => cabinet.close());
}
afterEach(async () => {
  for (const close of closings) await close();
  closings = [];
});

async function providers() {
  const turbosms = await startTurbosmsServer('turbo-token', 'SVITLO');
  const alphasms = await startAlphasmsServer('alpha-key', 'SVITLO');
  closings.push(turbosms.close, alphasms.close);
  const environment = {
    ...{ TURBOSMS_TOKEN: 'turbo-token', TURBOSMS_SENDER: 'SVITLO', TURBOSMS_URL: turbosms.url },
    ...{ ALPHASMS_KEY: 'alpha-key', ALPHASMS_SENDER: 'SVITLO', ALPHASMS_URL: alphasms.url },
  };
  return { turbosms, alphasms, environment };
}

function queue(message: Partial<NewMessage> = {}, db = cabinet.portalDb): Promise<string> {
  const code: NewMessage = { channel: 'sms', recipient: phone, kind: 'code', params: { code: 'AB3D' } };
  return queueMessage({ db, keys: testKeys }, { ...code, ...message }, cabinet.clock.now());
}

async function read(messageId: string) {
  const { rows } = await sql<{ state: string; attempts: number; body_sealed: Buffer | null }>`
    select * from portal.outgoing_message where message_id = ${messageId}::uuid`.execute(cabinet.portalDb);
  return rows[0] ?? { state: 'none', attempts: 0, body_sealed: null };
}

/** Runs the queued jobs now. */
async function comeBackNow(): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())
  `.execute(cabinet.portalDb);
  await cabinet.deliverMessages();
}

const countJobs = async () =>
  (await sql`select from graphile_worker.jobs`.execute(cabinet.portalDb)).rows.length;

describe('sendMessage', () => {
  test('uses the first provider; the text is sealed while queued and deleted when sent', async () => {
    const { turbosms, alphasms, environment } = await providers();
    await start(environment);
    const messageId = await queue();
    const waiting = await read(messageId);
    expect(waiting).toMatchObject({ state: 'queued', attempts: 0, provider: null });
    expect(waiting.body_sealed?.toString('latin1')).not.toContain('AB3D');
    await cabinet.deliverMessages();
    expect(turbosms.received).toEqual([
      { recipient: '380671112233', text: 'Світло: код AB3D. Діє 5 хв. Нікому його не кажіть.' },
    ]);
    expect(alphasms.received).toEqual([]);
    expect(await read(messageId)).toMatchObject({
      ...{ state: 'sent', provider: 'turbosms', attempts: 1, body_sealed: null, last_error: null },
      ...{ provider_reference: expect.stringMatching(/^[0-9a-f-]{36}$/), sent_at: Date.parse(now) },
    });
    await cabinet.deliverMessages();
    expect(turbosms.received).toHaveLength(1);
    expect(await countJobs()).toBe(0);
  });

  test('sends codes before older notices', async () => {
    const { turbosms, environment } = await providers();
    await start(environment);
    for (const kind of ['passwordChanged', 'contactChanged'] as const) await queue({ kind, params: {} });
    await queue();
    await cabinet.deliverMessages();
    const subjects = turbosms.received.map(({ text }) => /код AB3D|пароль|контакт/.exec(text)?.[0]);
    expect(subjects).toEqual(['код AB3D', 'пароль', 'контакт']);
  });

  test('uses the second provider when the first fails', async () => {
    const { turbosms, alphasms, environment } = await providers();
    await start({ ...environment, LOG_LEVEL: 'error' });
    turbosms.failNext({ overall: 999 });
    const messageId = await queue();
    await cabinet.deliverMessages();
    expect(await read(messageId)).toMatchObject({
      state: 'queued',
      attempts: 1,
      last_error: 'code 999 FATAL_ERROR',
    });
    await cabinet.deliverMessages();
    expect(alphasms.received).toEqual([]);
    await comeBackNow();
    expect(alphasms.received).toHaveLength(1);
    expect(await read(messageId)).toMatchObject({ state: 'sent', provider: 'alphasms', attempts: 2 });
    expect(cabinet.printed.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'error',
        part: 'jobs',
        job: 'send-sms',
        attempt: 1,
        err: { message: `message ${messageId} by turbosms: code 999 FATAL_ERROR`, stack: expect.any(String) },
      },
    ]);
  });

  test('fails after six attempts and deletes text and job', async () => {
    const { turbosms, alphasms, environment } = await providers();
    await start(environment);
    await turbosms.close();
    await alphasms.close();
    const messageId = await queue();
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect((await read(messageId)).state).toBe('queued');
      await comeBackNow();
      expect((await read(messageId)).attempts).toBe(attempt);
    }
    expect(await read(messageId)).toMatchObject({
      state: 'failed',
      last_error: 'no answer: ECONNREFUSED',
      body_sealed: null,
      sent_at: null,
    });
    expect(await countJobs()).toBe(0);
    const probe = await cabinet.app.inject({ method: 'GET', url: '/readyz' });
    expect(probe.statusCode).toBe(200);
  });

  test('does not retry a refused message', async () => {
    const { turbosms, alphasms, environment } = await providers();
    await start(environment);
    turbosms.failNext({ recipient: 404, status: 'STOP_LIST' });
    const messageId = await queue();
    await cabinet.deliverMessages();
    await comeBackNow();
    expect(await read(messageId)).toMatchObject({
      state: 'failed',
      attempts: 1,
      provider: 'turbosms',
      last_error: 'code 404 STOP_LIST',
      body_sealed: null,
    });
    expect(alphasms.received).toEqual([]);
  });

  test('does not send an expired message', async () => {
    const { turbosms, environment } = await providers();
    await start(environment);
    const expiresAt = (cabinet.clock.now() + 300_000) as Instant;
    const messageId = await queue({ expiresAt });
    cabinet.clock.set(expiresAt);
    await cabinet.deliverMessages();
    expect(await read(messageId)).toMatchObject({ state: 'expired', body_sealed: null });
    expect(turbosms.received).toEqual([]);
  });

  test('stores a message only when the transaction commits', async () => {
    await start();
    const undone = cabinet.portalDb.transaction().execute(async (transaction) => {
      await queue({}, transaction);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await countJobs()).toBe(0);
    const { rows } = await sql`select from portal.outgoing_message`.execute(cabinet.portalDb);
    expect(rows).toEqual([]);
  });

  test('sends a mail with its subject', async () => {
    const mail = await startMailServer({ user: 'cabinet', password: 'secret-77' });
    closings.push(mail.close);
    await start({
      SMTP_URL: `smtp://cabinet:secret-77@127.0.0.1:${mail.port}/?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'no-reply@example.test',
    });
    const messageId = await queue({ channel: 'mail', recipient: 'olena@example.test' });
    await cabinet.deliverMessages();
    expect(await read(messageId)).toMatchObject({ state: 'sent', provider: 'smtp', body_sealed: null });
    expect(mail.received).toMatchObject([
      { recipient: 'olena@example.test', subject: 'Код підтвердження — Світло' },
    ]);
    expect(mail.received[0]?.text).toContain('Ваш код: AB3D');
  });

  test('fails in production without a provider, because there is no outbox', async () => {
    await start({ NODE_ENV: 'production' });
    const messageId = await queue();
    for (let attempt = 1; attempt <= 6; attempt++) await comeBackNow();
    expect(await read(messageId)).toMatchObject({
      state: 'failed',
      provider: null,
      last_error: 'no provider',
      body_sealed: null,
    });
  });

  test('fails for a message sealed by a key that was dropped, and names the key', async () => {
    await start();
    const messageId = await queue();
    const gone = parseKeyRing('MESSAGE_KEYS', `gone:${Buffer.alloc(32).toString('base64')}`);
    const sealed = sealText(gone, '{}');
    await sql`update portal.outgoing_message set body_sealed = ${sealed}::bytea`.execute(cabinet.portalDb);
    for (let attempt = 1; attempt <= 6; attempt++) await comeBackNow();
    expect(await read(messageId)).toMatchObject({ state: 'failed', last_error: 'no key "gone"' });
    expect(await countJobs()).toBe(0);
  });
});

describe('a message for known recipients only', () => {
  let shared: TestApp;
  beforeAll(async () => {
    shared = await startTestApp(now);
  });
  afterAll(() => shared.close());
  beforeEach(async () => {
    cabinet = shared;
    await sql`delete from portal.identity_account`.execute(cabinet.portalDb);
    await sql`delete from portal.identity`.execute(cabinet.portalDb);
  });

  async function insertOwner(type: 'person' | 'entity', fields: Record<string, string>): Promise<void> {
    const owner = { phone: null, email: '', emailConfirmedAt: null, blockedAt: null, ...fields };
    await sql`with made as (
        insert into portal.identity
          (identity_id, identity_type, phone, email, email_confirmed_at, blocked_at, password_hash, created_at)
        values (gen_random_uuid(), ${type}::text, ${owner.phone}::text, ${owner.email}::text,
          ${owner.emailConfirmedAt}::timestamptz, ${owner.blockedAt}::timestamptz, '', ${now}::timestamptz)
        returning identity_id)
      insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
      select identity_id, '2390001111', 'entity', ${now}::timestamptz from made where ${type} = 'entity'
    `.execute(cabinet.portalDb);
  }

  const email = 'olena@example.test';
  const confirmed = { email, emailConfirmedAt: now };
  test.each([
    ['a person by phone', 'person', { phone }, { recipient: phone }, 'sent'],
    ['a stranger by phone', 'person', { phone: '+380500000000' }, { recipient: phone }, 'withheld'],
    // By the code they are told that they are blocked.
    ['a blocked person', 'person', { phone, blockedAt: now }, { recipient: phone }, 'sent'],
    ['an entity by the phone of a person', 'entity', { phone }, { recipient: phone }, 'withheld'],
    ['a person by a confirmed e-mail', 'person', confirmed, { recipient: 'Olena@example.test' }, 'sent'],
    ['a person by an e-mail that nobody confirmed', 'person', { email }, { recipient: email }, 'withheld'],
  ] as const)('%s', async (_name, type, owner, message, state) => {
    await insertOwner(type, owner);
    const channel = message.recipient.includes('@') ? 'mail' : 'sms';
    const messageId = await queue({ ...message, channel, condition: 'knownPerson' });
    await cabinet.deliverMessages();
    const stored = await read(messageId);
    expect(stored.state).toBe(state);
    expect(stored.body_sealed === null).toBe(state === 'withheld');
  });

  test.each([
    ['the phone of the entity that has the account', { phone }, '2390001111', 'sent'],
    ['the phone of the entity with another account', { phone }, '2390002222', 'withheld'],
    ['another phone with its account', { phone: '+380500000000' }, '2390001111', 'withheld'],
  ] as const)('%s', async (_name, owner, conditionAccount, state) => {
    await insertOwner('entity', owner);
    const messageId = await queue({ condition: 'knownEntity', conditionAccount });
    await cabinet.deliverMessages();
    expect((await read(messageId)).state).toBe(state);
  });
});

test('closes expired messages and those whose job is missing for a day', async () => {
  await start();
  const expiring = await queue({ expiresAt: (cabinet.clock.now() + 300_000) as Instant });
  const lost = await queue({ kind: 'passwordChanged', params: {} });
  const waiting = await queue({ expiresAt: (cabinet.clock.now() + 172_800_000) as Instant });
  await sql`
    update portal.outgoing_message set created_at = ${instantToIso((cabinet.clock.now() - 86_400_001) as Instant)}::timestamptz
     where message_id = ${lost}::uuid
  `.execute(cabinet.portalDb);
  expect(await endStaleMessages(cabinet.portalDb, (cabinet.clock.now() + 300_000) as Instant)).toBe(2);
  expect(await read(expiring)).toMatchObject({ state: 'expired', body_sealed: null });
  expect(await read(lost)).toMatchObject({ state: 'failed', body_sealed: null });
  expect((await read(waiting)).state).toBe('queued');
});

test('deletes messages after 30 days and withheld ones after 2, but no queued ones', async () => {
  await start();
  const ages = { sent: 30, failed: 30, expired: 30, withheld: 2, queued: 400 };
  const day = 86_400_000;
  const made: Record<string, string> = {};
  for (const [state, days] of Object.entries(ages)) {
    for (const [age, ms] of [
      ['older', 1],
      ['younger', 0],
    ] as const) {
      const messageId = await queue();
      made[messageId] = `${state} ${age}`;
      const createdAt = instantToIso((cabinet.clock.now() - days * day - ms) as Instant);
      await sql`
        update portal.outgoing_message
           set state = ${state}::text, created_at = ${createdAt}::timestamptz,
               provider = 'outbox', sent_at = ${createdAt}::timestamptz
         where message_id = ${messageId}::uuid
      `.execute(cabinet.portalDb);
    }
  }
  const ago = (days: number) => (cabinet.clock.now() - days * day) as Instant;
  expect(await deleteOldMessages(cabinet.portalDb, 'withheld', ago(2), 1000)).toBe(1);
  expect(await deleteOldMessages(cabinet.portalDb, 'all', ago(30), 1000)).toBe(3);
  const left = await cabinet.portalDb.selectFrom('portal.outgoing_message').select('message_id').execute();
  expect(left.map(({ message_id: id }) => made[id]).sort()).toEqual([
    ...['expired younger', 'failed younger', 'queued older', 'queued younger', 'sent younger'],
    'withheld younger',
  ]);
});
