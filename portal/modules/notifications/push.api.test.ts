import { createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signOut } from '#contract/identity/sign-in.ts';
import { confirmPush, getNotifications, subscribePush, unsubscribePush } from '#contract/notifications.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { type PushService, startPushService } from '#portal/testing/providers/push-service.ts';
import { startTestApp, type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { queueMessages } from '../outbox/public.ts';

let pushService: PushService;
let app: TestApp;
let token: string;

beforeAll(async () => {
  pushService = await startPushService();
  app = await startTestApp('2026-11-20T10:00:00Z', { PUSH_SERVICES: pushService.url });
});
afterAll(async () => {
  await app.close();
  await pushService.close();
});
beforeEach(async () => {
  token = await app.signIn([]);
});

async function subscribe(browser = pushService.newBrowser(), as = token) {
  const { httpStatus, body } = await app.post(subscribePush, { token: as, ...browser });
  return { browser, httpStatus, body };
}

const devices = async (as = token) => (await app.post(getNotifications, { token: as })).body.devices;

const newestSubscription = async () => {
  const { rows } = await sql<{ id: string }>`select subscription_id as id from portal.push_subscription
    order by subscription_id desc limit 1`.execute(app.portalDb);
  return rows[0]?.id ?? '';
};

/** A notice for the browser that subscribed last; answers what became of it. */
async function notify() {
  const recipient = await newestSubscription();
  const notice = { kind: 'paymentConfirmed', params: { sum: '432.50', account: '2390001111' } } as const;
  const services = { db: app.portalDb, keys: testKeys };
  await queueMessages(services, [{ channel: 'push', recipient, ...notice }], app.clock.now());
  await app.deliverMessages();
  return ended(recipient);
}

const ended = (recipient: string) =>
  app.portalDb
    .selectFrom('portal.outgoing_message')
    .select(['state', 'provider', 'attempts', 'last_error', 'body_sealed'])
    .where('recipient', '=', recipient)
    .orderBy('message_id', 'desc')
    .executeTakeFirstOrThrow();

describe('a subscribed browser', () => {
  test('gets what only it can read, signed by this server, and the address is not kept in the clear', async () => {
    const { browser, body } = await subscribe();
    expect(body.devices).toBe(1);
    expect(await notify()).toMatchObject({ state: 'sent', provider: 'webpush', body_sealed: null });
    const received = pushService.received.at(-1);
    expect(received).toMatchObject({
      path: new URL(browser.endpoint).pathname,
      headers: { 'content-encoding': 'aes128gcm', ttl: '43200' },
      shown: {
        title: 'Оплату прийнято',
        body: 'Оплату 432,50\u00a0грн прийнято. Особовий рахунок 2390001111',
        path: '/cabinet/person/directory/payment-history?account=2390001111',
      },
    });
    const { rows } = await sql<{ row: string }>`
      select encode(subscription_sealed, 'escape') as row from portal.push_subscription
    `.execute(app.portalDb);
    expect(JSON.stringify(rows)).not.toContain(browser.keys.auth);
  });

  test('knows the server by the key that the settings gave it', async () => {
    await subscribe();
    await notify();
    const { pushKey } = (await app.post(getNotifications, { token })).body;
    const authorization = String(pushService.received.at(-1)?.headers.authorization);
    const [, jwt = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
    expect(key).toBe(pushKey);
    const [head, payload, signature = ''] = jwt.split('.');
    const point = Buffer.from(pushKey, 'base64url');
    const part = (from: number, to?: number) => point.subarray(from, to).toString('base64url');
    const key256 = { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33) };
    const publicKey = createPublicKey({ format: 'jwk', key: key256 });
    const signed = Buffer.from(`${head}.${payload}`);
    const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', signed, options, Buffer.from(signature, 'base64url'))).toBe(true);
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aud: pushService.url });
  });

  test.each([404, 410])('is forgotten when its push service says %i: it is gone', async (httpStatus) => {
    await subscribe();
    pushService.answerNext(httpStatus);
    expect(await notify()).toMatchObject({ state: 'failed', last_error: `HTTP ${httpStatus}`, attempts: 1 });
    expect(await devices()).toBe(0);
  });

  test('is notified later when its push service is busy, as late as that asks', async () => {
    await subscribe();
    const recipient = await newestSubscription();
    pushService.answerNext(429, { 'retry-after': '120' });
    // The queue goes by the clock of its database: a moment that it has not reached.
    const start = app.clock.now();
    const later = instantFromIso('2046-11-20T10:00:00Z');
    app.clock.set(later);
    expect(await notify()).toMatchObject({ state: 'queued', last_error: 'HTTP 429', attempts: 1 });
    const { rows } = await sql<{ id: bigint; runAt: number }>`
      select id, run_at as "runAt" from graphile_worker.jobs where task_identifier = 'send-push'
    `.execute(app.portalDb);
    expect(rows.map(({ runAt }) => runAt)).toEqual([later + 120_000]);
    await sql`
      select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())
    `.execute(app.portalDb);
    await app.deliverMessages();
    expect(await ended(recipient)).toMatchObject({ state: 'sent', attempts: 2 });
    app.clock.set(start);
    expect(await devices()).toBe(1);
  });

  test('is notified by another attempt when its push service fails', async () => {
    await subscribe();
    pushService.answerNext(503);
    expect(await notify()).toMatchObject({ state: 'queued', last_error: 'HTTP 503' });
  });

  test('gets nothing more when its subscription is ended', async () => {
    const { browser } = await subscribe();
    expect((await app.post(unsubscribePush, { token, endpoint: browser.endpoint })).body.devices).toBe(0);
    expect(await devices()).toBe(0);
  });

  test('gets nothing more after the sign-out on it; other browsers do', async () => {
    const other = await app.signIn([]);
    await subscribe(pushService.newBrowser(), other);
    const { browser } = await subscribe();
    expect((await app.post(signOut, { token })).httpStatus).toBe(200);
    const { endpoint } = browser;
    expect((await app.post(confirmPush, { token: other, endpoint })).body.isKnown).toBe(false);
    const { rows } = await sql`
      select from portal.push_subscription where endpoint_digest = sha256(${Buffer.from(endpoint)})
    `.execute(app.portalDb);
    expect([rows.length, await devices(other)]).toEqual([0, 1]);
  });

  test('belongs to whoever subscribed it last', async () => {
    const { browser } = await subscribe();
    const other = await app.signIn([]);
    await subscribe(browser, other);
    expect([await devices(), await devices(other)]).toEqual([0, 1]);
  });

  test('is deleted when another person signs in there, and kept when its own does', async () => {
    const { browser } = await subscribe();
    const { endpoint } = browser;
    expect((await app.post(confirmPush, { token, endpoint })).body.isKnown).toBe(true);
    const other = await app.signIn([]);
    expect((await app.post(confirmPush, { token: other, endpoint })).body.isKnown).toBe(false);
    expect(await devices()).toBe(0);
  });
});

describe('a subscription is refused', () => {
  test.each([
    ['of a host that is no push service', 'http://127.0.0.1:1/push'],
    ['of a name that only looks like one', 'https://fcm.googleapis.com.example.test/x'],
    ['with a password in it', 'https://user:password@fcm.googleapis.com/x'],
  ])('%s', async (_, endpoint) => {
    const { keys } = pushService.newBrowser();
    const { httpStatus, body } = await subscribe({ endpoint, keys });
    expect(httpStatus).toBe(400);
    expect(body.issues).toEqual([expect.objectContaining({ path: 'endpoint' })]);
    expect(await devices()).toBe(0);
  });

  test('with keys that nothing can be encrypted for', async () => {
    const { endpoint } = pushService.newBrowser();
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const keys = { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
    const { httpStatus, body } = await subscribe({ endpoint, keys });
    expect(httpStatus).toBe(400);
    expect(body.issues).toEqual([expect.objectContaining({ path: 'keys' })]);
  });
});

test('of more than ten browsers the oldest gives way', async () => {
  for (let n = 0; n < 11; n += 1) {
    app.clock.set((app.clock.now() + 1000) as Instant);
    await subscribe();
  }
  expect(await devices()).toBe(10);
});
