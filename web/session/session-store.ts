import { create } from 'zustand';
import { deviceNow } from '#web/lib/clock.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import {
  emptied,
  entityWithAccounts,
  type MessagesState,
  noMessages,
  personWithAccounts,
} from './areas-of-accounts.ts';
import { noAdmin, noEntity, noPerson } from './empty-areas.ts';
import {
  changedElsewhere,
  clearState,
  loadState,
  onStateChangedElsewhere,
  saveState,
} from './persisted-state.ts';
import type {
  ClientLogState,
  Config,
  PersistedState,
  PersonAccount,
  SignedInAdmin,
  SignedInUser,
} from './session-types.ts';

type SessionData = PersistedState['session'];

/** The state areas. Source: base specification, section 3. */
export interface SessionStore extends Omit<PersistedState, 'session'> {
  /** Absent when nobody is signed in. */
  session: PersistedState['session'] | undefined;
  messages: MessagesState;
  /** The energo office of this site, whoever is signed in; '': it has none; undefined: not known yet. */
  office: string | undefined;
  clientLog: ClientLogState | undefined;
  /** Of this site, whoever is signed in. */
  config: Config;
}

/** Who is signed in and with which account they work. Read by hooks; changed by functions beside this file. */
export const useSessionStore = create<SessionStore>(() => ({
  ...fromPersisted(undefined),
  office: undefined,
  config: undefined,
}));

export function currentSession(): SessionStore {
  return useSessionStore.getState();
}

/** Whether the staff sees the cabinet of somebody in this tab: nothing is sent there that changes something by itself. */
export const isViewing = () => currentSession().session?.viewing !== undefined;

/** Takes up what the last visit left, and from now on agrees with the other tabs. */
export function startSession(): () => void {
  useSessionStore.setState(fromPersisted(loadState(deviceNow())));
  return onStateChangedElsewhere(takeUpKept);
}

/** What is not kept outlives a change of another tab, but not another user. */
function takeUpKept(): void {
  const state = loadState(deviceNow());
  if (state && state.session.id === currentSession().session?.id) setAreas(state);
  else useSessionStore.setState(fromPersisted(state));
}

/** Tickets and inbox are emptied with another account. */
function setAreas(areas: Partial<PersistedState>): void {
  useSessionStore.setState((before) => {
    const sameAccount = chosenAccount({ ...before, ...areas }) === chosenAccount(before);
    return sameAccount ? areas : { ...areas, messages: emptied(before.messages) };
  });
}

/** The state of who has signed in: the area of their type is filled, the others are empty. */
export function stateOf(
  user: SignedInUser | SignedInAdmin,
  accounts: readonly PersonAccount[],
): PersistedState {
  const { token, type, expires, partner, phone, email, account, userId, company, dualAuth = false } = user;
  const state = {
    session: { id: newRequestId(), userId, token, type, company, expires, login: true, dualAuth },
    person: noPerson,
    entity: noEntity,
    admin: noAdmin,
    sitename: window.location.host,
  };
  if (type === 'person')
    state.person = personWithAccounts({ ...noPerson, partner, phone, email }, accounts, account);
  if (type === 'entity')
    state.entity = entityWithAccounts({ ...noEntity, user: { phone, email, account } }, accounts);
  if ('login' in user) {
    const { login, fullName, roles } = user;
    state.admin = { ...noAdmin, token, login, fullName, roles };
  }
  return state;
}

/** Somebody has signed in. */
export function signedIn(...facts: Parameters<typeof stateOf>): void {
  const state = stateOf(...facts);
  saveState(state);
  useSessionStore.setState(fromPersisted(state));
}

/** The session check may refresh the token it `asked` for; when another is in use meanwhile, the answer is not for it. */
export function sessionRenewed(
  asked: string,
  renewed: Pick<SessionData, 'token' | 'expires' | 'company'> & {
    admin?: Pick<PersistedState['admin'], 'token' | 'roles'> | undefined;
  },
): void {
  changeAreas(({ session, admin }) => {
    const { token, expires, company } = renewed;
    return session.token === asked
      ? { session: { ...session, token, expires, company }, admin: { ...admin, ...renewed.admin } }
      : {};
  });
}

/** Whose site this is. */
export function officeRead(office: string): void {
  useSessionStore.setState({ office });
}

/** The environment was read. */
export function configRead(config: Config): void {
  useSessionStore.setState({ config });
}

/** Clears token, type, expiry, the data of every area and what was kept locally. */
export function signedOut(): void {
  clearState();
  useSessionStore.setState(fromPersisted(undefined));
}

/**
 * Changes areas of who is signed in, here and for the next visit; nothing when nobody is. The change starts from what
 * another tab has kept meanwhile. When that tab has signed out, or another user in, nothing is kept.
 */
export function changeAreas(change: (state: PersistedState) => Partial<PersistedState>): void {
  const id = currentSession().session?.id;
  const changed = changedElsewhere();
  const isOurs = !changed || changed.state?.session.id === id;
  if (changed && isOurs) takeUpKept();
  const { session, person, entity, admin, sitename } = currentSession();
  if (!session) return;
  const state = { session, person, entity, admin, sitename };
  const areas = change(state);
  if (isOurs) saveState({ ...state, ...areas });
  setAreas(areas);
}

/** Of the two areas one is empty. */
function chosenAccount({ person, entity }: Pick<PersistedState, 'person' | 'entity'>): string {
  return person.account || entity.user.account;
}

/** Office and environment are those of the site: they outlive sign-in and sign-out. */
function fromPersisted(state: PersistedState | undefined): Omit<SessionStore, 'office' | 'config'> {
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
