import { hasWords, wordsOf } from '#web/lib/find-words.ts';
import type { Article, Block } from './guide-types.ts';

export interface FoundArticle {
  readonly article: Article;
  /** A word was found only in the body: the article is shown open. */
  readonly inText: boolean;
}

/**
 * The articles that contain every word of the term: matches in the title first, then in title and lead; otherwise in
 * the order of the guide. An empty term finds all.
 */
export function searchGuide(articles: readonly Article[], term: string): FoundArticle[] {
  const words = wordsOf(term);
  if (words.length === 0) return articles.map((article) => ({ article, inText: false }));
  const ranked = articles.map((article) => {
    const { title, lead, blocks } = article;
    const places = [title, `${title}\n${lead}`, [title, lead, ...blocks.map(textOf)].join('\n')];
    return { article, rank: places.findIndex((place) => hasWords(place, words)) };
  });
  return ranked
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ article, rank }) => ({ article, inText: rank === 2 }));
}

/** The plain text of a block. */
export function textOf(block: Block): string {
  return 'items' in block ? block.items.join('\n') : block.text;
}
