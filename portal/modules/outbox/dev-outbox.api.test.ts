import { beforeAll, expect, test } from 'vitest';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { queueMessage } from './public.ts';

const [olena, petro] = ['+380671112233', '+380501112233'];

const cabinet = provideTestApp();

beforeAll(async () => {
  const services = { db: cabinet.portalDb, keys: testKeys };
  const queue = (recipient: string, params: Record<string, string>) =>
    queueMessage(services, { channel: 'sms', recipient, kind: 'code', params }, cabinet.clock.now());
  await queue(olena, { code: 'AB3D' });
  await queue(petro, { code: '7Q9Z' });
  const hostile = { channel: 'mail', recipient: '<b>x</b>@example.test', params: { code: '<i>1' } } as const;
  const withheld = { ...hostile, kind: 'code', condition: 'knownPerson' } as const;
  await queueMessage(services, withheld, cabinet.clock.now());
  await cabinet.deliverMessages();
  await queue(olena, { code: 'WXYZ' });
});

const get = (url: string, accept = 'application/json') =>
  cabinet.app.inject({ method: 'GET', url, headers: { accept } });

test('/dev/outbox lists the newest messages first, with text, code and state', async () => {
  const { messages } = (await get('/dev/outbox')).json();
  expect(messages).toHaveLength(4);
  // Nobody knows yet who will send it.
  const unsent = { state: 'queued', code: null, text: null, subject: null, sentAt: null };
  expect(messages[0]).toMatchObject({ recipient: olena, channel: 'sms', ...unsent });
  expect(messages[1]).toMatchObject({ state: 'withheld', text: null, code: null });
  expect(messages[3]).toMatchObject({ recipient: olena, state: 'sent', provider: 'outbox', code: 'AB3D' });
  expect(messages[3].text).toBe('Світло: код AB3D. Діє 5 хв. Нікому його не кажіть.');
});

test.each([olena, olena.slice(1), encodeURIComponent(olena)])(
  'asked for %s it shows hers alone',
  async (to) => {
    const { messages } = (await get(`/dev/outbox?to=${to}`)).json();
    expect(messages.map((message: { code: string }) => message.code)).toEqual([null, 'AB3D']);
  },
);

test('/dev/outbox sends a browser an escaped HTML page', async () => {
  const page = await get('/dev/outbox', 'text/html');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).toContain('Світло: код AB3D.');
  expect(page.body).toContain('&lt;b&gt;x&lt;/b&gt;@example.test');
  expect(page.body).not.toMatch(/<b>|<i>|<script/);
  expect((await get('/dev/outbox?to="><script>', 'text/html')).body).not.toContain('<script');
  expect((await get('/dev/outbox/assets/outbox.css', 'text/css')).statusCode).toBe(200);
});

test('/dev/outbox answers this machine and the public host alone', async () => {
  const other = await startTestApp('2026-11-20T10:00:00Z', { PUBLIC_URL: 'https://cabinet.example.com' });
  try {
    const own = ['localhost:3000', '127.0.0.1', '[::1]:3000', 'cabinet.example.com'];
    const foreign = ['evil.example', 'localhost.evil.example:3000', 'evil.example/localhost'];
    for (const url of ['/dev/outbox', '/dev/outbox/assets/outbox.css'])
      for (const host of [...own, ...foreign]) {
        const { statusCode } = await other.app.inject({ method: 'GET', url, headers: { host } });
        expect([host, statusCode]).toEqual([host, own.includes(host) ? 200 : 404]);
      }
  } finally {
    await other.close();
  }
});

test('lastCode returns the last code to a recipient, sent or not', async () => {
  expect(await lastCodeTo(cabinet, olena)).toBe('WXYZ');
  expect(await lastCodeTo(cabinet, petro)).toBe('7Q9Z');
});

const url = 'http://127.0.0.1:1';
const turbosms = { TURBOSMS_TOKEN: 'turbo-token', TURBOSMS_SENDER: 'SVITLO', TURBOSMS_URL: url };
const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@example.test' };

test.each([
  ['in production', { NODE_ENV: 'production' }],
  ['in production with a provider of SMS alone', { NODE_ENV: 'production', ...turbosms }],
  ['where every channel has a provider', { ...turbosms, ...smtp }],
])('/dev/outbox does not exist %s', async (_, environment) => {
  const other = await startTestApp('2026-11-20T10:00:00Z', environment);
  try {
    for (const url of ['/dev/outbox', '/dev/outbox?to=x', '/dev/outbox/assets/outbox.css']) {
      const answer = await other.app.inject({ method: 'GET', url, headers: { accept: 'application/json' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('outbox.css');
    }
  } finally {
    await other.close();
  }
});

test('/dev/outbox shows only mail texts when SMS have a provider', async () => {
  const other = await startTestApp('2026-11-20T10:00:00Z', turbosms);
  try {
    const services = { db: other.portalDb, keys: testKeys };
    for (const to of [
      { channel: 'sms', recipient: olena },
      { channel: 'mail', recipient: 'o@example.test' },
    ] as const)
      await queueMessage(services, { ...to, kind: 'code', params: { code: 'AB3D' } }, other.clock.now());
    await other.deliverMessages();
    const headers = { accept: 'application/json' };
    const { messages } = (await other.app.inject({ url: '/dev/outbox', headers })).json();
    expect(messages).toMatchObject([
      { channel: 'mail', state: 'sent', code: 'AB3D' },
      { channel: 'sms', state: 'queued', code: null },
    ]);
  } finally {
    await other.close();
  }
});

test('refuses a recipient that is not text', async () => {
  expect((await get('/dev/outbox?to=%00')).statusCode).toBe(400);
});
