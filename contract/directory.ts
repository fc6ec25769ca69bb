import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { dateField, instantField } from './values/dates.ts';

/** Target of a link in an article: a page of the cabinet, or an https URL. */
export const linkField = z
  .string()
  .check(z.regex(/^(?:\/(?!\/)|https:\/\/)\S+$/, { error: 'field.invalid' }));

/** A block of an article. Plain text only: the page defines its look. */
export const guideBlockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('heading'), text: z.string() }),
  /** Steps, in order. */
  z.object({ kind: z.literal('steps'), items: z.array(z.string()) }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
  /** An easily overlooked fact. */
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({ kind: z.literal('link'), text: z.string(), href: linkField }),
]);

export const guideArticleSchema = z.object({
  /** Identifies the article in URLs: '…/guide#slug'. */
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
  area: 'company',
  ofPoints: true,
  input: signedInput({}),
  output: success({ articles: z.array(guideArticleSchema) }),
  failures: [],
});

export const lawSchema = z.object({
  lawId: z.string(),
  title: z.string(),
  /** As cited: '2019-VIII', '312'. */
  number: z.string(),
  /** Date of adoption; null: unknown. */
  date: z.nullable(dateField),
  /** URL on the site of the parliament; null: unknown. */
  url: z.nullable(z.string()),
  /** Its meaning for a customer. */
  about: z.string(),
});

export const listLaws = defineCall({
  path: '/api/directory/laws',
  summary: 'The acts that the supply of electricity rests on, with links to their texts.',
  audience: 'signedIn',
  area: 'company',
  ofPoints: true,
  input: signedInput({}),
  output: success({ laws: z.array(lawSchema) }),
  failures: [],
});
