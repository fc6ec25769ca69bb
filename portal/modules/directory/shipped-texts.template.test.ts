import { expect, test } from 'vitest';
import { guideBlockSchema } from '#contract/directory.ts';
import { pages } from '#contract/specification.ts';
import { guideArticles } from './guide.template.ts';
import { laws } from './laws.template.ts';

test('there are enough articles, each with a name of its own and something to say', () => {
  const slugs = guideArticles.map(({ slug }) => slug);
  expect(slugs.length).toBeGreaterThanOrEqual(12);
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const { slug, title, lead, blocks } of guideArticles) {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect([title, lead].every((text) => text.trim() === text && text !== '')).toBe(true);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(guideBlockSchema.safeParse(block).success).toBe(true);
  }
});

test('a link of an article leads to a page that works, and a household’s page is in no entity’s article', () => {
  const works = pages.filter(({ state }) => state === 'works').map(({ path }) => path);
  for (const { audience, blocks } of guideArticles)
    for (const block of blocks) {
      if (block.kind !== 'link') continue;
      expect(works).toContain(block.href);
      expect(audience).toBe('person');
    }
});

test('each act is linked safely or not at all, and named once', () => {
  expect(new Set(laws.map(({ lawId }) => lawId)).size).toBe(laws.length);
  for (const { url } of laws) if (url !== null) expect(url).toMatch(/^https:\/\/[\x21-\x7e]+$/);
});

test.each(['javascript:alert(1)', '//example.test', 'http://example.test', 'https://', 'mailto:a@b.test'])(
  'an article cannot lead to %s',
  (href) => {
    expect(guideBlockSchema.safeParse({ kind: 'link', text: 'тут', href }).success).toBe(false);
  },
);
