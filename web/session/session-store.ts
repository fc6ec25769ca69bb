import { create } from 'zustand';
import { deviceNow } from '#web/lib/clock.ts';
import { clearState, loadState, onStateChangedElsewhere, saveState } from './persisted-state.ts';
import type { PersistedState, PersonAccount, PersonState, Session, SignedInUser } from './session-types.ts';

/** Chosen as an account it clears the choice. Source: base specification, section 4. */
export const NO_CHOICE = 'DELETE';

const nobody: PersonState = { partner: '', phone: '', email: '', account: '', accounts: [] };

interface SessionStore {
  /** Absent when nobody is signed in. */
  session: Session | undefined;
  person: PersonState;
}

/** Who is signed in and with which object they work. Read by hooks; changed by the functions below. */
export const useSessionStore = create<SessionStore>(() => fromPersisted(undefined));

export function currentSession(): SessionStore {
  return useSessionStore.getState();
}

/** Takes up what the last visit left, and from now on agrees with the other tabs. */
export function startSession(): () => void {
  useSessionStore.setState(fromPersisted(loadState(deviceNow())));
  return onStateChangedElsewhere(() => useSessionStore.setState(fromPersisted(loadState(deviceNow()))));
}

export function signedIn(user: SignedInUser, accounts: readonly PersonAccount[], dualAuth = false): void {
  const { token, type, expires, partner, phone, email, account } = user;
  const chosen = accounts.some((item) => item.account === account) ? account : '';
  change({
    session: { token, type, expires, login: true, dualAuth },
    person: { partner, phone, email, account: chosen, accounts: sortAccounts(accounts) },
  });
}

/** The session check may refresh the token. */
export function sessionRenewed(token: string, expires: string): void {
  const { session, person } = currentSession();
  if (session) change({ session: { ...session, token, expires }, person });
}

/** Clears token, type, expiry, the person's data and what was kept locally. */
export function signedOut(): void {
  clearState();
  useSessionStore.setState(fromPersisted(undefined));
}

/** The objects as the server lists them now. A chosen one that is gone is chosen no more. */
export function accountsListed(accounts: readonly PersonAccount[]): void {
  const { session, person } = currentSession();
  if (!session) return;
  const account = accounts.some((item) => item.account === person.account) ? person.account : '';
  change({ session, person: { ...person, account, accounts: sortAccounts(accounts) } });
}

/** Chooses the object to work with; `NO_CHOICE` clears the choice. */
export function accountChosen(account: string): void {
  const { session, person } = currentSession();
  if (session) change({ session, person: { ...person, account: account === NO_CHOICE ? '' : account } });
}

/** Ascending by account number. Numbers have one length, so text order is number order. */
function sortAccounts(accounts: readonly PersonAccount[]): readonly PersonAccount[] {
  return [...accounts].sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

function fromPersisted(state: PersistedState | undefined): SessionStore {
  return state ?? { session: undefined, person: nobody };
}

function change(state: PersistedState): void {
  saveState(state);
  useSessionStore.setState(state);
}
