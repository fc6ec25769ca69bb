import {
  changeAccount,
  emptied,
  entityWithAccounts,
  ofAccount,
  personWithAccounts,
} from './areas-of-accounts.ts';
import { balanceSet } from './balance-state.ts';
import { changeAreas, useSessionStore } from './session-store.ts';
import type {
  AccountFacts,
  EntityState,
  PaymentDetails,
  PersonAccount,
  PersonState,
} from './session-types.ts';

/** The counts of registered entities and persons were read, each by itself. */
export function amountsRead(amounts: { amountEntity?: number; amountPerson?: number }): void {
  changeAreas(({ admin }) => ({ admin: { ...admin, ...amounts } }));
}

/** Phone and e-mail of the customer as the server keeps them now, in the area of their type. */
export function contactsChanged({ phone, email }: { phone: string; email: string }): void {
  changeAreas(({ session, person, entity }) => {
    if (session.type === 'person') return { person: { ...person, phone, email } };
    return session.type === 'entity' ? { entity: { ...entity, user: { ...entity.user, phone, email } } } : {};
  });
}

/** Chosen as an account it clears the choice. Source: base specification, section 4. */
const NO_CHOICE = 'DELETE';

/**
 * The account that a choice names: its number, the object itself or the object as a JSON string; '' for `DELETE`.
 * What names no account gives undefined, and the choice stays as it was. Source: base specification, section 4.
 */
export function readChoice(choice: unknown): string | undefined {
  if (choice === NO_CHOICE) return '';
  if (typeof choice === 'number' || typeof choice === 'bigint') return numberOf(String(choice));
  if (typeof choice === 'string') return numberOf(choice) ?? readChoice(parsedObject(choice));
  if (typeof choice !== 'object' || choice === null || !('account' in choice)) return undefined;
  return typeof choice.account === 'object' ? undefined : readChoice(choice.account);
}

function numberOf(text: string): string | undefined {
  return /^\d{10}$/.test(text) ? text : undefined;
}

function parsedObject(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export { NO_CHOICE };

type ObjectFacts = Required<Pick<AccountFacts, 'greenTarifHistories' | 'customerResponsibles'>> & {
  bankInfo: PaymentDetails;
};

/** The accounts as the server lists them now, in the area of who is signed in. A chosen one that is gone is chosen no more. */
export function accountsListed(listed: readonly PersonAccount[]): void {
  changeAreas(({ session, person, entity }) => {
    if (session.type === 'person') return { person: personWithAccounts(person, listed, person.account) };
    return session.type === 'entity' ? { entity: entityWithAccounts(entity, listed) } : {};
  });
}

/**
 * Chooses the account to work with, by number, object or JSON string; `NO_CHOICE` clears the choice. The tickets and the
 * inbox of the account before are emptied. Source: base specification, section 4.
 */
export function accountChosen(choice: unknown): void {
  const account = readChoice(choice);
  if (account === undefined) return;
  const isChose = account !== '';
  changeAreas(({ session, person, entity }) => {
    const rest = account === person.account ? {} : ofAccount(person, account);
    if (session.type === 'person') return { person: { ...person, ...rest, account, isChose } };
    return session.type === 'entity'
      ? { entity: { ...entity, user: { ...entity.user, account }, isChose, meters: [] } }
      : {};
  });
  useSessionStore.setState(({ messages }) => ({ messages: emptied(messages) }));
}

/** A balance was read: it stands in the list of objects, where the chosen one is found too. */
export function balanceRead(account: string, balance: Parameters<typeof balanceSet>[0]): void {
  changeAreas(({ person }) => ({
    person: { ...person, accounts: changeAccount(person.accounts, account, balanceSet(balance)) },
  }));
}

/** The short card of an account was read; that of one that is not chosen is not kept. */
export function customInfoRead(customInfo: NonNullable<PersonState['customInfo']>): void {
  changeAreas(({ person }) =>
    person.account === customInfo.account
      ? { person: { ...person, customInfo, lastCalculateTime: customInfo.lastCalculateTime } }
      : {},
  );
}

/** The meters of an account were read; those of one that is not chosen any more are not kept. */
export function metersRead(account: string, meters: EntityState['meters']): void {
  changeAreas(({ person, entity }) => {
    if (entity.user.account === account) return { entity: { ...entity, meters } };
    return person.account === account ? { person: { ...person, meters } } : {};
  });
}

/** The facts of an object were read: they stand with it, where to pay also by itself. */
export function objectInfoRead(
  account: string,
  { bankInfo, greenTarifHistories, customerResponsibles }: ObjectFacts,
): void {
  const facts = { accountLoaded: true, bankInfo, greenTarifHistories, customerResponsibles };
  changeAreas(({ person }) => ({
    person: {
      ...person,
      accounts: changeAccount(person.accounts, account, facts),
      detailsPayment: person.account === account ? bankInfo : person.detailsPayment,
      detailsPaymentList: { ...person.detailsPaymentList, [account]: bankInfo },
    },
  }));
}

/** The offer of the home was put away for this account. */
export function offerPutAway(account: string): void {
  changeAreas(({ person }) => ({
    person: { ...person, loyalityChecked: { ...person.loyalityChecked, [account]: true } },
  }));
}
