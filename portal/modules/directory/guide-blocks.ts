import type { GuideArticle } from './directory-store.ts';

type Block = GuideArticle['blocks'][number];

/** The pieces that articles are written of. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const note = (text: string): Block => ({ kind: 'note', text });
export const steps = (...items: string[]): Block => ({ kind: 'steps', items });
export const list = (...items: string[]): Block => ({ kind: 'list', items });
export const link = (text: string, href: string): Block => ({ kind: 'link', text, href });
