import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLaws, readGuide } from '#contract/directory.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { seedDirectory } from './public.ts';

let cabinet: TestApp;
let person: string;
let entity: string;

const later = instantFromIso('2027-01-01T00:00:00Z');

beforeAll(async () => {
  cabinet = await startTestApp();
  await Promise.all([1, 2].map(() => seedDirectory(cabinet.portalDb, cabinet.clock.now())));
  person = await cabinet.signIn([]);
  entity = await cabinet.signIn([], 'entity');
});
afterAll(() => cabinet.close());

async function slugs(token: string): Promise<string[]> {
  const { body } = await cabinet.post(readGuide, { token });
  return body.articles.map(({ slug }) => slug);
}

test('somebody without an account reads the guide and the laws', async () => {
  const { body } = await cabinet.post(readGuide, { token: person });
  expect(body.articles.length).toBeGreaterThanOrEqual(12);
  expect(body.articles[0]).toMatchObject({
    slug: 'yak-zniaty-pokazannia',
    updatedAt: '2026-11-20T10:00:00.000Z',
  });
  const { laws } = (await cabinet.post(listLaws, { token: person })).body;
  expect(laws[0]).toMatchObject({
    number: '2019-VIII',
    date: '2017-04-13',
    url: 'https://zakon.rada.gov.ua/laws/show/2019-19',
  });
  expect(laws.find(({ number }) => number === '483')?.about).toContain('№ 632 від 31.05.2024');
});

test('a legal entity has articles of its own and none of the households', async () => {
  const [mine, theirs] = [await slugs(entity), await slugs(person)];
  expect(mine).toContain('pokazannia-pidpryiemstva');
  expect(theirs).not.toContain('pokazannia-pidpryiemstva');
  expect(mine).not.toContain('yak-chytaty-rakhunok');
  expect(mine).toContain('yak-zniaty-pokazannia');
});

test('nobody reads it without a session', async () => {
  expect((await cabinet.post(readGuide, {})).httpStatus).toBe(401);
  expect((await cabinet.post(listLaws, {})).httpStatus).toBe(401);
});

test('what the staff changed or hid stays so after the next start, and nothing is there twice', async () => {
  const db = cabinet.portalDb;
  const before = await slugs(person);
  await db
    .updateTable('portal.guide_article')
    .set({ title: 'Інша назва' })
    .where('slug', '=', 'yak-platyty')
    .execute();
  await db
    .updateTable('portal.guide_article')
    .set({ hidden: true })
    .where('slug', '=', 'elektroopalennia')
    .execute();
  await db.updateTable('portal.law').set({ hidden: true }).where('law_id', '=', 'market-rules').execute();
  await seedDirectory(db, later);
  const { articles } = (await cabinet.post(readGuide, { token: person })).body;
  expect(articles.map(({ slug }) => slug)).toEqual(before.filter((slug) => slug !== 'elektroopalennia'));
  expect(articles.find(({ slug }) => slug === 'yak-platyty')).toMatchObject({
    title: 'Інша назва',
    updatedAt: '2026-11-20T10:00:00.000Z',
  });
  const { laws } = (await cabinet.post(listLaws, { token: person })).body;
  expect(laws.map(({ lawId }) => lawId)).not.toContain('market-rules');
});

test('a text that went missing comes back with the next start', async () => {
  await cabinet.portalDb.deleteFrom('portal.law').where('law_id', '=', 'regulator').execute();
  await seedDirectory(cabinet.portalDb, later);
  const { laws } = (await cabinet.post(listLaws, { token: person })).body;
  expect(laws.map(({ lawId }) => lawId)).toContain('regulator');
});
