import type { Months } from '#web/lib/month-choices.ts';

/** What an archive is asked for with. */
export interface ArchiveWish extends Months {
  scope: 'account' | 'all';
}

/** What is asked for among the documents of an account. */
export const ofBills = { kind: 'bills' } as const;
