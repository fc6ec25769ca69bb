import { queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { type changeRules, listRules, previewRules } from '#contract/rules.ts';
import { queryApi } from '#web/lib/api.ts';

export type Rules = OutputOf<typeof listRules>;
export type RuleChange = Rules['changes'][number];
export type ChangedRule = InputOf<typeof changeRules>['values'][number];

/** The rules in force, what is planned, and what was changed. */
export const rulesQuery = queryOptions({
  queryKey: ['admin-rules'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(listRules, {}, { signal }),
});

/** What a change would do, before it is saved. */
export const previewQuery = (values: ChangedRule[], validFrom: string) =>
  queryOptions({
    queryKey: ['admin-rules-preview', values, validFrom] as readonly unknown[],
    queryFn: ({ signal }) => queryApi(previewRules, { values, validFrom }, { signal }),
    // Counted anew each time a change is looked at.
    gcTime: 0,
  });
