import { loadLeftTokens } from '../persisted-state.ts';
import { endOnServer } from './leave-session.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Ends on the server the sessions that were left while it did not answer. While it does not, tries again after a pause that
 * doubles each time: a device that says it is online often reaches nothing yet.
 */
export async function endLeftSessions(pauseMs = FIRST_PAUSE_MS): Promise<void> {
  clearTimeout(retry);
  for (const token of loadLeftTokens()) {
    if (await endOnServer(token)) continue;
    clearTimeout(retry);
    if (pauseMs <= LONGEST_PAUSE_MS) retry = setTimeout(endLeftSessions, pauseMs, pauseMs * 2);
    return;
  }
}
