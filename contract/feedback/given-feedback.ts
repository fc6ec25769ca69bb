import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import { feedbackSources, markField, occasions, pageField } from '../feedback.ts';
import { cursorField, exportFormatField, textField, uuidField } from '../fields.ts';
import { dateField, instantField } from '../values/dates.ts';

const readers = ['operator', 'content', 'analyst'] as const;

/** Longest period of the statistics, days. */
export const maxFeedbackDays = 366;
/** The period when none is named: the last days, today included. */
export const usualFeedbackDays = 28;

const filterFields = {
  /** Kyiv days, both included. */
  from: z.optional(dateField),
  to: z.optional(dateField),
  source: z.optional(z.enum(feedbackSources)),
  page: z.optional(pageField),
};
const listFields = {
  ...filterFields,
  mark: z.optional(markField),
  /** Words in the text, in any of their forms. */
  q: z.optional(textField(100)),
};

const countsSchema = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);
/** Answers of one group. */
const groupFields = {
  /** Answers by mark, from 1 to 5. */
  counts: countsSchema,
  /** CSAT with its 95 % interval, 0 to 1; null: fewer than 30 answers. */
  satisfaction: z.nullable(z.object({ share: z.number(), low: z.number(), high: z.number() })),
};

export const feedbackStats = defineCall({
  path: '/api/feedback/stats',
  summary:
    'Marks of a period: share of 4 and 5 with its interval from 30 answers on, by mark, page, topic, operator and time.',
  audience: 'admin',
  roles: readers,
  input: signedInput({ ...filterFields, by: z.optional(z.enum(['day', 'week'])) }),
  output: success({
    from: dateField,
    to: dateField,
    ...groupFields,
    /** Of answers to conversations: those that did not solve the question, and all. */
    solved: z.object({ no: z.number(), all: z.number() }),
    /** Most answers first. `key`: path of the page, topic, name of the operator; '': none. */
    pages: z.array(z.object({ key: z.string(), ...groupFields })),
    topics: z.array(z.object({ key: z.string(), ...groupFields })),
    operators: z.array(z.object({ key: z.string(), ...groupFields })),
    /** First days of the parts of the period that have answers, in order. */
    times: z.array(z.object({ key: dateField, ...groupFields })),
  }),
  failures: ['reports.badPeriod'],
});

export const listFeedback = defineCall({
  path: '/api/feedback/list',
  summary: 'What customers wrote beside their marks, newest first.',
  audience: 'admin',
  roles: readers,
  input: signedInput({ ...listFields, cursor: z.optional(cursorField) }),
  output: success({
    items: z.array(
      z.object({
        id: uuidField,
        givenAt: instantField,
        mark: markField,
        text: z.string(),
        source: z.enum(feedbackSources),
        page: z.nullable(z.string()),
        occasion: z.nullable(z.enum(occasions)),
        version: z.nullable(z.string()),
        topic: z.nullable(z.string()),
        operator: z.nullable(z.string()),
        isSolved: z.nullable(z.boolean()),
      }),
    ),
    /** Texts of the filter. */
    count: z.number(),
    next: z.nullable(cursorField),
  }),
  failures: ['reports.badPeriod'],
});

/** Maximum rows of a file. */
export const maxFeedbackRows = 10_000;

export const exportFeedback = defineCall({
  path: '/api/feedback/export',
  summary: 'The texts of the filter as a table to keep, the newest 10,000 at most.',
  audience: 'admin',
  roles: readers,
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...listFields, format: exportFormatField }),
  output: z.unknown(),
  failures: ['reports.badPeriod'],
});
