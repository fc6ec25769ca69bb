import { noAccount } from '#contract/fields.ts';
import type { PersonState } from '#web/session/session-types.ts';

/** The account that a person writes about: the chosen one; on pages without a choice the first; `noAccount` without an object. */
export const conversationAccount = ({
  account,
  accounts: [first],
}: Pick<PersonState, 'account' | 'accounts'>): string => account || (first?.account ?? noAccount);
