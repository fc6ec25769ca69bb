import type { OutputOf } from '#contract/define-call.ts';
import type { startViewing } from '#contract/identity/viewings.ts';
import { STATE_KEY } from '../persisted-state.ts';
import { stateOf } from '../session-store.ts';

/**
 * Opens the cabinet that the staff may see in a tab that was opened for it: the state stands in the storage of that tab alone, so the
 * session of the staff stays in the others. Without the id of its owner, nothing that is typed there is queued on the device.
 */
export function showViewing(tab: Window, { user, accounts, viewing }: OutputOf<typeof startViewing>): void {
  const { session, ...areas } = stateOf(user, accounts);
  const { userId: _, ...own } = session;
  tab.sessionStorage.setItem(STATE_KEY, JSON.stringify({ ...areas, session: { ...own, viewing } }));
  tab.location.replace(`/cabinet/${user.type}`);
}
