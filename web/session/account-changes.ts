import { NO_CHOICE, readChoice } from './account-choice.ts';
import { changeAccount } from './account-list.ts';
import { choiceAmong, entityWithAccounts } from './areas-of-accounts.ts';
import { balanceSet } from './balance-state.ts';
import { emptied } from './messages-state.ts';
import { changeAreas, currentSession, useSessionStore } from './session-store.ts';
import type { EntityState, PersonAccount } from './session-types.ts';

export { NO_CHOICE };

/** The accounts as the server lists them now, in the area of who is signed in. A chosen one that is gone is chosen no more. */
export function accountsListed(listed: readonly PersonAccount[]): void {
  const { session, person, entity } = currentSession();
  const known = new Map(person.accounts.map((item) => [item.account, item]));
  if (session?.type === 'person') {
    const accounts = listed.map((item) => ({ ...known.get(item.account), ...item }));
    changeAreas({ person: { ...person, ...choiceAmong(accounts, person.account) } });
  } else if (session?.type === 'entity') changeAreas({ entity: entityWithAccounts(entity, listed) });
}

/**
 * Chooses the account to work with, by number, object or JSON string; `NO_CHOICE` clears the choice. The tickets and the
 * inbox of the account before are emptied. Source: base specification, section 4.
 */
export function accountChosen(choice: unknown): void {
  const account = readChoice(choice);
  if (account === undefined) return;
  const { session, person, entity, messages } = currentSession();
  const isChose = account !== '';
  if (session?.type === 'person') changeAreas({ person: { ...person, account, isChose } });
  else if (session?.type === 'entity')
    changeAreas({ entity: { ...entity, user: { ...entity.user, account }, isChose, meters: [] } });
  useSessionStore.setState({ messages: emptied(messages) });
}

/** A balance was read: it stands in the list of objects, where the chosen one is found too. */
export function balanceRead(account: string, balance: Parameters<typeof balanceSet>[0]): void {
  const { person } = currentSession();
  changeAreas({
    person: { ...person, accounts: changeAccount(person.accounts, account, balanceSet(balance)) },
  });
}

/** The meters of an account of the entity were read; those of one that is not chosen any more are not kept. */
export function metersRead(account: string, meters: EntityState['meters']): void {
  const { entity } = currentSession();
  if (entity.user.account === account) changeAreas({ entity: { ...entity, meters } });
}
