import type { Months } from '#web/lib/month-choices.ts';

/** The request of an archive. */
export interface ArchiveRequest extends Months {
  scope: 'account' | 'all';
}

/** The part of a document query that selects archives of bills. */
export const archiveDocuments = { kind: 'bills' } as const;
