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
  await queueMessage(
    services,
    {
      channel: 'mail',
      recipient: '<b>x</b>@example.test',
      kind: 'code',
      params: { code: '<i>1' },
      condition: 'knownPerson',
    },
    cabinet.clock.now(),
  );
  await cabinet.deliverMessages();
  await queue(olena, { code: 'WXYZ' });
});

const get = (url: string, accept = 'application/json') =>
  cabinet.app.inject({ method: 'GET', url, headers: { accept } });

test('/dev/outbox lists the newest messages first, with text, code and state', async () => {
  const { messages } = (await get('/dev/outbox')).json();
  expect(messages).toHaveLength(4);
  expect(messages[0]).toMatchObject({
    recipient: olena,
    channel: 'sms',
    state: 'queued',
    // Nobody knows yet who will send it.
    code: null,
    text: null,
    subject: null,
    sentAt: null,
  });
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

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1', 200],
  ['[::1]:3000', 200],
  ['cabinet.example.com', 200],
  ['evil.example', 404],
  ['localhost.evil.example:3000', 404],
  ['evil.example/localhost', 404],
])('/dev/outbox answers host %s with %i', async (host, status) => {
  const other = await startTestApp('2026-11-20T10:00:00Z', { PUBLIC_URL: 'https://cabinet.example.com' });
  try {
    for (const url of ['/dev/outbox', '/dev/outbox/assets/outbox.css']) {
      const answer = await other.app.inject({ method: 'GET', url, headers: { host } });
      expect(answer.statusCode).toBe(status);
    }
  } finally {
    await other.close();
  }
});

test('lastCode returns the last code to a recipient, sent or not', async () => {
  expect(await lastCodeTo(cabinet, olena)).toBe('WXYZ');
  expect(await lastCodeTo(cabinet, petro)).toBe('7Q9Z');
});

const turbosms = {
  TURBOSMS_TOKEN: 'turbo-token',
  TURBOSMS_SENDER: 'SVITLO',
  TURBOSMS_URL: 'http://127.0.0.1:1',
};
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
    const code = { kind: 'code', params: { code: 'AB3D' } } as const;
    await queueMessage(services, { channel: 'sms', recipient: olena, ...code }, other.clock.now());
    await queueMessage(
      services,
      { channel: 'mail', recipient: 'o@example.test', ...code },
      other.clock.now(),
    );
    await other.deliverMessages();
    const { messages } = (
      await other.app.inject({ url: '/dev/outbox', headers: { accept: 'application/json' } })
    ).json();
    const shown = messages.map(({ channel, state, code }: Record<string, string>) => ({
      channel,
      state,
      code,
    }));
    expect(shown).toEqual([
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
