import { feedbackPages, feedbackSources, marks } from '#contract/feedback.ts';
import { readSearch, type SearchOf, type SearchSchema } from '#contract/page-search.ts';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { text } from './text.ts';

/** Filter of the marks and their texts; `by`: the step of time, a day when absent. */
const feedbackSearch = {
  from: 'day',
  to: 'day',
  source: ['page', 'conversation'],
  page: { maxLength: 100 },
  mark: ['1', '2', '3', '4', '5'],
  q: { maxLength: 100 },
  by: ['week'],
} as const satisfies SearchSchema;

/** What the address filters by. */
export type FeedbackFilter = SearchOf<typeof feedbackSearch>;

/** The filter of typed values or of an address; a page that nobody marks is left out. */
export function readFilter(values: Readonly<Record<string, unknown>>): FeedbackFilter {
  const { page, ...filter } = readSearch(feedbackSearch, values);
  return page !== undefined && feedbackPages.includes(page) ? { ...filter, page } : filter;
}

/** The payload of the calls. */
export function toPayload({ mark, by: _, ...filter }: FeedbackFilter) {
  const found = marks.find((one) => String(one) === mark);
  return { ...filter, ...(found !== undefined && { mark: found }) };
}

/** Fields over the list; `nameOf`: the words for a page. */
export const fieldsOf = (filter: FeedbackFilter, nameOf: (page: string) => string) => [
  { kind: 'date', name: 'from', label: text.from, value: filter.from } as const,
  { kind: 'date', name: 'to', label: text.to, value: filter.to } as const,
  selectWithAny({
    name: 'source',
    label: text.source,
    value: filter.source,
    anyLabel: text.anySource,
    choices: feedbackSources,
    labels: text.sources,
  }),
  selectWithAny({
    name: 'page',
    label: text.page,
    value: filter.page,
    anyLabel: text.anyPage,
    choices: feedbackPages,
    labels: Object.fromEntries(feedbackPages.map((page) => [page, nameOf(page)])),
  }),
  selectWithAny({
    name: 'mark',
    label: text.mark,
    value: filter.mark,
    anyLabel: text.anyMark,
    choices: ['1', '2', '3', '4', '5'],
    labels: text.marks,
  }),
  { kind: 'search', name: 'q', label: text.words, value: filter.q, maxLength: 100 } as const,
];
