import type * as z from 'zod/mini';
import type { guideArticleSchema, lawSchema } from '#contract/directory.ts';

type Article = z.infer<typeof guideArticleSchema>;
type Block = Article['blocks'][number];

/** An article as it comes with the product. */
export type ShippedArticle = Omit<Article, 'updatedAt'> & {
  /** For whom it is. */
  readonly audience: 'person' | 'entity' | 'everybody';
};

/** An act as it comes with the product. */
export type ShippedLaw = z.infer<typeof lawSchema>;

/** The pieces that articles are written of. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const note = (text: string): Block => ({ kind: 'note', text });
export const steps = (...items: string[]): Block => ({ kind: 'steps', items });
export const list = (...items: string[]): Block => ({ kind: 'list', items });
export const link = (text: string, href: string): Block => ({ kind: 'link', text, href });
