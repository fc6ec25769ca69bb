import type { ContentOf } from '#portal/modules/content/public.ts';
import { guideArticles } from './guide.template.ts';
import { laws } from './laws.template.ts';

/** When the texts that come with the product were last written. */
export const shippedAt = '2026-11-01T00:00:00.000Z';

const step = 10;

const articles = guideArticles.map(({ slug, ...article }, index): [string, ContentOf<'article'>] => [
  slug,
  { kind: 'article', position: (index + 1) * step, hidden: false, ...article, blocks: [...article.blocks] },
]);
const acts = laws.map(({ lawId, ...law }, index): [string, ContentOf<'law'>] => [
  lawId,
  { kind: 'law', position: (index + 1) * step, hidden: false, ...law },
]);

/** Guide and laws as they come with the product, by key; what staff publish stands in their place. */
export const builtInTexts = { article: new Map(articles), law: new Map(acts) };
