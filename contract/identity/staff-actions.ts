import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import { accountNumberField, cursorField, exportFormatField, textField } from '../fields.ts';
import type { SearchSchema } from '../page-search.ts';
import { dateField, instantField } from '../values/dates.ts';

/** Filter of the page of actions. */
export const staffActionSearch = {
  from: 'day',
  to: 'day',
  who: 'text',
  of: 'text',
  kind: 'text',
  ref: 'text',
  q: { maxLength: 100 },
} as const satisfies SearchSchema;

const filterFields = {
  /** Of one administrator; absent: of all. */
  login: z.optional(textField(60)),
  /** That name this account. */
  account: z.optional(accountNumberField),
  /** Of one kind: the path of its call. */
  kind: z.optional(textField(100)),
  /** With this number of the request. */
  reference: z.optional(textField(60)),
  /** With these words in the reason, in what was changed, or in the name of the kind; a sum is found however it is typed. */
  words: z.optional(textField(100)),
  from: z.optional(dateField),
  to: z.optional(dateField),
};

/** Something that an action changed: its fields, each as it was and as it became. */
export const staffChangeSchema = z.object({
  what: z.string(),
  fields: z.array(
    z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});

const actionSchema = z.object({
  actionId: z.string(),
  who: z.string(),
  login: z.string(),
  /** Path of the call. */
  call: z.string(),
  /** The words of the list. */
  what: z.string(),
  accounts: z.array(z.string()),
  /** How many conversations, messages or readings it was about. */
  subjects: z.number(),
  /** Of a file that was taken away: the rows of its list; null: it was none, or they were not counted. */
  rowCount: z.nullable(z.number()),
  /** Where what it was about is shown; null: nowhere, or in several places. */
  place: z.nullable(
    z.object({ page: z.enum(['conversation', 'review']), account: z.string(), id: z.string() }),
  ),
  happenedAt: instantField,
  address: z.string(),
  reference: z.string(),
  /** 'unknown': the server was stopped before it ended, or it is under way. */
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** Why it was done, as was said; '': the call asks for no reason. */
  why: z.string(),
  /** What it changed in both back ends, the first twenty of the billing. */
  changes: z.array(staffChangeSchema),
  changeCount: z.number(),
});
export type StaffActionData = z.infer<typeof actionSchema>;

const ofOwner = { audience: 'admin', roles: ['owner'] } as const;

export const listStaffActions = defineCall({
  path: '/api/admin/actions/list',
  summary:
    'What administrators changed, took away as a file, or tried to, newest first; `next` is the cursor of the following part. What it changed is told before and after; no text to or of customers is in it.',
  ...ofOwner,
  input: signedInput({ ...filterFields, cursor: z.optional(cursorField) }),
  output: success({
    actions: z.array(actionSchema),
    next: z.nullable(cursorField),
    count: z.number(),
    /** Of whom there are actions or may be, by login. */
    staff: z.array(z.object({ login: z.string(), name: z.string() })),
    /** Kinds of actions, by their words. */
    kinds: z.array(z.object({ call: z.string(), what: z.string() })),
    /** The billing does not answer: what it changed is not shown, and not looked through for words. */
    isBillingAway: z.boolean(),
    /** More actions than the newest thousand changed something with the words in the billing; older ones are not found by it. */
    isSearchCut: z.boolean(),
  }),
  failures: [],
});

export const exportStaffActions = defineCall({
  path: '/api/admin/actions/export',
  summary: 'The actions of a filter as a table to keep, the newest 10,000 at most.',
  ...ofOwner,
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...filterFields, format: exportFormatField }),
  output: z.unknown(),
  failures: [],
});
