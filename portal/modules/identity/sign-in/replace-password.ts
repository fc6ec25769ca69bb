import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import { bool, int4, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { type AttemptLogin, clearFailures } from '#portal/modules/codes/public.ts';
import { type NewMessage, queueing } from '../../outbox/public.ts';
import { challengesEnding } from '../second-factor/challenge-store.ts';
import { type SessionsEnding, sessionsEnding } from '../session/session-store.ts';
import { passwordUpdate } from './identity-store.ts';

/** Where the owner of a password hears of its change; '' where there is nothing. */
interface NotifiedContacts {
  readonly phone: string;
  readonly confirmedEmail: string;
}

/** A new password and what goes with it. */
export interface PasswordReplacement {
  readonly identityId: string;
  readonly passwordHash: string;
  /** The hash that the former password was verified against; absent: whatever stands is replaced. */
  readonly verifiedHash?: string;
  readonly ending: SessionsEnding;
  /** Logins whose failures are cleared. */
  readonly cleared?: readonly AttemptLogin[];
  readonly notify: NotifiedContacts;
}

function messagesTo({ phone, confirmedEmail }: NotifiedContacts): NewMessage[] {
  const message = { kind: 'passwordChanged', params: {} } as const;
  return [
    ...(phone === '' ? [] : [{ ...message, channel: 'sms', recipient: phone } as const]),
    ...(confirmedEmail === '' ? [] : [{ ...message, channel: 'mail', recipient: confirmedEmail } as const]),
  ];
}

/**
 * Puts a new password in place of the former one, ends the sessions and the unfinished sign-ins that it opened, and tells
 * the phone and the confirmed e-mail: in the caller's transaction, which holds the identity. Returns how many
 * sessions ended; undefined: another password stands by now than the one that was verified.
 */
export async function replacePassword(
  services: Pick<PortalServices, 'db' | 'keys'>,
  { identityId, passwordHash, verifiedHash, ending, cleared = [], notify }: PasswordReplacement,
  at: Instant,
): Promise<number | undefined> {
  const isChanged: RawBuilder<boolean> = sql`exists (select from changed)`;
  const queued = queueing(services, messagesTo(notify), at, isChanged);
  const { rows } = await typedSql({ changed: bool(), ended: int4(), jobs: int4() })`
    with changed as (${passwordUpdate({ identityId, passwordHash, verifiedHash, at })}),
    ended as (${sessionsEnding(identityId, ending, at, isChanged)}),
    gone as (${challengesEnding(identityId, at, isChanged)}),
    ${queued.parts}
    select ${isChanged} as changed, (select count(*)::integer from ended) as ended, ${queued.jobs} as jobs
  `.execute(services.db);
  const [row] = rows;
  if (!row?.changed) return undefined;
  await clearFailures(services.db, cleared, at);
  return row.ended;
}
