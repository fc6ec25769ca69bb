import type { Instant } from '#domain/time/instant.ts';
import { noAdmin, noEntity, noPerson } from './empty-areas.ts';
import type { PersistedState } from './session-types.ts';

export const STATE_KEY = 'svitlo.cabinet';
const THEME_KEY = 'svitlo.theme';
const PAY_WAY_KEY = 'svitlo.payWay';
const MENU_KEY = 'svitlo.menu';
const LEFT_KEY = 'svitlo.left';
const POINTS_KEY = 'svitlo.pointDigits';

type KeptState = Pick<PersistedState, 'session' | 'person'> & Partial<PersistedState>;

export type ThemeChoice = 'light' | 'dark';

/**
 * The state kept from the last visit, only while its token exists and its expiry is in the future; else what was kept
 * is removed. Source: base specification, section 3 (persistence).
 */
export function loadState(now: Instant): PersistedState | undefined {
  known = read(STATE_KEY);
  if (known === null) return undefined;
  const state = parse(known);
  if (state && Date.parse(state.session.expires) > now) return state;
  clearState();
  return undefined;
}

/** The kept state as this tab has read or written it last. */
let known: string | null = null;

/** What another tab has kept since this one read or wrote the state: its storage event may not have come yet. */
export function changedElsewhere(): { readonly state: PersistedState | undefined } | undefined {
  const text = read(STATE_KEY);
  return text === known ? undefined : { state: parse(text ?? '') };
}

/** A browser that refuses it keeps the state before. */
export function saveState(state: PersistedState): void {
  write(STATE_KEY, JSON.stringify(state));
  known = read(STATE_KEY);
}

export function clearState(): void {
  write(STATE_KEY, null);
  known = null;
}

/** Tells when another tab signed in or out, or chose another object. Returns how to stop listening. */
export function onStateChangedElsewhere(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === STATE_KEY || event.key === null) listener();
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}

/** The theme the person chose on this device; undefined follows the system. */
export function loadTheme(): ThemeChoice | undefined {
  const theme = read(THEME_KEY);
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

export function saveTheme(theme: ThemeChoice | undefined): void {
  write(THEME_KEY, theme ?? null);
}

/** How one paid last on this device: a provider, a code, a transfer. What stands there may be of an older version. */
export function loadPayWay(): string | undefined {
  return read(PAY_WAY_KEY) ?? undefined;
}

export function savePayWay(way: string): void {
  write(PAY_WAY_KEY, way);
}

/** Whether staff hid the sidebar on this device. */
export function isMenuHidden(): boolean {
  return read(MENU_KEY) !== null;
}

export function keepMenuHidden(isHidden: boolean): void {
  write(MENU_KEY, isHidden ? 'hidden' : null);
}

/** Tokens of sessions that were left and that the server has not ended yet, the oldest first. */
export function loadLeftTokens(): readonly string[] {
  return (read(LEFT_KEY) ?? '').split(' ').filter((token) => token !== '');
}

export function saveLeftTokens(tokens: readonly string[]): void {
  write(LEFT_KEY, tokens.join(' ') || null);
}

/** What is typed and not sent, as text; kept until the tab is closed. null: none, or the browser keeps nothing. */
export function loadOfTab(what: 'typedDigits' | 'form'): string | null {
  return read(`svitlo.${what}`, true);
}

/** null removes it. */
export function saveOfTab(what: 'typedDigits' | 'form', text: string | null): void {
  write(`svitlo.${what}`, text, true);
}

/** The digits typed for many points, as text; kept on the device. null: none, or the browser keeps nothing. */
export function loadPointsText(): string | null {
  return read(POINTS_KEY);
}

/** null removes them. */
export function savePointsText(text: string | null): void {
  write(POINTS_KEY, text);
}

function parse(text: string): PersistedState | undefined {
  try {
    const state = JSON.parse(text) as Partial<PersistedState> | null;
    const whole = state?.session?.token && state.session.expires && Array.isArray(state.person?.accounts);
    return whole ? withAllAreas(state as KeptState) : undefined;
  } catch {
    return undefined;
  }
}

/** What the version before kept has no entity, no admin and no marks: it is taken up all the same. */
function withAllAreas({ session, person, entity, admin, sitename }: KeptState): PersistedState {
  return {
    session: { ...session, id: session.id ?? '' },
    person: { ...noPerson, ...person, isChose: person.account !== '' },
    entity: entity ?? noEntity,
    admin: admin ?? noAdmin,
    sitename: sitename ?? '',
  };
}

// A browser may refuse storage (private window, full disk): the cabinet then works until the tab is closed.
function read(key: string, isOfTab?: boolean): string | null {
  try {
    return storageOf(isOfTab).getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null, isOfTab?: boolean): void {
  try {
    const storage = storageOf(isOfTab);
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    return;
  }
}

/** A tab in which the staff sees a cabinet has a state of its own, and shares nothing with the others (decision 0142). */
function storageOf(isOfTab: boolean | undefined): Storage {
  return isOfTab || sessionStorage[STATE_KEY] ? sessionStorage : localStorage;
}
