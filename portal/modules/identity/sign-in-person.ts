import { parsePhone } from '#domain/identifiers/phone.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { checkPassword, markSucceeded, releaseAttempt, takeAttempt } from '../passwords/public.ts';
import { findPersonByPhone, type PersonIdentity } from './identity-store.ts';

export interface PersonCredentials {
  /** The phone of the payload. */
  readonly phone: string;
  /** The basic-auth pair; undefined when there is none. */
  readonly pair: { readonly login: string; readonly password: string } | undefined;
  readonly address: string;
}

export type SignInOutcome =
  | { readonly kind: 'recognised'; readonly person: PersonIdentity }
  | { readonly kind: 'refused' }
  | { readonly kind: 'exhausted'; readonly minutes: number }
  | { readonly kind: 'busy' };

/**
 * Recognises a person by phone and password. An unknown phone, a wrong password and a pair for another phone than the
 * payload's are refused alike; a phone that nobody has costs the same time and the same attempts.
 */
export async function signInPerson(
  db: PortalDatabase,
  { phone, pair, address }: PersonCredentials,
  now: Instant,
  check: typeof checkPassword = checkPassword,
): Promise<SignInOutcome> {
  if (pair === undefined || parsePhone(pair.login) !== phone) return { kind: 'refused' };
  const taken = await takeAttempt(db, { kind: 'person', login: phone, address }, now);
  if (taken.kind === 'exhausted') return taken;
  const person = await findPersonByPhone(db, phone);
  const answer = await check(person?.passwordHash, pair.password);
  if (answer === 'busy') {
    await releaseAttempt(db, taken.attempt);
    return { kind: 'busy' };
  }
  if (answer === 'wrong' || person === undefined) return { kind: 'refused' };
  await markSucceeded(db, taken.attempt);
  return { kind: 'recognised', person };
}
