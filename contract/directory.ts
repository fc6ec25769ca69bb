import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { dateField, instantField } from './fields.ts';

/** Where an article may lead: to a page of the cabinet, or to another site safely. */
const linkField = z.string().check(z.regex(/^(?:\/(?!\/)|https:\/\/)\S+$/, { error: 'field.invalid' }));

/** A piece of an article. Plain words only: what it looks like is the screen's business. */
export const guideBlockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('heading'), text: z.string() }),
  /** What to do, in this order. */
  z.object({ kind: z.literal('steps'), items: z.array(z.string()) }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
  /** What is easily overlooked. */
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({ kind: z.literal('link'), text: z.string(), href: linkField }),
]);

export const guideArticleSchema = z.object({
  /** Names the article in addresses: '…/guide#slug'. */
  slug: z.string(),
  title: z.string(),
  /** The answer in a sentence. */
  lead: z.string(),
  blocks: z.array(guideBlockSchema),
  updatedAt: instantField,
});

export const readGuide = defineCall({
  path: '/api/directory/guide',
  summary: 'The articles of the guide for whoever asks, in their order.',
  audience: 'signedIn',
  input: signedInput({}),
  output: success({ articles: z.array(guideArticleSchema) }),
  failures: [],
});

export const lawSchema = z.object({
  lawId: z.string(),
  title: z.string(),
  /** As it is cited: '2019-VIII', '312'. */
  number: z.string(),
  /** When it was adopted; null: not known. */
  date: z.nullable(dateField),
  /** The text at the site of the parliament; null: no address known. */
  url: z.nullable(z.string()),
  /** What it says for a customer. */
  about: z.string(),
});

export const listLaws = defineCall({
  path: '/api/directory/laws',
  summary: 'The acts that the supply of electricity rests on, with links to their texts.',
  audience: 'signedIn',
  input: signedInput({}),
  output: success({ laws: z.array(lawSchema) }),
  failures: [],
});
