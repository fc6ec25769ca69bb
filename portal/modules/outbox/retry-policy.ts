import type { StoredMessage } from './message-store.ts';

const firstPauseSeconds = 30;
const maxBackoffSeconds = 3600;

/** Mails with a bill are retried for days: a mail server outage only delays them. */
export function usesLongRetry({ channel, kind, expires_at: expiresAt }: StoredMessage): boolean {
  return channel === 'mail' && kind === 'billIssued' && expiresAt !== null;
}

/** Pause before the next retry of an e-mail with a bill: 30 s, doubled with each attempt, at most an hour. */
export function backoffSeconds(attempts: number): number {
  return Math.min(firstPauseSeconds * 2 ** Math.max(0, attempts - 1), maxBackoffSeconds);
}
