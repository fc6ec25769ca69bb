import { type ReminderKind, reminderKinds } from '#contract/notifications.ts';
import { readLink, signLink, uuidBytes, uuidOfBytes } from '#portal/http/signed-link.ts';

/** What `secretFor` is asked for. */
export const stopPurpose = 'stop-reminders';

/** One reminder of one person. */
export interface Stopped {
  readonly identityId: string;
  readonly kind: ReminderKind;
}

/** Of the kind and the person. */
const contentBytes = 17;

/** The path of the link that stops a reminder, or of its route. */
export function stopPath(token: string): string {
  return `/stop/${token}`;
}

/** The signed token of a link: kind and person. */
export function signStop(secret: Uint8Array | string, { identityId, kind }: Stopped): string {
  return signLink(secret, Buffer.concat([Buffer.from([reminderKinds.indexOf(kind)]), uuidBytes(identityId)]));
}

/** Whose reminder a token stops; undefined: the server did not sign it. */
export function readStop(secret: Uint8Array | string, token: string): Stopped | undefined {
  const content = readLink(secret, token, contentBytes);
  const kind = content && reminderKinds[content[0] ?? -1];
  return kind && { identityId: uuidOfBytes(content.subarray(1)), kind };
}
