import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { textField } from './fields.ts';
import { contentBlocksSchema, filled } from './values/content-blocks.ts';
import { dateField, instantField } from './values/dates.ts';
import { type LandingWord, landingWords, namesPrice } from './values/landing-words.template.ts';
import { legalKeyField } from './values/legal-keys.ts';
import { maxText } from './values/text-length.ts';
import { revisionField } from './values/whole-number.ts';

/** Kinds of texts that staff edit: articles of the guide, acts of law, words of the first page, legal texts. */
export const contentKinds = ['article', 'law', 'landing', 'legal'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The key of the only text of its kind. */
export const landingKey = 'landing';

const keyField = z
  .string()
  .check(maxText(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'field.invalid' }));
const positionField = z.int().check(z.minimum(1), z.maximum(9999));

const wordField = filled(400).check(z.refine((typed) => !namesPrice(typed), { error: 'content.priceTyped' }));
const wordFields = Object.fromEntries(Object.keys(landingWords).map((name) => [name, wordField])) as Record<
  LandingWord,
  typeof wordField
>;

/** What a text says, by its kind. */
const contentField = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('article'),
    audience: z.enum(['everybody', 'person', 'entity']),
    /** Articles and acts stand in this order. */
    position: positionField,
    title: filled(200),
    /** The answer in a sentence. */
    lead: filled(500),
    blocks: contentBlocksSchema,
    /** Customers do not see it. */
    hidden: z.boolean(),
  }),
  z.object({
    kind: z.literal('law'),
    position: positionField,
    title: filled(500),
    /** As it is cited, without the sign for a number. */
    number: filled(60),
    /** Of adoption; null: unknown. */
    date: z.nullable(dateField),
    url: z.nullable(textField(500).check(z.regex(/^https:\/\/[\x21-\x7e]+$/, { error: 'field.invalid' }))),
    about: filled(1000),
    hidden: z.boolean(),
  }),
  z.object({ kind: z.literal('landing'), words: z.object(wordFields) }),
  z.object({
    kind: z.literal('legal'),
    title: filled(200),
    /** Counts from the midnight of this day. */
    effectiveFrom: dateField,
    /** What is new in it: customers are told so when it takes effect. */
    summary: filled(1000),
    /** Customers have to agree to it anew. */
    asksConsent: z.boolean(),
    blocks: contentBlocksSchema,
  }),
]);
export type Content = z.infer<typeof contentField>;

const writtenSchema = { by: z.string(), at: instantField };

const documentSchema = z.object({
  kind: z.enum(contentKinds),
  key: z.string(),
  /** As customers see it; null: not yet. */
  published: z.nullable(contentField),
  /** null: the one that comes with the product. */
  publishedBy: z.nullable(z.object(writtenSchema)),
  draft: z.nullable(z.object({ content: contentField, ...writtenSchema })),
  /** Of a legal text: published, and not in force yet; the earliest first. */
  planned: z.array(z.object({ version: z.int(), content: contentField, ...writtenSchema })),
  /** Published before, the newest first; the one that comes with the product is the last, without an author. */
  history: z.array(z.object({ content: contentField, by: z.string(), at: z.nullable(instantField) })),
  /** Grows with each change; who changes it names the one that was seen. */
  revision: z.number(),
});
export type ContentDocument = z.infer<typeof documentSchema>;

/** Most versions of a history. */
export const maxHistory = 30;

const ofEditor = { audience: 'admin', roles: ['content'] } as const;
const changing = { ...ofEditor, changes: true } as const;
const named = { kind: z.enum(contentKinds), key: keyField };
const answer = success({ document: documentSchema });
const failures = ['management.changedMeanwhile', 'common.notFound'] as const;
const seen = { revision: revisionField };

export const listContent = defineCall({
  path: '/api/admin/content/list',
  summary: 'The texts that staff edit, by kind and in their order.',
  ...ofEditor,
  input: signedInput({}),
  output: success({
    items: z.array(
      z.object({
        ...named,
        title: z.string(),
        state: z.enum(['builtIn', 'published', 'new']),
        hasDraft: z.boolean(),
        hidden: z.boolean(),
        /** The day from which a planned version counts; null: none is. */
        plannedFrom: z.nullable(dateField),
        /** Of the last change; null: it is as it comes with the product. */
        changed: z.nullable(z.object(writtenSchema)),
      }),
    ),
  }),
  failures: [],
});

export const getContent = defineCall({
  path: '/api/admin/content/get',
  summary: 'A text as customers see it, its draft and its history.',
  ...ofEditor,
  input: signedInput(named),
  output: answer,
  failures: ['common.notFound'],
});

export const saveContent = defineCall({
  path: '/api/admin/content/save',
  summary:
    'Saves the draft of a text, which customers do not see; of an unknown key it begins a new article or act.',
  ...changing,
  input: signedInput({ key: keyField, content: contentField, ...seen }),
  output: answer,
  failures: [...failures, 'content.notAhead'],
});

export const publishContent = defineCall({
  path: '/api/admin/content/publish',
  summary:
    'Shows the draft of a text to customers; what was shown before goes to its history. A legal text counts from its day on.',
  ...changing,
  input: signedInput({ ...named, ...seen }),
  output: answer,
  failures: [...failures, 'content.notAhead'],
});

export const dropContent = defineCall({
  path: '/api/admin/content/drop',
  summary:
    'Drops the draft of a text: what customers see stays. A text that was never published is removed with it.',
  ...changing,
  input: signedInput({ ...named, ...seen }),
  /** Null: it was a new text. */
  output: success({ document: z.nullable(documentSchema) }),
  failures,
});

export const withdrawContent = defineCall({
  path: '/api/admin/content/withdraw',
  summary:
    'Takes back a planned version of a legal text before its day: it is the draft again, or dropped when there is a draft.',
  ...changing,
  input: signedInput({
    key: legalKeyField,
    version: z.int().check(z.minimum(1), z.maximum(999_999)),
    ...seen,
  }),
  output: answer,
  failures,
});
