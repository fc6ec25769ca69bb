import type { OutputOf } from '#contract/define-call.ts';
import type { getSubscriberBook } from '#contract/subscriber-book.ts';

export type BookData = OutputOf<typeof getSubscriberBook>;
export type BookRow = BookData['rows'][number];
