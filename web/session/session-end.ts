import { create } from 'zustand';
import { currentSession, signedOut, useSessionStore } from './session-store.ts';

interface SessionEnd {
  /** The server said that the session is over, or that what was asked for is not this user's, while a page was open. */
  ended: boolean;
  /** The session stands: only what was asked for is refused. */
  isForbidden: boolean;
  /** The person chose to stay on the page nevertheless; holds as long as the token is the same. */
  stays: boolean;
}

const initialState: SessionEnd = { ended: false, isForbidden: false, stays: false };

/** What the person has to know of the end of the session. */
export const useSessionEnd = create<SessionEnd>(() => initialState);

// Who has signed in meanwhile, in another tab, must not be led away by the end of the session before.
useSessionStore.subscribe((now, before) => {
  if (now.session?.token !== before.session?.token) useSessionEnd.setState(initialState);
});

/**
 * The server has refused this token, with 403 only what was asked for. Said once per session, however many calls were refused; a late answer to a token
 * that is no longer the one in use ends nothing.
 */
export function sessionRefused(token: string, httpStatus: number): void {
  if (currentSession().session?.token !== token) return;
  const { ended, isForbidden } = useSessionEnd.getState();
  // An ended session is announced again, also after a refusal.
  if (httpStatus !== 403 && isForbidden) useSessionEnd.setState(initialState);
  useSessionEnd.setState({ ended: true, isForbidden: httpStatus === 403 && (!ended || isForbidden) });
}

/** The person stays to read on and to keep what was typed: no later refusal leads away. Source: WCAG 2.2.1. */
export function sessionEndStayed(): void {
  useSessionEnd.setState({ stays: true });
}

/** The person goes, by choice or by time; a session that stands is kept. */
export function sessionEndLeft(): void {
  const { isForbidden } = useSessionEnd.getState();
  useSessionEnd.setState(initialState);
  if (!isForbidden) signedOut();
}
