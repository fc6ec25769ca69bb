import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { productVersion } from '#platform/host/version.ts';
import { readConfig } from '#portal/config.ts';
import { startMailServer } from '#portal/testing/providers/mail-server.ts';
import { assessCertificate, checkCertificate, checkMessages, checkProxy } from './check-network.ts';

/** Another address of this machine: that of PUBLIC_URL is not looked at when it is `localhost`. */
const host = '127.0.0.2';
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A server of PUBLIC_URL; its address. */
async function startPublic(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  closings.push(() => server.close());
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
const answering = (body: object, httpStatus = 200) =>
  startPublic((_, response) => void response.writeHead(httpStatus).end(JSON.stringify(body)));
const health = { status: 'success', product: 'svitlo', ...productVersion(), forwarded: 'trusted' };
const kinds = (findings: Awaited<ReturnType<typeof checkProxy>>) =>
  findings.map(({ kind, code }) => [kind, code]);

describe('checkProxy', () => {
  const check = async (publicUrl: string, trustedProxies?: string, production = true) =>
    kinds(await checkProxy({ publicUrl, trustedProxies, production }));

  test('is content with this product behind a trusted proxy', async () => {
    expect(await check(await answering(health), '192.0.2.1')).toEqual([['well', 'proxy']]);
  });

  test.each([
    ['an unknown proxy', { ...health, forwarded: 'ignored' }, ['bad', 'proxyIgnored']],
    ['a proxy without X-Forwarded-For', { ...health, forwarded: 'none' }, ['note', 'proxySaysNothing']],
    ['another version', { ...health, version: '0.0.1' }, ['note', 'proxyVersion']],
  ])('names %s', async (_, body, finding) => {
    expect(await check(await answering(body), '192.0.2.1')).toEqual([['well', 'proxy'], finding]);
  });

  test.each([
    ['another product', { status: 'ok' }, 200],
    ['an error page', {}, 502],
  ])('says that %s answers', async (_, body, httpStatus) => {
    expect(await check(await answering(body, httpStatus))).toEqual([['bad', 'proxyForeign']]);
  });

  test('says that nobody answers; outside production that is no fault', async () => {
    const nobody = `http://${host}:1`;
    expect(await check(nobody)).toEqual([['bad', 'proxySilent']]);
    expect(await check(nobody, undefined, false)).toEqual([['note', 'proxySilent']]);
  });

  test('does not ask the address of this machine', async () => {
    expect(await check('http://localhost:1')).toEqual([]);
  });
});

describe('certificate', () => {
  const now = Date.parse('2026-11-20T10:00:00Z') as Instant;
  const inDays = (days: number) => (now + days * 24 * 3_600_000) as Instant;

  test.each([
    [-1, 'bad', 'certificateEnding'],
    [6, 'bad', 'certificateEnding'],
    [7, 'note', 'certificateEnding'],
    [20, 'note', 'certificateEnding'],
    [21, 'well', 'certificate'],
  ])('one that ends in %d days', (days, kind, code) => {
    expect(assessCertificate({ validTo: inDays(days), problem: undefined }, now)).toMatchObject({
      kind,
      code,
      details: { days },
    });
  });

  test('one that browsers refuse is a fault, however long it counts', async () => {
    const server = new SMTPServer({ secure: true, logger: false });
    server.on('error', () => undefined);
    const listener = server.listen(0, host);
    await new Promise((listening) => listener.once('listening', listening));
    closings.push(() => new Promise<void>((closed) => server.close(() => closed())));
    const publicUrl = `https://${host}:${(listener.address() as AddressInfo).port}`;
    const findings = await checkCertificate({ publicUrl, production: true }, now);
    expect(kinds(findings)).toEqual([['bad', 'certificateRefused']]);
    expect(findings[0]?.details.problem).toMatch(/SELF_SIGNED|EXPIRED/);
  });

  test.each([
    [`https://${host}:1`, 'bad', 'noCertificate'],
    [`http://${host}:1`, 'note', 'noHttps'],
    ['http://localhost:3000', 'todo', 'noPublicUrl'],
  ])('%s', async (publicUrl, kind, code) => {
    expect(kinds(await checkCertificate({ publicUrl, production: true }, now))).toEqual([[kind, code]]);
  });
});

describe('checkMessages', () => {
  const account = { user: 'cabinet', password: 'a-password-of-mail-77' };
  const check = async (environment: Record<string, string>) => checkMessages(readConfig(environment));
  const mailOf = (port: number, password = account.password) => ({
    SMTP_URL: `smtp://${account.user}:${password}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
    MAIL_FROM: 'no-reply@example.test',
  });

  test('production without any provider is not set up yet; development has its outbox', async () => {
    expect(kinds(await check({ NODE_ENV: 'production' }))).toEqual([['todo', 'noMessages']]);
    expect(kinds(await check({}))).toEqual([
      ['note', 'smsToOutbox'],
      ['note', 'mailToOutbox'],
    ]);
  });

  test('signs in to the mail server and sends nothing', async () => {
    const server = await startMailServer(account);
    closings.push(() => server.close());
    const found = await check({ NODE_ENV: 'production', ...mailOf(server.port) });
    expect(kinds(found)).toEqual([
      ['note', 'smsOff'],
      ['well', 'mail'],
    ]);
    expect(server.received).toEqual([]);
  });

  test('names a mail server that refuses the sign-in, without the password', async () => {
    const server = await startMailServer(account);
    closings.push(() => server.close());
    const found = await check({ NODE_ENV: 'production', ...mailOf(server.port, 'another-password') });
    expect(kinds(found)).toContainEqual(['bad', 'mailFailed']);
    expect(JSON.stringify(found)).toContain('EAUTH');
    expect(JSON.stringify(found)).not.toContain('another-password');
  });

  test.each([
    ['answers', true, ['well', 'sms']],
    ['does not', false, ['bad', 'smsFailed']],
  ])('the host of the SMS provider %s', async (_, isUp, finding) => {
    const url = isUp ? await answering({}) : `http://${host}:1`;
    const sms = { TURBOSMS_TOKEN: 'token', TURBOSMS_SENDER: 'Svitlo', TURBOSMS_URL: url };
    expect(kinds(await check({ NODE_ENV: 'production', ...sms }))).toContainEqual(finding);
  });
});
