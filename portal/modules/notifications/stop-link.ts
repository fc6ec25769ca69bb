import { type ReminderKind, reminderKinds } from '#contract/notifications.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import { readLink, signLink, uuidBytes, uuidOfBytes } from '#portal/http/session/signed-link.ts';

const ringOf = (links: KeyRing) => links.derive('stop-reminders');

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
export function signStop(links: KeyRing, { identityId, kind }: Stopped): string {
  return signLink(
    ringOf(links),
    Buffer.concat([Buffer.from([reminderKinds.indexOf(kind)]), uuidBytes(identityId)]),
  );
}

/** Whose reminder a token stops; undefined: the server did not sign it. */
export function readStop(links: KeyRing, token: string): Stopped | undefined {
  const content = readLink(ringOf(links), token, contentBytes);
  const kind = content && reminderKinds[content[0] ?? -1];
  return kind && { identityId: uuidOfBytes(content.subarray(1)), kind };
}
