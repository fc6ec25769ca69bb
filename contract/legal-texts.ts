import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { contentBlocksSchema } from './values/content-blocks.ts';
import { dateField } from './values/dates.ts';
import { legalKeyField, legalVersionField } from './values/legal-keys.ts';

const spanSchema = {
  version: z.string(),
  /** The first day; null: from the beginning. */
  from: z.nullable(dateField),
  /** The day from which the next one counts; null: none is known. */
  until: z.nullable(dateField),
};

export const readLegalText = defineCall({
  path: '/api/content/legal',
  summary:
    'A legal text in the version that is in force, or in the one named, with the list of its versions.',
  audience: 'public',
  input: z.object({ key: legalKeyField, version: z.optional(legalVersionField) }),
  output: success({
    text: z.object({
      ...spanSchema,
      title: z.string(),
      /** What is new in it. */
      summary: z.string(),
      blocks: contentBlocksSchema,
    }),
    /** The version that is in force. */
    present: z.string(),
    /** Those that are, were or will be in force, the newest first. */
    versions: z.array(z.object(spanSchema)),
  }),
  failures: ['common.notFound'],
});

export const listNewLegalTexts = defineCall({
  path: '/api/legal-texts/new',
  summary: 'Legal texts that have changed since the customer agreed to them or took note of them.',
  audience: 'customer',
  area: 'own',
  input: signedInput({}),
  output: success({
    texts: z.array(
      z.object({
        key: legalKeyField,
        title: z.string(),
        /** The version in force: what is agreed to, or taken note of. */
        version: z.string(),
        /** The customer has to agree anew. */
        asksConsent: z.boolean(),
        /** What each version since then has changed, the first one first. */
        changes: z.array(z.object({ from: dateField, summary: z.string() })),
      }),
    ),
  }),
  failures: [],
});

export const answerLegalText = defineCall({
  path: '/api/legal-texts/answer',
  summary:
    'Keeps that the customer agreed to the version in force, or took note of it where no consent is asked. Once for each version.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({ key: legalKeyField, version: legalVersionField }),
  output: success({}),
  failures: ['legal.otherVersion'],
});
