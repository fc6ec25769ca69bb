import { create } from 'zustand';
import { currentSession, signedOut, useSessionStore } from './session-store.ts';

/** Whether the server said that the session is over while a page was open. */
export const useSessionEnd = create<{ ended: boolean }>(() => ({ ended: false }));

// Who has signed in meanwhile, in another tab, must not be led away by the end of the session before.
useSessionStore.subscribe((now, before) => {
  if (now.session?.token !== before.session?.token) useSessionEnd.setState({ ended: false });
});

/** Said once per session, however many calls were refused. */
export function sessionRefused(): void {
  if (currentSession().session) useSessionEnd.setState({ ended: true });
}

/** The notice was answered: the person goes, or stays to read on. */
export function sessionEndSeen(leave: boolean): void {
  useSessionEnd.setState({ ended: false });
  if (leave) signedOut();
}
