import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { textField } from './fields.ts';
import { pageTable } from './pages.ts';

/** From very bad to very good. */
export const marks = [1, 2, 3, 4, 5] as const;
export type Mark = (typeof marks)[number];
export const markField = z.literal(marks);

/** Longest text beside a mark, characters. Source: facts of support, section 9. */
export const maxFeedbackText = 1200;

/** Why feedback was asked for. */
export const occasions = ['page', 'error', 'notFound', 'refusal'] as const;
export type Occasion = (typeof occasions)[number];

/** What was marked: a page of the cabinet, or the answer to a ticket or chat. */
export const feedbackSources = ['page', 'conversation'] as const;

const isCustomerPage = (path: string) => /^\/cabinet\/(person|entity)(\/|$)/.test(path);
const pagePaths: ReadonlySet<string> = new Set(
  pageTable.flatMap(({ path }) => (isCustomerPage(path) ? [path] : [])),
);

/** Pages that customers mark, as in the page table. */
export const feedbackPages: readonly string[] = [...pagePaths];

/** A path of the page table, so that no number of an address is kept; '': an address without a page. */
export const pageField = z
  .string()
  .check(z.refine((path) => path === '' || pagePaths.has(path), { error: 'field.invalid' }));

export const giveFeedback = defineCall({
  path: '/api/feedback/give',
  summary:
    'Keeps the mark of a page with its text, once per page and Kyiv day; digits of cards and phones in it are masked.',
  audience: 'customer',
  area: 'own',
  changes: true,
  input: signedInput({
    page: pageField,
    occasion: z.enum(occasions),
    mark: markField,
    text: textField(maxFeedbackText),
    /** Of the cabinet in the browser. */
    version: textField(40),
  }),
  output: success({}),
  failures: ['feedback.alreadyGiven'],
});
