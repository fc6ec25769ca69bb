import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import {
  listTermChanges,
  previewTermChange,
  type TermChangeData,
  type TermContent,
} from '#contract/service-terms/term-changes.ts';
import { queryApi } from '#web/lib/api.ts';

export type Terms = OutputOf<typeof listTermChanges>;
export type TermChange = TermChangeData;
export type TermPreview = OutputOf<typeof previewTermChange>;
/** The content of one kind. */
export type ContentOf<Kind extends TermContent['kind']> = Extract<TermContent, { kind: Kind }>;

/** What is in force, what is planned, and what was changed. */
export const termsQuery = queryOptions({
  queryKey: ['admin-service-terms'] as readonly unknown[],
  queryFn: ({ signal }) => queryApi(listTermChanges, {}, { signal }),
});

/** What a version would do, before it is saved. */
export const termPreviewQuery = (content: TermContent) =>
  queryOptions({
    queryKey: ['admin-service-terms-preview', content] as readonly unknown[],
    queryFn: ({ signal }) => queryApi(previewTermChange, { content }, { signal }),
    // Counted anew each time a version is looked at.
    gcTime: 0,
  });
