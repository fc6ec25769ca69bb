import type { PortalDatabase } from '#portal/portal-database.ts';
import { secondFactorOf } from '../second-factor/public.ts';
import { isEmail } from './read-contact.ts';

/**
 * Whether a password is recovered by the confirmed e-mail only: codes of sign-in go to the phone, which would be both steps
 * at once. Told to whoever has the right code, and to nobody else.
 */
export async function needsEmail(db: PortalDatabase, identityId: string, contact: string): Promise<boolean> {
  return !isEmail(contact) && (await secondFactorOf(db, identityId)) === 'sms';
}
