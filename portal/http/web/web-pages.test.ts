import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { landingTemplate } from '#contract/values/landing-words.template.ts';
import { stopCacheTime } from '#platform/testing/pass-cache-time.ts';
import { answerNotFound } from '../failures.ts';
import { serveWebPages } from './web-pages.ts';

let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'app.html'), '<p>loading</p>');
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'pages/bill.html'), '<p>loading a bill</p>');
  await writeFile(
    join(folder, 'pages.json'),
    JSON.stringify({ '/cabinet/person/bills/$period': 'pages/bill.html' }),
  );
  await writeFile(join(folder, 'index.html'), '<p>landing</p>');
  await writeFile(join(folder, 'sign-in-person.html'), '<p>sign-in</p>');
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'run()');
  await writeFile(join(folder, 'service-worker.js'), 'keep()');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  app = Fastify();
  const respond = await serveWebPages(app, folder);
  app.post('/api/known', async () => ({}));
  app.setNotFoundHandler(answerNotFound(new Set(['/api/known']), respond));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['/', 'landing', 200],
  ['/?from=mail', 'landing', 200],
  ['/sign-in/person', 'sign-in', 200],
  ['/cabinet/person/indication', 'loading', 200],
  ['/cabinet/person/indication/', 'loading', 200],
  ['/cabinet/person?account=2390000001', 'loading', 200],
  ['/cabinet/person/bills/2026-10', 'loading a bill', 200],
  ['/cabinet/person/bills/2026-10/?against=lastYear', 'loading a bill', 200],
  ['/cabinet/person/bills', 'loading', 200],
  ['/cabinet/person/no-such-page', 'loading', 404],
])('%s serves the web app with the status of its page', async (url, text, status) => {
  const response = await app.inject({ url });
  expect({ status: response.statusCode, body: response.body }).toEqual({ status, body: `<p>${text}</p>` });
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-cache');
});

test('caches a hashed file for a year and answers 404 for a missing one', async () => {
  const file = await app.inject({ url: '/assets/main-1a2b.js' });
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const missing = await app.inject({ url: '/assets/main-0000.js' });
  expect(missing.statusCode).toBe(404);
  expect(missing.json().code).toBe('common.notFound');
});

test('the service worker is not cached, and its scope is the whole site', async () => {
  const worker = await app.inject({ url: '/service-worker.js' });
  expect({ status: worker.statusCode, body: worker.body }).toEqual({ status: 200, body: 'keep()' });
  expect(worker.headers['cache-control']).toBe('no-cache');
  expect(worker.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
  const manifest = await app.inject({ url: '/manifest.webmanifest' });
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
});

test.each(['/api/unknown', '/../package.json', '/assets/../../package.json', '/%2e%2e/package.json'])(
  '%s is neither a page nor a file outside the folder',
  async (url) => {
    const response = await app.inject({ url });
    expect([400, 403, 404]).toContain(response.statusCode);
    expect(response.body).not.toContain('<p>');
  },
);

test('a page accepts GET only', async () => {
  expect((await app.inject({ method: 'POST', url: '/cabinet/person' })).statusCode).toBe(404);
  expect((await app.inject({ method: 'HEAD', url: '/cabinet/person' })).statusCode).toBe(200);
});

test('published words are on the landing after a second, escaped, and remain while they cannot be read', async () => {
  const pass = stopCacheTime();
  await writeFile(join(folder, landingTemplate), '<p>{{landing.title}}</p>');
  let words: Record<string, string> | undefined = {};
  const server = Fastify();
  const respond = await serveWebPages(server, folder, async () => {
    if (words === undefined) throw new Error('the database is unavailable');
    return words;
  });
  server.setNotFoundHandler(answerNotFound(new Set(), respond));
  const landing = async () => (await server.inject({ url: '/' })).body;
  expect(await landing()).toBe('<p>landing</p>');
  words = { title: 'A & B' };
  expect(await landing()).toBe('<p>landing</p>');
  pass(1000);
  expect(await landing()).toBe('<p>A &amp; B</p>');
  words = undefined;
  pass(1000);
  expect(await landing()).toBe('<p>A &amp; B</p>');
  words = { title: 'C' };
  expect(await landing()).toBe('<p>C</p>');
  await server.close();
});

test('serves no pages without a built web app', async () => {
  const bare = Fastify();
  expect(await serveWebPages(bare, join(folder, 'assets'))).toBeUndefined();
  await bare.close();
});
