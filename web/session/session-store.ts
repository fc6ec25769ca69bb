import { create } from 'zustand';
import { deviceNow } from '#web/lib/clock.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { choiceAmong, entityWithAccounts } from './areas-of-accounts.ts';
import { noAdmin, noEntity, noPerson } from './empty-areas.ts';
import { type MessagesState, noMessages } from './messages-state.ts';
import { clearState, loadState, onStateChangedElsewhere, saveState } from './persisted-state.ts';
import type {
  ClientLogState,
  PersistedState,
  PersonAccount,
  SignedInAdmin,
  SignedInUser,
} from './session-types.ts';

/** The state areas. Source: base specification, section 3. */
export interface SessionStore extends Omit<PersistedState, 'session'> {
  /** Absent when nobody is signed in. */
  session: PersistedState['session'] | undefined;
  messages: MessagesState;
  clientLog: ClientLogState | undefined;
}

/** Who is signed in and with which account they work. Read by hooks; changed by functions beside this file. */
export const useSessionStore = create<SessionStore>(() => fromPersisted(undefined));

export function currentSession(): SessionStore {
  return useSessionStore.getState();
}

/** Takes up what the last visit left, and from now on agrees with the other tabs. */
export function startSession(): () => void {
  useSessionStore.setState(fromPersisted(loadState(deviceNow())));
  return onStateChangedElsewhere(() => {
    const state = loadState(deviceNow());
    // What is not kept outlives a change of another tab, but not another user.
    if (state && state.session.id === currentSession().session?.id) useSessionStore.setState(state);
    else useSessionStore.setState(fromPersisted(state));
  });
}

/** Somebody has signed in: the area of their type is filled, the others are empty. */
export function signedIn(
  user: SignedInUser | SignedInAdmin,
  accounts: readonly PersonAccount[],
  dualAuth = false,
): void {
  const { token, type, expires, partner, phone, email, account } = user;
  const state = {
    session: { id: newRequestId(), token, type, expires, login: true, dualAuth },
    person: noPerson,
    entity: noEntity,
    admin: noAdmin,
    sitename: window.location.host,
  };
  if (type === 'person') state.person = { partner, phone, email, ...choiceAmong(accounts, account) };
  if (type === 'entity')
    state.entity = entityWithAccounts({ ...noEntity, user: { phone, email, account } }, accounts);
  if ('login' in user) {
    const { login, fullName, roles } = user;
    state.admin = { ...noAdmin, token, login, fullName, roles };
  }
  saveState(state);
  useSessionStore.setState(fromPersisted(state));
}

/** The session check may refresh the token. */
export function sessionRenewed(token: string, expires: string): void {
  const { session, admin } = currentSession();
  if (!session) return;
  changeAreas({ session: { ...session, token, expires }, admin: admin.token ? { ...admin, token } : admin });
}

/** Clears token, type, expiry, the data of every area and what was kept locally. */
export function signedOut(): void {
  clearState();
  useSessionStore.setState(fromPersisted(undefined));
}

/** Changes areas of who is signed in, here and for the next visit; nothing when nobody is. */
export function changeAreas(areas: Partial<PersistedState>): void {
  const { session, person, entity, admin, sitename } = currentSession();
  if (!session) return;
  saveState({ session, person, entity, admin, sitename, ...areas });
  useSessionStore.setState(areas);
}

function fromPersisted(state: PersistedState | undefined): SessionStore {
  return {
    session: undefined,
    person: noPerson,
    entity: noEntity,
    admin: noAdmin,
    sitename: '',
    messages: noMessages,
    clientLog: undefined,
    ...state,
  };
}
