import { create } from 'zustand';
import { deviceNow } from '#web/lib/clock.ts';
import { noAdmin, noEntity, noPerson } from './empty-areas.ts';
import { clearState, loadState, onStateChangedElsewhere, saveState } from './persisted-state.ts';
import type {
  AdminState,
  EntityState,
  PersistedState,
  PersonAccount,
  PersonState,
  Session,
  SignedInAdmin,
  SignedInUser,
} from './session-types.ts';

/** Chosen as an account it clears the choice. Source: base specification, section 4. */
export const NO_CHOICE = 'DELETE';

/** The first so many places of an entity are kept. Source: base specification, section 9. */
const MOST_PLACES = 100;

interface SessionStore {
  /** Absent when nobody is signed in. */
  session: Session | undefined;
  person: PersonState;
  entity: EntityState;
  admin: AdminState;
}

/** Who is signed in and with which account they work. Read by hooks; changed by the functions below. */
export const useSessionStore = create<SessionStore>(() => fromPersisted(undefined));

export function currentSession(): SessionStore {
  return useSessionStore.getState();
}

/** Takes up what the last visit left, and from now on agrees with the other tabs. */
export function startSession(): () => void {
  useSessionStore.setState(fromPersisted(loadState(deviceNow())));
  return onStateChangedElsewhere(() => useSessionStore.setState(fromPersisted(loadState(deviceNow()))));
}

/** Somebody has signed in: the area of their type is filled, the others are empty. */
export function signedIn(
  user: SignedInUser | SignedInAdmin,
  accounts: readonly PersonAccount[],
  dualAuth = false,
): void {
  const { token, type, expires } = user;
  change({
    session: { token, type, expires, login: true, dualAuth },
    person: type === 'person' ? personOf(user, accounts) : noPerson,
    entity: type === 'entity' ? entityOf(user, accounts) : noEntity,
    admin: 'login' in user ? adminOf(user) : noAdmin,
  });
}

/** The session check may refresh the token. */
export function sessionRenewed(token: string, expires: string): void {
  const { session, admin } = currentSession();
  if (session)
    changePart({
      session: { ...session, token, expires },
      ...(admin.token && { admin: { ...admin, token } }),
    });
}

/** Clears token, type, expiry, the data of every area and what was kept locally. */
export function signedOut(): void {
  clearState();
  useSessionStore.setState(fromPersisted(undefined));
}

/** The accounts as the server lists them now. A chosen one that is gone is chosen no more. */
export function accountsListed(accounts: readonly PersonAccount[]): void {
  const { session, person, entity } = currentSession();
  if (session?.type === 'person')
    changePart({ person: { ...person, ...choiceAmong(accounts, person.account), accounts: sort(accounts) } });
  else if (session?.type === 'entity') changePart({ entity: withAccounts(entity, accounts) });
}

/** Chooses the account to work with; `NO_CHOICE` clears the choice. */
export function accountChosen(choice: string): void {
  const { session, person, entity } = currentSession();
  const account = choice === NO_CHOICE ? '' : choice;
  const isChose = account !== '';
  if (session?.type === 'person') changePart({ person: { ...person, account, isChose } });
  else if (session?.type === 'entity')
    changePart({ entity: { ...entity, user: { ...entity.user, account }, isChose, meters: [] } });
}

function personOf(user: SignedInUser, accounts: readonly PersonAccount[]): PersonState {
  const { partner, phone, email, account } = user;
  return { partner, phone, email, ...choiceAmong(accounts, account), accounts: sort(accounts) };
}

function entityOf({ phone, email, account }: SignedInUser, accounts: readonly PersonAccount[]): EntityState {
  return withAccounts({ ...noEntity, user: { phone, email, account } }, accounts);
}

function adminOf({ token, login, fullName, roles }: SignedInAdmin): AdminState {
  return { ...noAdmin, token, login, fullName, roles };
}

/** The only account of an entity is chosen by itself: its home sends on to the meters of the chosen one. */
function withAccounts(entity: EntityState, accounts: readonly PersonAccount[]): EntityState {
  const only = accounts.length === 1 ? accounts[0]?.account : undefined;
  const { account, isChose } = choiceAmong(accounts, only ?? entity.user.account);
  return {
    ...entity,
    user: { ...entity.user, account },
    isChose,
    places: [...new Set(accounts.map((item) => item.placeId).filter(Boolean))].slice(0, MOST_PLACES),
    meters: account === entity.user.account ? entity.meters : [],
    accounts: sort(accounts),
  };
}

function choiceAmong(accounts: readonly PersonAccount[], account: string) {
  const isChose = accounts.some((item) => item.account === account);
  return { account: isChose ? account : '', isChose };
}

/** Ascending by account number. Numbers have one length, so text order is number order. */
function sort(accounts: readonly PersonAccount[]): readonly PersonAccount[] {
  return [...accounts].sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

function fromPersisted(state: PersistedState | undefined): SessionStore {
  return state ?? { session: undefined, person: noPerson, entity: noEntity, admin: noAdmin };
}

function changePart(part: Partial<PersistedState>): void {
  const { session, person, entity, admin } = currentSession();
  if (session) change({ session, person, entity, admin, ...part });
}

function change(state: PersistedState): void {
  saveState(state);
  useSessionStore.setState(state);
}
