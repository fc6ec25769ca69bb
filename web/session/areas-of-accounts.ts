import { sortAccounts } from './account-list.ts';
import type { EntityState, PersonAccount } from './session-types.ts';

/** The first so many places of an entity are kept. Source: base specification, section 9. */
const MOST_PLACES = 100;

/** The accounts in their order with this one chosen, when it is among them. */
export function choiceAmong(accounts: readonly PersonAccount[], account: string) {
  const isChose = accounts.some((item) => item.account === account);
  return { account: isChose ? account : '', isChose, accounts: sortAccounts(accounts) };
}

/** The only account of an entity is chosen by itself: its home sends on to the meters of the chosen one. */
export function entityWithAccounts(entity: EntityState, accounts: readonly PersonAccount[]): EntityState {
  const only = accounts.length === 1 ? accounts[0]?.account : undefined;
  const { account, ...choice } = choiceAmong(accounts, only ?? entity.user.account);
  const places = new Set(choice.accounts.map((item) => item.placeId).filter(Boolean));
  return {
    ...entity,
    ...choice,
    user: { ...entity.user, account },
    places: [...places].slice(0, MOST_PLACES),
    meters: account === entity.user.account ? entity.meters : [],
  };
}
