import type { ReachedIdentity } from './contact-store.ts';
import { isEmail } from './read-contact.ts';

/**
 * Whether a password is recovered by the confirmed e-mail only: codes of sign-in go to the phone, which would be both steps
 * at once. Told to whoever has the right code, and to nobody else.
 */
export function needsEmail({ secondFactor }: ReachedIdentity, contact: string): boolean {
  return !isEmail(contact) && secondFactor === 'sms';
}
