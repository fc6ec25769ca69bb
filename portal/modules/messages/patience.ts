import type { StoredMessage } from './message-store.ts';

const firstPauseSeconds = 30;
const longestPauseSeconds = 3600;

/** A letter of a bill is worth its sending for days: a mail server that is down only delays it. */
export function isPatient({ channel, kind, expires_at: expiresAt }: StoredMessage): boolean {
  return channel === 'mail' && kind === 'billIssued' && expiresAt !== null;
}

/** How long such a letter waits after so many attempts: half a minute, then twice as long each time, an hour at most. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPauseSeconds * 2 ** Math.max(0, attempts - 1), longestPauseSeconds);
}
