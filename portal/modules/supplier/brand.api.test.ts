import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { InputOf } from '#contract/define-call.ts';
import { addLogo, getBrand, saveBrand } from '#contract/supplier/brand.ts';
import { apiLink } from '#contract/supplier.ts';

import { stopCacheTime } from '#platform/testing/pass-cache-time.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

import { createBrandReader } from './brand-style.ts';

let token: string;

const app = provideTestApp({ hasSupplier: true });
afterEach(() => vi.restoreAllMocks());

beforeAll(async () => {
  token = await app.signIn([], 'admin', ['content']);
});

const accent = { light: '#7a1f5c', dark: '#f2a7d8' };
const save = (more: Partial<InputOf<typeof saveBrand>>) =>
  app.post(saveBrand, { token, accent: null, logo: null, reason: 'Новий вигляд', revision: 0, ...more });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 90, alpha: 0.5 } } });
const get = (url: string) => app.app.inject({ url });

test('accent and logo are changed with their reason, refused when the second editor saw less, and kept', async () => {
  const file = await picture(960, 320).withMetadata().webp().toBuffer();
  const added = await app.post(addLogo, { token, file });
  expect(added.body.logo).toMatchObject({ width: 480, height: 160 });
  const { hash, url } = added.body.logo;
  const { body } = await save({ accent, logo: hash });
  expect(body).toMatchObject({
    revision: 1,
    brand: { accent, logo: { hash }, reason: 'Новий вигляд' },
    history: [],
  });
  expect(await save({ accent: null })).toMatchObject({ body: { code: 'management.changedMeanwhile' } });
  expect((await app.post(apiLink, { site: 'svitlo' })).body.images?.[0]).toBe(url);

  const logo = await get(url);
  expect(logo.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(logo.rawPayload).metadata()).toMatchObject({
    format: 'png',
    width: 480,
    hasAlpha: true,
  });

  // Another node reads the same.
  const pass = stopCacheTime();
  const other = createBrandReader(app.portalDb);
  const link = await other.headLink();
  const [, href = ''] = /href="([^"]+)"/.exec(link) ?? [];
  const style = await get(href);
  expect(style.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' });
  expect(style.body).toContain(`:root[data-theme="dark"]{--link:${accent.dark};--focus:${accent.dark}}`);
  expect(style.body).toContain(url);

  // The last style remains while the database is unavailable.
  await sql`alter table portal.brand_version rename to brand_version_away`.execute(app.portalDb);
  pass(1000);
  expect(await other.headLink()).toBe(link);
  await sql`alter table portal.brand_version_away rename to brand_version`.execute(app.portalDb);

  const back = await save({ revision: 1 });
  expect(await other.headLink()).toBe(link);
  pass(1000);
  expect(await other.headLink()).toBe('');
  expect(back.body).toMatchObject({
    revision: 2,
    brand: { accent: null, logo: null },
    history: [{ accent }],
  });
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from portal.staff_change where subject = 'brand' order by happened_at, change_id limit 1`.execute(
    app.portalDb,
  );
  expect(rows).toEqual([{ before: { accent: null, logo: null }, after: { accent, logo: hash } }]);
  await expect(sql`update portal.brand_version set reason = 'інша'`.execute(app.portalDb)).rejects.toThrow();
});

test('an accent with too little contrast, a logo that nobody added and files that are no pictures are refused', async () => {
  for (const wrong of [
    { light: '#ffc53d', dark: accent.dark },
    { light: accent.light, dark: '#14213d' },
  ])
    expect(await save({ accent: wrong, revision: 2 })).toMatchObject({
      body: { code: 'supplier.accentContrast' },
    });
  expect(await save({ accent: { light: 'red', dark: accent.dark } })).toMatchObject({
    httpStatus: 400,
    body: { issues: [{ path: 'accent.light' }] },
  });
  expect(await save({ logo: 'f'.repeat(64), revision: 2 })).toMatchObject({ httpStatus: 404 });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const file of [svg, Buffer.from('%PDF-1.7'), (await picture(8, 8).png().toBuffer()).subarray(0, 60)])
    expect(await app.post(addLogo, { token, file })).toMatchObject({
      body: { code: 'supplier.logoRefused' },
    });
  expect((await get(`/brand/${'f'.repeat(64)}.png`)).statusCode).toBe(404);
  expect((await get('/brand/..%2fapp.css')).statusCode).toBe(404);
  expect((await app.post(getBrand, { token })).body.revision).toBe(2);
});

test('a style sheet under a former hash is the one of now, and is not kept', async () => {
  const old = await get(`/brand/${'0'.repeat(64)}.css`);
  expect(old.statusCode).toBe(200);
  expect(old.headers['cache-control']).toBe('no-cache');
});
