import { noFacts, noPerson } from './empty-areas.ts';
import type { EntityState, PersonAccount, PersonState } from './session-types.ts';

interface Numbered {
  readonly account: string;
}

/** Ascending by account number. Numbers have one length, so text order is number order. */
export function sortAccounts<A extends Numbered>(accounts: readonly A[]): readonly A[] {
  return [...accounts].sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

/** With changed fields of the account of this number, e.g. its name. */
export function changeAccount<A extends Numbered>(
  accounts: readonly A[],
  number: string,
  fields: Partial<Omit<A, 'account'>>,
): readonly A[] {
  return accounts.map((item) => (item.account === number ? { ...item, ...fields } : item));
}

/** A message of the supplier. */
interface InboxItem {
  readonly id: string;
  readonly isRead: boolean;
}

/** A request of the customer. */
interface Ticket {
  readonly id: string;
}

/** The messages state area. Source: base specification, section 3. */
export interface MessagesState {
  readonly tickets: readonly Ticket[];
  readonly inbox: readonly InboxItem[];
  /** How many messages of the supplier are new. */
  readonly suppliers: number;
}

export const noMessages: MessagesState = { tickets: [], inbox: [], suppliers: 0 };

/** Another account is chosen: its tickets and inbox are not those of the one before. */
export function emptied(messages: MessagesState): MessagesState {
  return { ...messages, tickets: [], inbox: [] };
}

/** The first so many places of an entity are kept. Source: base specification, section 9. */
const MOST_PLACES = 100;

/** The accounts in their order with this one chosen, when it is among them. */
function choiceAmong(accounts: readonly PersonAccount[], account: string) {
  const isChose = accounts.some((item) => item.account === account);
  return { account: isChose ? account : '', isChose, accounts: sortAccounts(accounts) };
}

/** The objects of a person: each with its facts, one of them chosen. */
export function personWithAccounts(
  person: PersonState,
  accounts: readonly PersonAccount[],
  account: string,
): PersonState {
  const known = new Map(person.accounts.map((item) => [item.account, item]));
  const complete = accounts.map((item) => ({
    ...noFacts,
    partner: item.account,
    ...known.get(item.account),
    ...item,
    objectName: item.objectName || item.address,
  }));
  const choice = choiceAmong(complete, account);
  const ofChosen = choice.account === person.account ? {} : ofAccount(person, choice.account);
  const numbers = new Set(accounts.map((item) => item.account));
  return {
    ...person,
    ...ofChosen,
    ...choice,
    places: placesOf(choice.accounts),
    detailsPaymentList: only(person.detailsPaymentList, numbers),
    loyalityChecked: only(person.loyalityChecked, numbers),
  };
}

/** What the area holds of the chosen account, once another one is chosen: the details of payment are known of each. */
export function ofAccount(person: PersonState, account: string) {
  const { customInfo, lastCalculateTime, meters } = noPerson;
  return { customInfo, lastCalculateTime, meters, detailsPayment: person.detailsPaymentList[account] };
}

/** Of an account that is gone nothing is left. */
function only<Value>(byAccount: Readonly<Record<string, Value>>, numbers: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(byAccount).filter(([account]) => numbers.has(account)));
}

function placesOf(accounts: readonly PersonAccount[]): readonly string[] {
  return [...new Set(accounts.map((item) => item.placeId).filter(Boolean))];
}

/** The only account of an entity is chosen by itself: its home sends on to the meters of the chosen one. */
export function entityWithAccounts(entity: EntityState, accounts: readonly PersonAccount[]): EntityState {
  const only = accounts.length === 1 ? accounts[0]?.account : undefined;
  const { account, ...choice } = choiceAmong(accounts, only ?? entity.user.account);
  return {
    ...entity,
    ...choice,
    user: { ...entity.user, account },
    places: placesOf(choice.accounts).slice(0, MOST_PLACES),
    meters: account === entity.user.account ? entity.meters : [],
  };
}
