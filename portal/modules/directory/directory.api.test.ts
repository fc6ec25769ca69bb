import { beforeAll, expect, test } from 'vitest';
import { listLaws, readGuide } from '#contract/directory.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let person: string;
let entity: string;

const cabinet = provideTestApp();

beforeAll(async () => {
  person = await cabinet.signIn([]);
  entity = await cabinet.signIn([], 'entity');
});

async function slugs(token: string): Promise<string[]> {
  const { body } = await cabinet.post(readGuide, { token });
  return body.articles.map(({ slug }) => slug);
}

test('somebody without an account reads the guide and the laws', async () => {
  const { body } = await cabinet.post(readGuide, { token: person });
  expect(body.articles.length).toBeGreaterThanOrEqual(12);
  expect(body.articles[0]).toMatchObject({
    slug: 'yak-zniaty-pokazannia',
    updatedAt: '2026-11-01T00:00:00.000Z',
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
