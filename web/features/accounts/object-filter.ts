import type { objectStates } from '#contract/accounts/accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { apostrophes, tidyText } from '#domain/input/tidy-text.ts';
import { isSomeMoney } from '#web/lib/format.ts';
import type { PersonAccount } from '#web/session/session-types.ts';

export type ObjectState = OutputOf<typeof objectStates>['states'][number];

/** The filters of a long list of objects. */
export type ObjectFilter = 'all' | 'owing' | 'asking';

/** Minimum number of objects for which the list has a search field. */
export const minSearched = 8;

/** Whether there is a debt for energy or for a violation act. */
export function isOwing({ debet, acts }: Pick<ObjectState, 'debet' | 'acts'>): boolean {
  return isSomeMoney(debet) || isSomeMoney(acts);
}

/**
 * The objects whose name, address or number contains every word of the term, narrowed by state. An object of unknown
 * state is found in 'all' only.
 */
export function filterObjects(
  accounts: readonly PersonAccount[],
  states: ReadonlyMap<string, ObjectState>,
  { term, filter }: { term: string; filter: ObjectFilter },
): readonly PersonAccount[] {
  const words = fold(term).split(/\s+/).filter(Boolean);
  return accounts.filter((item) => {
    const state = states.get(item.account);
    if (filter === 'owing' && !(state && isOwing(state))) return false;
    if (filter === 'asking' && !state?.asksReading) return false;
    const known = fold(`${item.objectName} ${item.address} ${item.account}`);
    return words.every((word) => known.includes(word));
  });
}

/** Normalises text for the search: one apostrophe character, spaces for commas. */
function fold(words: string): string {
  return tidyText(words).toLocaleLowerCase('uk').replace(apostrophes, '’').replace(/[,.;]/g, ' ');
}
