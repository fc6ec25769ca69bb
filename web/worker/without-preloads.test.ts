import { expect, test } from 'vitest';
import { withoutPreloads } from './worker-scope.ts';

const page = `<head>
<link rel="icon" href="/icon.svg" />
<link rel="preload" href="/assets/a.woff2" as="font" crossorigin />
<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a.js">
<link rel="stylesheet" crossorigin href="/assets/a.css">
<script type="module" crossorigin src="/assets/b.js"></script></head>`;
const html = (status = 200) =>
  new Response(page, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'self'" },
  });

test('a page loads nothing ahead past the worker; its styles, scripts and rules stay', async () => {
  const passed = await withoutPreloads(html());
  expect(passed.headers.get('content-security-policy')).toBe("default-src 'self'");
  const text = await passed.text();
  expect(text).not.toContain('preload');
  for (const file of ['/icon.svg', '/assets/a.css', '/assets/b.js']) expect(text).toContain(file);
});

test('what is no page, or a failure, is passed on as it came', async () => {
  const file = new Response(page, { headers: { 'content-type': 'application/pdf' } });
  const failed = html(500);
  expect(await withoutPreloads(file)).toBe(file);
  expect(await withoutPreloads(failed)).toBe(failed);
});
